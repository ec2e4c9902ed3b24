/** Passes samples through a network in training: features in, outputs and costs out. */
import type { Random } from '../../run/random.ts';
import { plainView, turnedView, type View, writeDepotFeatures, writeFeatures } from '../../surrogate/features.ts';
import { membersOf, type SampleSet } from '../sample.ts';
import { customersOf } from '../set-table.ts';
import type { TrainingConfig } from './config.ts';
import type { Objective } from './objective.ts';
import type { Trainable } from './trainable.ts';

/** How a sample is seen: turned coordinates, and the spread multiplied by `stretch`. */
export interface SampleView {
  readonly view: View;
  readonly stretch: number;
}

export const plainSample = ({ spread }: SampleSet, k: number): SampleView => ({ view: plainView(spread[k]), stretch: 1 });

/** Samples with the same `draw` are turned and stretched in the same way. */
export function augmentedSample(augment: TrainingConfig['augment'], set: SampleSet, k: number, random: Random, draw: number): SampleView {
  if (!augment) return plainSample(set, k);
  const source = random.split(-1 - draw);
  const [low, high] = augment.spread ?? [1, 1];
  const stretch = low * (high / low) ** source.float();
  const spread = set.spread[k] * stretch;
  if (!augment.turn) return { view: plainView(spread), stretch };
  return { view: turnedView(spread, 2 * Math.PI * source.float(), source.int(2) === 1), stretch };
}

export class SamplePass {
  /** Of the last pass, sample by sample. */
  readonly outputs: Float64Array;
  private readonly start: Int32Array;

  constructor(
    readonly network: Trainable,
    readonly objective: Objective,
  ) {
    this.outputs = new Float64Array(network.maxSamples * objective.outputs);
    this.start = new Int32Array(network.maxSamples + 1);
  }

  /** Forward pass of the samples from slot `from` on, as many as fit; returns the slot after the last. `random` enables dropout. */
  predict(set: SampleSet, samples: Int32Array, from: number, to: number, views: readonly SampleView[], random?: Random): number {
    const { network, start } = this;
    const { memory } = network.state.kernels;
    const { input, inputStride, beside } = network;
    const { features } = network.shape;
    const depotRows = network.seesDepot ? 1 : 0;
    let count = 0;
    for (let slot = from; slot < to && count < network.maxSamples; slot++) {
      const k = samples[slot];
      const row = start[count];
      const next = row + depotRows + customersOf(set, k);
      if (count > 0 && next > network.maxRows) break;
      if (depotRows) writeDepotFeatures(features, memory, input + row * inputStride);
      const first = input + (row + depotRows) * inputStride;
      writeFeatures(features, set, set.start[k], set.start[k + 1], views[slot].view, memory, first, inputStride);
      if (beside) {
        const at = beside.at + row * beside.stride;
        writeFeatures(beside.features, set, set.start[k], set.start[k + 1], views[slot].view, memory, at, beside.stride);
      }
      start[++count] = next;
    }
    if (network.seesDepot) {
      const onlySeen = customersOf(set, samples[from]) - membersOf(set, samples[from]);
      network.forward(start, count, this.outputs, random?.split(samples[from]), onlySeen);
    } else network.forward(start, count, this.outputs);
    return from + count;
  }

  /** Predicted costs of the samples in slots `from` … `to`−1, in their slots; 0 in all others. */
  costs(set: SampleSet, samples: Int32Array, from: number, to: number, views: readonly SampleView[]): Float64Array {
    const costs = new Float64Array(samples.length);
    const { outputs: width } = this.objective;
    for (let first = from, next = from; first < to; first = next) {
      next = this.predict(set, samples, first, to, views);
      for (let slot = first; slot < next; slot++)
        costs[slot] = this.objective.cost(set, samples[slot], views[slot].stretch, this.outputs, (slot - first) * width);
    }
    return costs;
  }

  /** What ρ sees of a random sample. */
  randomPooled(set: SampleSet, random: Random): Float64Array {
    const { pooled, regressor, state } = this.network;
    const k = random.int(set.count);
    this.predict(set, Int32Array.of(k), 0, 1, [plainSample(set, k)]);
    return Float64Array.from(state.kernels.memory.subarray(pooled, pooled + regressor.shape.latent));
  }
}
