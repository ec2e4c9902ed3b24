/** A dense layer in the kernels' memory. */
import { type Arena, type Kernels, padded, panelIndex } from './kernels.ts';

/** The memory, and where the weights of all layers begin in it. */
export interface PlacedWeights {
  readonly kernels: Kernels;
  readonly weights: number;
}

export class DenseLayer {
  /** Padded sizes, which are also the row lengths of inputs and outputs. */
  readonly inputStride: number;
  readonly outputStride: number;
  /** Offsets, relative to the start of all weights. */
  readonly weights: number;
  readonly bias: number;

  constructor(
    readonly inputs: number,
    readonly outputs: number,
    arena: Arena,
    inputUnit: 4 | 16 = 16,
  ) {
    this.inputStride = padded(inputs, inputUnit);
    this.outputStride = padded(outputs, 16);
    this.weights = arena.take(this.inputStride * this.outputStride);
    this.bias = arena.take(this.outputStride);
  }

  /** Writes all weights, those into output 0 first; padding stays as it is. */
  writeWeights({ kernels, weights }: PlacedWeights, value: (output: number, input: number) => number): void {
    for (let j = 0; j < this.outputs; j++)
      for (let k = 0; k < this.inputs; k++) kernels.memory[weights + this.weights + panelIndex(this.inputStride, k, j)] = value(j, k);
  }

  /** Takes weights, outputs × inputs, and biases. */
  adopt(placed: PlacedWeights, { weights, bias }: { readonly weights: Float64Array; readonly bias: Float64Array }): void {
    this.writeWeights(placed, (j, k) => weights[j * this.inputs + k]);
    placed.kernels.memory.set(bias, placed.weights + this.bias);
  }

  forward({ kernels, weights }: PlacedWeights, rows: number, x: number, y: number, relu: boolean): void {
    kernels.dense(rows, this.inputStride, this.outputStride, x, weights + this.weights, weights + this.bias, y, relu);
  }
}
