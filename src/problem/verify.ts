/**
 * The independent verifier: recomputes everything from the instance and the plan alone.
 * It trusts no solver and shares no code with any of them beyond the travel-cost function.
 */
import { instanceHash } from './hash.ts';
import type { Instance } from './instance.ts';
import type { CostBreakdown, Plan } from './solution.ts';
import { travelCosts } from './travel.ts';

export const violationKinds = [
  'wrong-instance',
  'unknown-id',
  'unserved',
  'served-twice',
  'empty-route',
  'no-way',
  'over-vehicle-capacity',
  'over-depot-capacity',
  'closed-depot-used',
  'wrong-depot',
  'rule-broken',
  'load-misreported',
  'cost-misreported',
] as const;

export interface Violation {
  readonly kind: (typeof violationKinds)[number];
  readonly message: string;
  /** 0-based route, where one is to blame. */
  readonly route?: number;
  readonly depot?: string;
  readonly customer?: string;
}

export interface Verification {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  readonly cost: CostBreakdown;
}

/** Stated numbers may differ from ours by the noise of summing floats in another order. */
const agrees = (stated: number, actual: number) => Math.abs(stated - actual) <= 1e-6 + 1e-9 * Math.abs(actual);
const exceeds = (load: number, capacity: number) => load > capacity + 1e-9 * Math.max(1, capacity);

export function verify(instance: Instance, plan: Plan | import('./solution.ts').Solution): Verification {
  const { depots, customers, vehicleCapacity, vehicleCost, rules } = instance;
  const travel = travelCosts(instance);
  const depotAt = new Map(depots.map((d, k) => [d.id, k]));
  const customerAt = new Map(customers.map((c, k) => [c.id, k]));
  const violations: Violation[] = [];
  const report = (kind: Violation['kind'], message: string, where: Omit<Violation, 'kind' | 'message'> = {}) =>
    violations.push({ kind, message, ...where });

  if ('instanceHash' in plan && typeof plan.instanceHash === 'string' && plan.instanceHash !== instanceHash(instance))
    report(
      'wrong-instance',
      `the plan was made for instance '${plan.instance}' (${plan.instanceHash}), not for '${instance.name}' (${instanceHash(instance)})`,
    );

  // Routes: stops, loads, travel.
  const servedBy = new Map<number, number>();
  const depotLoad = new Float64Array(depots.length);
  const used = new Set<number>();
  let travelTotal = 0;
  plan.routes.forEach((route, r) => {
    const depot = depotAt.get(route.depot);
    if (depot === undefined) {
      report('unknown-id', `route ${r} starts at depot '${route.depot}', which the instance does not have`, {
        route: r,
        depot: route.depot,
      });
      return;
    }
    if (route.stops.length === 0)
      report('empty-route', `route ${r} from depot '${route.depot}' serves nobody`, { route: r, depot: route.depot });
    used.add(depot);
    let load = 0;
    let cost = 0;
    let at = depot;
    const drive = (to: number) => {
      const arc = travel.cost(at, to);
      if (arc === Number.POSITIVE_INFINITY) report('no-way', `route ${r} uses an arc that the matrix marks as no way`, { route: r });
      cost += arc;
      at = to;
    };
    for (const stop of route.stops) {
      const customer = customerAt.get(stop);
      if (customer === undefined) {
        report('unknown-id', `route ${r} visits customer '${stop}', whom the instance does not have`, { route: r, customer: stop });
        continue;
      }
      if (servedBy.has(customer)) report('served-twice', `customer '${stop}' is served more than once`, { route: r, customer: stop });
      else servedBy.set(customer, depot);
      load += customers[customer].demand;
      drive(depots.length + customer);
    }
    if (route.stops.length > 0) drive(depot);
    travelTotal += cost;
    depotLoad[depot] += load;
    if (exceeds(load, vehicleCapacity))
      report('over-vehicle-capacity', `route ${r} carries ${load}, over the vehicle capacity of ${vehicleCapacity}`, {
        route: r,
        depot: route.depot,
      });
    if (route.load !== undefined && !agrees(route.load, load))
      report('load-misreported', `route ${r} is said to carry ${route.load}, but carries ${load}`, { route: r });
    if (route.cost !== undefined && !agrees(route.cost, cost))
      report('cost-misreported', `route ${r} is said to cost ${route.cost}, but costs ${cost}`, { route: r });
  });
  customers.forEach((c, k) => {
    if (!servedBy.has(k)) report('unserved', `customer '${c.id}' is not served`, { customer: c.id });
  });

  // Depots: what is open, and within capacity.
  const open = new Set<number>();
  if (plan.openDepots === undefined) {
    for (const d of used) open.add(d);
    depots.forEach((d, k) => {
      if (d.status === 'open') open.add(k);
    });
  } else {
    for (const id of plan.openDepots) {
      const depot = depotAt.get(id);
      if (depot === undefined) report('unknown-id', `depot '${id}' is said to be open, but the instance does not have it`, { depot: id });
      else open.add(depot);
    }
    for (const d of used)
      if (!open.has(d)) report('closed-depot-used', `routes start at depot '${depots[d].id}', which is not open`, { depot: depots[d].id });
  }
  depots.forEach((d, k) => {
    if (d.capacity !== null && exceeds(depotLoad[k], d.capacity))
      report('over-depot-capacity', `depot '${d.id}' supplies ${depotLoad[k]}, over its capacity of ${d.capacity}`, { depot: d.id });
  });

  // Stated assignment against the routes.
  if (plan.assignment !== undefined) {
    if (plan.assignment.length !== customers.length)
      report('wrong-depot', `the assignment names ${plan.assignment.length} depots for ${customers.length} customers`);
    plan.assignment.forEach((id, k) => {
      const depot = depotAt.get(id);
      if (depot === undefined) report('unknown-id', `the assignment names depot '${id}', which the instance does not have`, { depot: id });
      else if (k < customers.length && servedBy.has(k) && servedBy.get(k) !== depot)
        report(
          'wrong-depot',
          `customer '${customers[k].id}' is assigned to depot '${id}', but served from '${depots[servedBy.get(k) as number].id}'`,
          {
            customer: customers[k].id,
            depot: id,
          },
        );
    });
  }

  // Rules.
  const broken = (message: string, where: Omit<Violation, 'kind' | 'message'> = {}) => report('rule-broken', message, where);
  depots.forEach((d, k) => {
    if (d.status === 'open' && !open.has(k)) broken(`depot '${d.id}' is locked open, but closed`, { depot: d.id });
    if (d.status === 'closed' && open.has(k)) broken(`depot '${d.id}' is locked closed, but open`, { depot: d.id });
  });
  const opening = [...open].sort((a, b) => a - b).reduce((sum, d) => sum + depots[d].openingCost, 0);
  if (rules.minOpen !== undefined && open.size < rules.minOpen) broken(`${open.size} depots are open, fewer than minOpen ${rules.minOpen}`);
  if (rules.maxOpen !== undefined && open.size > rules.maxOpen) broken(`${open.size} depots are open, more than maxOpen ${rules.maxOpen}`);
  if (rules.openingBudget !== undefined && exceeds(opening, rules.openingBudget))
    broken(`opening costs ${opening}, over the budget of ${rules.openingBudget}`);
  const depotOf = (customer: string) => servedBy.get(customerAt.get(customer) as number);
  for (const group of rules.apart) {
    const taken = new Map<number, string>();
    for (const customer of group) {
      const depot = depotOf(customer);
      if (depot === undefined) continue;
      const other = taken.get(depot);
      if (other !== undefined)
        broken(`customers '${other}' and '${customer}' are to be kept apart, but share depot '${depots[depot].id}'`, {
          customer,
          depot: depots[depot].id,
        });
      taken.set(depot, customer);
    }
  }
  for (const group of rules.together) {
    const first = depotOf(group[0]);
    for (const customer of group.slice(1)) {
      const depot = depotOf(customer);
      if (first !== undefined && depot !== undefined && depot !== first)
        broken(
          `customers '${group[0]}' and '${customer}' are tied together, but use depots '${depots[first].id}' and '${depots[depot].id}'`,
          { customer },
        );
    }
  }
  for (const [customer, list] of Object.entries(rules.allowed)) {
    const depot = depotOf(customer);
    if (depot !== undefined && !list.includes(depots[depot].id))
      broken(`customer '${customer}' may not use depot '${depots[depot].id}' (not in its allowed list)`, {
        customer,
        depot: depots[depot].id,
      });
  }
  for (const [customer, list] of Object.entries(rules.forbidden)) {
    const depot = depotOf(customer);
    if (depot !== undefined && list.includes(depots[depot].id))
      broken(`customer '${customer}' may not use depot '${depots[depot].id}' (forbidden)`, { customer, depot: depots[depot].id });
  }

  // Stated cost against ours.
  const vehicles = vehicleCost * plan.routes.length;
  const cost: CostBreakdown = { total: opening + vehicles + travelTotal, opening, vehicles, travel: travelTotal };
  for (const part of ['total', 'opening', 'vehicles', 'travel'] as const) {
    const stated = plan.cost?.[part];
    if (stated !== undefined && !agrees(stated, cost[part]))
      report('cost-misreported', `the ${part} cost is said to be ${stated}, but is ${cost[part]}`);
  }
  return { feasible: violations.length === 0, violations, cost };
}
