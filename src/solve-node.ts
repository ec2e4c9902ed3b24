/** `solve` as Node has it: with CPU time and versions on record. */
import { readFileSync } from 'node:fs';
import type { Instance } from './problem/instance.ts';
import type { Solution } from './problem/solution.ts';
import { type SolveOptions, solve as solveAnywhere } from './solve.ts';

export const packageVersion = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;

export const solve = (instance: Instance, options: SolveOptions): Promise<Solution> =>
  solveAnywhere(instance, {
    cpuSeconds,
    ...options,
    versions: { 'neo-lrp': packageVersion, node: process.versions.node, ...options.versions },
  });

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
