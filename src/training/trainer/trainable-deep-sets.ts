/**
 * Deep Sets in training (Zaheer et al. 2017): z = Σ_i φ(x_i), ρ(z).
 * φ's last layer is linear, so it commutes with the sum: it is applied once to Σ_i of the last hidden layer, not to every customer.
 */
import { Arena, type Kernels, type KernelsFactory, padded } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import { type DeepSetsShape, pooledSize } from '../../surrogate/architecture.ts';
import type { Feature } from '../../surrogate/features.ts';
import type { DeepSetsNetwork } from '../../surrogate/network.ts';
import { TrainableRegressor } from './regressor.ts';
import type { Trainable } from './trainable.ts';
import { TrainableLayer } from './trainable-layer.ts';

export class TrainableDeepSets implements Trainable {
  readonly shape: DeepSetsShape;
  readonly kernels: Kernels;
  readonly parameters: number;
  readonly weights: number;
  readonly gradient: number;
  readonly firstMoment: number;
  readonly secondMoment: number;
  readonly features: readonly Feature[];
  readonly seesDepot = false;
  readonly input: number;
  readonly inputStride: number;
  readonly regressor: TrainableRegressor;
  readonly pooled: number;
  private readonly hidden: readonly TrainableLayer[];
  private readonly last: TrainableLayer;
  private readonly activations: readonly number[];
  private readonly flow: readonly [number, number];
  private readonly total: number;
  private readonly totalGradient: number;
  private readonly dz: number;
  private readonly zeros: number;
  private rows = 0;

  constructor(shape: DeepSetsShape, outputs: number, maxCustomers: number, factory: KernelsFactory) {
    this.shape = shape;
    this.features = shape.features;
    const parameters = new Arena();
    const scratch = new Arena();
    const hidden: TrainableLayer[] = [];
    for (let k = 0; k < shape.layers; k++)
      hidden.push(new TrainableLayer(k ? shape.width : shape.features.length, shape.width, parameters, k ? scratch : undefined));
    this.hidden = hidden;
    this.last = new TrainableLayer(shape.width, shape.latent, parameters, scratch);
    this.regressor = new TrainableRegressor({ latent: pooledSize(shape), units: shape.units, outputs, linear: shape.linear }, parameters);
    this.parameters = parameters.size;

    const rows = padded(maxCustomers, 4);
    const width = this.last.inputStride;
    this.inputStride = hidden[0].inputStride;
    this.weights = scratch.take(this.parameters);
    this.gradient = scratch.take(this.parameters + 4);
    this.firstMoment = scratch.take(this.parameters);
    this.secondMoment = scratch.take(this.parameters);
    this.input = scratch.take(rows * this.inputStride);
    this.activations = hidden.map(() => scratch.take(rows * width));
    this.flow = [scratch.take(rows * width), scratch.take(rows * width)];
    // Four rows each: the kernels work on tiles of four, and the padding rows stay zero.
    this.total = scratch.take(4 * width);
    this.totalGradient = scratch.take(4 * width);
    const pooled = Math.max(this.last.outputStride, padded(pooledSize(shape), 8));
    this.pooled = scratch.take(4 * pooled);
    this.dz = scratch.take(4 * pooled);
    this.zeros = scratch.take(Math.max(width, this.last.outputStride));
    this.kernels = factory(scratch.size);
  }

  initialise(random: Random, meanCustomers: number): void {
    const { memory } = this.kernels;
    memory.fill(0, this.weights, this.weights + this.parameters);
    for (const layer of this.hidden) layer.initialise(memory, this.weights, Math.sqrt(6 / layer.inputs), random);
    // Scaled down so that a sum over a usual set starts at order 1, where ρ's kinks are.
    this.last.initialise(memory, this.weights, (2 * Math.sqrt(6 / (this.last.inputs + this.last.outputs))) / meanCustomers, random);
    this.regressor.initialise(memory, this.weights, random);
    this.refresh();
  }

  refresh(): void {
    for (const layer of this.hidden) layer.refresh(this.kernels, this.weights);
    this.last.refresh(this.kernels, this.weights);
  }

  forward(rows: number, outputs: Float64Array): void {
    const { kernels, weights, activations } = this;
    const { memory } = kernels;
    this.rows = rows;
    const tile = padded(rows, 4);
    memory.fill(0, this.input + rows * this.inputStride, this.input + tile * this.inputStride);
    let x = this.input;
    this.hidden.forEach((layer, k) => {
      layer.forward(kernels, weights, tile, x, activations[k], true);
      x = activations[k];
    });
    memory.fill(0, this.total, this.total + this.last.inputStride);
    kernels.addRows(rows, this.last.inputStride, x, this.total);
    this.pool(rows);
    this.regressor.forward(memory, weights, this.pooled, outputs);
  }

  /** z = W·(Σ rows) + rows · bias, then the additive sums. */
  private pool(rows: number): void {
    const { memory } = this.kernels;
    this.last.forward(this.kernels, this.weights, 4, this.total, this.pooled, false);
    const { latent, features, sums } = this.shape;
    for (let l = 0; l < latent; l++) memory[this.pooled + l] += (rows - 1) * memory[this.weights + this.last.bias + l];
    if (!sums) return;
    const load = this.input + features.indexOf('load');
    const distance = this.input + features.indexOf('distance');
    let loads = 0;
    let moments = 0;
    for (let i = 0; i < rows * this.inputStride; i += this.inputStride) {
      loads += memory[load + i];
      moments += memory[load + i] * memory[distance + i];
    }
    memory[this.pooled + latent] = loads;
    memory[this.pooled + latent + 1] = moments;
  }

  backward(outputGradient: Float64Array): void {
    const { kernels, weights, gradient, activations, last, hidden, rows } = this;
    const { memory } = kernels;
    this.regressor.backward(memory, weights, gradient, this.pooled, outputGradient, this.dz);
    // What follows the latent dimensions are sums of inputs, and padding: no weights behind them.
    memory.fill(0, this.dz + last.outputs, this.dz + last.outputStride);
    memory.fill(0, this.dz + last.outputStride, this.dz + 4 * last.outputStride);
    kernels.denseWeightGradient(4, last.inputStride, last.outputStride, this.total, this.dz, gradient + last.weights);
    for (let l = 0; l < last.outputs; l++) memory[gradient + last.bias + l] += rows * memory[this.dz + l];
    last.backward(kernels, 4, this.dz, this.totalGradient, this.zeros);

    const tile = padded(rows, 4);
    let [dy, dx] = this.flow;
    kernels.spreadThroughRelu(rows, last.inputStride, this.totalGradient, activations[hidden.length - 1], dy);
    for (let k = hidden.length - 1; k >= 0; k--) {
      hidden[k].gradient(kernels, gradient, tile, k ? activations[k - 1] : this.input, dy);
      if (k === 0) break;
      hidden[k].backwardThroughRelu(kernels, tile, dy, activations[k - 1], dx);
      [dy, dx] = [dx, dy];
    }
  }

  extract(outputScale: ArrayLike<number>): DeepSetsNetwork {
    const { memory } = this.kernels;
    return {
      shape: this.shape,
      phi: [...this.hidden, this.last].map((layer) => layer.extract(memory, this.weights)),
      rho: this.regressor.extract(memory, this.weights, outputScale),
    };
  }
}
