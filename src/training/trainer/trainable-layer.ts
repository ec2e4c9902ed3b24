/** A dense layer in training: its gradient, and the transposed copy of its weights for the backward pass. */
import { DenseLayer } from '../../kernels/dense-layer.ts';
import { type Arena, panelIndex } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Layer } from '../../surrogate/network.ts';
import type { TrainingState } from './trainable.ts';

export class TrainableLayer extends DenseLayer {
  private readonly transposed: number;

  /** `scratch` is undefined for a first layer, whose inputs need no gradient. */
  constructor(inputs: number, outputs: number, parameters: Arena, scratch: Arena | undefined) {
    super(inputs, outputs, parameters, scratch ? 16 : 4);
    this.transposed = scratch ? scratch.take(this.inputStride * this.outputStride) : -1;
  }

  /** Uniform in ±bound, biases zero. */
  initialise(state: TrainingState, bound: number, random: Random): void {
    this.writeWeights(state, () => bound * (2 * random.float() - 1));
  }

  refresh({ kernels, weights }: TrainingState): void {
    if (this.transposed >= 0) kernels.transpose(this.inputStride, this.outputStride, weights + this.weights, this.transposed);
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

  /** The inverse of `adopt`. */
  extract({ kernels: { memory }, weights: start }: TrainingState): Layer {
    const { inputs, outputs, inputStride } = this;
    const weights = Float64Array.from({ length: outputs * inputs }, (_, at) => {
      const [j, k] = [Math.floor(at / inputs), at % inputs];
      return memory[start + this.weights + panelIndex(inputStride, k, j)];
    });
    return { inputs, outputs, weights, bias: Float64Array.from(memory.subarray(start + this.bias, start + this.bias + outputs)) };
  }
}
