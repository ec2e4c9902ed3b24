/** What `solve` takes and what it reports while it runs. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute, Plan, Solution } from '../problem/solution.ts';
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
  readonly onProgress?: (progress: SolveProgress) => void;
  /** CPU seconds of all threads so far, if the platform can tell. */
  readonly cpuSeconds?: () => number;
  /** What the user should know about how the options were chosen; copied to the solution. */
  readonly notes?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
}

/** A guard against typing errors: each thread costs a copy of the search. */
const mostThreads = 256;

const kinds: Readonly<Record<string, { readonly expected: string; readonly holds: (value: unknown) => boolean }>> = {
  seed: { expected: 'a whole number of at least 0', holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
  threads: {
    expected: `a whole number from 1 to ${mostThreads}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostThreads,
  },
  decide: { expected: 'a function', holds: isFunction },
  onProgress: { expected: 'a function', holds: isFunction },
  cpuSeconds: { expected: 'a function', holds: isFunction },
  improve: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  pure: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  router: {
    expected: 'the name of a router, or an object with a name and a function solve',
    holds: (value) => typeof value === 'string' || isFunction((value as Partial<Router> | null)?.solve),
  },
  notes: { expected: 'a list of texts', holds: (value) => Array.isArray(value) && value.every((note) => typeof note === 'string') },
  start: { expected: 'a plan, or a list of plans by position', holds: (value) => typeof value === 'object' && value !== null },
};

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** For callers without types: reports at once what would end in a TypeError, or not at all. */
export function requireOptions(options: Omit<SolveOptions, 'router'> & { readonly router?: Router | string }): void {
  if (typeof options !== 'object' || options === null)
    throw new NeoLrpError('E_USAGE', 'expected options, such as { stop: { seconds: 10 } }', { field: 'options' });
  requireStop(options.stop);
  for (const [field, { expected, holds }] of Object.entries(kinds)) {
    const { [field as keyof typeof options]: value } = options;
    if (value !== undefined && !holds(value)) throw new NeoLrpError('E_USAGE', `expected ${expected}`, { field });
  }
  searchParameters(options.parameters);
}

/** Plans to start from, by position. Customers that a plan leaves out are added by the search. */
export function startRoutes(instance: Instance, start: SolveOptions['start'] = []): readonly (readonly IndexedRoute[])[] {
  if ('routes' in start) return [indexRoutes(instance, start)];
  const { depots, customers } = instance;
  const isPlace = (value: unknown, count: number) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < count;
  for (const [k, routes] of start.entries())
    for (const route of Array.isArray(routes) ? routes : [undefined])
      if (!isPlace(route?.depot, depots.length) || !Array.from(route?.stops ?? [-1]).every((stop) => isPlace(stop, customers.length)))
        throw new NeoLrpError('E_USAGE', 'expected routes { depot, stops } by position in the instance; a plan with ids goes in as it is', {
          field: `start[${k}]`,
        });
  return start;
}
