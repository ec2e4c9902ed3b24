/**
 * The independent verifier: recomputes everything from the instance and the plan alone. It trusts no solver and shares no code with any of
 * them beyond the travel-cost function. It is separate from `verify` so that a map bundles without the schemas that validate an instance.
 */
import { checkFleet, checkRoute, type DrivenRoute, statedTimes, vehicleNames } from './check-route.ts';
import { checkCustomerRules, checkIncompatible, positions } from './check-rules.ts';
import { boundedText, NeoLrpError, named, namePlaces } from './errors.ts';
import type { Customer, Instance } from './instance.ts';
import { type Model, modelOf } from './model.ts';
import { costOfRoutes, extraCosts, type RouteFigures, routeFigures } from './route-figures.ts';
import { type Claim, type CostBreakdown, type Route, routeDescriber } from './solution.ts';
import { agrees, exceeds } from './tolerance.ts';
import type { TravelCosts } from './travel.ts';
import { roundedTexts } from './units.ts';

export const violationKinds = [
  'wrong-instance',
  'unknown-id',
  'unserved',
  'served-twice',
  'empty-route',
  'no-way',
  'over-vehicle-capacity',
  'over-depot-capacity',
  'under-depot-load',
  'over-route-distance',
  'over-route-duration',
  'over-route-stops',
  'late-arrival',
  'late-return',
  'wrong-vehicle',
  'too-many-vehicles',
  'closed-depot-used',
  'wrong-depot',
  'rule-broken',
  'load-misreported',
  'distance-misreported',
  'time-misreported',
  'cost-misreported',
] as const;

export interface Violation {
  readonly kind: (typeof violationKinds)[number];
  readonly message: string;
  /** Position of the faulty route, from 0; messages count from 1. */
  readonly route?: number;
  readonly depot?: string;
  readonly customer?: string;
}

/** What the verifier finds: whether the plan holds, what breaks, and what it costs. */
export interface Verification {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  readonly cost: CostBreakdown;
  /** In kg CO₂, where vehicles have any. */
  readonly emission?: number;
  /** Each route of the plan as it really is; null if its depot is not in the instance. */
  readonly routes: readonly (Route | null)[];
  /** Of an instance with days, what each costs. */
  readonly days?: readonly { readonly day: string; readonly cost: CostBreakdown }[];
}

export type Report = (kind: Violation['kind'], message: string, where?: Omit<Violation, 'kind' | 'message'>) => void;

/** What the routes add up to, by position in the instance. */
interface Driven {
  /** Customer → depot of the first route that visits it. */
  readonly servedBy: ReadonlyMap<number, number>;
  readonly depotLoad: Float64Array;
  readonly usedDepots: ReadonlySet<number>;
  readonly routes: readonly DrivenRoute[];
}

export function checkPlan(instance: Instance, plan: Claim): Verification {
  requirePlan(plan);
  const model = modelOf(instance);
  const violations: Violation[] = [];
  const report: Report = (kind, message, where = {}) => void violations.push({ kind, message: boundedText(message), ...where });

  checkOrigin(model, plan, report);
  const driven = driveRoutes(model, plan, report);
  const open = openDepots(instance, plan, driven.usedDepots, report);
  checkCustomersServed(instance, driven, report);
  checkDepotLoads(instance, driven, open, report);
  checkFleet(model, driven.routes, report);
  checkAssignment(instance, plan, driven, report);
  checkDepotRules(instance, open, report);
  checkCustomerRules(instance, driven.servedBy, report);
  checkIncompatible(instance, plan.routes, report);

  const figures = driven.routes.map((route) => route.figures);
  const cost = costOfRoutes(model, openingCost(instance, open), figures, plan.routes.length);
  checkStatedCost(plan, cost, report);
  const emission = figures.reduce((sum, route) => sum + route.emission, 0);
  return {
    feasible: violations.length === 0,
    violations,
    cost,
    ...(extraCosts(model).includes('emission') && { emission }),
    routes: describeDriven(model, plan, driven),
  };
}

function describeDriven(model: Model, plan: Claim, { routes }: Driven): (Route | null)[] {
  const describe = routeDescriber(model);
  const found = new Map(routes.map(({ route, depot, type, stops, figures }) => [route, describe(depot, type, stops, figures)]));
  return plan.routes.map((_, route) => found.get(route) ?? null);
}

/** For callers without types. */
export function requirePlan(plan: Claim): void {
  const holds = Array.isArray(plan?.routes) && plan.routes.every((route) => typeof route?.depot === 'string' && Array.isArray(route.stops));
  if (!holds)
    throw new NeoLrpError('E_USAGE', 'expected a plan: { routes: [{ depot, stops }] } with the ids of the instance', { field: 'plan' });
}

export function checkOrigin({ instance, hash }: Model, plan: Claim, report: Report): void {
  if (plan.instanceHash !== undefined && plan.instanceHash !== hash)
    report(
      'wrong-instance',
      `the plan was made for instance '${plan.instance}' (${plan.instanceHash}), not for '${instance.name}' (${hash})`,
    );
}

function driveRoutes(model: Model, plan: Claim, report: Report): Driven {
  const { instance, travel } = model;
  const { depots, customers } = instance;
  const vehicleOf = vehicleNames(model, report);
  const figuresOf = routeFigures(model);
  const depotAt = positions(depots);
  const customerAt = positions(customers);
  const servedBy = new Map<number, number>();
  const depotLoad = new Float64Array(depots.length);
  const usedDepots = new Set<number>();
  const driven: DrivenRoute[] = [];

  plan.routes.forEach((stated, route) => {
    const shown = `route ${route + 1}`;
    const depot = depotAt.get(stated.depot);
    if (depot === undefined) {
      report('unknown-id', `${shown} starts at depot '${stated.depot}', which is not in the instance`, { route, depot: stated.depot });
      return;
    }
    usedDepots.add(depot);
    const at = { route, depot: stated.depot };
    if (stated.stops.length === 0) report('empty-route', `${shown} from depot ${named(depots[depot])} has no stops`, at);

    let load = 0;
    const places = [depot];
    for (const [k, stop] of stated.stops.entries()) {
      const customer = customerAt.get(stop);
      if (customer === undefined) {
        report('unknown-id', `${shown} visits customer '${stop}', which is not in the instance`, { route, customer: stop });
        continue;
      }
      if (servedBy.has(customer))
        report('served-twice', `customer ${named(customers[customer])} is served more than once`, { route, customer: stop });
      else servedBy.set(customer, depot);
      load += customers[customer].demand;
      checkStop(stated, k, customers[customer], load, (message) =>
        report('load-misreported', `${shown} ${message}`, { route, customer: stop }),
      );
      places.push(depots.length + customer);
    }

    findMissingWays(places, travel, (from, to) =>
      report('no-way', `${shown} drives from ${placeName(instance, from)} to ${placeName(instance, to)}, but there is no way`, { route }),
    );
    const type = vehicleOf(stated, route);
    const stops = places.slice(1).map((place) => place - depots.length);
    const drivenRoute = { route, depot, type, stops, figures: figuresOf(depot, type, stops) };
    driven.push(drivenRoute);
    checkRoute(model, drivenRoute, report);
    depotLoad[depot] += load;
    for (const { kind, what, claim, actual } of routeClaims(stated, load, drivenRoute.figures)) {
      if (claim === undefined || agrees(claim, actual)) continue;
      const [told, found] = roundedTexts(claim, actual);
      report(kind, `the plan states a ${what} of ${told} for ${shown}, but it is ${found}`, { route });
    }
  });
  return { servedBy, depotLoad, usedDepots, routes: driven };
}

/** What a plan may state about a route, and what is true. */
function routeClaims(stated: Claim['routes'][number], load: number, { distance, costs, times }: RouteFigures) {
  return [
    { kind: 'load-misreported', what: 'load', claim: stated.load, actual: load },
    { kind: 'distance-misreported', what: 'distance', claim: stated.distance, actual: distance },
    ...statedTimes(stated, times).map(([what, claim, actual]) => ({ kind: 'time-misreported' as const, what, claim, actual })),
    { kind: 'cost-misreported', what: 'cost', claim: stated.cost, actual: costs.distance },
  ] as const;
}

/** What a table states at stop k: the customer's demand, and the load up to there. */
function checkStop(stated: Claim['routes'][number], k: number, customer: Customer, load: number, report: (message: string) => void): void {
  const [demand, upToHere] = [stated.demands?.[k] ?? customer.demand, stated.loads?.[k] ?? load];
  if (!agrees(demand, customer.demand)) {
    const [told, found] = roundedTexts(demand, customer.demand);
    report(`is said to bring ${told} to customer ${named(customer)}, whose demand is ${found}`);
  } else if (!agrees(upToHere, load)) {
    const [told, found] = roundedTexts(upToHere, load);
    report(`is said to have a load of ${told} up to customer ${named(customer)}, but it is ${found}`);
  }
}

function findMissingWays(places: readonly number[], arcs: TravelCosts, onMissing: (from: number, to: number) => void): void {
  for (let k = 0; places.length > 1 && k < places.length; k++) {
    const [from, to] = [places[k], places[(k + 1) % places.length]];
    if (arcs.distance(from, to) === Number.POSITIVE_INFINITY) onMissing(from, to);
  }
}

/** The depots that the plan says are open; where it does not say, those used and those locked open. */
function openDepots({ depots }: Instance, { openDepots: stated }: Claim, used: ReadonlySet<number>, report: Report): ReadonlySet<number> {
  if (stated === undefined) return new Set([...depots.keys()].filter((d) => used.has(d) || depots[d].status === 'open'));
  const depotAt = positions(depots);
  const open = new Set<number>();
  for (const id of stated) {
    const depot = depotAt.get(id);
    if (depot === undefined) report('unknown-id', `depot '${id}' is said to be open, but is not in the instance`, { depot: id });
    else open.add(depot);
  }
  for (const d of used)
    if (!open.has(d)) report('closed-depot-used', `routes start at depot ${named(depots[d])}, which is not open`, { depot: depots[d].id });
  return open;
}

function checkCustomersServed({ customers }: Instance, { servedBy }: Driven, report: Report): void {
  customers.forEach((customer, k) => {
    if (!servedBy.has(k)) report('unserved', `customer ${named(customer)} is not served`, { customer: customer.id });
  });
}

function checkDepotLoads({ depots }: Instance, { depotLoad }: Driven, open: ReadonlySet<number>, report: Report): void {
  depots.forEach((depot, k) => {
    const { id, capacity, minLoad } = depot;
    if (minLoad !== undefined && open.has(k) && exceeds(minLoad, depotLoad[k])) {
      const [supplied, least] = roundedTexts(depotLoad[k], minLoad);
      report('under-depot-load', `depot ${named(depot)} supplies ${supplied}, less than its minimum load of ${least}`, { depot: id });
    }
    if (capacity === null || !exceeds(depotLoad[k], capacity)) return;
    const [supplied, limit] = roundedTexts(depotLoad[k], capacity);
    report('over-depot-capacity', `depot ${named(depot)} supplies ${supplied}, over its capacity of ${limit}`, { depot: id });
  });
}

/** Compares the stated assignment with the routes. */
function checkAssignment({ depots, customers }: Instance, { assignment }: Claim, { servedBy }: Driven, report: Report): void {
  if (assignment === undefined) return;
  if (assignment.length !== customers.length)
    report('wrong-depot', `the assignment names ${assignment.length} depots for ${customers.length} customers`);
  const depotAt = positions(depots);
  assignment.slice(0, customers.length).forEach((id, k) => {
    const [stated, actual] = [depotAt.get(id), servedBy.get(k)];
    if (stated === undefined) report('unknown-id', `the assignment names depot '${id}', which is not in the instance`, { depot: id });
    else if (actual !== undefined && stated !== actual)
      report(
        'wrong-depot',
        `customer ${named(customers[k])} is assigned to depot ${named(depots[stated])}, but served from ${named(depots[actual])}`,
        { customer: customers[k].id, depot: id },
      );
  });
}

export function checkDepotRules(instance: Instance, open: ReadonlySet<number>, report: Report): void {
  const { depots } = instance;
  const { minOpen, maxOpen, openingBudget, oneOf = [] } = instance.rules;
  depots.forEach((depot, k) => {
    const [wanted, is] = [depot.status, open.has(k) ? 'open' : 'closed'];
    if (wanted !== 'candidate' && wanted !== is)
      report('rule-broken', `depot ${named(depot)} is locked ${wanted}, but ${is}`, { depot: depot.id });
  });
  if (minOpen !== undefined && open.size < minOpen) report('rule-broken', `${open.size} depots are open, fewer than minOpen ${minOpen}`);
  if (maxOpen !== undefined && open.size > maxOpen) report('rule-broken', `${open.size} depots are open, more than maxOpen ${maxOpen}`);
  for (const group of oneOf) {
    const both = depots.filter(({ id }, k) => open.has(k) && group.includes(id));
    if (both.length > 1)
      report('rule-broken', `depots ${namePlaces(both)} are open, but at most one of them may be`, { depot: both[1].id });
  }
  const cost = openingCost(instance, open);
  if (openingBudget !== undefined && exceeds(cost, openingBudget))
    report('rule-broken', `opening costs ${cost}, over the budget of ${openingBudget}`);
}

export function checkStatedCost({ cost: stated }: Claim, actual: CostBreakdown, report: Report): void {
  for (const part of ['total', 'opening', 'vehicles', 'travel', 'time', 'emission', 'handling'] as const) {
    const claim = stated?.[part];
    const truth = actual[part] ?? 0;
    if (claim === undefined || agrees(claim, truth)) continue;
    const [told, found] = roundedTexts(claim, truth);
    report('cost-misreported', `the plan states a ${part} cost of ${told}, but it is ${found}`);
  }
}

export const openingCost = ({ depots }: Instance, open: ReadonlySet<number>): number =>
  depots.reduce((sum, d, k) => (open.has(k) ? sum + d.openingCost : sum), 0);

const placeName = ({ depots, customers }: Instance, place: number): string =>
  place < depots.length ? `depot ${named(depots[place])}` : `customer ${named(customers[place - depots.length])}`;
