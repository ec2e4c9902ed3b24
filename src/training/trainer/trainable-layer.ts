/** A dense layer in training: addresses of its weights, their gradient and the transposed copy for the backward pass. */
import { type Arena, padded, panelIndex } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Layer } from '../../surrogate/network.ts';
import type { TrainingState } from './trainable.ts';

export class TrainableLayer {
  /** Padded sizes, which are also the row lengths of inputs and outputs. */
  readonly inputStride: number;
  readonly outputStride: number;
  /** Parameter offsets, relative to the start of all weights. */
  readonly weights: number;
  readonly bias: number;
  private readonly transposed: number;

  /** `scratch` is undefined for a first layer, whose inputs need no gradient. */
  constructor(
    readonly inputs: number,
    readonly outputs: number,
    parameters: Arena,
    scratch: Arena | undefined,
  ) {
    this.inputStride = padded(inputs, scratch ? 16 : 4);
    this.outputStride = padded(outputs, 16);
    this.weights = parameters.take(this.inputStride * this.outputStride);
    this.bias = parameters.take(this.outputStride);
    this.transposed = scratch ? scratch.take(this.inputStride * this.outputStride) : -1;
  }

  /** Uniform in ±bound, biases zero; padding stays zero. */
  initialise(state: TrainingState, bound: number, random: Random): void {
    this.writeWeights(state, () => bound * (2 * random.float() - 1));
  }

  /** Writes all weights, those into output 0 first. */
  writeWeights({ kernels, weights }: TrainingState, value: (output: number, input: number) => number): void {
    for (let j = 0; j < this.outputs; j++)
      for (let k = 0; k < this.inputs; k++) kernels.memory[weights + this.weights + panelIndex(this.inputStride, k, j)] = value(j, k);
  }

  refresh({ kernels, weights }: TrainingState): void {
    if (this.transposed >= 0) kernels.transpose(this.inputStride, this.outputStride, weights + this.weights, this.transposed);
  }

  forward({ kernels, weights }: TrainingState, rows: number, x: number, y: number, relu: boolean): void {
    kernels.dense(rows, this.inputStride, this.outputStride, x, weights + this.weights, weights + this.bias, y, relu);
  }

  /** Adds to the gradient of weights and bias. */
  gradient({ kernels, gradient }: TrainingState, rows: number, x: number, dy: number): void {
    kernels.denseWeightGradient(rows, this.inputStride, this.outputStride, x, dy, gradient + this.weights);
    kernels.addRows(rows, this.outputStride, dy, gradient + this.bias);
  }

  /** The same of a linear layer that stands behind a sum of `times` rows: its bias counts as often. */
  addBias({ kernels: { memory }, gradient }: TrainingState, times: number, dy: number): void {
    for (let j = 0; j < this.outputs; j++) memory[gradient + this.bias + j] += times * memory[dy + j];
  }

  /** dx = dy·Wᵀ behind the ReLU that made `activation`, which is this layer's input. */
  backwardThroughRelu({ kernels }: TrainingState, rows: number, dy: number, activation: number, dx: number): void {
    kernels.denseBackward(rows, this.outputStride, this.inputStride, dy, this.transposed, activation, dx);
  }

  /** dx = dy·Wᵀ; `zeros` is as many zeros as a row of x. */
  backward({ kernels }: TrainingState, rows: number, dy: number, dx: number, zeros: number): void {
    kernels.dense(rows, this.outputStride, this.inputStride, dy, this.transposed, zeros, dx, false);
  }

  /** The inverse of `extract`. */
  adopt(state: TrainingState, { weights, bias }: Layer): void {
    this.writeWeights(state, (j, k) => weights[j * this.inputs + k]);
    state.kernels.memory.set(bias, state.weights + this.bias);
  }

  extract({ kernels: { memory }, weights: start }: TrainingState): Layer {
    const { inputs, outputs, inputStride } = this;
    const weights = Float64Array.from({ length: outputs * inputs }, (_, at) => {
      const [j, k] = [Math.floor(at / inputs), at % inputs];
      return memory[start + this.weights + panelIndex(inputStride, k, j)];
    });
    return { inputs, outputs, weights, bias: Float64Array.from(memory.subarray(start + this.bias, start + this.bias + outputs)) };
  }
}
