/** What `solve` takes and what it reports while it runs. */

import type { AllocationProgress } from '../allocation/allocation.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { isCount, isObject, isText, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import type { Instance } from '../problem/instance.ts';
import { type IndexedRoute, indexedRoutes, isIndexedRoute, type Plan, type Solution } from '../problem/solution.ts';
import type { Router } from '../routing/router.ts';
import type { Stop } from '../run/stop.ts';
import type { SearchProgress } from '../search/hybrid-search.ts';
import { type SearchParametersInput, searchParameters } from '../search/parameters.ts';
import { requireStop } from '../search/search.ts';
import type { Decide } from './decide.ts';
import type { DayOptions } from './solve-days.ts';

/** Stages in their order: a first plan at once, the decision, its routes, the joint search. `days`: short searches of days, with days alone. */
export type SolveProgress =
  | ({ readonly stage: 'construction' } & SearchProgress)
  | { readonly stage: 'allocation'; readonly seconds: number; readonly allocation?: AllocationProgress }
  | { readonly stage: 'days'; readonly seconds: number; readonly searches: number }
  | { readonly stage: 'routing'; readonly seconds: number; readonly routed: number; readonly of: number }
  | ({ readonly stage: 'improvement' } & SearchProgress);

/** What `solve` may be told; only `stop` is required. */
export interface SolveOptions {
  /** When the run ends: the first criterion that is met. */
  readonly stop: Stop;
  /** Seed of all random numbers; 1 by default. */
  readonly seed?: number;
  /** Threads that search, each on its own, and exchange their best plans; 1 by default. */
  readonly threads?: number;
  /** Decides on depots and assignment first. Without it, the joint search finds its own. */
  readonly decide?: Decide;
  /** Routes each open depot of an allocation. */
  readonly router?: Router;
  /** False ends after the decision and its routes; allocations beside the one that was decided are routed as well. */
  readonly improve?: boolean;
  /** The paper's pipeline and nothing else: decides, routes each open depot once, and ends. */
  readonly pure?: boolean;
  /** A plan or solution to start the joint search from, or several as routes by position; each may be partial or infeasible. */
  readonly start?: Plan | Solution | readonly (readonly IndexedRoute[])[];
  /** Parameters of the search; anything left out keeps its default. */
  readonly parameters?: SearchParametersInput;
  /** What is asked of the depots, where the instance has days. */
  readonly days?: DayOptions;
  /** Called at every improvement, and at least once a second. */
  readonly onProgress?: (progress: SolveProgress) => void;
  /** CPU seconds of all threads so far, if the platform can tell. */
  readonly cpuSeconds?: () => number;
  /** What the user should know about how the options were chosen; copied to the solution. */
  readonly notes?: readonly string[];
  /** Versions of programs to name in the solution. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** A guard against typing errors: each thread costs a copy of the search. */
const mostThreads = 256;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** Every option by name, with what it takes where no other code checks that. */
export const solveOptionNames: Readonly<Record<keyof SolveOptions, { expected: string; holds: (value: unknown) => boolean } | undefined>> =
  {
    stop: undefined,
    seed: { expected: 'a whole number of at least 0', holds: isCount },
    threads: {
      expected: `a whole number from 1 to ${mostThreads}`,
      holds: (value) => isCount(value) && value >= 1 && value <= mostThreads,
    },
    decide: { expected: 'a function', holds: isFunction },
    router: {
      expected: 'the name of a router, or an object with a name and a function solve',
      holds: (value) => isText(value) || (isText((value as Partial<Router> | null)?.name) && isFunction((value as Router).solve)),
    },
    improve: { expected: 'true or false', holds: isBoolean },
    pure: { expected: 'true or false', holds: isBoolean },
    start: { expected: 'a plan, or a list of plans by position', holds: (value) => typeof value === 'object' && value !== null },
    parameters: undefined,
    days: { expected: 'an object with worst, heldBack or journal', holds: (value) => isObject(value) },
    onProgress: { expected: 'a function', holds: isFunction },
    cpuSeconds: { expected: 'a function', holds: isFunction },
    notes: { expected: 'a list of texts', holds: (value) => Array.isArray(value) && value.every(isText) },
    versions: undefined,
  };

/** For callers without types: reports at once what would end in a TypeError, or not at all. */
export function requireOptions<Options extends Omit<SolveOptions, 'router'> & { readonly router?: Router | string }>(
  options: Options,
  names: Names<Options>,
): void {
  requireArgument(isObject(options), 'options', 'options, such as { stop: { seconds: 10 } }');
  requireKnown(options, names);
  requireStop(options.stop);
  for (const [field, kind] of Object.entries(solveOptionNames)) {
    const { [field as keyof Options]: value } = options;
    if (kind && value !== undefined) requireArgument(kind.holds(value), field, kind.expected);
  }
  searchParameters(options.parameters);
}

/** Plans to start from, by position. Customers that a plan leaves out are added by the search. */
export function startRoutes(instance: Instance, start: SolveOptions['start'] = []): readonly (readonly IndexedRoute[])[] {
  if ('routes' in start) return [indexRoutes(instance, start)];
  for (const [k, routes] of start.entries())
    requireArgument(Array.isArray(routes) && routes.every((route) => isIndexedRoute(instance, route)), `start[${k}]`, indexedRoutes);
  return start;
}
