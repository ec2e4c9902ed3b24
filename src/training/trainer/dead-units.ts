/**
 * ρ's kinks can drift out of the data: a unit that is never active is useless, and units that are always active form one linear map. This
 * frees such units without changing the network's outputs on the data, and moves their kinks back into the data.
 */
import type { Random } from '../../run/random.ts';
import type { Trainable } from './trainable.ts';

/** A unit active on less than this share of the samples, or inactive on less, is dead. */
const share = 0.002;

/** Counts how often each unit of ρ is active in an epoch. */
export class UnitActivity {
  /** Active passes of each unit, then all passes. */
  readonly counts: Float64Array;

  constructor(units: number) {
    this.counts = new Float64Array(units + 1);
  }

  /** Counts the passes of these samples, units side by side. */
  record(preActivation: Float64Array, samples: number): void {
    const units = this.counts.length - 1;
    for (let k = 0; k < samples * units; k++) if (preActivation[k] > 0) this.counts[k % units]++;
    this.counts[units] += samples;
  }
}

/**
 * Replaces dead units; returns how many. `pooledOf` gives the pooled embedding of a random training sample: the new kink runs through one,
 * across the line between two others.
 */
export function replaceDeadUnits(
  network: Trainable,
  { counts }: UnitActivity,
  random: Random,
  pooledOf: (random: Random) => Float64Array,
): number {
  const { regressor } = network;
  const { kernels, weights } = network.state;
  const { memory } = kernels;
  const { units, latent, outputs, linear } = regressor.shape;
  const passes = counts[units];
  const all = Array.from({ length: units }, (_, k) => k);
  const never = all.filter((k) => counts[k] < share * passes);
  const always = all.filter((k) => counts[k] > (1 - share) * passes);
  const freed = [...never];
  const hidden = (k: number) => weights + regressor.hidden + k * latent;
  const output = (h: number, k: number) => weights + regressor.output + h * units + k;
  if (linear) {
    for (const k of always) {
      for (let h = 0; h < outputs; h++) {
        const v = memory[output(h, k)];
        memory[weights + regressor.bias + h] += v * memory[weights + regressor.hiddenBias + k];
        for (let l = 0; l < latent; l++) memory[weights + regressor.linear + h * latent + l] += v * memory[hidden(k) + l];
      }
      freed.push(k);
    }
  } else if (outputs === 1) {
    // Without a linear term, always-active units of one sign merge into the first of them.
    for (const sign of [1, -1]) {
      const [kept, ...others] = always.filter((k) => Math.sign(memory[output(0, k)]) === sign);
      if (others.length === 0) continue;
      const v = memory[output(0, kept)];
      for (const k of others) {
        const ratio = memory[output(0, k)] / v;
        memory[weights + regressor.hiddenBias + kept] += ratio * memory[weights + regressor.hiddenBias + k];
        for (let l = 0; l < latent; l++) memory[hidden(kept) + l] += ratio * memory[hidden(k) + l];
        freed.push(k);
      }
    }
  }
  for (const k of freed) {
    const [a, b, kink] = [pooledOf(random), pooledOf(random), pooledOf(random)];
    let squared = 0;
    for (let l = 0; l < latent; l++) squared += (a[l] - b[l]) ** 2;
    let atKink = 0;
    for (let l = 0; l < latent; l++) {
      const slope = (a[l] - b[l]) / (squared || 1);
      memory[hidden(k) + l] = slope;
      atKink += slope * kink[l];
    }
    memory[weights + regressor.hiddenBias + k] = -atKink;
    for (let h = 0; h < outputs; h++) memory[output(h, k)] = 0;
    forget(network, regressor.hidden + k * latent, latent);
    forget(network, regressor.hiddenBias + k, 1);
    for (let h = 0; h < outputs; h++) forget(network, regressor.output + h * units + k, 1);
  }
  return freed.length;
}

/** The optimiser's moments of the old unit do not apply to the new one. */
function forget({ state }: Trainable, at: number, length: number): void {
  for (const moment of [state.firstMoment, state.secondMoment]) state.kernels.memory.fill(0, moment + at, moment + at + length);
}
