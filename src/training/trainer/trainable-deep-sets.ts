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
import { rowsTogether, samplesTogether, type Trainable } from './trainable.ts';
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
  readonly maxRows: number;
  readonly maxSamples = samplesTogether;
  readonly input: number;
  readonly inputStride: number;
  readonly regressor: TrainableRegressor;
  readonly pooled: number;
  readonly pooledStride: number;
  private readonly hidden: readonly TrainableLayer[];
  private readonly last: TrainableLayer;
  private readonly activations: readonly number[];
  private readonly flow: readonly [number, number];
  private readonly total: number;
  private readonly totalGradient: number;
  private readonly dz: number;
  private readonly zeros: number;
  private readonly embedded: number;
  private start: Int32Array = new Int32Array(1);
  private samples = 0;

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
    this.regressor = new TrainableRegressor(
      { latent: pooledSize(shape), units: shape.units, outputs, linear: shape.linear },
      samplesTogether,
      parameters,
    );
    this.parameters = parameters.size;

    const rows = padded(Math.max(maxCustomers, rowsTogether), 4);
    const width = this.last.inputStride;
    this.maxRows = rows;
    this.inputStride = hidden[0].inputStride;
    this.pooledStride = pooledSize(shape);
    this.weights = scratch.take(this.parameters);
    this.gradient = scratch.take(this.parameters + 4);
    this.firstMoment = scratch.take(this.parameters);
    this.secondMoment = scratch.take(this.parameters);
    this.input = scratch.take(rows * this.inputStride);
    this.activations = hidden.map(() => scratch.take(rows * width));
    this.flow = [scratch.take(rows * width), scratch.take(rows * width)];
    this.total = scratch.take(samplesTogether * width);
    this.totalGradient = scratch.take(samplesTogether * width);
    this.embedded = scratch.take(samplesTogether * this.last.outputStride);
    this.pooled = scratch.take(samplesTogether * this.pooledStride);
    this.dz = scratch.take(samplesTogether * Math.max(this.last.outputStride, this.pooledStride));
    this.zeros = scratch.take(width);
    this.kernels = factory(scratch.size);
  }

  initialise(random: Random, meanCustomers: number): void {
    const { memory } = this.kernels;
    memory.fill(0, this.weights, this.weights + this.parameters);
    for (const layer of this.hidden) layer.initialise(memory, this.weights, Math.sqrt(6 / layer.inputs), random);
    // Scaled down so that a sum over an average set starts near 1, where ρ's kinks are.
    this.last.initialise(memory, this.weights, (2 * Math.sqrt(6 / (this.last.inputs + this.last.outputs))) / meanCustomers, random);
    this.regressor.initialise(memory, this.weights, random);
    this.refresh();
  }

  refresh(): void {
    for (const layer of this.hidden) layer.refresh(this.kernels, this.weights);
    this.last.refresh(this.kernels, this.weights);
  }

  forward(start: Int32Array, samples: number, outputs: Float64Array): void {
    const { kernels, weights, activations, last } = this;
    const { memory } = kernels;
    this.start = start;
    this.samples = samples;
    const rows = start[samples];
    const tile = padded(rows, 4);
    memory.fill(0, this.input + rows * this.inputStride, this.input + tile * this.inputStride);
    let x = this.input;
    this.hidden.forEach((layer, k) => {
      layer.forward(kernels, weights, tile, x, activations[k], true);
      x = activations[k];
    });
    memory.fill(0, this.total, this.total + padded(samples, 4) * last.inputStride);
    for (let s = 0; s < samples; s++)
      kernels.addRows(start[s + 1] - start[s], last.inputStride, x + start[s] * last.inputStride, this.total + s * last.inputStride);
    last.forward(kernels, weights, padded(samples, 4), this.total, this.embedded, false);
    for (let s = 0; s < samples; s++) {
      this.pool(s);
      this.regressor.forward(memory, weights, this.pooled + s * this.pooledStride, s, outputs);
    }
  }

  /** z = W·(Σ rows) + rows · bias, then the additive sums. */
  private pool(s: number): void {
    const { memory } = this.kernels;
    const { latent, features, sums } = this.shape;
    const { start, last } = this;
    const z = this.pooled + s * this.pooledStride;
    const once = this.embedded + s * last.outputStride;
    for (let l = 0; l < latent; l++)
      memory[z + l] = memory[once + l] + (start[s + 1] - start[s] - 1) * memory[this.weights + last.bias + l];
    if (!sums) return;
    const load = this.input + features.indexOf('load');
    const distance = this.input + features.indexOf('distance');
    let loads = 0;
    let moments = 0;
    for (let i = start[s] * this.inputStride; i < start[s + 1] * this.inputStride; i += this.inputStride) {
      loads += memory[load + i];
      moments += memory[load + i] * memory[distance + i];
    }
    memory[z + latent] = loads;
    memory[z + latent + 1] = moments;
  }

  backward(outputGradient: Float64Array): void {
    const { kernels, weights, gradient, activations, last, hidden, start, samples } = this;
    const { memory } = kernels;
    const stride = last.outputStride;
    for (let s = 0; s < samples; s++) {
      const dz = this.dz + s * stride;
      this.regressor.backward(memory, weights, gradient, this.pooled + s * this.pooledStride, s, outputGradient, dz);
      // After the latent dimensions come sums of inputs and padding, which have no weights.
      memory.fill(0, dz + last.outputs, dz + stride);
      for (let l = 0; l < last.outputs; l++) memory[gradient + last.bias + l] += (start[s + 1] - start[s]) * memory[dz + l];
    }
    const tiles = padded(samples, 4);
    memory.fill(0, this.dz + samples * stride, this.dz + tiles * stride);
    kernels.denseWeightGradient(tiles, last.inputStride, stride, this.total, this.dz, gradient + last.weights);
    last.backward(kernels, tiles, this.dz, this.totalGradient, this.zeros);

    const width = last.inputStride;
    const tile = padded(start[samples], 4);
    let [dy, dx] = this.flow;
    const top = activations[hidden.length - 1];
    for (let s = 0; s < samples; s++)
      kernels.spreadThroughRelu(
        start[s + 1] - start[s],
        width,
        this.totalGradient + s * width,
        top + start[s] * width,
        dy + start[s] * width,
      );
    memory.fill(0, dy + start[samples] * width, dy + tile * width);
    for (let k = hidden.length - 1; k >= 0; k--) {
      hidden[k].gradient(kernels, gradient, tile, k ? activations[k - 1] : this.input, dy);
      if (k === 0) break;
      hidden[k].backwardThroughRelu(kernels, tile, dy, activations[k - 1], dx);
      [dy, dx] = [dx, dy];
    }
  }

  adopt({ phi, rho }: DeepSetsNetwork, outputScale: ArrayLike<number>): void {
    const { memory } = this.kernels;
    [...this.hidden, this.last].forEach((layer, k) => {
      layer.adopt(memory, this.weights, phi[k]);
    });
    this.regressor.adopt(memory, this.weights, rho, outputScale);
    this.refresh();
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
