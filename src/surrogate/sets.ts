/**
 * Deep Sets (Zaheer et al. 2017) and local sets: φ sees one customer at a time, in float32 on the SIMD kernels, like ONNX runtimes.
 *
 * Local sets are Deep Sets whose lengths are each customer's own. With r a customer's distance from the depot, n the mean distance to its
 * four nearest neighbours (both over the depot's local length) and φ of ratios only, a customer adds
 *
 *     r·h + n·g  (lengths),   s  (no lengths),   r·load,   load
 *
 * and the set has the maximum of r·relu(1 + peak). The cost is convex and nondecreasing in that maximum t, so that t ≥ v_i·w_i is exact in
 * a MIP that minimises: one continuous column per depot.
 */
import { DenseLayer } from '../kernels/dense-layer.ts';
import { Arena, type Kernels, type KernelsFactory, padded } from '../kernels/kernels.ts';
import { type DeepSetsShape, depotInputs, type LocalSetsShape, pooledSize, summedSize } from './architecture.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { type Feature, plainView, type Surroundings, writeFeatures } from './features.ts';
import type { Layer, SetsNetwork } from './network.ts';

/** Customers that pass through φ together, few enough to stay in the cache. */
const block = 64;

/** What φ's outputs are multiplied by in local sets, and then what ρ sees of the depot. */
export const weighing = ['distance', 'nearest4', 'load', ...depotInputs] as const satisfies readonly Feature[];
export const weighingStride = 8;

/** Outputs of φ; of local sets: h, g, s and one for the maximum. */
export const phiOutputs = (shape: DeepSetsShape | LocalSetsShape): number =>
  shape.kind === 'local-sets' ? 2 * shape.latent + shape.plain + 1 : shape.latent;

export function setsEmbeddings(
  { shape, phi: layers }: SetsNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  unit: number,
  kernels: KernelsFactory,
): NodeEmbeddings {
  const size = pooledSize(shape);
  const rows = new Float64Array((to - from) * size);
  const view = plainView(unit);
  const phi = phiOf(layers, kernels);
  const lengths = new Float64Array(shape.kind === 'local-sets' ? (to - from) * weighingStride : 0);
  if (shape.kind === 'local-sets') writeFeatures(weighing, customers, from, to, view, lengths, 0, weighingStride);
  for (let first = from; first < to; first += block) {
    const count = Math.min(block, to - first);
    writeFeatures(shape.features, customers, first, first + count, view, phi.memory, phi.input, phi.inputStride);
    phi.apply(count, shape.kind === 'deep-sets' ? shape.activation : undefined);
    for (let i = 0; i < count; i++) {
      const row = first - from + i;
      if (shape.kind === 'local-sets') writeLocalRow(shape, phi, i, lengths.subarray(row * weighingStride), rows, row * size);
      else writeDeepRow(shape, phi, i, rows, row * size);
    }
  }
  if (shape.kind === 'deep-sets') return { latent: size, customers: rows };
  const depot = new Float64Array(size);
  depot.set(lengths.subarray(weighing.length - depotInputs.length, weighing.length), summedSize(shape));
  return { latent: size, customers: rows, depot, peak: true };
}

function writeDeepRow({ latent, features, sums }: DeepSetsShape, phi: Phi, i: number, rows: Float64Array, at: number): void {
  const { memory } = phi;
  for (let l = 0; l < latent; l++) rows[at + l] = memory[phi.output + i * phi.outputStride + l];
  if (!sums) return;
  const input = phi.input + i * phi.inputStride;
  const load = memory[input + features.indexOf('load')];
  rows[at + latent] = load;
  rows[at + latent + 1] = load * memory[input + features.indexOf('distance')];
}

function writeLocalRow(shape: LocalSetsShape, phi: Phi, i: number, lengths: Float64Array, rows: Float64Array, at: number): void {
  const { latent, plain } = shape;
  const { memory } = phi;
  const out = phi.output + i * phi.outputStride;
  const [distance, near, load] = lengths;
  for (let l = 0; l < latent; l++) rows[at + l] = distance * memory[out + l] + near * memory[out + latent + l];
  for (let l = 0; l < plain; l++) rows[at + latent + l] = memory[out + 2 * latent + l];
  rows[at + summedSize(shape) - 2] = distance * load;
  rows[at + summedSize(shape) - 1] = load;
  rows[at + pooledSize(shape) - 1] = distance * Math.max(0, 1 + memory[out + 2 * latent + plain]);
}

/** Activations that only networks trained elsewhere have. */
const smooth = { sigmoid: (x: number) => 1 / (1 + Math.exp(-x)), tanh: Math.tanh } as const satisfies Record<string, (x: number) => number>;

/** φ with its weights in the kernels' memory. */
class Phi {
  readonly memory: Kernels['memory'];
  readonly input: number;
  readonly inputStride: number;
  readonly output: number;
  readonly outputStride: number;
  private readonly kernels: Kernels;
  private readonly layers: readonly { readonly dense: DenseLayer; readonly y: number }[];

  constructor(phi: readonly Layer[], factory: KernelsFactory) {
    const arena = new Arena();
    this.layers = phi.map(({ inputs, outputs }, k) => {
      const dense = new DenseLayer(inputs, outputs, arena, k ? 16 : 4);
      return { dense, y: arena.take(block * dense.outputStride) };
    });
    const last = this.layers[phi.length - 1];
    this.inputStride = this.layers[0].dense.inputStride;
    this.input = arena.take(block * this.inputStride);
    [this.output, this.outputStride] = [last.y, last.dense.outputStride];
    this.kernels = factory(arena.size);
    this.memory = this.kernels.memory;
    this.layers.forEach(({ dense }, k) => {
      dense.adopt({ kernels: this.kernels, weights: 0 }, phi[k]);
    });
  }

  /** From `input` to `output`; ReLU between layers unless another activation is named, none after the last. */
  apply(rows: number, activation?: keyof typeof smooth): void {
    const placed = { kernels: this.kernels, weights: 0 };
    this.layers.forEach(({ dense, y }, k) => {
      const last = k === this.layers.length - 1;
      dense.forward(placed, padded(rows, 4), k ? this.layers[k - 1].y : this.input, y, !last && !activation);
      if (last || !activation) return;
      const { memory } = this;
      for (let at = y; at < y + rows * dense.outputStride; at++) memory[at] = smooth[activation](memory[at]);
    });
  }
}

const placed = new WeakMap<readonly Layer[], { readonly factory: KernelsFactory; readonly phi: Phi }>();

/** Placed in memory once per network. */
function phiOf(layers: readonly Layer[], factory: KernelsFactory): Phi {
  const known = placed.get(layers);
  if (known?.factory === factory) return known.phi;
  const phi = new Phi(layers, factory);
  placed.set(layers, { factory, phi });
  return phi;
}
