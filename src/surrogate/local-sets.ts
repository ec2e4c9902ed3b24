/**
 * Local sets: Deep Sets whose lengths are each customer's own. With r a customer's distance from the depot, n the mean distance to its four
 * nearest neighbours (both over the depot's local length) and φ of ratios only, a customer adds
 *
 *     r·h + n·g  (lengths),   s  (no lengths),   r·load,   load
 *
 * and the set has the maximum of r·relu(1 + peak). The cost is convex and nondecreasing in that maximum t, so that t ≥ v_i·w_i is exact in
 * a MIP that minimises: one continuous column per depot.
 */
import type { KernelsFactory } from '../kernels/kernels.ts';
import { depotInputs, type LocalSetsShape, pooledSize, summedSize } from './architecture.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { type Feature, plainView, type Surroundings, writeFeatures } from './features.ts';
import type { LocalSetsNetwork } from './network.ts';
import { block, phiOf } from './phi.ts';

/** What φ's outputs are multiplied by, and then what ρ sees of the depot. */
export const weighing = ['distance', 'nearest4', 'load', ...depotInputs] as const satisfies readonly Feature[];
export const weighingStride = 8;

/** Outputs of φ: h, g, s and one for the maximum. */
export const phiOutputs = ({ latent, plain }: LocalSetsShape): number => 2 * latent + plain + 1;

export function localEmbeddings(
  network: LocalSetsNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  unit: number,
  kernels: KernelsFactory,
): NodeEmbeddings {
  const { shape } = network;
  const { latent, plain, features } = shape;
  const [size, summed] = [pooledSize(shape), summedSize(shape)];
  const rows = new Float64Array((to - from) * size);
  const view = plainView(unit);
  const phi = phiOf(network.phi, kernels);
  const weights = new Float64Array((to - from) * weighingStride);
  writeFeatures(weighing, customers, from, to, view, weights, 0, weighingStride);
  for (let first = from; first < to; first += block) {
    const count = Math.min(block, to - first);
    writeFeatures(features, customers, first, first + count, view, phi.memory, phi.input, phi.inputStride);
    phi.apply(count);
    for (let i = 0; i < count; i++) {
      const out = phi.output + i * phi.outputStride;
      const at = (first - from + i) * size;
      const [distance, near, load] = weights.subarray((first - from + i) * weighingStride);
      for (let l = 0; l < latent; l++) rows[at + l] = distance * phi.memory[out + l] + near * phi.memory[out + latent + l];
      for (let l = 0; l < plain; l++) rows[at + latent + l] = phi.memory[out + 2 * latent + l];
      rows[at + summed - 2] = distance * load;
      rows[at + summed - 1] = load;
      rows[at + size - 1] = distance * Math.max(0, 1 + phi.memory[out + 2 * latent + plain]);
    }
  }
  const depot = new Float64Array(size);
  depot.set(weights.subarray(weighing.length - depotInputs.length, weighing.length), summed);
  return { latent: size, customers: rows, depot, peak: true };
}
