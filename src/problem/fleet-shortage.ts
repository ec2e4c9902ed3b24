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

/** Customers, and all vehicles that may serve any of them. */
interface Party {
  readonly customers: readonly Customer[];
  readonly types: readonly VehicleType[];
  /** How many there are of each type. */
  readonly counts: readonly number[];
  readonly who: string;
  readonly fleet: Fleet;
}

/** What some vehicles can do at the most. */
interface Fleet {
  readonly name: string;
  /** Of a quantity, by position. */
  carries(q: number): number;
  readonly stops: number;
}

export function fleetShortage(model: Model): NeoLrpError | undefined {
  const steps = new Steps(mostSteps);
  const driving = leastDriving(model);
  for (const party of parties(model, steps)) {
    const found =
      tooFewByLoad(model, party) ?? tooFewByStops(party) ?? tooFewForLoners(model, party, steps) ?? tooFewByTime(model, party, driving);
    if (found) return found;
  }
  const all = { customers: model.instance.customers, who: everybody, fleet: fleetOfDepots(model) };
  return tooFewByLoad(model, all) ?? tooFewByStops(all);
}

const everybody = 'the customers';

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
    const counts = types.map((type) => vehiclesOf(model, type, (d) => !closed[d]));
    const inAll = (each: (type: VehicleType) => number) => types.reduce((sum, type, k) => sum + times(counts[k], each(type)), 0);
    yield {
      customers: own,
      types,
      counts,
      who: types === all ? everybody : `the ${own.length} customers who may be served by ${nameSome(types.map(({ id }) => id))} only`,
      fleet: {
        name: types === all ? 'all vehicles together' : 'these vehicles together',
        carries: (q) => inAll(({ capacity }) => capacity[q]),
        stops: inAll(({ maxStops }) => maxStops),
      },
    };
  }
}

/** Those that the depots that may open together can send out at the most. */
function fleetOfDepots(model: Model): Fleet {
  const { lockedClosed: closed } = model.rules;
  const count = mostOpen(model);
  const usable = [...model.instance.depots.keys()].filter((d) => !closed[d]);
  const best = (of: (depot: number) => number) =>
    usable
      .map(of)
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((sum, value) => sum + value, 0);
  const most = model.types.reduce((stops, { maxStops }) => Math.max(stops, maxStops), 0);
  const whose = count === usable.length ? 'all depots' : count === 1 ? 'any one depot' : `any ${count} depots that may open together`;
  return {
    name: `the vehicles of ${whose}`,
    carries: (q) => best((d) => carriedFrom(model, d, q)),
    stops: best((d) => times(vehiclesAt(model, d), most)),
  };
}

const shortage = (code: 'E_INFEASIBLE_CAPACITY' | 'E_INFEASIBLE_TIME', reason: string) =>
  new NeoLrpError(code, reason, { field: 'vehicles.available' });

const times = (count: number, each: number) => (count > 0 && each > 0 ? count * each : 0);

type Served = Pick<Party, 'customers' | 'who' | 'fleet'>;

function tooFewByLoad({ instance, quantities }: Model, { customers, who, fleet }: Served): NeoLrpError | undefined {
  for (const [q, name] of quantities.entries()) {
    const needed = customers.reduce((sum, customer) => sum + quantityOf(customer, name), 0);
    const carried = fleet.carries(q);
    if (!exceeds(needed, carried)) continue;
    const [demand, supply] = amountTexts(q === 0 ? instance.units.demand : undefined, needed, carried);
    return shortage('E_INFEASIBLE_CAPACITY', `${who} need ${demand} of ${name} in total, but ${fleet.name} carry ${supply}`);
  }
  return undefined;
}

function tooFewByStops({ customers, who, fleet }: Served): NeoLrpError | undefined {
  if (customers.length <= fleet.stops) return undefined;
  const number = who === everybody ? `there are ${customers.length} customers` : `${who} need a stop each`;
  return shortage('E_INFEASIBLE_CAPACITY', `${number}, but ${fleet.name} make at most ${fleet.stops} stops (maxStops)`);
}

/** More customers, no two of whom can share a route, than vehicles. */
function tooFewForLoners(model: Model, { customers, types, counts }: Party, steps: Steps): NeoLrpError | undefined {
  const vehicles = counts.reduce((sum, count) => sum + count, 0);
  if (customers.length <= vehicles) return undefined;
  const { customers: all } = model.instance;
  const own = new Set(customers);
  const alone = loners(
    model,
    [...all.keys()].filter((i) => own.has(all[i])),
    types,
    steps,
  ).map((i) => all[i]);
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
  { customers, types, counts, who, fleet }: Party,
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
  return shortage('E_INFEASIBLE_TIME', `service and driving take at least ${taken} for ${who}, but ${fleet.name} may be out for ${limit}`);
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
