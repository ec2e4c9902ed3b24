/** Evaluates networks: embeddings of nodes on the float32 kernels, and outputs of whole sets, whose sums and ρ are float64. */
import type { KernelsFactory } from '../kernels/kernels.ts';
import { wasmKernels } from '../kernels/wasm.ts';
import type { Surroundings } from './features.ts';
import { graphEmbeddings } from './graph-transformer.ts';
import { applyRegressor, isGraphTransformer, type Network } from './network.ts';
import { setsEmbeddings } from './sets.ts';

export interface NodeEmbeddings {
  readonly latent: number;
  /** customers × latent. */
  readonly customers: Float64Array;
  /** The depot's own embedding, part of every sum; absent for networks that do not see the depot. */
  readonly depot?: Float64Array;
  /** The last dimension is not summed: a set has the maximum over its customers. */
  readonly peak?: boolean;
}

/**
 * Embeddings of customers `from` … `to`−1 around a depot; a Graph Transformer sees exactly these as its graph. `unit` is the length of 1:
 * the spread P, or for local sets the local length.
 */
export function nodeEmbeddings(
  network: Network,
  customers: Surroundings,
  from: number,
  to: number,
  unit: number,
  kernels: KernelsFactory = wasmKernels,
): NodeEmbeddings {
  return isGraphTransformer(network)
    ? graphEmbeddings(network, customers, from, to, unit, kernels)
    : setsEmbeddings(network, customers, from, to, unit, kernels);
}

/** What ρ sees of a set: the rows at `positions`, pooled with the depot's own. */
export function pool({ latent, customers: rows, depot, peak }: NodeEmbeddings, positions: Iterable<number>): Float64Array {
  const z = depot?.slice() ?? new Float64Array(latent);
  const summed = peak ? latent - 1 : latent;
  for (const position of positions) {
    const row = position * latent;
    for (let l = 0; l < summed; l++) z[l] += rows[row + l];
    if (peak) z[summed] = Math.max(z[summed], rows[row + summed]);
  }
  return z;
}

/** Outputs for the set of customers `from` … `to`−1, or of the first `members` of them, the others being only seen; as in training. */
export function setOutputs(
  network: Network,
  customers: Surroundings,
  from: number,
  to: number,
  unit: number,
  { members = to - from, kernels }: { readonly members?: number; readonly kernels?: KernelsFactory } = {},
): Float64Array {
  const embeddings = nodeEmbeddings(network, customers, from, to, unit, kernels);
  return applyRegressor(network.rho, pool(embeddings, Array(members).keys()));
}
