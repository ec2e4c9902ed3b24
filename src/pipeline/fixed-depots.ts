/** Every customer at one depot on all days: for each set of depots, an assignment that its capacities allow on every day. */
import { instanceOfDay, instanceWith, meanDay } from '../problem/days.ts';
import { type DepotSet, keyOf } from '../problem/depot-set.ts';
import { type Instance, instanceOfParts } from '../problem/instance.ts';
import { exceeds } from '../problem/tolerance.ts';
import { searchDay } from './day-search.ts';
import type { KindOfDay } from './day-trials.ts';

/** Descents for the mean day, whose assignment is kept, and attempts with less and less capacity where that is short on another day. */
const descents = 8;
const attempts = 6;
/** Less than what would just do. */
const slack = 0.98;

export class FixedDepots {
  private readonly known = new Map<string, Promise<ReadonlyMap<string, number> | undefined>>();
  private readonly mean: Instance;

  constructor(
    private readonly instance: Instance,
    private readonly kinds: readonly KindOfDay[],
    private readonly seed: number,
  ) {
    this.mean = instanceOfDay(instance, meanDay(instance));
  }

  /** A day on which nobody may leave their depot, unless it is closed; undefined where no assignment suits all days. */
  async within(ofDay: Instance, open: DepotSet): Promise<Instance | undefined> {
    const key = keyOf(open);
    const found = this.known.get(key) ?? this.assign(open);
    this.known.set(key, found);
    const depotOf = await found;
    if (!depotOf) return undefined;
    const allowed = ofDay.customers.flatMap(({ id }) => {
      const depot = depotOf.get(id);
      return depot === undefined || ofDay.depots[depot].status === 'closed' ? [] : [[id, [ofDay.depots[depot].id]] as const];
    });
    return instanceOfParts({ ...ofDay, rules: { ...ofDay.rules, allowed: { ...ofDay.rules.allowed, ...Object.fromEntries(allowed) } } });
  }

  private async assign(open: DepotSet): Promise<ReadonlyMap<string, number> | undefined> {
    const { mean, seed } = this;
    const limit = mean.depots.map(({ capacity }) => capacity ?? Number.POSITIVE_INFINITY);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const depots = mean.depots.map((depot, d) => ({ ...depot, capacity: Number.isFinite(limit[d]) ? limit[d] : null }));
      const found = await searchDay({ instance: instanceWith({ ...mean, depots }, open), stop: { iterations: descents }, seed });
      if (!found) return undefined;
      const depotOf = new Map<string, number>();
      for (const { depot, stops } of found.routes) for (const i of Array.from(stops)) depotOf.set(mean.customers[i].id, depot);
      const excess = this.excessOf(depotOf);
      if (excess.every((share) => share <= 1)) return depotOf;
      const ordinary = new Float64Array(limit.length);
      for (const { id, demand } of mean.customers) ordinary[depotOf.get(id) ?? 0] += demand;
      excess.forEach((share, d) => {
        if (share > 1) limit[d] = (slack * ordinary[d]) / share;
      });
    }
    return undefined;
  }

  /** By depot, its largest load on any day as a share of its capacity. */
  private excessOf(depotOf: ReadonlyMap<string, number>): number[] {
    const { depots } = this.instance;
    const most = depots.map(() => 0);
    for (const { day } of this.kinds) {
      const load = new Float64Array(depots.length);
      for (const { id, demand } of instanceOfDay(this.instance, day).customers) load[depotOf.get(id) ?? 0] += demand;
      depots.forEach(({ capacity }, d) => {
        if (capacity !== null && exceeds(load[d], capacity)) most[d] = Math.max(most[d], capacity > 0 ? load[d] / capacity : 1e9);
      });
    }
    return most;
  }
}
