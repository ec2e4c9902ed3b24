/**
 * What cannot be part of a better allocation, by reduced costs of the Lagrangian dual: if forcing a depot or an assignment raises the bound
 * above the best known objective, it can be left out of the MIP (Beasley 1993). Exact: only strictly worse allocations are lost.
 */
import { solveCover } from './cover.ts';
import type { Dual } from './dual.ts';
import type { LocationProblem } from './location-problem.ts';

export interface Reduction {
  /** Depots that a better allocation must open, or cannot open. */
  readonly open: Uint8Array;
  readonly closed: Uint8Array;
  /** allowed[d · units + u] of the problem, without what is ruled out. */
  readonly allowed: Uint8Array;
}

/** Bounds have rounding noise, so they must exceed the objective by this share of it. */
const safety = 1e-7;

export function reduce(problem: LocationProblem, dual: Dual, objective: number): Reduction {
  const { depots, units, cover } = problem;
  dual.evaluate();
  const limit = objective + safety * Math.abs(objective);
  const paid = dual.lambda.reduce((a, b) => a + b, 0);
  const open = cover.lockedOpen.slice();
  const closed = cover.lockedClosed.slice();
  const allowed = problem.allowed.slice();
  const locked = (locks: Uint8Array, d: number) => locks.map((lock, e) => (e === d ? 1 : lock));
  for (let d = 0; d < depots; d++) {
    if (closed[d]) continue;
    const opened = paid + solveCover(dual.value, { ...cover, lockedOpen: locked(cover.lockedOpen, d) }).bound;
    if (opened > limit) closed[d] = 1;
    else if (!open[d] && paid + solveCover(dual.value, { ...cover, lockedClosed: locked(cover.lockedClosed, d) }).bound > limit)
      open[d] = 1;
    const extra = dual.forcedExtra(d);
    for (let u = 0; u < units; u++) if (closed[d] || opened + extra[u] > limit) allowed[d * units + u] = 0;
  }
  return { open, closed, allowed };
}

/** Leaves out only what the rules forbid. */
export const unreduced = ({ cover, allowed }: LocationProblem): Reduction => ({
  open: cover.lockedOpen,
  closed: cover.lockedClosed,
  allowed,
});
