/** An island: a search of its own in a worker, from its first round to its last. */
import { serve } from '../../parallel/worker.ts';
import type { DepotSet } from '../../problem/depot-set.ts';
import type { Instance } from '../../problem/instance.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import { sharedClock } from '../../run/clock.ts';
import { Random } from '../../run/random.ts';
import { type StopReason, StopWatch } from '../../run/stop.ts';
import { searchData } from '../data.ts';
import { depotSetsToRace } from '../depots/ranking.ts';
import { Engine } from '../engine.ts';
import type { SearchParameters } from '../parameters.ts';
import type { Individual } from '../population/individual.ts';
import { Schedule } from '../schedule.ts';
import { descendUntil, describeIncumbent, type SearchProgress } from '../search.ts';

export interface Round {
  /** Sent with the first round: what the island starts from. */
  readonly settle?: {
    readonly instance: Instance;
    readonly seed: number;
    readonly start: readonly (readonly IndexedRoute[])[];
    readonly depotSets?: readonly DepotSet[];
    readonly parameters: SearchParameters;
    /** Descents that the island is given in all. */
    readonly iterations?: number;
  };
  /** Solutions from other islands. */
  readonly guests: readonly (readonly IndexedRoute[])[];
  /** When the round ends, and when the whole run does, on the shared clock. Only the latter interrupts a descent. */
  readonly until?: number;
  readonly end?: number;
  /** Descents of the island since it was settled, after which the round is over. */
  readonly iterations?: number;
  readonly stall?: number;
  readonly target?: number;
}

export interface IslandBest {
  readonly cost: number;
  readonly routes: readonly IndexedRoute[];
}

export interface IslandProgress {
  readonly incumbent: Omit<SearchProgress, 'seconds'>;
  /** Sent when it is new. */
  readonly best?: IslandBest;
}

export interface RoundResult {
  readonly iterations: number;
  readonly sinceImprovement: number;
  readonly stop: StopReason;
}

let schedule: Schedule | undefined;
let end = Number.POSITIVE_INFINITY;
let told: Individual | undefined;

serve<Round, IslandProgress, RoundResult>(async (round, report) => {
  end = round.end ?? Number.POSITIVE_INFINITY;
  const island = schedule ?? (await settle(round));
  const tell = (incumbent: Individual) => {
    const fresh = incumbent.feasible && incumbent !== told;
    if (fresh) told = incumbent;
    report({
      incumbent: { ...describeIncumbent(incumbent), iterations: island.iterations },
      ...(fresh && { best: { cost: incumbent.cost, routes: island.routesOf(incumbent) } }),
    });
  };
  for (const routes of round.guests) island.welcome(routes);
  const { until, iterations, stall, target } = round;
  const watch = new StopWatch({ seconds: until === undefined ? undefined : (until - sharedClock()) / 1000, iterations, stall, target });
  const stop = await descendUntil(island, watch, { grace: until === round.end, onIncumbent: tell });
  if (island.best && island.best !== told) tell(island.best);
  return { iterations: island.iterations, sinceImprovement: island.fruitless, stop };
});

async function settle({ settle: founding }: Round): Promise<Schedule> {
  if (!founding) throw new Error('a round before the island was settled');
  const { instance, seed, start, depotSets, parameters, iterations } = founding;
  const watch = new StopWatch({ iterations, ...(end < Number.POSITIVE_INFINITY && { seconds: (end - sharedClock()) / 1000 }) });
  const data = searchData(instance);
  const random = new Random(seed);
  const engine = await Engine.create(data, () => (island.best ? watch.interrupted() !== undefined : watch.overdue()));
  const island = new Schedule(data, random, await depotSetsToRace(data, random, watch, depotSets), engine, {
    spent: (descents) => watch.spent(descents),
    parameters,
  });
  for (const routes of start) island.welcome(routes);
  schedule = island;
  return island;
}
