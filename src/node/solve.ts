/** `solve` as Node has it: methods, models, MIP solvers and routers by name; CPU time and versions on record. */
import { readFileSync } from 'node:fs';
import { requireOptions, type SolveOptions } from '../pipeline/options.ts';
import { solve as solveAnywhere } from '../pipeline/solve.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { findRouter } from '../routing/registry.ts';
import type { Router } from '../routing/router.ts';
import { findMethod, type MethodOptions } from './methods.ts';

export const packageVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;

export const clockNames = ['wall', 'cpu'] as const;
export type ClockName = (typeof clockNames)[number];

export interface NodeSolveOptions extends Omit<SolveOptions, 'router'>, MethodOptions {
  readonly router?: Router | string;
  /** What the budget and the times count. CPU seconds of this process make runs comparable that share a machine with others. */
  readonly clock?: ClockName;
}

/** A `decide` of the caller's own comes before any named method. */
export async function solve(instance: Instance, options: NodeSolveOptions): Promise<Solution> {
  requireOptions(options);
  const { clock, ...rest } = options;
  if (clock === 'cpu') requireOwnWork(options);
  const { decide, notes } = options.decide ? { decide: options.decide, notes: [] } : await findMethod(options);
  const router = typeof options.router === 'string' ? await findRouter(options.router) : options.router;
  const solution = await solveAnywhere(instance, {
    cpuSeconds,
    ...rest,
    ...(clock === 'cpu' && { stop: { ...options.stop, clock: cpuSeconds } }),
    decide,
    router,
    notes: [...notes, ...(options.notes ?? [])],
    versions: { 'neo-lrp': packageVersion, node: process.versions.node, ...options.versions },
  });
  return { ...solution, ...(clock !== undefined && { clock }) };
}

/** CPU seconds of threads add up, and those of other processes are not seen: neither makes a budget. */
function requireOwnWork({ threads = 1, router = 'hgs', mipSolver = 'highs' }: NodeSolveOptions): void {
  const fault =
    threads > 1
      ? 'counts the seconds of all threads together: use 1'
      : router !== 'hgs'
        ? `does not see the router '${typeof router === 'string' ? router : router.name}', which may work elsewhere`
        : mipSolver !== 'highs'
          ? `does not see the process of '${mipSolver}'`
          : undefined;
  if (fault !== undefined) throw new NeoLrpError('E_USAGE', `the CPU clock ${fault}; or use the wall clock`, { field: 'clock' });
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
