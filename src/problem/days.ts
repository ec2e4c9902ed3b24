/** The days of an instance, each as an instance of its own. Depots open for all days, customers order on some. */
import type { DepotSet } from './depot-set.ts';
import { derived } from './derived.ts';
import { NeoLrpError } from './errors.ts';
import { type Customer, type Depot, type Instance, instanceOfParts, type Rules } from './instance.ts';
import { rulesOfRoutes } from './rules.ts';
import { onlyOpen } from './unbound.ts';

export type Day = NonNullable<Instance['days']>[number];
type Order = NonNullable<Day['orders']>[number];

export const daysOf = ({ days = [] }: Instance): readonly Day[] => days;
export const weightOf = ({ weight = 1 }: Day): number => weight;

/** The day on which most is ordered, as an instance; the instance itself where it has no days. */
export function busiestDay(instance: Instance): Instance {
  const { days } = instance;
  if (!days) return instance;
  return instanceOfDay(
    instance,
    days.reduce((a, b) => (demandOn(instance, b) > demandOn(instance, a) ? b : a)),
  );
}

/** Before work that knows a single day. */
export function requireOneDay({ days }: Pick<Instance, 'days'>): void {
  if (days)
    throw new NeoLrpError('E_UNSUPPORTED', 'the instance has days, and this is for one; name a day, or solve for all of them', {
      field: 'days',
    });
}

/** Maps, sheets and tables show the routes of one day. */
export function requirePlanOfOneDay({ days }: { readonly days?: readonly unknown[] | undefined }): void {
  if (days)
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', 'this is a plan for many days; show one of them, or write JSON or a workbook', {
      field: 'days',
    });
}

const positionsOf = derived(
  (customers: Instance['customers']): ReadonlyMap<string, number> => new Map(customers.map(({ id }, i) => [id, i])),
);

/** Positions of the customers that are visited, in the order of the instance, and what each of them ordered. */
function visitsOf({ customers }: Instance, { orders }: Day): readonly (readonly [number, Order | undefined])[] {
  if (!orders) return customers.map((_, i) => [i, undefined] as const);
  const at = positionsOf(customers);
  return orders.map((order) => [at.get(order.customer) as number, order] as const).toSorted(([a], [b]) => a - b);
}

/** Who is visited, and with what, in one text: equal for days that are alike. */
export function likenessOf(instance: Instance, day: Day): string {
  const { demandFactor = 1, closed = [] } = day;
  return JSON.stringify([visitsOf(instance, day).map(([i, order]) => [i, order]), demandFactor, [...closed].sort()]);
}

/** One day as an instance, with all depots that may open. Nobody may order: then it has no customers. */
export function instanceOfDay(instance: Instance, day: Day): Instance {
  const { days: _, ...whole } = instance;
  const visits = visitsOf(instance, day);
  const customers = visits.map(([i, order]) => ordered(instance.customers[i], order, day.demandFactor));
  const places = [...instance.depots.keys(), ...visits.map(([i]) => instance.depots.length + i)];
  const { travel } = instance;
  const cut = <T>(rows: readonly (readonly T[])[]) => places.map((from) => places.map((to) => rows[from][to]));
  const isWhole = customers.length === instance.customers.length;
  return instanceOfParts({
    ...whole,
    name: `${instance.name} ${day.name}`,
    depots: day.closed ? instance.depots.map((depot) => closedOn(depot, day)) : instance.depots,
    customers,
    ...(instance.vehicles && { vehicles: vehiclesFor(instance, customers) }),
    rules: isWhole ? instance.rules : rulesAmong(instance.rules, customers),
    travel:
      travel.kind === 'matrix' && !isWhole
        ? { ...travel, values: cut(travel.values), ...(travel.durations && { durations: cut(travel.durations) }) }
        : travel,
  });
}

/** The same once it is decided which depots open: exactly these, as far as they can be used on that day. */
export const instanceWith = (ofDay: Instance, open: DepotSet): Instance =>
  instanceOfParts(
    onlyOpen(
      ofDay,
      open.map((isOpen, d) => (ofDay.depots[d].status === 'closed' ? 0 : isOpen)),
    ),
  );

function ordered(customer: Customer, order: Order | undefined, factor = 1): Customer {
  const { customer: _, ...own } = order ?? {};
  const merged = { ...customer, ...own };
  if (factor === 1) return merged;
  const quantities = merged.quantities && Object.fromEntries(Object.entries(merged.quantities).map(([name, q]) => [name, factor * q]));
  return { ...merged, demand: factor * merged.demand, ...(quantities && { quantities }) };
}

const closedOn = (depot: Depot, { closed = [] }: Day): Depot => (closed.includes(depot.id) ? { ...depot, status: 'closed' } : depot);

/** A quantity that nobody ordered would be taken for a misspelt one. */
function vehiclesFor({ vehicles = [] }: Instance, customers: readonly Customer[]): NonNullable<Instance['vehicles']> {
  const ordered = new Set(['demand', ...customers.flatMap(({ quantities = {} }) => Object.keys(quantities))]);
  return vehicles.map(({ capacity, ...type }) => ({
    ...type,
    capacity: typeof capacity === 'number' ? capacity : Object.fromEntries(Object.entries(capacity).filter(([name]) => ordered.has(name))),
  }));
}

/** Rules, as far as they are about these customers. */
function rulesAmong(rules: Rules, customers: readonly Customer[]): Rules {
  const visited = new Set(customers.map(({ id }) => id));
  const groups = (all: Rules['apart']) => all.map((group) => group.filter((id) => visited.has(id))).filter((group) => group.length > 1);
  const own = (lists: Rules['allowed']) => Object.fromEntries(Object.entries(lists).filter(([id]) => visited.has(id)));
  const { incompatible } = rulesOfRoutes(rules, customers);
  return {
    ...rules,
    apart: groups(rules.apart),
    together: groups(rules.together),
    allowed: own(rules.allowed),
    forbidden: own(rules.forbidden),
    incompatible,
  };
}

/** A day in the middle: whoever ever orders is visited with what they order on average, days without an order included. */
export function meanDay(instance: Instance): Day {
  const { days = [], customers } = instance;
  const all = days.reduce((sum, day) => sum + weightOf(day), 0);
  const means = new Map<number, { demand: number; quantities: Record<string, number> }>();
  for (const day of days)
    for (const [i, order] of visitsOf(instance, day)) {
      const visit = ordered(customers[i], order, day.demandFactor);
      const mean = means.get(i) ?? { demand: 0, quantities: {} };
      means.set(i, mean);
      mean.demand += (weightOf(day) / all) * visit.demand;
      for (const [name, q] of Object.entries(visit.quantities ?? {}))
        mean.quantities[name] = (mean.quantities[name] ?? 0) + (weightOf(day) / all) * q;
    }
  return {
    name: 'mean day',
    orders: Array.from(means, ([i, { demand, quantities }]) => ({
      customer: customers[i].id,
      demand,
      ...(Object.keys(quantities).length > 0 && { quantities }),
    })),
  };
}

/** What all customers order on a day. */
export const demandOn = (instance: Instance, day: Day): number =>
  visitsOf(instance, day).reduce((sum, [i, order]) => sum + ordered(instance.customers[i], order, day.demandFactor).demand, 0);

/** What comes of days that weigh so much: the mean, or the mean of the dearest share of them. */
export function expectation(costs: readonly number[], weights: readonly number[], worst = 1): number {
  const order = costs.map((cost, k) => ({ cost, weight: weights[k] })).toSorted((a, b) => b.cost - a.cost);
  const all = weights.reduce((a, b) => a + b, 0);
  let left = worst * all;
  let sum = 0;
  for (const { cost, weight } of order) {
    const part = Math.min(left, weight);
    sum += part * cost;
    left -= part;
    if (left <= 0) break;
  }
  return sum / (worst * all);
}
