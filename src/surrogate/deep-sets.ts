/**
 * Deep Sets: φ of one customer at a time (Zaheer et al. 2017), in float32 on the SIMD kernels, like ONNX runtimes; several times faster
 * than plain float64 loops.
 */
import { Arena, type Kernels, type KernelsFactory, padded, panelIndex } from '../kernels/kernels.ts';
import { pooledSize } from './architecture.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { plainView, type Surroundings, writeFeatures } from './features.ts';
import type { DeepSetsNetwork, Layer } from './network.ts';

export function deepSetsEmbeddings(
  network: DeepSetsNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
  kernels: KernelsFactory,
): NodeEmbeddings {
  const { shape } = network;
  const { features, sums } = shape;
  const latent = pooledSize(shape);
  const result = new Float64Array((to - from) * latent);
  const view = plainView(spread);
  const phi = phiOf(network, kernels);
  const { memory, input, inputStride, output, outputStride } = phi;
  const [load, distance] = [features.indexOf('load'), features.indexOf('distance')];
  for (let first = from; first < to; first += block) {
    const rows = Math.min(block, to - first);
    writeFeatures(features, customers, first, first + rows, view, memory, input, inputStride);
    phi.apply(rows);
    for (let i = 0; i < rows; i++) {
      const at = (first - from + i) * latent;
      for (let l = 0; l < shape.latent; l++) result[at + l] = memory[output + i * outputStride + l];
      if (!sums) continue;
      const row = input + i * inputStride;
      result[at + shape.latent] = memory[row + load];
      result[at + shape.latent + 1] = memory[row + load] * memory[row + distance];
    }
  }
  return { latent, customers: result };
}

/** Customers that pass through φ together, few enough to stay in the cache. */
const block = 64;

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

const placed = new WeakMap<DeepSetsNetwork, { readonly factory: KernelsFactory; readonly phi: Phi }>();

/** Placed in memory once per network. */
function phiOf(network: DeepSetsNetwork, factory: KernelsFactory): Phi {
  const known = placed.get(network);
  if (known?.factory === factory) return known.phi;
  const phi = new Phi(network.phi, factory);
  placed.set(network, { factory, phi });
  return phi;
}
