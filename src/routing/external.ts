/** What external routers have in common: they may be missing, and their budget is in wall seconds. */
import { findPythonPackage } from '../parallel/python.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Stop } from '../run/stop.ts';
import type { Router } from './router.ts';

export type Located =
  | { readonly state: 'present'; readonly router: Router /** Which program answers, and its version. */; readonly how: string }
  | { readonly state: 'absent' /** Where we looked and what we found. */; readonly reason: string };

/**
 * Seconds after which a solver is killed and its work lost. Good solvers stop at the budget by themselves, but reading the problem, a first
 * solution and finishing a local search take extra time, which grows with the customers.
 */
export const hardLimit = (budget: number, customers: number): number => 1.05 * budget + 0.1 + 5 + customers / 40;

/** Only the time limit can be passed to another process. */
export function secondsOf(router: string, stop: Stop): number {
  if (stop.seconds === undefined)
    throw new NeoLrpError('E_USAGE', `router '${router}' needs a time limit, as it searches until its time is up`, {
      field: 'stop.seconds',
    });
  return Math.max(0, stop.seconds);
}

/** Where a router is a Python package. */
export async function locateInPython(name: string, probe: string, router: (interpreter: string) => Router): Promise<Located> {
  const found = await findPythonPackage(name, probe);
  if (found.state === 'absent') return found;
  const { interpreter, version } = found;
  return { state: 'present', router: router(interpreter), how: `${name} ${version} (${interpreter})` };
}
