/**
 * The Graph Transformer. Attention over the complete graph of depot and customers, with distance as edge feature: node u attends to v ≠ u
 * with score q_u·(k_v + d_uv·e) / √c and receives Σ_v a_uv (v_v + d_uv·e) (TransformerConv, Shi et al. 2021). Both edge terms factor, q·(k
 * + d·e) = q·k + d·(q·e), so no n² edge vectors are needed.
 */
import { Arena, type KernelsFactory, padded } from '../kernels/kernels.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { plainView, type Surroundings, writeDepotFeatures, writeFeatures } from './features.ts';
import type { GraphNorm, GraphTransformerNetwork, Layer } from './network.ts';

/** Added under the root in the graph norm; PyTorch Geometric's default. */
export const normEpsilon = 1e-5;

export function graphEmbeddings(
  network: GraphTransformerNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
  kernels: KernelsFactory,
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
  const attend = attentionAmong(position, shape.width, shape.attentionHeads, kernels);
  for (const layer of attention) {
    const skip = rowsThrough(layer.skip, x, nodes);
    const received = layer.gate ? new Float64Array(skip.length) : skip;
    const [query, key, value] = [layer.query, layer.key, layer.value].map((part) => rowsThrough(part, x, nodes));
    attend(query, key, value, layer.edge, received);
    if (layer.gate) mix(layer.gate, received, skip, shape.width);
    if (layer.norm) normalise(layer.norm, received, nodes);
    for (let k = 0; k < received.length; k++) if (received[k] < 0) received[k] = Math.expm1(received[k]);
    x = received;
  }
  const rows = rowsThrough(decoder, x, nodes);
  return { latent: shape.latent, depot: rows.slice(0, shape.latent), customers: rows.slice(shape.latent) };
}

/** TransformerConv's beta: β·skip + (1 − β)·received, with β a sigmoid of both and their difference, one for each node. */
function mix(gate: Float64Array, received: Float64Array, skip: Float64Array, width: number): void {
  for (let at = 0; at < received.length; at += width) {
    let sum = 0;
    for (let c = 0; c < width; c++) {
      const [from, own] = [received[at + c], skip[at + c]];
      sum += gate[c] * from + gate[width + c] * own + gate[2 * width + c] * (from - own);
    }
    const share = 1 / (1 + Math.exp(-sum));
    for (let c = at; c < at + width; c++) received[c] += share * (skip[c] - received[c]);
  }
}

type Attend = (query: Float64Array, key: Float64Array, value: Float64Array, edge: Float64Array, received: Float64Array) => void;

/**
 * Adds what each node receives from all others to `received`. Attention is 99 % of the work, so it runs on the kernels; the rest is plain
 * loops. `position`: coordinates of all nodes, two per node.
 */
function attentionAmong(position: Float64Array, width: number, heads: number, factory: KernelsFactory): Attend {
  const nodes = position.length / 2;
  const columns = padded(nodes, 4);
  const arena = new Arena();
  const [rows, receivedRows] = [arena.take(nodes * width), arena.take(nodes * width)];
  const [keys, values] = [arena.take(width * columns), arena.take(width * columns)];
  const [distance, weights] = [arena.take(nodes * columns), arena.take(heads * nodes * columns)];
  const [edges, scratch] = [arena.take(width), arena.take(columns)];
  const kernels = factory(arena.size);
  const { memory } = kernels;
  memory.set(position, rows);
  kernels.distances(nodes, columns, rows, 2, 0, 1, distance);
  return (query, key, value, edge, received) => {
    memory.set(key, rows);
    kernels.transposeRows(nodes, width, rows, width, keys, columns);
    memory.set(value, rows);
    kernels.transposeRows(nodes, width, rows, width, values, columns);
    memory.set(query, rows);
    memory.set(edge, edges);
    memory.set(received, receivedRows);
    const read = [nodes, columns, heads, width / heads, rows, width, keys, values, distance, edges, weights] as const;
    kernels.attend(...read, receivedRows, width, 0, scratch, scratch);
    received.set(memory.subarray(receivedRows, receivedRows + nodes * width));
  };
}

function normalise({ scale, shift, mean: kept }: GraphNorm, x: Float64Array, nodes: number): void {
  const width = scale.length;
  for (let c = 0; c < width; c++) {
    let mean = 0;
    for (let u = 0; u < nodes; u++) mean += x[u * width + c] / nodes;
    let variance = 0;
    for (let u = 0; u < nodes; u++) variance += (x[u * width + c] - kept[c] * mean) ** 2 / nodes;
    const factor = scale[c] / Math.sqrt(variance + normEpsilon);
    for (let u = 0; u < nodes; u++) x[u * width + c] = (x[u * width + c] - kept[c] * mean) * factor + shift[c];
  }
}

/** A layer applied to rows of x. Four outputs at a time, since a single sum would wait for its own additions. */
function rowsThrough({ inputs, outputs, weights, bias }: Layer, x: Float64Array, rows: number): Float64Array {
  const y = new Float64Array(rows * outputs);
  for (let i = 0; i < rows; i++) {
    const row = i * inputs;
    const out = i * outputs;
    let j = 0;
    for (; j + 4 <= outputs; j += 4) {
      let [s0, s1, s2, s3] = [bias[j], bias[j + 1], bias[j + 2], bias[j + 3]];
      const w = j * inputs;
      for (let k = 0; k < inputs; k++) {
        const value = x[row + k];
        s0 += weights[w + k] * value;
        s1 += weights[w + inputs + k] * value;
        s2 += weights[w + 2 * inputs + k] * value;
        s3 += weights[w + 3 * inputs + k] * value;
      }
      y[out + j] = s0;
      y[out + j + 1] = s1;
      y[out + j + 2] = s2;
      y[out + j + 3] = s3;
    }
    for (; j < outputs; j++) {
      let sum = bias[j];
      for (let k = 0; k < inputs; k++) sum += weights[j * inputs + k] * x[row + k];
      y[out + j] = sum;
    }
  }
  return y;
}
