/**
 * The Graph Transformer in training, one graph at a time: encoder, attention layers with ELU (and graph norm, if asked), decoder, sum over
 * the depot and the customers of the set, ρ. Customers outside the set are attended to like all others, but not summed.
 * Query, key, value and skip of a layer are one dense layer of four times the width. The decoder is linear, so it commutes with the sum.
 */
import { Arena, type Kernels, type KernelsFactory, padded } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { GraphTransformerShape } from '../../surrogate/architecture.ts';
import type { Feature } from '../../surrogate/features.ts';
import type { AttentionLayer, GraphTransformerNetwork, Layer } from '../../surrogate/network.ts';
import { TrainableRegressor } from './regressor.ts';
import type { Trainable } from './trainable.ts';
import { TrainableLayer } from './trainable-layer.ts';

interface Block {
  readonly projection: TrainableLayer;
  /** Parameter offsets. */
  readonly edge: number;
  readonly scale: number;
  readonly shift: number;
  readonly keep: number;
  /** What the forward pass leaves for the backward pass. */
  readonly projected: number;
  readonly keys: number;
  readonly values: number;
  readonly weights: number;
  readonly unit: number;
  readonly mean: number;
  readonly inverse: number;
  readonly output: number;
}

export class TrainableGraphTransformer implements Trainable {
  readonly shape: GraphTransformerShape;
  readonly kernels: Kernels;
  readonly parameters: number;
  readonly weights: number;
  readonly gradient: number;
  readonly firstMoment: number;
  readonly secondMoment: number;
  readonly features: readonly Feature[];
  readonly seesDepot = true;
  readonly maxRows: number;
  readonly maxSamples = 1;
  readonly input: number;
  readonly inputStride: number;
  readonly regressor: TrainableRegressor;
  readonly pooled: number;
  readonly pooledStride: number;
  private readonly width: number;
  private readonly encoder: TrainableLayer;
  private readonly blocks: readonly Block[];
  private readonly decoder: TrainableLayer;
  private readonly encoded: number;
  private readonly distance: number;
  private readonly seed: number;
  private readonly received: number;
  private readonly total: number;
  private readonly totalGradient: number;
  private readonly dz: number;
  private readonly flow: number;
  private readonly dReceived: number;
  private readonly dProjected: number;
  private readonly dKeys: number;
  private readonly dValues: number;
  private readonly scratchRows: number;
  private readonly zeros: number;
  private nodes = 0;
  /** The first rows, which are summed. */
  private summed = 0;
  private dropout = 0;

  constructor(shape: GraphTransformerShape, outputs: number, maxCustomers: number, factory: KernelsFactory) {
    this.shape = shape;
    this.features = shape.features;
    const { layers, attentionHeads } = shape;
    const width = padded(shape.width, 16);
    const nodes = maxCustomers + 1;
    const [rows, columns] = [padded(nodes, 4), padded(nodes, 4)];
    this.width = width;
    const parameters = new Arena();
    const scratch = new Arena();
    this.encoder = new TrainableLayer(shape.features.length, shape.width, parameters, undefined);
    this.blocks = Array.from({ length: layers }, () => ({
      projection: new TrainableLayer(shape.width, 4 * width, parameters, scratch),
      edge: parameters.take(width),
      scale: parameters.take(width),
      shift: parameters.take(width),
      keep: parameters.take(width),
      projected: scratch.take(rows * 4 * width),
      keys: scratch.take(width * columns),
      values: scratch.take(width * columns),
      weights: scratch.take(attentionHeads * nodes * columns),
      unit: scratch.take(rows * width),
      mean: scratch.take(width),
      inverse: scratch.take(width),
      output: scratch.take(rows * width),
    }));
    this.decoder = new TrainableLayer(shape.width, shape.latent, parameters, scratch);
    this.regressor = new TrainableRegressor({ latent: shape.latent, units: shape.units, outputs, linear: shape.linear }, 1, parameters);
    this.parameters = parameters.size;

    this.maxRows = rows;
    this.inputStride = this.encoder.inputStride;
    this.pooledStride = 4 * this.decoder.outputStride;
    this.weights = scratch.take(this.parameters);
    this.gradient = scratch.take(this.parameters + 4);
    this.firstMoment = scratch.take(this.parameters);
    this.secondMoment = scratch.take(this.parameters);
    this.input = scratch.take(rows * this.inputStride);
    this.encoded = scratch.take(rows * width);
    this.distance = scratch.take(nodes * columns);
    this.seed = scratch.take(4);
    this.received = scratch.take(rows * width);
    this.total = scratch.take(4 * width);
    this.totalGradient = scratch.take(4 * width);
    this.pooled = scratch.take(this.pooledStride);
    this.dz = scratch.take(4 * this.decoder.outputStride);
    this.flow = scratch.take(rows * width);
    this.dReceived = scratch.take(rows * width);
    this.dProjected = scratch.take(rows * 4 * width);
    this.dKeys = scratch.take(width * columns);
    this.dValues = scratch.take(width * columns);
    this.scratchRows = scratch.take(2 * columns);
    this.zeros = scratch.take(4 * width);
    this.kernels = factory(scratch.size);
  }

  initialise(random: Random, meanCustomers: number): void {
    const { memory } = this.kernels;
    const { weights, shape } = this;
    memory.fill(0, weights, weights + this.parameters);
    const glorot = (inputs: number, outputs: number) => Math.sqrt(6 / (inputs + outputs));
    this.encoder.initialise(memory, weights, glorot(this.encoder.inputs, shape.width), random);
    for (const block of this.blocks) {
      block.projection.initialise(memory, weights, glorot(shape.width, shape.width), random);
      for (let c = 0; c < shape.width; c++) {
        memory[weights + block.edge + c] = glorot(1, shape.width) * (2 * random.float() - 1);
        memory[weights + block.scale + c] = 1;
        memory[weights + block.keep + c] = 1;
      }
      this.clearPadding(block);
    }
    this.decoder.initialise(memory, weights, (2 * glorot(shape.width, shape.latent)) / meanCustomers, random);
    this.regressor.initialise(memory, weights, random);
    this.refresh();
  }

  /** If the width is not a multiple of 16, the padding between the four parts of a projection must be zero. */
  private clearPadding({ projection }: Block): void {
    const { memory } = this.kernels;
    const layer = projection.extract(memory, this.weights);
    for (let j = 0; j < layer.outputs; j++) if (j % this.width >= this.shape.width) projection.setColumn(memory, this.weights, j, 0);
  }

  refresh(): void {
    for (const block of this.blocks) block.projection.refresh(this.kernels, this.weights);
    this.decoder.refresh(this.kernels, this.weights);
  }

  forward(start: Int32Array, _samples: number, outputs: Float64Array, random?: Random, onlySeen = 0): void {
    const nodes = start[1];
    const { kernels, weights, width, shape } = this;
    const { memory } = kernels;
    this.nodes = nodes;
    this.summed = nodes - onlySeen;
    this.dropout = random ? shape.dropout : 0;
    const tile = padded(nodes, 4);
    const columns = padded(nodes, 4);
    memory.fill(0, this.input + nodes * this.inputStride, this.input + tile * this.inputStride);
    const [first, second] = [shape.features.indexOf('x'), shape.features.indexOf('y')];
    kernels.distances(nodes, columns, this.input, this.inputStride, first, second, this.distance);
    this.encoder.forward(kernels, weights, tile, this.input, this.encoded, false);
    let x = this.encoded;
    for (const block of this.blocks) {
      this.attend(block, x, tile, columns, random);
      x = block.output;
    }
    memory.fill(0, this.total, this.total + width);
    kernels.addRows(this.summed, width, x, this.total);
    this.decoder.forward(kernels, weights, 4, this.total, this.pooled, false);
    for (let l = 0; l < shape.latent; l++) memory[this.pooled + l] += (this.summed - 1) * memory[weights + this.decoder.bias + l];
    this.regressor.forward(memory, weights, this.pooled, 0, outputs);
  }

  /** What the kernels of both passes read. */
  private attention({ projected, keys, values, edge, weights }: Block, columns: number) {
    const { attentionHeads: heads, width } = this.shape;
    const query = [projected, 4 * this.width] as const;
    return [this.nodes, columns, heads, width / heads, ...query, keys, values, this.distance, this.weights + edge, weights] as const;
  }

  private attend(block: Block, x: number, tile: number, columns: number, random: Random | undefined): void {
    const { kernels, weights, width, nodes, received, dropout } = this;
    const { memory } = kernels;
    const stride = 4 * width;
    block.projection.forward(kernels, weights, tile, x, block.projected, false);
    kernels.transposeRows(nodes, width, block.projected + width, stride, block.keys, columns);
    kernels.transposeRows(nodes, width, block.projected + 2 * width, stride, block.values, columns);
    for (let u = 0; u < nodes; u++) {
      const skip = block.projected + u * stride + 3 * width;
      memory.copyWithin(received + u * width, skip, skip + width);
    }
    if (random && dropout > 0) for (let lane = 0; lane < 4; lane++) memory[this.seed + lane] = seedOf(random);
    kernels.attend(...this.attention(block, columns), received, width, dropout, this.seed, this.scratchRows);
    if (!this.shape.norm) kernels.elu(nodes * width, received, block.output);
    else this.normalise(block);
    memory.fill(0, block.output + nodes * width, block.output + tile * width);
  }

  private normalise(block: Block): void {
    const { kernels, weights, width, nodes, received } = this;
    kernels.graphNormElu(
      nodes,
      width,
      received,
      weights + block.scale,
      weights + block.shift,
      weights + block.keep,
      block.unit,
      block.mean,
      block.inverse,
      block.output,
    );
  }

  backward(outputGradient: Float64Array): void {
    const { kernels, weights, gradient, decoder, width, nodes, summed } = this;
    const { memory } = kernels;
    this.regressor.backward(memory, weights, gradient, this.pooled, 0, outputGradient, this.dz);
    memory.fill(0, this.dz + decoder.outputs, this.dz + 4 * decoder.outputStride);
    kernels.denseWeightGradient(4, width, decoder.outputStride, this.total, this.dz, gradient + decoder.weights);
    for (let l = 0; l < decoder.outputs; l++) memory[gradient + decoder.bias + l] += summed * memory[this.dz + l];
    decoder.backward(kernels, 4, this.dz, this.totalGradient, this.zeros);
    for (let u = 0; u < summed; u++) memory.copyWithin(this.flow + u * width, this.totalGradient, this.totalGradient + width);
    memory.fill(0, this.flow + summed * width, this.flow + nodes * width);
    for (let k = this.blocks.length - 1; k >= 0; k--) this.attendBackward(k);
    const tile = padded(nodes, 4);
    this.encoder.gradient(kernels, gradient, tile, this.input, this.flow);
  }

  /** Propagates `flow` back through block k. */
  private attendBackward(k: number): void {
    const { kernels, gradient, width, nodes, dReceived, dProjected } = this;
    const { memory } = kernels;
    const block = this.blocks[k];
    const tile = padded(nodes, 4);
    const columns = padded(nodes, 4);
    const stride = 4 * width;
    if (!this.shape.norm) kernels.eluBackward(nodes * width, this.flow, block.output, dReceived);
    else this.normaliseBackward(block);
    memory.fill(0, this.dKeys, this.dKeys + width * columns);
    memory.fill(0, this.dValues, this.dValues + width * columns);
    memory.fill(0, dProjected, dProjected + tile * stride);
    kernels.attendBackward(
      ...this.attention(block, columns),
      dReceived,
      width,
      this.dropout,
      dProjected,
      stride,
      this.dKeys,
      this.dValues,
      gradient + block.edge,
      this.scratchRows,
    );
    kernels.transposeBack(nodes, this.shape.width, this.dKeys, columns, dProjected + width, stride);
    kernels.transposeBack(nodes, this.shape.width, this.dValues, columns, dProjected + 2 * width, stride);
    for (let u = 0; u < nodes; u++)
      memory.copyWithin(dProjected + u * stride + 3 * width, dReceived + u * width, dReceived + (u + 1) * width);
    block.projection.gradient(kernels, gradient, tile, k ? this.blocks[k - 1].output : this.encoded, dProjected);
    block.projection.backward(kernels, tile, dProjected, this.flow, this.zeros);
  }

  private normaliseBackward(block: Block): void {
    const { kernels, weights, gradient, width, nodes } = this;
    kernels.graphNormEluBackward(
      nodes,
      width,
      this.flow,
      block.output,
      block.unit,
      block.mean,
      block.inverse,
      weights + block.scale,
      weights + block.keep,
      this.dReceived,
      gradient + block.scale,
      gradient + block.shift,
      gradient + block.keep,
    );
  }

  extract(outputScale: ArrayLike<number>): GraphTransformerNetwork {
    const { memory } = this.kernels;
    const { weights, shape } = this;
    const vector = (at: number) => Float64Array.from(memory.subarray(weights + at, weights + at + shape.width));
    return {
      shape,
      encoder: this.encoder.extract(memory, weights),
      attention: this.blocks.map((block): AttentionLayer => {
        const all = block.projection.extract(memory, weights);
        return {
          query: this.part(all, 0),
          key: this.part(all, 1),
          value: this.part(all, 2),
          skip: this.part(all, 3),
          edge: vector(block.edge),
          ...(shape.norm && { norm: { scale: vector(block.scale), shift: vector(block.shift), mean: vector(block.keep) } }),
        };
      }),
      decoder: this.decoder.extract(memory, weights),
      rho: this.regressor.extract(memory, weights, outputScale),
    };
  }

  private part({ inputs, weights, bias }: Layer, index: number): Layer {
    const outputs = this.shape.width;
    const from = index * this.width;
    return { inputs, outputs, weights: weights.slice(from * inputs, (from + outputs) * inputs), bias: bias.slice(from, from + outputs) };
  }
}

/** Random bits that are a positive finite float32, so that they survive any float memory. */
function seedOf(random: Random): number {
  return new Float32Array(Int32Array.of((random.uint32() & 0x3fffffff) | 1).buffer)[0];
}
