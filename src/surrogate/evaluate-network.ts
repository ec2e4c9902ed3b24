/** Evaluates networks: embeddings of nodes on the float32 kernels, and outputs of whole sets, whose sums and ρ are float64. */
import type { KernelsFactory } from '../kernels/kernels.ts';
import { wasmKernels } from '../kernels/wasm.ts';
import { deepSetsEmbeddings } from './deep-sets.ts';
import type { Surroundings } from './features.ts';
import { graphEmbeddings } from './graph-transformer.ts';
import { applyRegressor, type Network } from './network.ts';

export interface NodeEmbeddings {
  readonly latent: number;
  /** customers × latent. */
  readonly customers: Float64Array;
  /** The depot's own embedding, part of every sum; absent for networks that do not see the depot. */
  readonly depot?: Float64Array;
}

/** Embeddings of customers `from` … `to`−1 around a depot; a Graph Transformer sees exactly these as its graph. */
export function nodeEmbeddings(
  network: Network,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
  kernels: KernelsFactory = wasmKernels,
): NodeEmbeddings {
  return 'phi' in network
    ? deepSetsEmbeddings(network, customers, from, to, spread, kernels)
    : graphEmbeddings(network, customers, from, to, spread, kernels);
}

/** Outputs for the set of customers `from` … `to`−1, as in training. */
export function setOutputs(
  network: Network,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
  kernels?: KernelsFactory,
): Float64Array {
  const { latent, customers: rows, depot } = nodeEmbeddings(network, customers, from, to, spread, kernels);
  const z = depot?.slice() ?? new Float64Array(latent);
  for (let at = 0; at < rows.length; at++) z[at % latent] += rows[at];
  return applyRegressor(network.rho, z);
}
