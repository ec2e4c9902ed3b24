/** The short search that plans one day from given depots, here or in a worker. */
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, instanceOfParts } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Stop } from '../run/stop.ts';
import type { SearchParametersInput } from '../search/parameters.ts';
import { search } from '../search/search.ts';

export interface DaySearch {
  /** Of the day, with exactly these depots open. */
  readonly instance: Instance;
  /** What cannot be sent to a worker is left out there. */
  readonly stop: Stop;
  readonly seed: number;
  readonly start?: readonly IndexedRoute[];
  readonly parameters?: SearchParametersInput;
}

/** Null where no plan was found. */
export type FoundDay = { readonly routes: readonly IndexedRoute[]; readonly cost: number; readonly isWhole: boolean } | null;

export async function searchDay({ instance, stop, seed, start, parameters }: DaySearch): Promise<FoundDay> {
  // All that is checked of an instance was checked of the one with days.
  const parts = instanceOfParts(instance);
  try {
    const found = await search(parts, { stop, seed, start: start ? [start] : [], parameters });
    const routes = found.routes.map(({ depot, stops, vehicle }) => ({
      depot,
      stops: Array.from(stops),
      ...(vehicle !== undefined && { vehicle }),
    }));
    return { routes, cost: found.cost, isWhole: found.stop === 'iterations' };
  } catch (error) {
    if (error instanceof NeoLrpError && (error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'))) return null;
    throw error;
  }
}
