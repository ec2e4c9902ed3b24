/**
 * The usual what-if questions, asked at once and answered ever better: what each number of open depots costs, what each site is worth, and
 * what other prices, demands or limits would change. Predictions give way to verified plans while the caller looks.
 */
import { isObject, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import { changeInstance, type InstanceChanges } from '../problem/change.ts';
import { requireOneDay } from '../problem/days.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { instanceHash, modelOf } from '../problem/model.ts';
import type { Plan } from '../problem/plan.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { openIds, routingHash } from '../problem/unbound.ts';
import { type Stop, StopWatch } from '../run/stop.ts';
import { requireSize } from '../search/data.ts';
import { requireEnd } from '../search/search.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import { unseenByNetworks } from '../surrogate/unseen.ts';
import { type ExploreOptions, exploreSets, type SetsByKey } from './explore-sets.ts';
import { answersFrom, bandOf, differenceBand, type SeenErrors, type SiteAnswer, type WeighedSet } from './known-sets.ts';

export interface WhatIfOptions {
  readonly stop: Stop;
  /** Of all searches. */
  readonly seed?: number;
  /** Predicts while there is no plan yet; without one there are plans only. */
  readonly surrogate?: Surrogate;
  /** Other prices, demands or limits, each a case of its own. */
  readonly alternatives?: readonly InstanceChanges[];
}

const optionNames: Names<WhatIfOptions> = { stop: 0, seed: 0, surrogate: 0, alternatives: 0 };

/** A cost is that of a verified plan unless `predicted`; nine of ten predictions are within their `band`, null where nothing says so. */
export interface WhatIfReport {
  readonly instance: string;
  readonly instanceHash: string;
  /** That predicts; null where no network may speak. */
  readonly model: string | null;
  /** Why nothing is predicted, in words. */
  readonly unpredicted: readonly string[];
  /** Sets of depots that were looked at, and those of them with a plan. */
  readonly sets: number;
  readonly solved: number;
  /** Nothing is left that could change the answers. */
  readonly complete: boolean;
  /** The cheapest set that keeps all rules. */
  readonly best: SetReport | null;
  /** The cheapest set of every size, smallest first. */
  readonly byCount: readonly (SetReport & { readonly count: number })[];
  readonly sites: readonly SiteReport[];
  readonly alternatives: readonly AlternativeReport[];
}

export interface SetReport {
  readonly openDepots: readonly string[];
  readonly cost: number;
  readonly predicted: boolean;
  readonly band: number | null;
  /** Of the plan, which `verify` accepts; null while the cost is predicted. */
  readonly routes: Plan['routes'] | null;
}

/** Costs of the cheapest set with the site open and with it closed; null where no set is so. */
interface SiteReport {
  readonly depot: string;
  readonly open: number | null;
  readonly closed: number | null;
  /** What it costs more to open it. Within the band, only solving both can tell. */
  readonly difference: number | null;
  readonly predicted: boolean;
  readonly band: number | null;
}

interface AlternativeReport {
  readonly changes: InstanceChanges;
  readonly best: SetReport | null;
  /** What it costs more than the instance as it is; null until both have a plan or both a prediction. */
  readonly difference: number | null;
}

/** Yields better and better answers, until nothing could change them or `stop` ends it. */
export async function* whatIf(given: Instance, options: WhatIfOptions): AsyncGenerator<WhatIfReport, void> {
  requireArgument(isObject(options), 'options', 'options, such as { stop: { seconds: 10 } }');
  requireKnown(options, optionNames);
  requireEnd(options.stop);
  const { stop, seed = 1, surrogate, alternatives = [] } = options;
  const watch = new StopWatch(stop);
  const instance = requireInstance(given);
  requireOneDay(instance);
  const known = new Map<string, SetsByKey>();
  const cases = [instance, ...alternatives.map((changes) => changeInstance(instance, changes))].map((one) => {
    requireSize(one);
    requireFeasible(one);
    const hash = routingHash(one);
    const sets = known.get(hash) ?? new Map();
    known.set(hash, sets);
    const unpredicted = surrogate ? (surrogate.unseen?.(one) ?? unseenByNetworks(one)) : [];
    return new Case(one, { watch, seed, sets, ...(unpredicted.length === 0 && { surrogate }) }, unpredicted);
  });
  const [base, ...others] = cases;
  while (cases.some(({ isOpen }) => isOpen)) for (const one of cases) if (await one.advance()) yield reportOf(base, others, alternatives);
}

class Case {
  isOpen = true;
  complete = false;
  private readonly steps: ReturnType<typeof exploreSets>;

  constructor(
    readonly instance: Instance,
    readonly options: ExploreOptions,
    readonly unpredicted: readonly string[],
  ) {
    this.steps = exploreSets(instance, options);
  }

  /** Whether there may be news. */
  async advance(): Promise<boolean> {
    if (!this.isOpen) return false;
    const { done, value } = await this.steps.next();
    this.isOpen = !done;
    this.complete = done === true && value === 'complete';
    return true;
  }
}

function reportOf(base: Case, others: readonly Case[], alternatives: readonly InstanceChanges[]): WhatIfReport {
  const { instance, options, unpredicted } = base;
  const sets = [...options.sets.values()];
  const { best, byCount, sites, errors } = answersFrom(sets, instance);
  return {
    instance: instance.name,
    instanceHash: instanceHash(instance),
    model: options.surrogate?.name ?? null,
    unpredicted,
    sets: sets.length,
    solved: sets.filter(({ solved }) => solved).length,
    complete: [base, ...others].every(({ complete }) => complete),
    best: best ? setReport(instance, best, errors) : null,
    byCount: byCount.map((point) => ({ count: point.count, ...setReport(instance, point, errors) })),
    sites: sites.map((site, d) => ({ depot: instance.depots[d].id, ...siteReport(site, errors) })),
    alternatives: others.map((other, k) => {
      const answers = answersFrom(other.options.sets.values(), other.instance);
      const isComparable = best !== undefined && best.isPredicted === answers.best?.isPredicted;
      return {
        changes: alternatives[k],
        best: answers.best ? setReport(other.instance, answers.best, answers.errors) : null,
        difference: isComparable && answers.best ? answers.best.total - best.total : null,
      };
    }),
  };
}

const setReport = (instance: Instance, weighed: WeighedSet, errors: SeenErrors): SetReport => ({
  openDepots: openIds(instance, weighed.set.open),
  cost: weighed.total,
  predicted: weighed.isPredicted,
  band: bandOf(weighed, errors) ?? null,
  routes: weighed.isPredicted ? null : planRoutes(instance, weighed.set.solved?.routes ?? []),
});

function planRoutes(instance: Instance, routes: readonly IndexedRoute[]): Plan['routes'] {
  const { types, namesVehicles } = modelOf(instance);
  return routes.map(({ depot, stops, vehicle = 0 }) => ({
    depot: instance.depots[depot].id,
    ...(namesVehicles && { vehicle: types[vehicle].id }),
    stops: Array.from(stops, (stop) => instance.customers[stop].id),
  }));
}

function siteReport({ open, closed }: SiteAnswer, errors: SeenErrors): Omit<SiteReport, 'depot'> {
  const isComparable = open !== undefined && open.isPredicted === closed?.isPredicted;
  return {
    open: open?.total ?? null,
    closed: closed?.total ?? null,
    difference: isComparable && closed ? open.total - closed.total : null,
    predicted: open?.isPredicted === true || closed?.isPredicted === true,
    band: isComparable && closed ? (differenceBand(open, closed, errors) ?? null) : null,
  };
}
