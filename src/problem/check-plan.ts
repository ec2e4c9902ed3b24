/**
 * The independent verifier: recomputes everything from the instance and the plan alone.
 * It trusts no solver and shares no code with any of them beyond the travel-cost function.
 * Apart from `verify`, so that a map bundles without the schemas that validate an instance.
 */
import { checkFleet, checkRoute, type DrivenRoute, statedTimes, vehicleNames } from './check-route.ts';
import { NeoLrpError, nameSome } from './errors.ts';
import { instanceHash } from './hash.ts';
import type { Depot, Instance } from './instance.ts';
import { extraCosts, routeFigures } from './route-figures.ts';
import type { Claim, CostBreakdown } from './solution.ts';
import { agrees, exceeds } from './tolerance.ts';
import { travelCosts } from './travel.ts';
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
  /** Position among the routes, from 0, where one is to blame; messages count from 1. */
  readonly route?: number;
  readonly depot?: string;
  readonly customer?: string;
}

export interface Verification {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  readonly cost: CostBreakdown;
  /** In kg CO₂, where vehicles have any. */
  readonly emission?: number;
}

export type Report = (kind: Violation['kind'], message: string, where?: Omit<Violation, 'kind' | 'message'>) => void;

/** What the routes amount to, by position in the instance. */
interface Driven {
  /** Customer → depot of the first route that visits it. */
  readonly servedBy: ReadonlyMap<number, number>;
  readonly depotLoad: Float64Array;
  readonly usedDepots: ReadonlySet<number>;
  readonly routes: readonly DrivenRoute[];
}

export function checkPlan(instance: Instance, plan: Claim): Verification {
  requirePlan(plan);
  const violations: Violation[] = [];
  const report: Report = (kind, message, where = {}) => void violations.push({ kind, message, ...where });

  checkOrigin(instance, plan, report);
  const driven = driveRoutes(instance, plan, report);
  const open = openDepots(instance, plan, driven.usedDepots, report);
  checkCustomersServed(instance, driven, report);
  checkDepotLoads(instance, driven, open, report);
  checkFleet(instance, driven.routes, report);
  checkAssignment(instance, plan, driven, report);
  checkDepotRules(instance, open, report);
  checkCustomerRules(instance, driven, report);

  const cost = costOf(instance, open, plan, driven);
  checkStatedCost(plan, cost, report);
  const emission = driven.routes.reduce((sum, { figures }) => sum + figures.emission, 0);
  return { feasible: violations.length === 0, violations, cost, ...(extraCosts(instance).emission && { emission }) };
}

/** A route from an unknown depot still takes a vehicle. */
function costOf(instance: Instance, open: ReadonlySet<number>, plan: Claim, { routes }: Driven): CostBreakdown {
  const opening = openingCost(instance, open);
  const sum = (kind: keyof DrivenRoute['figures']['costs']) => routes.reduce((total, { figures }) => total + figures.costs[kind], 0);
  const vehicles = instance.vehicles ? sum('fixed') : instance.vehicleCost * plan.routes.length;
  const travel = sum('distance');
  const extra = extraCosts(instance);
  const more = {
    ...(extra.time && { time: sum('time') }),
    ...(extra.emission && { emission: sum('emission') }),
    ...(extra.handling && { handling: sum('handling') }),
  };
  return {
    total: Object.values(more).reduce((total, part) => total + part, opening + vehicles + travel),
    opening,
    vehicles,
    travel,
    ...more,
  };
}

/** For callers without types. */
function requirePlan(plan: Claim): void {
  const holds = Array.isArray(plan?.routes) && plan.routes.every((route) => typeof route?.depot === 'string' && Array.isArray(route.stops));
  if (!holds)
    throw new NeoLrpError('E_USAGE', 'expected a plan: { routes: [{ depot, stops }] } with ids of the instance', { field: 'plan' });
}

function checkOrigin(instance: Instance, plan: Claim, report: Report): void {
  if (plan.instanceHash === undefined) return;
  const hash = instanceHash(instance);
  if (plan.instanceHash !== hash)
    report(
      'wrong-instance',
      `the plan was made for instance '${plan.instance}' (${plan.instanceHash}), not for '${instance.name}' (${hash})`,
    );
}

function driveRoutes(instance: Instance, plan: Claim, report: Report): Driven {
  const { depots, customers } = instance;
  const vehicleOf = vehicleNames(instance, report);
  const figuresOf = routeFigures(instance);
  const arcs = travelCosts(instance);
  const depotAt = positions(depots);
  const customerAt = positions(customers);
  const servedBy = new Map<number, number>();
  const depotLoad = new Float64Array(depots.length);
  const usedDepots = new Set<number>();
  const driven: DrivenRoute[] = [];

  plan.routes.forEach((stated, route) => {
    const { depot: depotId, stops, load: statedLoad, distance: statedDistance, cost: statedCost } = stated;
    const shown = `route ${route + 1}`;
    const depot = depotAt.get(depotId);
    if (depot === undefined) {
      report('unknown-id', `${shown} starts at depot '${depotId}', which the instance does not have`, { route, depot: depotId });
      return;
    }
    usedDepots.add(depot);
    if (stops.length === 0) report('empty-route', `${shown} from depot '${depotId}' serves nobody`, { route, depot: depotId });

    let load = 0;
    const places = [depot];
    for (const [k, stop] of stops.entries()) {
      const customer = customerAt.get(stop);
      if (customer === undefined) {
        report('unknown-id', `${shown} visits customer '${stop}', whom the instance does not have`, { route, customer: stop });
        continue;
      }
      if (servedBy.has(customer)) report('served-twice', `customer '${stop}' is served more than once`, { route, customer: stop });
      else servedBy.set(customer, depot);
      const { demand } = customers[customer];
      load += demand;
      const at = { route, customer: stop };
      const [toldDemand, toldLoad] = [stated.demands?.[k] ?? demand, stated.loads?.[k] ?? load];
      if (!agrees(toldDemand, demand)) {
        const [told, found] = roundedTexts(toldDemand, demand);
        report('load-misreported', `${shown} is said to bring ${told} to customer '${stop}', whose demand is ${found}`, at);
      } else if (!agrees(toldLoad, load)) {
        const [told, found] = roundedTexts(toldLoad, load);
        report('load-misreported', `${shown} is said to have a load of ${told} up to customer '${stop}', but that is ${found}`, at);
      }
      places.push(depots.length + customer);
    }

    for (let k = 0; places.length > 1 && k < places.length; k++) {
      const [from, to] = [places[k], places[(k + 1) % places.length]];
      if (arcs.distance(from, to) === Number.POSITIVE_INFINITY)
        report('no-way', `${shown} drives from ${placeName(instance, from)} to ${placeName(instance, to)}, where there is no way`, {
          route,
        });
    }

    const type = vehicleOf(stated, route);
    const visited = places.slice(1).map((place) => place - depots.length);
    const figures = figuresOf(depot, type, visited);
    const { distance, costs } = figures;
    driven.push({ route, depot, type, stops: visited, figures });
    depotLoad[depot] += load;
    checkRoute(instance, { route, depot, type, stops: visited, figures }, report);
    const misreported = (
      kind: Violation['kind'],
      claim: number | undefined,
      actual: number,
      sentence: (a: string, b: string) => string,
    ) => {
      if (claim === undefined || agrees(claim, actual)) return;
      const [told, found] = roundedTexts(claim, actual);
      report(kind, `${shown} ${sentence(told, found)}`, { route });
    };
    misreported('load-misreported', statedLoad, load, (a, b) => `is said to carry ${a}, but carries ${b}`);
    misreported('distance-misreported', statedDistance, distance, (a, b) => `is said to be ${a} long, but is ${b}`);
    for (const [what, claim, actual] of statedTimes(stated, figures.times))
      misreported('time-misreported', claim, actual, (a, b) => `is said to have a ${what} of ${a}, but has ${b}`);
    misreported('cost-misreported', statedCost, costs.distance, (a, b) => `is said to cost ${a}, but costs ${b}`);
  });
  return { servedBy, depotLoad, usedDepots, routes: driven };
}

/** The depots that the plan says are open; where it does not say, those used and those locked open. */
function openDepots({ depots }: Instance, { openDepots: stated }: Claim, used: ReadonlySet<number>, report: Report): ReadonlySet<number> {
  if (stated === undefined) return new Set([...depots.keys()].filter((d) => used.has(d) || depots[d].status === 'open'));
  const depotAt = positions(depots);
  const open = new Set<number>();
  for (const id of stated) {
    const depot = depotAt.get(id);
    if (depot === undefined) report('unknown-id', `depot '${id}' is said to be open, but the instance does not have it`, { depot: id });
    else open.add(depot);
  }
  for (const d of used)
    if (!open.has(d)) report('closed-depot-used', `routes start at depot '${depots[d].id}', which is not open`, { depot: depots[d].id });
  return open;
}

function checkCustomersServed({ customers }: Instance, { servedBy }: Driven, report: Report): void {
  customers.forEach(({ id }, k) => {
    if (!servedBy.has(k)) report('unserved', `customer '${id}' is not served`, { customer: id });
  });
}

function checkDepotLoads({ depots }: Instance, { depotLoad }: Driven, open: ReadonlySet<number>, report: Report): void {
  depots.forEach(({ id, capacity, minLoad }, k) => {
    if (minLoad !== undefined && open.has(k) && exceeds(minLoad, depotLoad[k])) {
      const [supplied, least] = roundedTexts(depotLoad[k], minLoad);
      report('under-depot-load', `depot '${id}' supplies ${supplied}, less than the ${least} for which it opens`, { depot: id });
    }
    if (capacity === null || !exceeds(depotLoad[k], capacity)) return;
    const [supplied, limit] = roundedTexts(depotLoad[k], capacity);
    report('over-depot-capacity', `depot '${id}' supplies ${supplied}, over its capacity of ${limit}`, { depot: id });
  });
}

/** The stated assignment against the routes. */
function checkAssignment({ depots, customers }: Instance, { assignment }: Claim, { servedBy }: Driven, report: Report): void {
  if (assignment === undefined) return;
  if (assignment.length !== customers.length)
    report('wrong-depot', `the assignment names ${assignment.length} depots for ${customers.length} customers`);
  const depotAt = positions(depots);
  assignment.slice(0, customers.length).forEach((id, k) => {
    const customer = customers[k].id;
    const actual = servedBy.get(k);
    if (!depotAt.has(id)) report('unknown-id', `the assignment names depot '${id}', which the instance does not have`, { depot: id });
    else if (actual !== undefined && depotAt.get(id) !== actual)
      report('wrong-depot', `customer '${customer}' is assigned to depot '${id}', but served from '${depots[actual].id}'`, {
        customer,
        depot: id,
      });
  });
}

function checkDepotRules(instance: Instance, open: ReadonlySet<number>, report: Report): void {
  const { depots } = instance;
  const { minOpen, maxOpen, openingBudget, oneOf = [] } = instance.rules;
  depots.forEach(({ id, status }, k) => {
    if (status === 'open' && !open.has(k)) report('rule-broken', `depot '${id}' is locked open, but closed`, { depot: id });
    if (status === 'closed' && open.has(k)) report('rule-broken', `depot '${id}' is locked closed, but open`, { depot: id });
  });
  if (minOpen !== undefined && open.size < minOpen) report('rule-broken', `${open.size} depots are open, fewer than minOpen ${minOpen}`);
  if (maxOpen !== undefined && open.size > maxOpen) report('rule-broken', `${open.size} depots are open, more than maxOpen ${maxOpen}`);
  for (const group of oneOf) {
    const both = depots.filter(({ id }, k) => open.has(k) && group.includes(id));
    if (both.length > 1)
      report('rule-broken', `depots ${nameSome(both.map(({ id }) => id))} are open, but at most one of them may be`, { depot: both[1].id });
  }
  const cost = openingCost(instance, open);
  if (openingBudget !== undefined && exceeds(cost, openingBudget))
    report('rule-broken', `opening costs ${cost}, over the budget of ${openingBudget}`);
}

function checkCustomerRules({ depots, customers, rules }: Instance, { servedBy }: Driven, report: Report): void {
  const customerAt = positions(customers);
  /** The depot that serves a customer; undefined for one unserved, who breaks no rule beyond that. */
  const depotOf = (customer: string): Depot | undefined => {
    const depot = servedBy.get(customerAt.get(customer) ?? -1);
    return depot === undefined ? undefined : depots[depot];
  };
  const broken = (message: string, customer: string, depot: Depot) => report('rule-broken', message, { customer, depot: depot.id });

  for (const group of rules.apart) {
    const taken = new Map<Depot, string>();
    for (const customer of group) {
      const depot = depotOf(customer);
      if (depot === undefined) continue;
      const other = taken.get(depot);
      if (other === undefined) taken.set(depot, customer);
      else broken(`customers '${other}' and '${customer}' are to be kept apart, but share depot '${depot.id}'`, customer, depot);
    }
  }
  for (const group of rules.together) {
    const leader = group.find((customer) => depotOf(customer) !== undefined);
    const shared = leader === undefined ? undefined : depotOf(leader);
    if (shared === undefined) continue;
    for (const customer of group) {
      const depot = depotOf(customer);
      if (depot !== undefined && depot !== shared)
        broken(
          `customers '${leader}' and '${customer}' are tied together, but use depots '${shared.id}' and '${depot.id}'`,
          customer,
          depot,
        );
    }
  }
  for (const [customer, list] of Object.entries(rules.allowed)) {
    const depot = depotOf(customer);
    if (depot !== undefined && !list.includes(depot.id))
      broken(`customer '${customer}' may not use depot '${depot.id}' (not in its allowed list)`, customer, depot);
  }
  for (const [customer, list] of Object.entries(rules.forbidden)) {
    const depot = depotOf(customer);
    if (depot !== undefined && list.includes(depot.id))
      broken(`customer '${customer}' may not use depot '${depot.id}' (forbidden)`, customer, depot);
  }
}

function checkStatedCost({ cost: stated }: Claim, actual: CostBreakdown, report: Report): void {
  for (const part of ['total', 'opening', 'vehicles', 'travel', 'time', 'emission', 'handling'] as const) {
    const claim = stated?.[part];
    const truth = actual[part] ?? 0;
    if (claim === undefined || agrees(claim, truth)) continue;
    const [told, found] = roundedTexts(claim, truth);
    report('cost-misreported', `the ${part} cost is said to be ${told}, but is ${found}`);
  }
}

const openingCost = ({ depots }: Instance, open: ReadonlySet<number>): number =>
  depots.reduce((sum, d, k) => (open.has(k) ? sum + d.openingCost : sum), 0);

const positions = (list: readonly { readonly id: string }[]): ReadonlyMap<string, number> => new Map(list.map(({ id }, k) => [id, k]));

function placeName({ depots, customers }: Instance, place: number): string {
  return place < depots.length ? `depot '${depots[place].id}'` : `customer '${customers[place - depots.length].id}'`;
}
