/** What `solve` takes and what it tells on the way. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Router } from '../routing/router.ts';
import type { Stop } from '../run/stop.ts';
import { type SearchParametersInput, searchParameters } from '../search/parameters.ts';
import { requireStop, type SearchProgress } from '../search/search.ts';
import type { Decide } from './decide.ts';

/** Stages in their order: a first plan at once, the decision, its routes, the joint search. */
export type SolveProgress =
  | ({ readonly stage: 'construction' } & SearchProgress)
  | { readonly stage: 'allocation'; readonly seconds: number; readonly allocation?: AllocationProgress }
  | { readonly stage: 'routing'; readonly seconds: number; readonly routed: number; readonly of: number }
  | ({ readonly stage: 'improvement' } & SearchProgress);

export interface SolveOptions {
  readonly stop: Stop;
  readonly seed?: number;
  readonly threads?: number;
  /** Decides on depots and assignment first; the joint search finds its own where there is none. */
  readonly decide?: Decide;
  /** Routes each open depot of an allocation. */
  readonly router?: Router;
  /** False ends after routing, as the paper does. */
  readonly improve?: boolean;
  /** Plans to start the joint search from, by position; each may be partial or infeasible. */
  readonly start?: readonly (readonly IndexedRoute[])[];
  /** What of the search is tuned; anything left out keeps its default. */
  readonly parameters?: SearchParametersInput;
  readonly onProgress?: (progress: SolveProgress) => void;
  /** CPU seconds of all threads so far, where the platform can tell. */
  readonly cpuSeconds?: () => number;
  /** What the user should know of how the options came to be. */
  readonly notes?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
}

/** For callers without types: what would end in a TypeError, or never, is told at once. */
export function requireOptions(options: Pick<SolveOptions, 'stop' | 'seed' | 'threads' | 'parameters'>): void {
  if (typeof options !== 'object' || options === null)
    throw new NeoLrpError('E_USAGE', 'expected options, such as { stop: { seconds: 10 } }', { field: 'options' });
  requireStop(options.stop);
  searchParameters(options.parameters);
  const { seed = 1, threads = 1 } = options;
  for (const [field, value, least] of [
    ['seed', seed, 0],
    ['threads', threads, 1],
  ] as const)
    if (!Number.isSafeInteger(value) || value < least)
      throw new NeoLrpError('E_USAGE', `expected a whole number of at least ${least}, not ${String(value)}`, { field, value });
}
