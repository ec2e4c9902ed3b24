/** Vehicles that are too few, for all customers or for those whom only some types may serve: by load, number of stops, or time. */
import { NeoLrpError, namePlaces, nameSome } from './errors.ts';
import type { Customer } from './instance.ts';
import type { Model } from './model.ts';
import { loners } from './shared-routes.ts';
import { mostOpen } from './sites.ts';
import { Steps } from './steps.ts';
import { exceeds } from './tolerance.ts';
import { isMetric } from './travel.ts';
import { amountTexts, durationTexts } from './units.ts';
import { carriedFrom, vehiclesAt, vehiclesOf } from './vehicle-counts.ts';
import { mayServe, quantityOf, type VehicleType } from './vehicles.ts';

/** Customers beyond which nobody looks for the nearest neighbour of each. */
const mostCompared = 2000;
/** Types of customers looked at for all parties together, and pairs compared within them. */
const mostSteps = 1e7;

/** Customers and all vehicles that may serve any of them. */
interface Party {
  readonly customers: readonly Customer[];
  readonly types: readonly VehicleType[];
  /** How many there are of each type. */
  readonly counts: readonly number[];
  readonly who: string;
  readonly vehicles: string;
}

export function fleetShortage(model: Model): NeoLrpError | undefined {
  const steps = new Steps(mostSteps);
  const driving = leastDriving(model);
  for (const party of parties(model, steps)) {
    const found =
      tooFewByLoad(model, party) ?? tooFewByStops(party) ?? tooFewForLoners(model, party, steps) ?? tooFewByTime(model, party, driving);
    if (found) return found;
  }
  return tooFewAtDepots(model);
}

/** All customers and, for each set of types that somebody names, those who may be served by these only. */
function* parties(model: Model, steps: Steps): Generator<Party> {
  const { customers } = model.instance;
  const { types: all } = model;
  const { lockedClosed: closed } = model.rules;
  const sets = new Map<string, readonly VehicleType[]>([['', all]]);
  for (const customer of customers)
    if (customer.vehicles)
      sets.set(
        [...customer.vehicles].sort().join('\n'),
        all.filter((type) => mayServe(customer, type)),
      );
  for (const types of sets.values()) {
    if (!steps.take(customers.length * all.length)) return;
    const own =
      types === all ? customers : customers.filter((customer) => all.every((type) => !mayServe(customer, type) || types.includes(type)));
    yield {
      customers: own,
      types,
      counts: types.map((type) => vehiclesOf(model, type, (d) => !closed[d])),
      who: types === all ? 'the customers' : `the ${own.length} customers who may be served by ${nameSome(types.map(({ id }) => id))} only`,
      vehicles: types === all ? 'all vehicles together' : 'these vehicles together',
    };
  }
}

const shortage = (code: 'E_INFEASIBLE_CAPACITY' | 'E_INFEASIBLE_TIME', reason: string) =>
  new NeoLrpError(code, reason, { field: 'vehicles.available' });

const times = (count: number, each: number) => (count > 0 && each > 0 ? count * each : 0);

function tooFewByLoad({ instance, quantities }: Model, { customers, types, counts, who, vehicles }: Party): NeoLrpError | undefined {
  for (const [q, name] of quantities.entries()) {
    const needed = customers.reduce((sum, customer) => sum + quantityOf(customer, name), 0);
    const carried = types.reduce((sum, { capacity }, k) => sum + times(counts[k], capacity[q]), 0);
    if (!exceeds(needed, carried)) continue;
    const [demand, supply] = amountTexts(q === 0 ? instance.units.demand : undefined, needed, carried);
    return shortage('E_INFEASIBLE_CAPACITY', `${who} need ${demand} of ${name} in total, but ${vehicles} carry ${supply}`);
  }
  return undefined;
}

function tooFewByStops({ customers, types, counts, who, vehicles }: Party): NeoLrpError | undefined {
  const stops = types.reduce((sum, { maxStops }, k) => sum + times(counts[k], maxStops), 0);
  if (customers.length <= stops) return undefined;
  const number = who === 'the customers' ? `there are ${customers.length} customers` : `${who} need a stop each`;
  return shortage('E_INFEASIBLE_CAPACITY', `${number}, but ${vehicles} make at most ${stops} stops (maxStops)`);
}

/** More customers, no two of whom can share a route, than vehicles. */
function tooFewForLoners(model: Model, { customers, types, counts }: Party, steps: Steps): NeoLrpError | undefined {
  const vehicles = counts.reduce((sum, count) => sum + count, 0);
  if (customers.length <= vehicles) return undefined;
  const { customers: everybody } = model.instance;
  const own = new Set(customers);
  const alone = loners(
    model,
    [...everybody.keys()].filter((i) => own.has(everybody[i])),
    types,
    steps,
  ).map((i) => everybody[i]);
  if (alone.length <= vehicles) return undefined;
  const there = vehicles === 1 ? 'is only 1 vehicle' : `are only ${vehicles} vehicles`;
  return shortage(
    'E_INFEASIBLE_CAPACITY',
    `no two of the customers ${namePlaces(alone)} can be on one route, by load, time or rules, but there ${there} for the ${alone.length} of them`,
  );
}

/** Loading, service and the shortest way to each customer take longer than all vehicles may be out. */
function tooFewByTime(
  { instance, usesTime }: Model,
  { customers, types, counts, who, vehicles }: Party,
  driving: (customer: Customer) => number,
): NeoLrpError | undefined {
  if (!usesTime) return undefined;
  const spans = types.map(({ maxDuration, shift }) => Math.min(maxDuration, shift[1] - shift[0]));
  const most = types.reduce((sum, _, k) => sum + times(counts[k], spans[k]), 0);
  if (most === Number.POSITIVE_INFINITY) return undefined;
  const fastest = Math.max(...types.map(({ speedFactor }) => speedFactor));
  const needed = customers.reduce((sum, customer) => sum + (customer.serviceTime ?? 0) + driving(customer) / fastest, 0);
  if (!exceeds(needed, most)) return undefined;
  const [taken, limit] = durationTexts(instance, needed, most);
  return shortage('E_INFEASIBLE_TIME', `service and driving take at least ${taken} for ${who}, but ${vehicles} may be out for ${limit}`);
}

/** A vehicle comes to each customer from somewhere, at least from the nearest place: how long that takes at the speed that travel says. */
function leastDriving({ instance, usesTime, travel: { time } }: Model): (customer: Customer) => number {
  const { depots, customers, travel } = instance;
  if (!usesTime || customers.length > mostCompared || !isMetric(travel)) return () => 0;
  const places = depots.length + customers.length;
  const nearest = new Map(
    customers.map((customer, i) => {
      let least = Number.POSITIVE_INFINITY;
      for (let from = 0; from < places; from++) if (from !== depots.length + i) least = Math.min(least, time(from, depots.length + i));
      return [customer, least];
    }),
  );
  return (customer) => nearest.get(customer) ?? 0;
}

/** What the depots that may open together can send out at the most. */
function tooFewAtDepots(model: Model): NeoLrpError | undefined {
  const { depots, customers, units } = model.instance;
  const { lockedClosed: closed } = model.rules;
  const count = mostOpen(model);
  const usable = [...depots.keys()].filter((d) => !closed[d]);
  const best = (of: (depot: number) => number) =>
    usable
      .map(of)
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((sum, value) => sum + value, 0);
  const whose = count === usable.length ? 'all depots' : count === 1 ? 'any one depot' : `any ${count} depots that may open together`;
  for (const [q, name] of model.quantities.entries()) {
    const needed = customers.reduce((sum, customer) => sum + quantityOf(customer, name), 0);
    const carried = best((d) => carriedFrom(model, d, q));
    if (!exceeds(needed, carried)) continue;
    const [demand, supply] = amountTexts(q === 0 ? units.demand : undefined, needed, carried);
    return shortage(
      'E_INFEASIBLE_CAPACITY',
      `the customers need ${demand} of ${name} in total, but the vehicles of ${whose} carry ${supply}`,
    );
  }
  const stops = model.types.reduce((most, { maxStops }) => Math.max(most, maxStops), 0);
  const made = best((d) => times(vehiclesAt(model, d), stops));
  return customers.length <= made
    ? undefined
    : shortage('E_INFEASIBLE_CAPACITY', `there are ${customers.length} customers, but the vehicles of ${whose} make at most ${made} stops`);
}
