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
  const distances = pairDistances(position, nodes);
  for (const layer of attention) x = attend(layer, shape.attentionHeads, x, distances);
  const rows = rowsThrough(decoder, x, nodes);
  return { latent: shape.latent, depot: rows.slice(0, shape.latent), customers: rows.slice(shape.latent) };
}

function attend(layer: AttentionLayer, heads: number, x: Float64Array, distances: Float64Array): Float64Array {
  const nodes = Math.sqrt(distances.length);
  const width = layer.edge.length;
  const channels = width / heads;
  const query = rowsThrough(layer.query, x, nodes);
  const key = transposed(rowsThrough(layer.key, x, nodes), nodes);
  const value = transposed(rowsThrough(layer.value, x, nodes), nodes);
  const result = rowsThrough(layer.skip, x, nodes);
  const weight = new Float64Array(nodes);
  for (let u = 0; u < nodes; u++) {
    const distance = distances.subarray(u * nodes, (u + 1) * nodes);
    for (let head = 0; head < heads; head++) {
      const first = head * channels;
      let alongEdge = 0;
      for (let c = first; c < first + channels; c++) alongEdge += query[u * width + c] * layer.edge[c];
      for (let v = 0; v < nodes; v++) weight[v] = distance[v] * alongEdge;
      for (let c = first; c < first + channels; c++) {
        const q = query[u * width + c];
        const row = c * nodes;
        for (let v = 0; v < nodes; v++) weight[v] += q * key[row + v];
      }
      softmaxOthers(weight, u, 1 / Math.sqrt(channels));
      let reach = 0;
      for (let v = 0; v < nodes; v++) reach += weight[v] * distance[v];
      for (let c = first; c < first + channels; c++) {
        const row = c * nodes;
        let sum = reach * layer.edge[c];
        for (let v = 0; v < nodes; v++) sum += weight[v] * value[row + v];
        result[u * width + c] += sum;
      }
    }
  }
  normalise(layer, result, nodes);
  return result;
}

/** Softmax of scale · x over all but entry `self`, which becomes 0. */
function softmaxOthers(x: Float64Array, self: number, scale: number): void {
  let largest = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < x.length; v++) if (v !== self && x[v] > largest) largest = x[v];
  let total = 0;
  for (let v = 0; v < x.length; v++) {
    x[v] = v === self ? 0 : Math.exp(scale * (x[v] - largest));
    total += x[v];
  }
  if (total > 0) for (let v = 0; v < x.length; v++) x[v] /= total;
}

function transposed(rows: Float64Array, nodes: number): Float64Array {
  const width = rows.length / nodes;
  const result = new Float64Array(rows.length);
  for (let u = 0; u < nodes; u++) for (let c = 0; c < width; c++) result[c * nodes + u] = rows[u * width + c];
  return result;
}

function pairDistances(position: Float64Array, nodes: number): Float64Array {
  const result = new Float64Array(nodes * nodes);
  for (let u = 0; u < nodes; u++)
    for (let v = 0; v < nodes; v++) {
      const dx = position[2 * u] - position[2 * v];
      const dy = position[2 * u + 1] - position[2 * v + 1];
      result[u * nodes + v] = Math.sqrt(dx * dx + dy * dy);
    }
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
  applyLayer(layer, rows, x, result, false);
  return result;
}
