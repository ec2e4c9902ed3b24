/**
 * Learning to rank (the paper's outlook): of two allocations of one location instance, which costs less?
 * A logistic loss on the difference of predicted costs, over pairs of the same instance (Burges et al. 2005).
 */
import type { SampleSet } from '../sample.ts';
import type { Objective } from './objective.ts';

/** Pairs whose true costs differ by less than this share teach nothing. */
const tie = 1e-3;

/** The positions of equal numbers, by their first appearance. */
export function groupsOf(numbers: ArrayLike<number>): number[][] {
  const groups = new Map<number, number[]>();
  for (let k = 0; k < numbers.length; k++) {
    const group = groups.get(numbers[k]);
    if (group) group.push(k);
    else groups.set(numbers[k], [k]);
  }
  return [...groups.values()];
}

/** The derivative of the ranking loss by each sample's cost, for samples `batch` with predicted and true costs; returns the loss. */
export function rankingGradient(
  { group }: SampleSet,
  batch: ArrayLike<number>,
  predicted: Float64Array,
  actual: Float64Array,
  temperature: number,
  gradient: Float64Array,
): number {
  gradient.fill(0);
  let loss = 0;
  for (const slots of groupsOf(Array.from(batch, (k) => group[k]))) {
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
