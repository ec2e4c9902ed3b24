/**
 * The Graph Transformer in float64. Attention over the complete graph of depot and customers, with distance as edge feature:
 * node u attends to v ≠ u with score q_u·(k_v + d_uv·e) / √c and receives Σ_v a_uv (v_v + d_uv·e) (TransformerConv, Shi et al. 2021).
 * Both edge terms factor, q·(k + d·e) = q·k + d·(q·e), so no n² edge vectors exist.
 */
import type { NodeEmbeddings } from './evaluate-network.ts';
import { plainView, type Surroundings, writeDepotFeatures, writeFeatures } from './features.ts';
import { type AttentionLayer, applyLayer, type GraphTransformerNetwork, type Layer } from './network.ts';

/** Of the graph norm, under the root; PyTorch Geometric's default. */
export const normEpsilon = 1e-5;

export function graphEmbeddings(
  network: GraphTransformerNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
): NodeEmbeddings {
  const { shape, encoder, attention, decoder } = network;
  const nodes = to - from + 1;
  const width = shape.features.length;
  const features = new Float64Array(nodes * width);
  writeDepotFeatures(shape.features, features, 0);
  writeFeatures(shape.features, customers, from, to, plainView(spread), features, width, width);
  const position = new Float64Array(2 * nodes);
  writeFeatures(['x', 'y'], customers, from, to, plainView(spread), position, 2, 2);
  let x = rowsThrough(encoder, features, nodes);
  for (const layer of attention) x = attend(layer, shape.attentionHeads, x, position);
  const rows = rowsThrough(decoder, x, nodes);
  return { latent: shape.latent, depot: rows.slice(0, shape.latent), customers: rows.slice(shape.latent) };
}

function attend(layer: AttentionLayer, heads: number, x: Float64Array, position: Float64Array): Float64Array {
  const nodes = position.length / 2;
  const width = layer.edge.length;
  const channels = width / heads;
  const query = rowsThrough(layer.query, x, nodes);
  const key = rowsThrough(layer.key, x, nodes);
  const value = rowsThrough(layer.value, x, nodes);
  const result = rowsThrough(layer.skip, x, nodes);
  const weight = new Float64Array(nodes);
  const distance = new Float64Array(nodes);
  for (let u = 0; u < nodes; u++) {
    for (let v = 0; v < nodes; v++) distance[v] = Math.hypot(position[2 * u] - position[2 * v], position[2 * u + 1] - position[2 * v + 1]);
    for (let head = 0; head < heads; head++) {
      const c0 = head * channels;
      let largest = Number.NEGATIVE_INFINITY;
      for (let v = 0; v < nodes; v++) {
        let score = 0;
        for (let c = c0; c < c0 + channels; c++) score += query[u * width + c] * (key[v * width + c] + distance[v] * layer.edge[c]);
        weight[v] = score / Math.sqrt(channels);
        if (v !== u && weight[v] > largest) largest = weight[v];
      }
      let total = 0;
      for (let v = 0; v < nodes; v++) {
        weight[v] = v === u ? 0 : Math.exp(weight[v] - largest);
        total += weight[v];
      }
      if (total === 0) continue;
      for (let v = 0; v < nodes; v++)
        for (let c = c0; c < c0 + channels; c++)
          result[u * width + c] += (weight[v] / total) * (value[v * width + c] + distance[v] * layer.edge[c]);
    }
  }
  normalise(layer, result, nodes);
  return result;
}

/** Graph norm, then ELU. */
function normalise({ normScale, normShift, normMean }: AttentionLayer, x: Float64Array, nodes: number): void {
  const width = normScale.length;
  for (let c = 0; c < width; c++) {
    let mean = 0;
    for (let u = 0; u < nodes; u++) mean += x[u * width + c] / nodes;
    let variance = 0;
    for (let u = 0; u < nodes; u++) variance += (x[u * width + c] - normMean[c] * mean) ** 2 / nodes;
    const scale = normScale[c] / Math.sqrt(variance + normEpsilon);
    for (let u = 0; u < nodes; u++) {
      const value = (x[u * width + c] - normMean[c] * mean) * scale + normShift[c];
      x[u * width + c] = value > 0 ? value : Math.expm1(value);
    }
  }
}

function rowsThrough(layer: Layer, x: Float64Array, rows: number): Float64Array {
  const result = new Float64Array(rows * layer.outputs);
  for (let i = 0; i < rows; i++)
    applyLayer(
      layer,
      x.subarray(i * layer.inputs, (i + 1) * layer.inputs),
      result.subarray(i * layer.outputs, (i + 1) * layer.outputs),
      false,
    );
  return result;
}
