/** Customers of two plans that are served from different depots. */
import type { Plan } from '../state/run.ts';

export interface ChangedHands {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export function changedHands(a: Plan, b: Plan): readonly ChangedHands[] {
  const before = new Map(a.instance.customers.map(({ id }, i) => [id, a.solution.assignment[i]]));
  return b.instance.customers.flatMap(({ id }, i) => {
    const [from, to] = [before.get(id), b.solution.assignment[i]];
    return from !== undefined && from !== to ? [{ id, from, to }] : [];
  });
}
