/** What the routers of other houses have in common: they may be absent, and they are given a budget of wall seconds. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Stop } from '../run/stop.ts';
import type { Router } from './router.ts';

export type Located =
  | { readonly state: 'present'; readonly router: Router /** Which program answers, and its version. */; readonly how: string }
  | { readonly state: 'absent' /** Where we looked and what we found. */; readonly reason: string };

/**
 * Seconds after which a solver with a budget is ended from outside, and its work lost. Good solvers stop at the budget by themselves;
 * reading the problem, a first solution and the local search under way when the time ends come on top, and grow with the customers.
 */
export const hardLimit = (budget: number, customers: number): number => 1.05 * budget + 0.1 + 5 + customers / 40;

/** The time criterion as the only one that crosses a process boundary. */
export function secondsOf(router: string, stop: Stop): number {
  if (stop.seconds === undefined)
    throw new NeoLrpError('E_USAGE', `router '${router}' searches until its time is over: give it a time limit`, { field: 'stop.seconds' });
  return Math.max(0, stop.seconds);
}
