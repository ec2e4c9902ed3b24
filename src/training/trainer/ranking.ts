/**
 * Learning to rank (the paper's outlook): of two allocations of one location instance, which costs less?
 * A logistic loss on the difference of predicted costs, over pairs of the same instance (Burges et al. 2005).
 */
import type { SampleSet } from '../sample.ts';
import type { Objective } from './objective.ts';

/** Pairs whose true costs differ by less than this share teach nothing. */
const tie = 1e-3;

/** Training order that keeps the samples of a group together: `order` of groups → order of samples. */
export class Groups {
  readonly count: number;
  private readonly members: readonly number[][];

  constructor(set: SampleSet) {
    const byGroup = new Map<number, number[]>();
    for (let k = 0; k < set.count; k++) {
      const members = byGroup.get(set.group[k]);
      if (members) members.push(k);
      else byGroup.set(set.group[k], [k]);
    }
    this.members = [...byGroup.values()];
    this.count = this.members.length;
  }

  of(group: number): readonly number[] {
    return this.members[group];
  }
}

/**
 * The derivative of the ranking loss by each sample's cost, for samples `batch` with predicted and true costs; returns the loss.
 */
export function rankingGradient(
  set: SampleSet,
  batch: ArrayLike<number>,
  predicted: Float64Array,
  actual: Float64Array,
  temperature: number,
  gradient: Float64Array,
): number {
  gradient.fill(0);
  const groups = new Map<number, number[]>();
  for (let slot = 0; slot < batch.length; slot++) {
    const { [batch[slot]]: group } = set.group;
    const slots = groups.get(group);
    if (slots) slots.push(slot);
    else groups.set(group, [slot]);
  }
  let loss = 0;
  for (const slots of groups.values()) {
    const pairs = (slots.length * (slots.length - 1)) / 2;
    for (const [position, i] of slots.entries())
      for (const j of slots.slice(0, position)) {
        const mean = (actual[i] + actual[j]) / 2;
        const difference = actual[i] - actual[j];
        if (Math.abs(difference) < tie * mean) continue;
        const unit = Math.sign(difference) / (temperature * mean);
        const margin = unit * (predicted[i] - predicted[j]);
        loss += Math.log1p(Math.exp(-Math.abs(margin))) / pairs + Math.max(0, -margin) / pairs;
        const slope = -unit / (1 + Math.exp(margin)) / pairs;
        gradient[i] += slope;
        gradient[j] -= slope;
      }
  }
  return loss;
}

/** True cost of each sample of a batch, in the same units as its prediction. */
export function actualCosts(objective: Objective, set: SampleSet, batch: ArrayLike<number>, stretch: ArrayLike<number>): Float64Array {
  const targets = new Float64Array(objective.outputs);
  return Float64Array.from({ length: batch.length }, (_, slot) => {
    objective.targets(set, batch[slot], stretch[slot], targets);
    return objective.cost(set, batch[slot], stretch[slot], targets);
  });
}
