/** Networks evaluated: embeddings of nodes, and outputs of whole sets. In float64, but for attention, which runs on the float32 kernels. */
import type { KernelsFactory } from '../kernels/kernels.ts';
import { wasmKernels } from '../kernels/wasm.ts';
import { pooledSize } from './architecture.ts';
import { plainView, type Surroundings, writeFeatures } from './features.ts';
import { graphEmbeddings } from './graph-transformer.ts';
import { applyLayer, applyRegressor, type DeepSetsNetwork, type Network } from './network.ts';

export interface NodeEmbeddings {
  readonly latent: number;
  /** customers × latent. */
  readonly customers: Float64Array;
  /** The depot's own, which every sum contains; absent for networks that do not see the depot. */
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
    ? deepSetsEmbeddings(network, customers, from, to, spread)
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

/** Rows that go through φ together: their values stay in the cache. */
const block = 64;

function deepSetsEmbeddings(
  { shape, phi }: DeepSetsNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
): NodeEmbeddings {
  const { features, sums } = shape;
  const latent = pooledSize(shape);
  const result = new Float64Array((to - from) * latent);
  const view = plainView(spread);
  const input = new Float64Array(block * features.length);
  const values = phi.map((layer) => new Float64Array(block * layer.outputs));
  const last = values[phi.length - 1];
  const [load, distance] = [features.indexOf('load'), features.indexOf('distance')];
  for (let first = from; first < to; first += block) {
    const rows = Math.min(block, to - first);
    writeFeatures(features, customers, first, first + rows, view, input, 0, features.length);
    phi.forEach((layer, k) => {
      applyLayer(layer, rows, k ? values[k - 1] : input, values[k], k < phi.length - 1);
    });
    for (let i = 0; i < rows; i++) {
      const at = (first - from + i) * latent;
      for (let l = 0; l < shape.latent; l++) result[at + l] = last[i * shape.latent + l];
      if (!sums) continue;
      const row = i * features.length;
      result[at + shape.latent] = input[row + load];
      result[at + shape.latent + 1] = input[row + load] * input[row + distance];
    }
  }
  return { latent, customers: result };
}
