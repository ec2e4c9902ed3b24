/**
 * The Graph Transformer. Attention over the complete graph of depot and customers, with distance as edge feature: node u attends to v ≠ u
 * with score q_u·(k_v + d_uv·e) / √c and receives Σ_v a_uv (v_v + d_uv·e) (TransformerConv, Shi et al. 2021). Both edge terms factor, q·(k
 * + d·e) = q·k + d·(q·e), so no n² edge vectors are needed.
 */
import { Arena, type Kernels, type KernelsFactory, padded } from '../kernels/kernels.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { plainView, type Surroundings, writeDepotFeatures, writeFeatures } from './features.ts';
import { applyLayer, type GraphNorm, type GraphTransformerNetwork, type Layer } from './network.ts';

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
  const workspace = new AttentionWorkspace(nodes, shape.width, shape.attentionHeads, kernels);
  workspace.place(position);
  for (const layer of attention) {
    const received = rowsThrough(layer.skip, x, nodes);
    const [query, key, value] = [layer.query, layer.key, layer.value].map((part) => rowsThrough(part, x, nodes));
    workspace.attend(query, key, value, layer.edge, received);
    if (layer.norm) normalise(layer.norm, received, nodes);
    for (let k = 0; k < received.length; k++) if (received[k] < 0) received[k] = Math.expm1(received[k]);
    x = received;
  }
  const rows = rowsThrough(decoder, x, nodes);
  return { latent: shape.latent, depot: rows.slice(0, shape.latent), customers: rows.slice(shape.latent) };
}

/** Attention is 99 % of the work, so it runs on the kernels; the rest is plain loops. */
class AttentionWorkspace {
  private readonly nodes: number;
  private readonly width: number;
  private readonly heads: number;
  private readonly columns: number;
  private readonly kernels: Kernels;
  private readonly rows: number;
  private readonly keys: number;
  private readonly values: number;
  private readonly distance: number;
  private readonly edge: number;
  private readonly weights: number;
  private readonly received: number;
  private readonly scratch: number;

  constructor(nodes: number, width: number, heads: number, factory: KernelsFactory) {
    const arena = new Arena();
    this.nodes = nodes;
    this.width = width;
    this.heads = heads;
    this.columns = padded(nodes, 4);
    this.rows = arena.take(nodes * width);
    this.keys = arena.take(width * this.columns);
    this.values = arena.take(width * this.columns);
    this.distance = arena.take(nodes * this.columns);
    this.edge = arena.take(width);
    this.weights = arena.take(heads * nodes * this.columns);
    this.received = arena.take(nodes * width);
    this.scratch = arena.take(this.columns);
    this.kernels = factory(arena.size);
  }

  /** Coordinates of all nodes, two per node. */
  place(position: Float64Array): void {
    const { kernels, nodes, columns, rows } = this;
    kernels.memory.set(position, rows);
    kernels.distances(nodes, columns, rows, 2, 0, 1, this.distance);
  }

  /** Adds what each node receives from all others to `received`. */
  attend(query: Float64Array, key: Float64Array, value: Float64Array, edge: Float64Array, received: Float64Array): void {
    const { kernels, nodes, width, heads, columns, rows } = this;
    const { memory } = kernels;
    memory.set(key, rows);
    kernels.transposeRows(nodes, width, rows, width, this.keys, columns);
    memory.set(value, rows);
    kernels.transposeRows(nodes, width, rows, width, this.values, columns);
    memory.set(query, rows);
    memory.set(edge, this.edge);
    memory.set(received, this.received);
    kernels.attend(
      nodes,
      columns,
      heads,
      width / heads,
      rows,
      width,
      this.keys,
      this.values,
      this.distance,
      this.edge,
      this.weights,
      this.received,
      width,
      0,
      this.scratch,
      this.scratch,
    );
    received.set(memory.subarray(this.received, this.received + nodes * width));
  }
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

function rowsThrough(layer: Layer, x: Float64Array, rows: number): Float64Array {
  const result = new Float64Array(rows * layer.outputs);
  applyLayer(layer, rows, x, result, false);
  return result;
}
