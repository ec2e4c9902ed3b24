/**
 * Deep Sets (Zaheer et al. 2017) and local sets (src/surrogate/sets.ts) in training: φ of each customer, pooled by set, then ρ.
 * What they share is φ's dense layers; they differ in how its outputs are pooled.
 */
import { padded } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import { type DeepSetsShape, depotInputs, type LocalSetsShape, pooledSize, summedSize } from '../../surrogate/architecture.ts';
import type { SetsNetwork } from '../../surrogate/network.ts';
import { phiOutputs, weighing, weighingStride } from '../../surrogate/sets.ts';
import { TrainableRegressor } from './regressor.ts';
import { Trainable } from './trainable.ts';
import { TrainableLayer } from './trainable-layer.ts';

/** Small samples are processed together, to save calls and padding, but few enough to stay in the cache. */
const rowsTogether = 128;
const samplesTogether = 16;

abstract class TrainableSets<Shape extends DeepSetsShape | LocalSetsShape> extends Trainable<Shape> {
  readonly seesDepot = false;
  readonly maxRows = padded(Math.max(this.maxCustomers, rowsTogether), 4);
  readonly maxSamples = samplesTogether;
  /** All layers of φ; a ReLU follows each but the last. */
  protected readonly layers = layerSizes(this.shape).map(
    ([inputs, outputs], k) => new TrainableLayer(inputs, outputs, this.layout, k ? this.scratch : undefined),
  );
  /** Those that every customer passes through. */
  protected readonly rowLayers = this.shape.kind === 'deep-sets' ? this.layers.slice(0, -1) : this.layers;
  protected readonly pooledStride = pooledSize(this.shape);
  readonly regressor = new TrainableRegressor(
    { latent: this.pooledStride, units: this.shape.units, outputs: this.outputs, linear: this.shape.linear },
    samplesTogether,
    this.layout,
  );
  readonly inputStride = this.layers[0].inputStride;
  readonly input = this.scratch.take(this.maxRows * this.inputStride);
  readonly pooled = this.scratch.take(samplesTogether * this.pooledStride);
  protected readonly activations = this.rowLayers.map(({ outputStride }) => this.scratch.take(this.maxRows * outputStride));
  private readonly flow = [0, 1].map(() =>
    this.scratch.take(this.maxRows * Math.max(...this.rowLayers.map(({ outputStride }) => outputStride))),
  );
  /** Of the last forward pass. */
  protected start: Int32Array = new Int32Array(1);
  protected samples = 0;

  /** From the outputs of the row layers to `pooled`. */
  protected abstract pool(): void;
  /** Writes the derivative of the loss by the outputs of the row layers to `dy`. */
  protected abstract unpool(outputGradient: Float64Array, dy: number): void;

  /** Where the outputs of the row layers are. */
  protected get top(): number {
    return this.activations[this.activations.length - 1];
  }

  initialise(random: Random, meanCustomers: number): void {
    const { kernels, weights, parameters } = this.state;
    kernels.memory.fill(0, weights, weights + parameters);
    this.layers.forEach((layer, k) => {
      const last = k === this.layers.length - 1;
      // The last scaled down, so that a sum over an average set starts near 1, where ρ's kinks are.
      const bound = last ? (2 * Math.sqrt(6 / (layer.inputs + layer.outputs))) / meanCustomers : Math.sqrt(6 / layer.inputs);
      layer.initialise(this.state, bound, random);
    });
    this.regressor.initialise(this.state, random);
    this.refresh();
  }

  refresh(): void {
    for (const layer of this.layers) layer.refresh(this.state);
  }

  forward(start: Int32Array, samples: number, outputs: Float64Array): void {
    const { state, input, inputStride, activations, rowLayers, layers } = this;
    this.start = start;
    this.samples = samples;
    const rows = start[samples];
    const tile = padded(rows, 4);
    state.kernels.memory.fill(0, input + rows * inputStride, input + tile * inputStride);
    rowLayers.forEach((layer, k) => {
      layer.forward(state, tile, k ? activations[k - 1] : input, activations[k], k < layers.length - 1);
    });
    this.pool();
    for (let s = 0; s < samples; s++) this.regressor.forward(state, this.pooled + s * this.pooledStride, s, outputs);
  }

  backward(outputGradient: Float64Array): void {
    const { state, input, activations, rowLayers } = this;
    const rows = this.start[this.samples];
    const tile = padded(rows, 4);
    let [dy, dx] = this.flow;
    const { outputStride } = rowLayers[rowLayers.length - 1];
    this.unpool(outputGradient, dy);
    state.kernels.memory.fill(0, dy + rows * outputStride, dy + tile * outputStride);
    for (let k = rowLayers.length - 1; k >= 0; k--) {
      rowLayers[k].gradient(state, tile, k ? activations[k - 1] : input, dy);
      if (k === 0) break;
      rowLayers[k].backwardThroughRelu(state, tile, dy, activations[k - 1], dx);
      [dy, dx] = [dx, dy];
    }
  }

  override adopt({ phi, rho }: SetsNetwork, outputScale: ArrayLike<number>): void {
    this.layers.forEach((layer, k) => {
      layer.adopt(this.state, phi[k]);
    });
    this.regressor.adopt(this.state, rho, outputScale);
    this.refresh();
  }

  extract(outputScale: ArrayLike<number>): SetsNetwork {
    return {
      shape: this.shape,
      phi: this.layers.map((layer) => layer.extract(this.state)),
      rho: this.regressor.extract(this.state, outputScale),
    };
  }
}

/** Inputs and outputs of each layer of φ. */
function layerSizes(shape: DeepSetsShape | LocalSetsShape): readonly (readonly [inputs: number, outputs: number])[] {
  const widths = [shape.features.length, ...Array<number>(shape.layers).fill(shape.width)];
  return widths.map((inputs, k) => [inputs, widths[k + 1] ?? phiOutputs(shape)]);
}

/** φ's last layer is linear, so it commutes with the sum: it is applied once to Σ_i of the last hidden layer, not to every customer. */
export class TrainableDeepSets extends TrainableSets<DeepSetsShape> {
  private readonly last = this.layers[this.layers.length - 1];
  private readonly total = this.scratch.take(samplesTogether * this.last.inputStride);
  private readonly totalGradient = this.scratch.take(samplesTogether * this.last.inputStride);
  private readonly embedded = this.scratch.take(samplesTogether * this.last.outputStride);
  private readonly dz = this.scratch.take(samplesTogether * Math.max(this.last.outputStride, this.pooledStride));
  private readonly zeros = this.scratch.take(this.last.inputStride);
  readonly state = this.allocate();

  protected pool(): void {
    const { state, last, start, samples, total, top } = this;
    const { kernels } = state;
    const { inputStride } = last;
    const tiles = padded(samples, 4);
    kernels.memory.fill(0, total, total + tiles * inputStride);
    for (let s = 0; s < samples; s++)
      kernels.addRows(start[s + 1] - start[s], inputStride, top + start[s] * inputStride, total + s * inputStride);
    last.forward(state, tiles, total, this.embedded, false);
    for (let s = 0; s < samples; s++) this.poolSample(s);
  }

  /** z = W·(Σ rows) + rows · bias, then the additive sums. */
  private poolSample(s: number): void {
    const { start, last, input, inputStride } = this;
    const { kernels, weights } = this.state;
    const { memory } = kernels;
    const { latent, features, sums } = this.shape;
    const z = this.pooled + s * this.pooledStride;
    const once = this.embedded + s * last.outputStride;
    for (let l = 0; l < latent; l++) memory[z + l] = memory[once + l] + (start[s + 1] - start[s] - 1) * memory[weights + last.bias + l];
    if (!sums) return;
    const load = input + features.indexOf('load');
    const distance = input + features.indexOf('distance');
    let loads = 0;
    let moments = 0;
    for (let i = start[s] * inputStride; i < start[s + 1] * inputStride; i += inputStride) {
      loads += memory[load + i];
      moments += memory[load + i] * memory[distance + i];
    }
    memory[z + latent] = loads;
    memory[z + latent + 1] = moments;
  }

  protected unpool(outputGradient: Float64Array, dy: number): void {
    const { state, last, start, samples, total, totalGradient, top } = this;
    const { kernels, gradient } = state;
    const { inputStride: width, outputStride: stride } = last;
    for (let s = 0; s < samples; s++) {
      const dz = this.dz + s * stride;
      this.regressor.backward(state, this.pooled + s * this.pooledStride, s, outputGradient, dz);
      // After the latent dimensions come sums of inputs and padding, which have no weights.
      kernels.memory.fill(0, dz + last.outputs, dz + stride);
      last.addBias(state, start[s + 1] - start[s], dz);
    }
    const tiles = padded(samples, 4);
    kernels.memory.fill(0, this.dz + samples * stride, this.dz + tiles * stride);
    kernels.denseWeightGradient(tiles, width, stride, total, this.dz, gradient + last.weights);
    last.backward(state, tiles, this.dz, totalGradient, this.zeros);
    for (let s = 0; s < samples; s++) {
      const row = start[s] * width;
      kernels.spreadThroughRelu(start[s + 1] - start[s], width, totalGradient + s * width, top + row, dy + row);
    }
  }
}

/** φ's outputs times lengths of the customers, summed, and one maximum. */
export class TrainableLocalSets extends TrainableSets<LocalSetsShape> {
  override readonly beside = { features: weighing, at: this.scratch.take(this.maxRows * weighingStride), stride: weighingStride };
  override readonly rising = [this.pooledStride - 1];
  private readonly dz = this.scratch.take(this.pooledStride);
  private readonly outputStride = this.layers[this.layers.length - 1].outputStride;
  /** Row that has the maximum of each sample. */
  private readonly farthest = new Int32Array(samplesTogether);
  readonly state = this.allocate();

  protected pool(): void {
    for (let s = 0; s < this.samples; s++) this.poolSample(s);
  }

  private poolSample(s: number): void {
    const { memory } = this.state.kernels;
    const { latent, plain } = this.shape;
    const { start, pooledStride, beside } = this;
    const summed = summedSize(this.shape);
    const z = new Float64Array(pooledStride);
    const depot = beside.at + start[s] * weighingStride + weighing.length - depotInputs.length;
    for (let l = 0; l < depotInputs.length; l++) z[summed + l] = memory[depot + l];
    this.farthest[s] = -1;
    for (let i = start[s]; i < start[s + 1]; i++) {
      const out = this.top + i * this.outputStride;
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

  protected unpool(outputGradient: Float64Array, dy: number): void {
    const { state, start, samples, dz, beside, outputStride: stride } = this;
    const { memory } = state.kernels;
    const { latent, plain } = this.shape;
    memory.fill(0, dy, dy + start[samples] * stride);
    for (let s = 0; s < samples; s++) {
      this.regressor.backward(state, this.pooled + s * this.pooledStride, s, outputGradient, dz);
      for (let i = start[s]; i < start[s + 1]; i++) {
        const own = beside.at + i * weighingStride;
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
        memory[dy + far * stride + 2 * latent + plain] = memory[beside.at + far * weighingStride] * memory[dz + this.pooledStride - 1];
    }
  }
}
