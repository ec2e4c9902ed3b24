/** What is known about the surrogate's objective when an allocation ends. */
import { relativeGap } from '../mip/check.ts';
import type { Instance } from '../problem/instance.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { Allocation, ObjectiveProof } from './allocation.ts';
import { leastCost } from './floor.ts';

/** The bound is at least what any plan costs, unless the surrogate prices its own choice below that; then it cannot be held to it. */
export function proofOf(
  instance: Instance,
  { proxy = false }: Surrogate,
  { objective }: Allocation,
  known: number,
  solver: string,
): ObjectiveProof {
  const floor = leastCost(instance, !proxy);
  const bound = Math.min(floor < objective ? Math.max(known, floor) : known, objective);
  return { objective, bound, gap: relativeGap(objective, bound), solver };
}
