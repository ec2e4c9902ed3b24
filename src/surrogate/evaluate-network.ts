/** Networks evaluated in float64: embeddings of nodes, and outputs of whole sets. */
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
export function nodeEmbeddings(network: Network, customers: Surroundings, from: number, to: number, spread: number): NodeEmbeddings {
  return 'phi' in network
    ? deepSetsEmbeddings(network, customers, from, to, spread)
    : graphEmbeddings(network, customers, from, to, spread);
}

/** Outputs for the set of customers `from` … `to`−1, as in training. */
export function setOutputs(network: Network, customers: Surroundings, from: number, to: number, spread: number): Float64Array {
  const { latent, customers: rows, depot } = nodeEmbeddings(network, customers, from, to, spread);
  const z = depot?.slice() ?? new Float64Array(latent);
  for (let at = 0; at < rows.length; at++) z[at % latent] += rows[at];
  return applyRegressor(network.rho, z);
}

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
  const row = new Float64Array(features.length);
  const values = phi.map((layer) => new Float64Array(layer.outputs));
  for (let i = from; i < to; i++) {
    writeFeatures(features, customers, i, i + 1, view, row, 0, features.length);
    phi.forEach((layer, k) => {
      applyLayer(layer, k ? values[k - 1] : row, values[k], k < phi.length - 1);
    });
    const at = (i - from) * latent;
    result.set(values[phi.length - 1], at);
    if (sums) {
      const load = row[features.indexOf('load')];
      result[at + shape.latent] = load;
      result[at + shape.latent + 1] = load * row[features.indexOf('distance')];
    }
  }
  return { latent, customers: result };
}
