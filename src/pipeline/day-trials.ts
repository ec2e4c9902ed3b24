/**
 * What sets of depots cost on days, by searches of equal effort: the same day, seed and number of descents for every set, so that differences
 * between sets are those of the sets. A search goes on from the plan of the shorter one before it.
 */
import { WorkerPool } from '../parallel/pool.ts';
import { Worker } from '../parallel/worker.ts';
import { type Day, daysOf, demandOn, instanceOfDay, instanceWith, likenessOf, weightOf } from '../problem/days.ts';
import { type DepotSet, depotsOf, keyOf } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { exceeds } from '../problem/tolerance.ts';
import type { StopWatch } from '../run/stop.ts';
import type { SearchParametersInput } from '../search/parameters.ts';
import { type DaySearch, type FoundDay, searchDay } from './day-search.ts';
import { FixedDepots } from './fixed-depots.ts';

/** Descents of the first search, with which sets rank as after many more (docs/lab/days.md), and how many times as many the next one makes. */
const firstDescents = 8;
const growth = 4;
/** Entries of all matrices that are kept at a time. */
const mostArcs = 2e7;

/** Days that are alike, as one. */
export interface KindOfDay {
  readonly day: Day;
  /** Of all of them. */
  readonly weight: number;
  readonly demand: number;
  /** Positions in the instance. */
  readonly members: readonly number[];
}

/** A finished search, as a journal keeps it. */
export interface DayTrial {
  readonly set: string;
  readonly day: string;
  readonly level: number;
  readonly cost: number | null;
  readonly routes: readonly IndexedRoute[];
}

export interface TrialJournal {
  readonly entries: readonly DayTrial[];
  append(trial: DayTrial): Promise<void>;
}

export interface TrialOptions {
  readonly watch: StopWatch;
  readonly seed: number;
  readonly threads: number;
  readonly parameters?: SearchParametersInput | undefined;
  readonly journal?: TrialJournal | undefined;
  readonly onTrial?: () => void;
  /** Every customer is at the same depot on all days. */
  readonly hasFixedDepots?: boolean;
}

interface Known {
  /** By level, all costs but those of opening; Infinity where no plan was found. */
  readonly costs: number[];
  /** The least of them, and its plan. */
  least: number;
  routes: readonly IndexedRoute[];
}

export class DayTrials {
  readonly kinds: readonly KindOfDay[];
  /** Searches made. */
  count = 0;
  private readonly known = new Map<string, Known>();
  private readonly instances = new Map<number, Instance>();
  private readonly pool: WorkerPool<DaySearch, FoundDay> | undefined;
  private readonly kept: number;
  private readonly fixed: FixedDepots | undefined;

  constructor(
    readonly instance: Instance,
    private readonly options: TrialOptions,
  ) {
    this.kinds = kindsOf(instance);
    if (options.hasFixedDepots) this.fixed = new FixedDepots(instance, this.kinds, options.seed);
    const { threads, watch, journal } = options;
    const places = instance.travel.kind === 'matrix' ? instance.depots.length + instance.customers.length : 1;
    this.kept = Math.max(2 * threads, Math.floor(mostArcs / places ** 2));
    if (threads > 1 && watch.stop.clock === undefined)
      this.pool = new WorkerPool(() => new Worker(new URL('./day.worker.js', import.meta.url), { type: 'module' }), { workers: threads });
    for (const trial of journal?.entries ?? []) this.learn(`${trial.set} ${trial.day}`, trial.level, trial.cost, trial.routes);
  }

  close(): void {
    this.pool?.close();
  }

  /** The day as an instance, with all depots that may open. */
  ofDay(k: number): Instance {
    const found = this.instances.get(k) ?? instanceOfDay(this.instance, this.kinds[k].day);
    this.instances.delete(k);
    this.instances.set(k, found);
    if (this.instances.size > this.kept) this.instances.delete(this.instances.keys().next().value ?? k);
    return found;
  }

  /** The day with these depots; undefined where they cannot serve it at all. */
  private async with(k: number, open: DepotSet): Promise<Instance | undefined> {
    if (!this.canSupply(k, open)) return undefined;
    const ofDay = instanceWith(this.ofDay(k), open);
    return this.fixed && ofDay.customers.length > 0 ? this.fixed.within(ofDay, open) : ofDay;
  }

  /** Whether the open depots have enough for the day. */
  canSupply(k: number, open: DepotSet): boolean {
    const { day, demand } = this.kinds[k];
    const usable = depotsOf(open).map((d) => this.instance.depots[d]);
    const supply = usable.reduce(
      (sum, { id, capacity }) => sum + (day.closed?.includes(id) ? 0 : (capacity ?? Number.POSITIVE_INFINITY)),
      0,
    );
    return !exceeds(demand, supply);
  }

  /** All costs of a day but those of opening; undefined while it was not searched so long. */
  costOf(open: DepotSet, k: number, level: number): number | undefined {
    return this.known.get(this.keyFor(open, k))?.costs[level];
  }

  /** The best plan that was found of a day. */
  planOf(open: DepotSet, k: number): readonly IndexedRoute[] | undefined {
    const known = this.known.get(this.keyFor(open, k));
    return known && known.least < Number.POSITIVE_INFINITY ? known.routes : undefined;
  }

  /** Descents up to this level are within the number that was asked for. */
  isAllowed(level: number): boolean {
    return level === 0 || descentsAt(level - 1) < (this.options.watch.stop.iterations ?? Number.POSITIVE_INFINITY);
  }

  /** Day by day, so that days are complete when time is up: true if it was not. */
  async run(sets: readonly DepotSet[], days: readonly number[], level: number, isOver: () => boolean): Promise<boolean> {
    const tasks = days.flatMap((k) => sets.map((open) => ({ open, k })));
    const waiting = tasks.filter(({ open, k }) => this.costOf(open, k, level) === undefined)[Symbol.iterator]();
    let ended = true;
    let failure: unknown;
    const work = async () => {
      for (let next = waiting.next(); !next.done && failure === undefined; next = waiting.next()) {
        if (isOver()) {
          ended = false;
          return;
        }
        await this.search(next.value.open, next.value.k, level).catch((error: unknown) => {
          failure ??= error;
        });
      }
    };
    await Promise.all(Array.from({ length: this.pool ? this.options.threads : 1 }, work));
    if (failure !== undefined) throw failure;
    return ended;
  }

  private async search(open: DepotSet, k: number, level: number): Promise<void> {
    const { watch, seed, parameters, journal, onTrial } = this.options;
    const [set, day] = [keyOf(open), this.kinds[k].day.name];
    const key = `${set} ${day}`;
    const instance = await this.with(k, open);
    if (!instance || instance.customers.length === 0) return this.learn(key, level, instance ? 0 : null, []);
    const earlier = this.known.get(key);
    const most = watch.stop.iterations ?? Number.POSITIVE_INFINITY;
    const { seconds } = watch.rest();
    const task = {
      instance,
      seed,
      stop: { iterations: Math.min(most, descentsAt(level)), ...(seconds !== undefined && { seconds }) },
      ...(earlier && earlier.routes.length > 0 && { start: earlier.routes }),
      ...(parameters && { parameters }),
    };
    const found = await this.searched(task);
    if (found === 'aborted') return;
    this.count++;
    const opening = instance.depots.reduce((sum, { status, openingCost }) => sum + (status === 'open' ? openingCost : 0), 0);
    const cost = found ? found.cost - opening : null;
    const isComplete = found ? found.isWhole : watch.interrupted() === undefined;
    if (!found && !isComplete) return;
    this.learn(key, level, cost, found?.routes ?? []);
    if (isComplete) await journal?.append({ set, day, level, cost, routes: found?.routes ?? [] });
    onTrial?.();
  }

  private async searched(task: DaySearch): Promise<FoundDay | 'aborted'> {
    const { signal, clock } = this.options.watch.stop;
    try {
      return await (this.pool ? this.pool.run(task, { signal }) : searchDay({ ...task, stop: { ...task.stop, signal, clock } }));
    } catch (error) {
      if (signal?.aborted) return 'aborted';
      throw error;
    }
  }

  /** More effort may end with a dearer plan than less did; the cheaper plan stays. */
  private learn(key: string, level: number, cost: number | null, routes: readonly IndexedRoute[]): void {
    const known = this.known.get(key) ?? { costs: [], least: Number.POSITIVE_INFINITY, routes: [] };
    if (cost !== null && cost < known.least) [known.least, known.routes] = [cost, routes];
    known.costs[level] = known.least;
    this.known.set(key, known);
  }

  private keyFor(open: DepotSet, k: number): string {
    return `${keyOf(open)} ${this.kinds[k].day.name}`;
  }
}

export const descentsAt = (level: number): number => firstDescents * growth ** level;

/** In the order of their first member. */
function kindsOf(instance: Instance): readonly KindOfDay[] {
  const kinds = new Map<string, { day: Day; weight: number; demand: number; members: number[] }>();
  daysOf(instance).forEach((day, k) => {
    const likeness = likenessOf(instance, day);
    const known = kinds.get(likeness);
    if (!known) kinds.set(likeness, { day, weight: weightOf(day), demand: demandOn(instance, day), members: [k] });
    else {
      known.weight += weightOf(day);
      known.members.push(k);
    }
  });
  return [...kinds.values()];
}
