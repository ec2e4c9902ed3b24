/** φ of one customer at a time: dense layers in float32 on the SIMD kernels, like ONNX runtimes. */
import { Arena, type Kernels, type KernelsFactory, padded, panelIndex } from '../kernels/kernels.ts';
import type { Layer } from './network.ts';

/** Customers that pass through φ together, few enough to stay in the cache. */
export const block = 64;

/** φ with its weights in the kernels' memory. */
class Phi {
  readonly memory: Kernels['memory'];
  readonly input: number;
  readonly inputStride: number;
  readonly output: number;
  readonly outputStride: number;
  private readonly kernels: Kernels;
  private readonly layers: readonly PlacedLayer[];

  constructor(phi: readonly Layer[], factory: KernelsFactory) {
    const arena = new Arena();
    this.inputStride = padded(phi[0].inputs, 4);
    this.input = arena.take(block * this.inputStride);
    const layers: PlacedLayer[] = [];
    let [inputs, x] = [this.inputStride, this.input];
    for (const layer of phi) {
      const outputs = padded(layer.outputs, 16);
      const y = arena.take(block * outputs);
      layers.push({ layer, inputs, outputs, x, y, weights: arena.take(inputs * outputs), bias: arena.take(outputs) });
      [inputs, x] = [outputs, y];
    }
    [this.outputStride, this.output] = [inputs, x];
    this.layers = layers;
    this.kernels = factory(arena.size);
    this.memory = this.kernels.memory;
    for (const { layer, inputs, weights, bias } of layers) {
      this.memory.set(layer.bias, bias);
      for (let j = 0; j < layer.outputs; j++)
        for (let k = 0; k < layer.inputs; k++) this.memory[weights + panelIndex(inputs, k, j)] = layer.weights[j * layer.inputs + k];
    }
  }

  /** From `input` to `output`; ReLU between layers, none after the last. */
  apply(rows: number): void {
    const last = this.layers.length - 1;
    this.layers.forEach(({ inputs, outputs, x, weights, bias, y }, k) => {
      this.kernels.dense(padded(rows, 4), inputs, outputs, x, weights, bias, y, k < last);
    });
  }
}

interface PlacedLayer {
  readonly layer: Layer;
  readonly inputs: number;
  readonly outputs: number;
  readonly x: number;
  readonly y: number;
  readonly weights: number;
  readonly bias: number;
}

const placed = new WeakMap<readonly Layer[], { readonly factory: KernelsFactory; readonly phi: Phi }>();

/** Placed in memory once per network. */
export function phiOf(layers: readonly Layer[], factory: KernelsFactory): Phi {
  const known = placed.get(layers);
  if (known?.factory === factory) return known.phi;
  const phi = new Phi(layers, factory);
  placed.set(layers, { factory, phi });
  return phi;
}
