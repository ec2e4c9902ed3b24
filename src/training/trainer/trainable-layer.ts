/** A dense layer in training: addresses of its weights, their gradient and the transposed copy for the backward pass. */
import { type Arena, type Kernels, padded, panelIndex } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Layer } from '../../surrogate/network.ts';

export class TrainableLayer {
  readonly inputs: number;
  readonly outputs: number;
  /** Padded sizes, which are also the row lengths of inputs and outputs. */
  readonly inputStride: number;
  readonly outputStride: number;
  /** Parameter offsets, relative to the start of all weights. */
  readonly weights: number;
  readonly bias: number;
  private readonly transposed: number;

  /** `scratch` is undefined for a first layer, whose inputs need no gradient. */
  constructor(inputs: number, outputs: number, parameters: Arena, scratch: Arena | undefined) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.inputStride = padded(inputs, scratch ? 16 : 4);
    this.outputStride = padded(outputs, 16);
    this.weights = parameters.take(this.inputStride * this.outputStride);
    this.bias = parameters.take(this.outputStride);
    this.transposed = scratch ? scratch.take(this.inputStride * this.outputStride) : -1;
  }

  /** Uniform in ±bound, biases zero; padding stays zero. */
  initialise(memory: Float32Array | Float64Array, start: number, bound: number, random: Random): void {
    for (let j = 0; j < this.outputs; j++)
      for (let k = 0; k < this.inputs; k++)
        memory[start + this.weights + panelIndex(this.inputStride, k, j)] = bound * (2 * random.float() - 1);
  }

  /** Weights into output j all become `value`. */
  setColumn(memory: Float32Array | Float64Array, start: number, j: number, value: number): void {
    for (let k = 0; k < this.inputs; k++) memory[start + this.weights + panelIndex(this.inputStride, k, j)] = value;
  }

  refresh(kernels: Kernels, start: number): void {
    if (this.transposed >= 0) kernels.transpose(this.inputStride, this.outputStride, start + this.weights, this.transposed);
  }

  forward(kernels: Kernels, start: number, rows: number, x: number, y: number, relu: boolean): void {
    kernels.dense(rows, this.inputStride, this.outputStride, x, start + this.weights, start + this.bias, y, relu);
  }

  /** Adds to the gradient of weights and bias. */
  gradient(kernels: Kernels, gradient: number, rows: number, x: number, dy: number): void {
    kernels.denseWeightGradient(rows, this.inputStride, this.outputStride, x, dy, gradient + this.weights);
    kernels.addRows(rows, this.outputStride, dy, gradient + this.bias);
  }

  /** dx = dy·Wᵀ behind the ReLU that made `activation`, which is this layer's input. */
  backwardThroughRelu(kernels: Kernels, rows: number, dy: number, activation: number, dx: number): void {
    kernels.denseBackward(rows, this.outputStride, this.inputStride, dy, this.transposed, activation, dx);
  }

  /** dx = dy·Wᵀ; `zeros` is as many zeros as a row of x. */
  backward(kernels: Kernels, rows: number, dy: number, dx: number, zeros: number): void {
    kernels.dense(rows, this.outputStride, this.inputStride, dy, this.transposed, zeros, dx, false);
  }

  /** The inverse of `extract`. */
  adopt(memory: Float32Array | Float64Array, start: number, { weights, bias }: Layer): void {
    const { inputs, outputs, inputStride } = this;
    for (let j = 0; j < outputs; j++)
      for (let k = 0; k < inputs; k++) memory[start + this.weights + panelIndex(inputStride, k, j)] = weights[j * inputs + k];
    memory.set(bias, start + this.bias);
  }

  extract(memory: Float32Array | Float64Array, start: number): Layer {
    const { inputs, outputs, inputStride } = this;
    const weights = new Float64Array(outputs * inputs);
    for (let j = 0; j < outputs; j++)
      for (let k = 0; k < inputs; k++) weights[j * inputs + k] = memory[start + this.weights + panelIndex(inputStride, k, j)];
    return { inputs, outputs, weights, bias: Float64Array.from(memory.subarray(start + this.bias, start + this.bias + outputs)) };
  }
}
