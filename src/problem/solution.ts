/** A solution of an instance: what opens, who serves whom, how the vehicles drive, what it costs and where it came from. */

import { isCount, requireArgument } from './arguments.ts';
import { idleDepots } from './idle-depots.ts';
import type { Instance, Units } from './instance.ts';
import { requireInstanceShape } from './instance-shape.ts';
import { type Model, modelOf } from './model.ts';
import type { CostBreakdown, Plan } from './plan.ts';
import { costOfRoutes, extraCosts, type RouteCosts, type RouteFigures, routeFigures } from './route-figures.ts';
import type { TimedRoute, Timetable } from './timetable.ts';
import { unitsOf } from './units.ts';
import type { VehicleType } from './vehicles.ts';

export type { CostBreakdown, Plan };

/** What the verifier looks at: routes, and what is claimed about them. Plans and solutions are claims. */
export interface Claim {
  readonly instance?: string | undefined;
  readonly instanceHash?: string | undefined;
  readonly routes: readonly (Pick<Route, 'depot' | 'stops'> & Stated<Route> & StopAmounts)[];
  readonly openDepots?: readonly string[] | undefined;
  readonly assignment?: readonly string[] | undefined;
  readonly options?: { readonly assignment?: string | undefined } | undefined;
  readonly cost?: Stated<CostBreakdown> | undefined;
  /** Of an instance with days. */
  readonly days?:
    | readonly (Pick<Claim, 'routes' | 'cost'> & { readonly day: string; readonly heldBack?: boolean | undefined })[]
    | undefined;
}

/** Any of the fields; one that is undefined is none, also for programs with exactOptionalPropertyTypes. */
type Stated<Of> = { readonly [Name in keyof Of]?: Of[Name] | undefined };

/** What a table states for each stop; null if nothing. */
interface StopAmounts {
  readonly demands?: readonly (number | null)[] | undefined;
  readonly loads?: readonly (number | null)[] | undefined;
}

/** A round trip of a vehicle, with what follows from its stops. */
export interface Route {
  /** Id of the depot where it starts and ends. */
  readonly depot: string;
  /** Ids of the customers, in the order of visits. */
  readonly stops: readonly string[];
  /** Demand of all stops. */
  readonly load: number;
  /** Length of the round trip, in the instance's unit. */
  readonly distance: number;
  /** Travel cost of the round trip, without the vehicle. */
  readonly cost: number;
  /** The vehicle type that drives it, where the instance lists vehicles. */
  readonly vehicle?: string;
  /** From the start of loading to the return, in the instance's time, where times are part of the problem. */
  readonly duration?: number;
  /** The same stop by stop. */
  readonly times?: Timetable;
  /** In kg CO₂, where vehicles have any. */
  readonly emission?: number;
  /** What it carries besides the demand, by name. */
  readonly quantities?: Readonly<Record<string, number>>;
  /** The roads that it takes, where a road engine told: longitudes and latitudes from the depot back to it. */
  readonly line?: readonly (readonly [number, number])[];
  /** By kind, where the instance lists vehicles or has more kinds than vehicle and distance. */
  readonly costs?: RouteCosts;
}

/** Seconds by stage. */
export interface StageTimes {
  readonly allocation: number;
  readonly routing: number;
  readonly improvement: number;
  readonly total: number;
}

/** How sure the search is of a plan. */
export interface Confidence {
  /** `settled`: it has stopped gaining. `improving`: a longer run may well find a better plan. */
  readonly verdict: 'settled' | 'improving';
  /** Steps of the search on all threads: descents and parts of annealings. */
  readonly iterations: number;
  /** Share of these after which the plan last became cheaper by 0.01 % or more. */
  readonly lastImprovement: number;
  /** The best plans seen with other open depots, the cheapest first; none where no other depots were tried, or all cost far more. */
  readonly others?: readonly OtherDepots[];
}

/** The best plan that the search made with other open depots. */
export interface OtherDepots {
  /** Ids, in instance order. */
  readonly openDepots: readonly string[];
  readonly cost: number;
  /** Steps of the search spent on these depots. */
  readonly iterations: number;
}

/** One day of a solution. */
export interface DayPlan {
  /** Its name in the instance. */
  readonly day: string;
  /** How often such a day comes, where that is not once. */
  readonly weight?: number;
  /** Depots were chosen without a look at this day, so that it counts for the cost. */
  readonly heldBack?: boolean;
  /** All open depots included. */
  readonly cost: CostBreakdown;
  readonly routes: readonly Route[];
}

/** Depots beside those chosen; costs are compared day by day, by equal short searches. */
export interface ComparedDepots {
  /** Ids, in instance order. */
  readonly openDepots: readonly string[];
  /** What they cost more on a day, and the standard error of that; null where it is a single day. */
  readonly difference: number;
  readonly error: number | null;
}

export interface AcrossDays {
  /** How many days the depots were chosen by, and how many were held back to see what they cost. With none held back, the cost is of the former. */
  readonly chosenBy: number;
  readonly heldBack: number;
  /** Standard error of the expected cost; null where it is of a single day. */
  readonly error: number | null;
  /** Standard deviation of the cost of a day. */
  readonly spread: number;
  readonly worst: { readonly day: string; readonly cost: number };
  /** The mean of the dearest share of days, where depots were chosen by it. */
  readonly worstShare?: { readonly share: number; readonly cost: number };
  /** Sets of depots that were looked at. */
  readonly sets: number;
  /** Sets that cost the same, as far as these days can tell. */
  readonly ties: readonly ComparedDepots[];
  /** What one would have chosen by a mean day; `shortDays`: names of days on which that could not serve everybody; `difference` is null where no day was compared. */
  readonly meanDay?: Omit<ComparedDepots, 'difference'> & { readonly difference: number | null; readonly shortDays: readonly string[] };
  /** Vehicles that suffice on 95 % of the days, in all and by type. */
  readonly vehicles: { readonly needed: number; readonly most: number; readonly byType?: Readonly<Record<string, number>> };
  /** What each open depot supplies on a day: on average and at most, which share of its capacity that is, and on how many days it is idle. */
  readonly depots: readonly {
    readonly depot: string;
    readonly meanLoad: number;
    readonly mostLoad: number;
    readonly peakUse: number | null;
    readonly idleDays: number;
  }[];
}

/** The object that `solve --json` prints; keys are a contract. */
export interface Solution {
  /** What kind of file this is. */
  readonly format: 'neo-lrp/solution';
  /** Of the format. */
  readonly version: 1;
  /** Name of the instance. */
  readonly instance: string;
  /** Content hash of the instance that was solved. */
  readonly instanceHash: string;
  /** Fields of the instance's file that were changed before solving; the hash is that of the changed instance. */
  readonly changes?: Readonly<Record<string, number | string | null>>;
  /** How it was found: `search`, or the method that decided. */
  readonly method: string;
  /** The surrogate that the method used, if any, and the hash of what it computes. */
  readonly model?: string;
  /** Hash of what the surrogate computes. */
  readonly modelHash?: string;
  /** By kind, in the instance's currency. */
  readonly cost: CostBreakdown;
  /** Units of costs, distances and loads that the instance names. */
  readonly units?: Units;
  /** Ids, in instance order. */
  readonly openDepots: readonly string[];
  /** Depot of each customer, in instance order. */
  readonly assignment: readonly string[];
  /** One for each vehicle used; none where there are days. */
  readonly routes: readonly Route[];
  /** Of an instance with days, the plan of each, in its order. `assignment` names the usual depot then. */
  readonly days?: readonly DayPlan[];
  /** How sure the choice of depots is, and what the days ask of sites and fleet. */
  readonly acrossDays?: AcrossDays;
  /** Fields of the instance that the surrogate does not see; its decision ignores them, its routes and the search do not. */
  readonly unseenFeatures?: readonly string[];
  /**
   * Predicted cost of the chosen allocation, and its cost once routed, both before improvement. Totals include opening costs. Null where
   * the surrogate does not see all that costs; `unpredicted` says what, in words.
   */
  readonly predicted?: {
    readonly total: number;
    readonly actual: number;
    readonly perDepot: readonly { readonly depot: string; readonly routing: number; readonly actual: number }[];
  } | null;
  /** What the surrogate does not see, in words, where nothing is predicted. */
  readonly unpredicted?: readonly string[];
  /** About the surrogate's objective, never the true cost; bound and gap are null where nothing is proven. */
  readonly mip?: { readonly objective: number; readonly bound: number | null; readonly gap: number | null; readonly solver: string };
  /** Proven lower bound on the true cost: from a proof, or from exact routers on one depot. */
  readonly bound?: number;
  /** Seconds by stage. */
  readonly time: StageTimes;
  /** What budget and times counted, if the caller chose: wall seconds, or CPU seconds of the process. */
  readonly clock?: 'wall' | 'cpu';
  /** CPU seconds of all threads; unknown in browsers. */
  readonly cpu?: number;
  /** Of the random numbers; the same seed gives the same plan. */
  readonly seed: number;
  /** Threads that searched. */
  readonly threads?: number;
  /** Beside `seed` and `threads`, what `solve` was told: with these options, it does the same again. */
  readonly options?: SolveRecord;
  /** Why the run ended: 'time', 'iterations', 'no-improvement', 'settled', 'target', 'aborted', 'complete'. */
  readonly stop: string;
  /** Descents of all threads. */
  readonly iterations?: number;
  /** How sure the search is of the plan. */
  readonly confidence?: Confidence;
  /** What did not go as planned, such as a worker that was lost. */
  readonly notes?: readonly string[];
  /** Of the programs that took part, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Options of `solve` by their names there, as they were given; the router and whether to improve in any case. */
export interface SolveRecord {
  readonly method?: string;
  readonly model?: string;
  readonly modelPrice?: { readonly distanceScale: number; readonly vehicleCost: number };
  readonly mipSolver?: string;
  readonly mipGap?: number;
  readonly formulation?: string;
  readonly appraise?: boolean;
  readonly router?: string;
  readonly improve?: boolean;
  readonly pure?: boolean;
  readonly stop?: {
    readonly seconds?: number;
    readonly iterations?: number;
    readonly stall?: number;
    readonly auto?: boolean;
    readonly target?: number;
  };
  /** Those of the search that were given. */
  readonly parameters?: object;
  /** Share of the dearest days that depots were chosen by, and how many days were held back, where there are days. */
  readonly worst?: number;
  readonly heldBack?: number;
  /** Whether customers could change depots from day to day, or were fixed to one. */
  readonly assignment?: 'free' | 'fixed';
  /** Plans that it started from, by position. */
  readonly start?: readonly (readonly IndexedRoute[])[];
}

/** Routes by position in the instance, the form solvers work with. */
export interface IndexedRoute {
  readonly depot: number;
  readonly stops: ArrayLike<number>;
  /** Position among the vehicle types; the first where it is not said. */
  readonly vehicle?: number;
}

const isPlace = (value: unknown, count: number) => isCount(value) && value < count;

/** For callers without types. */
export const isIndexedRoute = ({ depots, customers }: Instance, route: IndexedRoute): boolean =>
  isPlace(route?.depot, depots.length) && Array.from(route.stops ?? [-1]).every((stop) => isPlace(stop, customers.length));
export const indexedRoutes = 'routes { depot, stops } by position in the instance; a plan with ids goes in as it is';

/** What a solution says beyond its routes and what follows from them: how it was found. */
export type SolutionRecord = Omit<
  Solution,
  'format' | 'version' | 'instance' | 'instanceHash' | 'units' | 'cost' | 'openDepots' | 'assignment' | 'routes'
>;

/** The one way to make a `Solution`, whoever found the routes. It is priced here, but not verified. */
export const createSolution = (instance: Instance, indexed: readonly IndexedRoute[], record: SolutionRecord): Solution =>
  solutionOf(instance, describeRoutes(instance, indexed), record);

type Described = Pick<Solution, 'cost' | 'openDepots' | 'assignment' | 'routes' | 'days' | 'acrossDays'>;

/** The same for a plan that is described already. */
export function solutionOf(instance: Instance, described: Described, record: SolutionRecord): Solution {
  const { method, model, notes = [], versions, ...rest } = record;
  const units = unitsOf(instance);
  const allNotes = [...notes, ...(described.days ? [] : idleDepotNotes(instance, described))];
  return {
    format: 'neo-lrp/solution',
    version: 1,
    instance: instance.name,
    instanceHash: modelOf(instance).hash,
    method,
    ...(model !== undefined && { model }),
    ...(Object.keys(units).length > 0 && { units }),
    ...described,
    ...rest,
    ...(allNotes.length > 0 && { notes: allNotes }),
    versions,
  };
}

/**
 * Turns solver routes into the parts of a `Solution` that follow from them. Depots open if they are used or locked open; if `minOpen` needs
 * more, the cheapest others that may open too.
 */
export function describeRoutes(
  instance: Instance,
  indexed: readonly IndexedRoute[],
): Pick<Solution, 'cost' | 'openDepots' | 'assignment' | 'routes'> {
  const { depots, customers } = requireInstanceShape(instance);
  const isList: boolean = Array.isArray(indexed);
  requireArgument(isList && indexed.every((route) => isIndexedRoute(instance, route)), 'routes', indexedRoutes);
  const model = modelOf(instance);
  const { types } = model;
  const figuresOf = routeFigures(model);
  const describe = routeDescriber(model);
  const assignment = new Array<string>(customers.length).fill('');
  const open = new Set(depots.filter((d) => d.status === 'open').map((d) => d.id));
  const figures = indexed.map(({ depot, stops, vehicle = 0 }) => figuresOf(depot, types[vehicle], stops));
  const routes = indexed.map(({ depot, stops, vehicle = 0 }, r): Route => {
    for (const stop of Array.from(stops)) assignment[stop] = depots[depot].id;
    open.add(depots[depot].id);
    return describe(depot, types[vehicle], stops, figures[r]);
  });
  for (const id of idleDepots(instance, open)) open.add(id);
  const openDepots = depots.filter((d) => open.has(d.id));
  const opening = openDepots.reduce((sum, d) => sum + d.openingCost, 0);
  return {
    cost: costOfRoutes(model, opening, figures),
    openDepots: openDepots.map((d) => d.id),
    assignment,
    routes,
  };
}

/** A route as files and reports show it, from its figures. */
export function routeDescriber(model: Model): (depot: number, type: VehicleType, stops: ArrayLike<number>, figures: RouteFigures) => Route {
  const { depots, customers } = model.instance;
  const extra = extraCosts(model);
  const byKind = model.namesVehicles || extra.length > 0;
  const [, ...further] = model.quantities;
  return (depot, type, stops, { loads: [load, ...rest], distance, emission, costs, times }) => ({
    depot: depots[depot].id,
    ...(model.namesVehicles && { vehicle: type.id }),
    stops: Array.from(stops, (k) => customers[k].id),
    load,
    ...(further.length > 0 && { quantities: Object.fromEntries(further.map((name, q) => [name, rest[q]])) }),
    distance,
    ...(times && { duration: times.duration, times: timetableOf(times) }),
    ...(extra.includes('emission') && { emission }),
    cost: costs.distance,
    ...(byKind && { costs }),
  });
}

/** All that a route costs, vehicle included. */
export const routeCost = (instance: Instance, { cost, costs }: Route): number =>
  costs ? costs.fixed + costs.distance + costs.time + costs.emission + costs.handling : cost + modelOf(instance).types[0].fixedCost;

const timetableOf = ({ lateAt: _, lateReturn: __, ...times }: TimedRoute): Timetable => times;

/** A sentence for each open depot that serves no customer, with the rule that keeps it open. */
export function idleDepotNotes({ depots, rules }: Instance, { openDepots, routes }: Pick<Solution, 'openDepots' | 'routes'>): string[] {
  const used = new Set(routes.map(({ depot }) => depot));
  return depots
    .filter(({ id }) => openDepots.includes(id) && !used.has(id))
    .map(({ id, name, status }) => {
      const shown = name === undefined || name === id ? `'${id}'` : `'${name}' (${id})`;
      const why = status === 'open' ? 'it is locked open' : `at least ${rules.minOpen} must open`;
      return `depot ${shown} is open but serves no customer: ${why}`;
    });
}
