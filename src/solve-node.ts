/** `solve` as Node has it: methods, models, MIP solvers and routers by name; CPU time and versions on record. */
import { readFileSync } from 'node:fs';
import { findMethod, type MethodOptions } from './methods.ts';
import type { Instance } from './problem/instance.ts';
import type { Solution } from './problem/solution.ts';
import { findRouter } from './routing/registry.ts';
import type { Router } from './routing/router.ts';
import { type SolveOptions, solve as solveAnywhere } from './solve.ts';

export const packageVersion = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;

export interface NodeSolveOptions extends Omit<SolveOptions, 'router'>, MethodOptions {
  readonly router?: Router | string;
}

/** A `decide` of the caller's own comes before any named method. */
export async function solve(instance: Instance, options: NodeSolveOptions): Promise<Solution> {
  const { decide, notes } = options.decide ? { decide: options.decide, notes: [] } : await findMethod(options);
  const router = typeof options.router === 'string' ? await findRouter(options.router) : options.router;
  return solveAnywhere(instance, {
    cpuSeconds,
    ...options,
    decide,
    router,
    notes: [...notes, ...(options.notes ?? [])],
    versions: { 'neo-lrp': packageVersion, node: process.versions.node, ...options.versions },
  });
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
