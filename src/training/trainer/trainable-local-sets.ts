/** Local sets in training (see src/surrogate/local-sets.ts): φ's outputs times lengths of the customers, summed, and one maximum. */
import { Arena, type Kernels, type KernelsFactory, padded } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import { depotInputs, type LocalSetsShape, pooledSize, summedSize } from '../../surrogate/architecture.ts';
import type { Feature } from '../../surrogate/features.ts';
import { phiOutputs, weighing, weighingStride } from '../../surrogate/local-sets.ts';
import type { LocalSetsNetwork } from '../../surrogate/network.ts';
import { TrainableRegressor } from './regressor.ts';
import { rowsTogether, samplesTogether, type Trainable } from './trainable.ts';
import { TrainableLayer } from './trainable-layer.ts';

export class TrainableLocalSets implements Trainable {
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
  readonly beside: NonNullable<Trainable['beside']>;
  readonly regressor: TrainableRegressor;
  readonly pooled: number;
  readonly pooledStride: number;
  readonly rising: readonly number[];
  private readonly shape: LocalSetsShape;
  /** All layers of φ; a ReLU follows each but the last. */
  private readonly layers: readonly TrainableLayer[];
  private readonly activations: readonly number[];
  private readonly flow: readonly [number, number];
  private readonly dz: number;
  /** Row that has the maximum of each sample. */
  private readonly farthest = new Int32Array(samplesTogether);
  private start: Int32Array = new Int32Array(1);
  private samples = 0;

  constructor(shape: LocalSetsShape, outputs: number, maxCustomers: number, factory: KernelsFactory) {
    this.shape = shape;
    this.features = shape.features;
    const parameters = new Arena();
    const scratch = new Arena();
    const sizes = [shape.features.length, ...Array.from({ length: shape.layers }, () => shape.width), phiOutputs(shape)];
    this.layers = sizes.slice(1).map((size, k) => new TrainableLayer(sizes[k], size, parameters, k ? scratch : undefined));
    this.pooledStride = pooledSize(shape);
    this.rising = [this.pooledStride - 1];
    const regressor = { latent: this.pooledStride, units: shape.units, outputs, linear: shape.linear };
    this.regressor = new TrainableRegressor(regressor, samplesTogether, parameters);
    this.parameters = parameters.size;

    const rows = padded(Math.max(maxCustomers, rowsTogether), 4);
    this.maxRows = rows;
    this.inputStride = this.layers[0].inputStride;
    this.weights = scratch.take(this.parameters);
    this.gradient = scratch.take(this.parameters + 4);
    this.firstMoment = scratch.take(this.parameters);
    this.secondMoment = scratch.take(this.parameters);
    this.input = scratch.take(rows * this.inputStride);
    this.beside = { features: weighing, at: scratch.take(rows * weighingStride), stride: weighingStride };
    this.activations = this.layers.map(({ outputStride }) => scratch.take(rows * outputStride));
    const widest = Math.max(...this.layers.map(({ outputStride }) => outputStride));
    this.flow = [scratch.take(rows * widest), scratch.take(rows * widest)];
    this.pooled = scratch.take(samplesTogether * this.pooledStride);
    this.dz = scratch.take(this.pooledStride);
    this.kernels = factory(scratch.size);
  }

  initialise(random: Random, meanCustomers: number): void {
    const { memory } = this.kernels;
    memory.fill(0, this.weights, this.weights + this.parameters);
    this.layers.forEach((layer, k) => {
      const last = k === this.layers.length - 1;
      // The last scaled down, so that a sum over an average set starts near 1, where ρ's kinks are.
      const bound = last ? (2 * Math.sqrt(6 / (layer.inputs + layer.outputs))) / meanCustomers : Math.sqrt(6 / layer.inputs);
      layer.initialise(memory, this.weights, bound, random);
    });
    this.regressor.initialise(memory, this.weights, random);
    this.refresh();
  }

  refresh(): void {
    for (const layer of this.layers) layer.refresh(this.kernels, this.weights);
  }

  forward(start: Int32Array, samples: number, outputs: Float64Array): void {
    const { kernels, weights, activations, layers } = this;
    const { memory } = kernels;
    this.start = start;
    this.samples = samples;
    const rows = start[samples];
    const tile = padded(rows, 4);
    memory.fill(0, this.input + rows * this.inputStride, this.input + tile * this.inputStride);
    let x = this.input;
    layers.forEach((layer, k) => {
      layer.forward(kernels, weights, tile, x, activations[k], k < layers.length - 1);
      x = activations[k];
    });
    for (let s = 0; s < samples; s++) {
      this.pool(s);
      this.regressor.forward(memory, weights, this.pooled + s * this.pooledStride, s, outputs);
    }
  }

  private pool(s: number): void {
    const { memory } = this.kernels;
    const { latent, plain } = this.shape;
    const { start, pooledStride, beside } = this;
    const summed = summedSize(this.shape);
    const z = new Float64Array(pooledStride);
    const depot = beside.at + start[s] * weighingStride + weighing.length - depotInputs.length;
    for (let l = 0; l < depotInputs.length; l++) z[summed + l] = memory[depot + l];
    this.farthest[s] = -1;
    for (let i = start[s]; i < start[s + 1]; i++) {
      const out = this.outputRow(i);
      const own = beside.at + i * weighingStride;
      const distance = memory[own];
      const near = memory[own + 1];
      const load = memory[own + 2];
      for (let l = 0; l < latent; l++) z[l] += distance * memory[out + l] + near * memory[out + latent + l];
      for (let l = 0; l < plain; l++) z[latent + l] += memory[out + 2 * latent + l];
      z[summed - 2] += distance * load;
      z[summed - 1] += load;
      const peak = distance * (1 + memory[out + 2 * latent + plain]);
      if (peak > z[pooledStride - 1]) {
        z[pooledStride - 1] = peak;
        this.farthest[s] = i;
      }
    }
    memory.set(z, this.pooled + s * pooledStride);
  }

  backward(outputGradient: Float64Array): void {
    const { kernels, weights, gradient, activations, layers, start, samples } = this;
    const { memory } = kernels;
    const { latent, plain } = this.shape;
    let [dy, dx] = this.flow;
    const stride = layers[layers.length - 1].outputStride;
    const tile = padded(start[samples], 4);
    memory.fill(0, dy, dy + tile * stride);
    for (let s = 0; s < samples; s++) {
      const { dz } = this;
      this.regressor.backward(memory, weights, gradient, this.pooled + s * this.pooledStride, s, outputGradient, dz);
      for (let i = start[s]; i < start[s + 1]; i++) {
        const own = this.beside.at + i * weighingStride;
        const [distance, near] = [memory[own], memory[own + 1]];
        const row = dy + i * stride;
        for (let l = 0; l < latent; l++) {
          memory[row + l] = distance * memory[dz + l];
          memory[row + latent + l] = near * memory[dz + l];
        }
        for (let l = 0; l < plain; l++) memory[row + 2 * latent + l] = memory[dz + latent + l];
      }
      const { [s]: far } = this.farthest;
      if (far >= 0)
        memory[dy + far * stride + 2 * latent + plain] = memory[this.beside.at + far * weighingStride] * memory[dz + this.pooledStride - 1];
    }
    for (let k = layers.length - 1; k >= 0; k--) {
      layers[k].gradient(kernels, gradient, tile, k ? activations[k - 1] : this.input, dy);
      if (k === 0) break;
      layers[k].backwardThroughRelu(kernels, tile, dy, activations[k - 1], dx);
      [dy, dx] = [dx, dy];
    }
  }

  adopt({ phi, rho }: LocalSetsNetwork, outputScale: ArrayLike<number>): void {
    const { memory } = this.kernels;
    this.layers.forEach((layer, k) => {
      layer.adopt(memory, this.weights, phi[k]);
    });
    this.regressor.adopt(memory, this.weights, rho, outputScale);
    this.refresh();
  }

  extract(outputScale: ArrayLike<number>): LocalSetsNetwork {
    const { memory } = this.kernels;
    return {
      shape: this.shape,
      phi: this.layers.map((layer) => layer.extract(memory, this.weights)),
      rho: this.regressor.extract(memory, this.weights, outputScale),
    };
  }

  private outputRow(row: number): number {
    return this.activations[this.layers.length - 1] + row * this.layers[this.layers.length - 1].outputStride;
  }
}
