/**
 * ρ in training: one hidden ReLU layer, with or without a linear term beside it. It takes a few hundred multiplications per sample, so
 * plain loops on the kernel memory suffice; sums are in float64.
 */
import type { Arena } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Regressor } from '../../surrogate/network.ts';
import type { TrainingState } from './trainable.ts';

interface RegressorShape {
  readonly latent: number;
  readonly units: number;
  readonly outputs: number;
  readonly linear: boolean;
}

export class TrainableRegressor {
  /** Parameter offsets, relative to the start of all weights. */
  readonly hidden: number;
  readonly hiddenBias: number;
  readonly output: number;
  readonly linear: number;
  readonly bias: number;
  /** Of the last forward pass, samples × units. */
  readonly preActivation: Float64Array;
  private readonly zGradient: Float64Array;

  constructor(
    readonly shape: RegressorShape,
    maxSamples: number,
    parameters: Arena,
  ) {
    const { latent, units, outputs } = shape;
    this.hidden = parameters.take(units * latent);
    this.hiddenBias = parameters.take(units);
    this.output = parameters.take(outputs * units);
    this.linear = parameters.take(shape.linear ? outputs * latent : 0);
    this.bias = parameters.take(outputs);
    this.preActivation = new Float64Array(maxSamples * units);
    this.zGradient = new Float64Array(latent);
  }

  /** Outputs start near 1, the mean of the scaled targets. */
  initialise({ kernels: { memory }, weights }: TrainingState, random: Random): void {
    const { latent, units, outputs, linear } = this.shape;
    const bound = Math.sqrt(6 / (latent + units));
    for (let k = 0; k < units * latent; k++) memory[weights + this.hidden + k] = bound * (2 * random.float() - 1);
    for (let k = 0; k < units; k++) memory[weights + this.hiddenBias + k] = bound * (2 * random.float() - 1);
    for (let k = 0; k < outputs * units; k++) memory[weights + this.output + k] = random.float() / units;
    if (linear) for (let k = 0; k < outputs * latent; k++) memory[weights + this.linear + k] = (2 * random.float() - 1) / latent;
    for (let h = 0; h < outputs; h++) memory[weights + this.bias + h] = 0.5;
  }

  /** Outputs of one sample, from its pooled embedding at `z`. */
  forward({ kernels: { memory }, weights }: TrainingState, z: number, sample: number, out: Float64Array): void {
    const { latent, units, outputs, linear } = this.shape;
    const first = sample * outputs;
    for (let h = 0; h < outputs; h++) {
      let sum = memory[weights + this.bias + h];
      if (linear) for (let l = 0; l < latent; l++) sum += memory[weights + this.linear + h * latent + l] * memory[z + l];
      out[first + h] = sum;
    }
    for (let k = 0; k < units; k++) {
      const row = weights + this.hidden + k * latent;
      let sum = memory[weights + this.hiddenBias + k];
      for (let l = 0; l < latent; l++) sum += memory[row + l] * memory[z + l];
      this.preActivation[sample * units + k] = sum;
      // Written so that a NaN reaches the outputs, where the run notices it.
      if (!(sum <= 0)) for (let h = 0; h < outputs; h++) out[first + h] += memory[weights + this.output + h * units + k] * sum;
    }
  }

  /** Adds to the gradient, and writes the loss's derivative by z into `dz`. */
  backward(state: TrainingState, z: number, sample: number, outputGradient: Float64Array, dz: number): void {
    const { weights, gradient } = state;
    const { memory } = state.kernels;
    const { latent, units, outputs, linear } = this.shape;
    const zGradient = this.zGradient.fill(0);
    const first = sample * outputs;
    for (let h = 0; h < outputs; h++) {
      const g = outputGradient[first + h];
      memory[gradient + this.bias + h] += g;
      if (linear)
        for (let l = 0; l < latent; l++) {
          memory[gradient + this.linear + h * latent + l] += g * memory[z + l];
          zGradient[l] += g * memory[weights + this.linear + h * latent + l];
        }
    }
    for (let k = 0; k < units; k++) {
      const activation = this.preActivation[sample * units + k];
      if (activation <= 0) continue;
      let g = 0;
      for (let h = 0; h < outputs; h++) {
        g += outputGradient[first + h] * memory[weights + this.output + h * units + k];
        memory[gradient + this.output + h * units + k] += outputGradient[first + h] * activation;
      }
      memory[gradient + this.hiddenBias + k] += g;
      const row = this.hidden + k * latent;
      for (let l = 0; l < latent; l++) {
        memory[gradient + row + l] += g * memory[z + l];
        zGradient[l] += g * memory[weights + row + l];
      }
    }
    for (let l = 0; l < latent; l++) memory[dz + l] = zGradient[l];
  }

  /** The inverse of `extract`. */
  adopt({ kernels: { memory }, weights }: TrainingState, rho: Regressor, outputScale: ArrayLike<number>): void {
    const { latent, units, linear } = this.shape;
    const unscaled = (values: Float64Array, width: number) => values.map((value, k) => value / outputScale[Math.floor(k / width)]);
    memory.set(rho.hidden, weights + this.hidden);
    memory.set(rho.hiddenBias, weights + this.hiddenBias);
    memory.set(unscaled(rho.output, units), weights + this.output);
    if (linear) memory.set(unscaled(rho.linear, latent), weights + this.linear);
    memory.set(unscaled(rho.bias, 1), weights + this.bias);
  }

  extract({ kernels: { memory }, weights }: TrainingState, outputScale: ArrayLike<number>): Regressor {
    const { latent, units, outputs, linear } = this.shape;
    const copy = (at: number, length: number) => Float64Array.from(memory.subarray(weights + at, weights + at + length));
    const scaled = (values: Float64Array, width: number) => values.map((value, k) => value * outputScale[Math.floor(k / width)]);
    return {
      latent,
      units,
      outputs,
      hidden: copy(this.hidden, units * latent),
      hiddenBias: copy(this.hiddenBias, units),
      output: scaled(copy(this.output, outputs * units), units),
      linear: linear ? scaled(copy(this.linear, outputs * latent), latent) : new Float64Array(outputs * latent),
      bias: scaled(copy(this.bias, outputs), 1),
    };
  }
}
