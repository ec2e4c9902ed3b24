/**
 * The Graph Transformer in training, one graph at a time: encoder, attention layers with ELU (and graph norm, if asked), decoder, sum over
 * the depot and the customers of the set, ρ. Customers outside the set are attended to like all others, but not summed.
 * Query, key, value and skip of a layer are one dense layer of four times the width. The decoder is linear, so it commutes with the sum.
 */
import { padded } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { GraphTransformerShape } from '../../surrogate/architecture.ts';
import type { GraphTransformerNetwork, Layer } from '../../surrogate/network.ts';
import { TrainableRegressor } from './regressor.ts';
import { Trainable } from './trainable.ts';
import { TrainableLayer } from './trainable-layer.ts';

type Block = TrainableGraphTransformer['blocks'][number];

export class TrainableGraphTransformer extends Trainable<GraphTransformerShape> {
  readonly seesDepot = true;
  readonly maxSamples = 1;
  private readonly width = padded(this.shape.width, 16);
  private readonly maxNodes = this.maxCustomers + 1;
  /** Rows of nodes, and the length of a row with an entry for each node. */
  readonly maxRows = padded(this.maxNodes, 4);
  private readonly encoder = new TrainableLayer(this.shape.features.length, this.shape.width, this.layout, undefined);
  readonly blocks = Array.from({ length: this.shape.layers }, () => this.block());
  private readonly decoder = new TrainableLayer(this.shape.width, this.shape.latent, this.layout, this.scratch);
  readonly regressor = new TrainableRegressor(
    { latent: this.shape.latent, units: this.shape.units, outputs: this.outputs, linear: this.shape.linear },
    1,
    this.layout,
  );
  readonly inputStride = this.encoder.inputStride;
  readonly input = this.scratch.take(this.maxRows * this.inputStride);
  private readonly encoded = this.scratch.take(this.maxRows * this.width);
  private readonly distance = this.scratch.take(this.maxNodes * this.maxRows);
  private readonly seed = this.scratch.take(4);
  private readonly received = this.scratch.take(this.maxRows * this.width);
  private readonly total = this.scratch.take(4 * this.width);
  private readonly totalGradient = this.scratch.take(4 * this.width);
  readonly pooled = this.scratch.take(4 * this.decoder.outputStride);
  private readonly dz = this.scratch.take(4 * this.decoder.outputStride);
  private readonly flow = this.scratch.take(this.maxRows * this.width);
  private readonly dReceived = this.scratch.take(this.maxRows * this.width);
  private readonly dProjected = this.scratch.take(this.maxRows * 4 * this.width);
  private readonly dKeys = this.scratch.take(this.width * this.maxRows);
  private readonly dValues = this.scratch.take(this.width * this.maxRows);
  private readonly scratchRows = this.scratch.take(2 * this.maxRows);
  private readonly zeros = this.scratch.take(4 * this.width);
  readonly state = this.allocate();
  /** Of the last forward pass; the first `summed` rows are in the sum. */
  private nodes = 0;
  private summed = 0;
  private dropout = 0;

  /** An attention layer: parameter offsets, and what the forward pass leaves for the backward pass. */
  private block() {
    const { layout, scratch, width, maxNodes, maxRows } = this;
    return {
      projection: new TrainableLayer(this.shape.width, 4 * width, layout, scratch),
      edge: layout.take(width),
      gate: this.shape.gate ? layout.take(3 * width) : -1,
      scale: layout.take(width),
      shift: layout.take(width),
      keep: layout.take(width),
      projected: scratch.take(maxRows * 4 * width),
      keys: scratch.take(width * maxRows),
      values: scratch.take(width * maxRows),
      weights: scratch.take(this.shape.attentionHeads * maxNodes * maxRows),
      /** What was received, and each node's share of itself; with a gate. */
      ungated: this.shape.gate ? scratch.take(maxRows * width) : -1,
      shares: this.shape.gate ? scratch.take(maxRows) : -1,
      unit: scratch.take(maxRows * width),
      mean: scratch.take(width),
      inverse: scratch.take(width),
      output: scratch.take(maxRows * width),
    };
  }

  initialise(random: Random, meanCustomers: number): void {
    const { state, shape, width } = this;
    const { weights, parameters } = state;
    const { memory } = state.kernels;
    memory.fill(0, weights, weights + parameters);
    const glorot = (inputs: number, outputs: number) => Math.sqrt(6 / (inputs + outputs));
    this.encoder.initialise(state, glorot(this.encoder.inputs, shape.width), random);
    for (const { projection, edge, gate, scale, keep } of this.blocks) {
      projection.initialise(state, glorot(shape.width, shape.width), random);
      for (let c = 0; c < shape.width; c++) {
        memory[weights + edge + c] = glorot(1, shape.width) * (2 * random.float() - 1);
        for (let part = 0; gate >= 0 && part < 3; part++)
          memory[weights + gate + part * width + c] = glorot(3 * shape.width, 1) * (2 * random.float() - 1);
        memory[weights + scale + c] = 1;
        memory[weights + keep + c] = 1;
      }
      // If the width is not a multiple of 16, the padding between the four parts of a projection must be zero.
      const { weights: drawn } = projection.extract(state);
      projection.writeWeights(state, (j, k) => (j % width >= shape.width ? 0 : drawn[j * shape.width + k]));
    }
    this.decoder.initialise(state, (2 * glorot(shape.width, shape.latent)) / meanCustomers, random);
    this.regressor.initialise(state, random);
    this.refresh();
  }

  refresh(): void {
    for (const { projection } of this.blocks) projection.refresh(this.state);
    this.decoder.refresh(this.state);
  }

  forward(start: Int32Array, _samples: number, outputs: Float64Array, random?: Random, onlySeen = 0): void {
    const nodes = start[1];
    const { state, width, shape, input, inputStride, total, pooled } = this;
    const { kernels, weights } = state;
    const { memory } = kernels;
    this.nodes = nodes;
    this.summed = nodes - onlySeen;
    this.dropout = random ? shape.dropout : 0;
    const tile = padded(nodes, 4);
    memory.fill(0, input + nodes * inputStride, input + tile * inputStride);
    kernels.distances(nodes, tile, input, inputStride, shape.features.indexOf('x'), shape.features.indexOf('y'), this.distance);
    this.encoder.forward(state, tile, input, this.encoded, false);
    let x = this.encoded;
    for (const block of this.blocks) {
      this.attend(block, x, random);
      x = block.output;
    }
    memory.fill(0, total, total + width);
    kernels.addRows(this.summed, width, x, total);
    this.decoder.forward(state, 4, total, pooled, false);
    for (let l = 0; l < shape.latent; l++) memory[pooled + l] += (this.summed - 1) * memory[weights + this.decoder.bias + l];
    this.regressor.forward(state, pooled, 0, outputs);
  }

  /** What the attention kernels of both passes read. */
  private attention({ projected, keys, values, edge, weights }: Block) {
    const { attentionHeads: heads, width } = this.shape;
    const shared = [this.nodes, padded(this.nodes, 4), heads, width / heads, projected, 4 * this.width, keys, values] as const;
    return [...shared, this.distance, this.state.weights + edge, weights] as const;
  }

  private attend(block: Block, x: number, random: Random | undefined): void {
    const { state, shape, width, nodes, received, dropout } = this;
    const { kernels, weights } = state;
    const { memory } = kernels;
    const { projected, unit, mean, inverse, output } = block;
    const tile = padded(nodes, 4);
    const stride = 4 * width;
    block.projection.forward(state, tile, x, projected, false);
    kernels.transposeRows(nodes, width, projected + width, stride, block.keys, tile);
    kernels.transposeRows(nodes, width, projected + 2 * width, stride, block.values, tile);
    for (let u = 0; u < nodes; u++) {
      const skip = projected + u * stride + 3 * width;
      if (shape.gate) memory.fill(0, received + u * width, received + (u + 1) * width);
      else memory.copyWithin(received + u * width, skip, skip + width);
    }
    if (random && dropout > 0) for (let lane = 0; lane < 4; lane++) memory[this.seed + lane] = seedOf(random);
    kernels.attend(...this.attention(block), received, width, dropout, this.seed, this.scratchRows);
    if (shape.gate) this.mix(block);
    if (shape.norm) {
      const [scale, shift, keep] = [weights + block.scale, weights + block.shift, weights + block.keep];
      kernels.graphNorm(nodes, width, received, scale, shift, keep, unit, mean, inverse);
    }
    kernels.elu(nodes * width, received, output);
    memory.fill(0, output + nodes * width, output + tile * width);
  }

  /** TransformerConv's beta, as in src/surrogate/graph-transformer.ts. */
  private mix({ gate, projected, ungated, shares }: Block): void {
    const { state, width, nodes, received } = this;
    const { memory } = state.kernels;
    const [a, b, c] = [0, 1, 2].map((part) => state.weights + gate + part * width);
    memory.copyWithin(ungated, received, received + nodes * width);
    for (let u = 0; u < nodes; u++) {
      const [row, skip] = [received + u * width, projected + (4 * u + 3) * width];
      let sum = 0;
      for (let k = 0; k < width; k++)
        sum += memory[a + k] * memory[row + k] + memory[b + k] * memory[skip + k] + memory[c + k] * (memory[row + k] - memory[skip + k]);
      memory[shares + u] = 1 / (1 + Math.exp(-sum));
      for (let k = 0; k < width; k++) memory[row + k] += memory[shares + u] * (memory[skip + k] - memory[row + k]);
    }
  }

  /** Turns `dReceived`, of the mixture, into that of what was received, and writes that of the skip. */
  private mixBackward({ gate, projected, ungated, shares }: Block, dSkip: (node: number) => number): void {
    const { state, width, nodes, dReceived } = this;
    const { kernels, weights, gradient } = state;
    const { memory } = kernels;
    for (let u = 0; u < nodes; u++) {
      const [row, skip, d, to] = [ungated + u * width, projected + (4 * u + 3) * width, dReceived + u * width, dSkip(u)];
      const share = memory[shares + u];
      let slope = 0;
      for (let k = 0; k < width; k++) slope += memory[d + k] * (memory[skip + k] - memory[row + k]);
      slope *= share * (1 - share);
      for (let k = 0; k < width; k++) {
        const [from, own] = [memory[row + k], memory[skip + k]];
        const [a, b, c] = [gate + k, gate + width + k, gate + 2 * width + k];
        memory[to + k] = share * memory[d + k] + slope * (memory[weights + b] - memory[weights + c]);
        memory[d + k] = (1 - share) * memory[d + k] + slope * (memory[weights + a] + memory[weights + c]);
        memory[gradient + a] += slope * from;
        memory[gradient + b] += slope * own;
        memory[gradient + c] += slope * (from - own);
      }
    }
  }

  backward(outputGradient: Float64Array): void {
    const { state, decoder, width, nodes, summed, flow, dz, totalGradient } = this;
    const { kernels, gradient } = state;
    const { memory } = kernels;
    this.regressor.backward(state, this.pooled, 0, outputGradient, dz);
    memory.fill(0, dz + decoder.outputs, dz + 4 * decoder.outputStride);
    kernels.denseWeightGradient(4, width, decoder.outputStride, this.total, dz, gradient + decoder.weights);
    decoder.addBias(state, summed, dz);
    decoder.backward(state, 4, dz, totalGradient, this.zeros);
    for (let u = 0; u < summed; u++) memory.copyWithin(flow + u * width, totalGradient, totalGradient + width);
    memory.fill(0, flow + summed * width, flow + nodes * width);
    for (let k = this.blocks.length - 1; k >= 0; k--) this.attendBackward(this.blocks[k], k ? this.blocks[k - 1].output : this.encoded);
    this.encoder.gradient(state, padded(nodes, 4), this.input, flow);
  }

  /** Propagates `flow` back through a block, whose input was x. */
  private attendBackward(block: Block, x: number): void {
    const { state, width, nodes, flow, dReceived, dProjected, dKeys, dValues } = this;
    const { kernels, weights, gradient } = state;
    const { memory } = kernels;
    const { projection, output, unit, mean, inverse } = block;
    const tile = padded(nodes, 4);
    const stride = 4 * width;
    kernels.eluBackward(nodes * width, flow, output, dReceived);
    if (this.shape.norm) {
      const [scale, keep] = [weights + block.scale, weights + block.keep];
      const gradients = [gradient + block.scale, gradient + block.shift, gradient + block.keep] as const;
      kernels.graphNormBackward(nodes, width, dReceived, unit, mean, inverse, scale, keep, ...gradients);
    }
    memory.fill(0, dKeys, dKeys + width * tile);
    memory.fill(0, dValues, dValues + width * tile);
    memory.fill(0, dProjected, dProjected + tile * stride);
    const dSkip = (node: number) => dProjected + node * stride + 3 * width;
    if (this.shape.gate) this.mixBackward(block, dSkip);
    else for (let u = 0; u < nodes; u++) memory.copyWithin(dSkip(u), dReceived + u * width, dReceived + (u + 1) * width);
    const written = [dProjected, stride, dKeys, dValues, gradient + block.edge, this.scratchRows] as const;
    kernels.attendBackward(...this.attention(block), dReceived, width, this.dropout, ...written);
    kernels.transposeBack(nodes, this.shape.width, dKeys, tile, dProjected + width, stride);
    kernels.transposeBack(nodes, this.shape.width, dValues, tile, dProjected + 2 * width, stride);
    projection.gradient(state, tile, x, dProjected);
    projection.backward(state, tile, dProjected, flow, this.zeros);
  }

  extract(outputScale: ArrayLike<number>): GraphTransformerNetwork {
    const { state, shape } = this;
    const { memory } = state.kernels;
    const vector = (offset: number) => Float64Array.from({ length: shape.width }, (_, c) => memory[state.weights + offset + c]);
    return {
      shape,
      encoder: this.encoder.extract(state),
      attention: this.blocks.map(({ projection, edge, gate, scale, shift, keep }) => {
        const [query, key, value, skip] = this.parts(projection.extract(state));
        const norm = shape.norm ? { norm: { scale: vector(scale), shift: vector(shift), mean: vector(keep) } } : {};
        const parts = [0, 1, 2].flatMap((part) => [...vector(gate + part * this.width)]);
        return { query, key, value, skip, edge: vector(edge), ...(shape.gate && { gate: Float64Array.from(parts) }), ...norm };
      }),
      decoder: this.decoder.extract(state),
      rho: this.regressor.extract(state, outputScale),
    };
  }

  private parts({ inputs, weights, bias }: Layer): Layer[] {
    const outputs = this.shape.width;
    return [0, 1, 2, 3].map((part) => {
      const from = part * this.width;
      return { inputs, outputs, weights: weights.slice(from * inputs, (from + outputs) * inputs), bias: bias.slice(from, from + outputs) };
    });
  }
}

/** Random bits that are a positive finite float32, so that they survive any float memory. */
function seedOf(random: Random): number {
  return new Float32Array(Int32Array.of((random.uint32() & 0x3fffffff) | 1).buffer)[0];
}
