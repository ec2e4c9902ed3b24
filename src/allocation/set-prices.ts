/** Sets of open depots priced by a surrogate, each with the best allocation that a local search finds for it. */
import { type DepotSet, keyOf } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { unbound } from '../problem/unbound.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { Allocation } from './allocation.ts';
import { lagrangianHeuristic } from './lagrangian.ts';
import { LocalSearch } from './local-search.ts';
import { isUsable, type LocationProblem, locationProblem } from './location-problem.ts';

/** Up to this product of depots and units a set is searched from two starts and perturbed this often, as networks have local optima. */
const smallUpTo = 20_000;
const shakes = { small: 24, large: 4 } as const;
/** Seconds of the Lagrangian heuristic whose prices guide the search. */
const guideSeconds = 0.3;

export class SetPrices {
  private last: Allocation | undefined;

  private constructor(
    private readonly problem: LocationProblem,
    private readonly search: LocalSearch,
    /** Allocations of the Lagrangian heuristic, by the set that they open. */
    private readonly known: ReadonlyMap<string, Allocation>,
  ) {}

  static async of(instance: Instance, surrogate: Surrogate, { signal, seed = 1 }: Pick<Stop, 'signal'> & { readonly seed?: number } = {}) {
    const problem = locationProblem(unbound(instance), surrogate.embed(instance));
    const search = new LocalSearch(problem, new Random(seed));
    const { pool, dual } = await lagrangianHeuristic(problem, { stop: { seconds: guideSeconds, signal }, seed, gap: 0.001, shakes: 0 });
    search.guide(dual.guideCost());
    return new SetPrices(problem, search, new Map(pool.list().map((allocation) => [keyOf(allocation.open), allocation])));
  }

  /** Predicted travel and vehicles of each depot; undefined where these depots cannot serve everybody. */
  price(open: DepotSet): Float64Array | undefined {
    const { problem, search, known, last } = this;
    if (!isUsable(problem, open)) return undefined;
    const { depots, units } = problem;
    const isSmall = depots * units <= smallUpTo;
    const found = [known.get(keyOf(open)), last && search.adapted(last, open)];
    if (!last || isSmall) found.push(search.solve(open));
    let [best] = found.filter((allocation) => allocation !== undefined).sort((a, b) => a.objective - b.objective);
    if (!best) return undefined;
    for (let k = isSmall ? shakes.small : shakes.large; k > 0; k--) {
      const shaken = search.perturbed(best, 2 + Math.floor(units / 20) * (k % 4));
      if (shaken && shaken.objective < best.objective) best = shaken;
    }
    this.last = best;
    return best.predicted;
  }
}
