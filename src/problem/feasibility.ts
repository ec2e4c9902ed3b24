/** Explains infeasibility that can be proved without a search, and names the culprits. */

import { busiestDay } from './days.ts';
import { derived } from './derived.ts';
import { NeoLrpError, namePlaces, nameSome } from './errors.ts';
import { impossibleRoutes } from './every-division.ts';
import { fleetShortage } from './fleet-shortage.ts';
import type { Customer, Instance } from './instance.ts';
import { requireInstanceShape } from './instance-shape.ts';
import { type Model, modelOf } from './model.ts';
import { outOfReach, withoutWay } from './out-of-reach.ts';
import { impossiblePacking } from './packing.ts';
import { contradictingLoads, contradictingNeeds, mostOpen, sitesOf } from './sites.ts';
import { exceeds, withNoise } from './tolerance.ts';
import { amountTexts } from './units.ts';

/** Throws the first reason why no solution can exist. If it does not throw, there may still be none. */
export function requireFeasible(instance: Instance): void {
  const reason = explainInfeasibility(instance);
  if (reason) throw reason;
}

/** The first reason why no plan can exist, as an error with its code; undefined where none is known. Of days, the busiest is looked at. */
export const explainInfeasibility = (instance: Instance): NeoLrpError | undefined => explain(requireInstanceShape(instance));

const explain = derived((given: Instance): NeoLrpError | undefined => {
  const instance = busiestDay(given);
  if (instance.customers.length === 0) return undefined;
  const model = modelOf(instance);
  return (
    oversizedDemand(model) ??
    contradictingDepotRules(model) ??
    contradictingLoads(model) ??
    outOfReach(model) ??
    contradictingCustomerRules(model) ??
    contradictingNeeds(model) ??
    missingCapacity(model) ??
    fleetShortage(model) ??
    impossiblePacking(model) ??
    withoutWay(model) ??
    impossibleRoutes(model)
  );
});

function oversizedDemand({ instance: { customers, units }, largestVehicle }: Model): NeoLrpError | undefined {
  const [largest] = largestVehicle.capacity;
  const culprits = customers.filter((c) => exceeds(c.demand, largest));
  if (culprits.length === 0) return undefined;
  const worst = culprits.reduce((a, b) => (b.demand > a.demand ? b : a));
  const [most, limit] = amountTexts(units.demand, worst.demand, largest);
  return new NeoLrpError(
    'E_INFEASIBLE_DEMAND',
    `${customersNamed(culprits)}: demand (up to ${most}) exceeds the vehicle capacity of ${limit}; split the demand or enlarge the vehicle`,
    { field: 'customers.demand', value: worst.demand },
  );
}

const contradiction = (reason: string, field: string) => new NeoLrpError('E_INFEASIBLE_RULES', reason, { field });

/** Rules on depots alone: locks, counts and the budget. */
function contradictingDepotRules(model: Model): NeoLrpError | undefined {
  const { instance } = model;
  const { depots, rules, units } = instance;
  const { minOpen = 0, maxOpen = depots.length, openingBudget = Number.POSITIVE_INFINITY } = rules;
  const locked = depots.filter((d) => d.status === 'open');
  const candidates = depots.filter((d) => d.status === 'candidate');
  const usable = locked.length + candidates.length;

  if (usable === 0) return contradiction('every depot is locked closed, but customers need one', 'depots.status');
  if (minOpen > maxOpen) return contradiction(`minOpen ${minOpen} exceeds the ${maxOpen} depots that may open`, 'rules.minOpen');
  if (maxOpen === 0) return contradiction('maxOpen is 0, but customers need a depot', 'rules.maxOpen');
  if (minOpen > usable)
    return contradiction(
      `minOpen ${minOpen} exceeds the ${usable} depots that are not locked closed (locked: ${namePlaces(depots.filter((d) => d.status === 'closed'))})`,
      'rules.minOpen',
    );
  if (locked.length > maxOpen)
    return contradiction(`${locked.length} depots are locked open (${namePlaces(locked)}), but maxOpen is ${maxOpen}`, 'rules.maxOpen');

  const torn = (rules.oneOf ?? []).map((group) => locked.filter(({ id }) => group.includes(id))).find((both) => both.length > 1);
  if (torn) return contradiction(`depots ${namePlaces(torn)} are locked open, but at most one of them may open`, 'rules.oneOf');

  const most = mostOpen(model);
  if (minOpen > most && most > 0)
    return contradiction(
      `minOpen is ${minOpen}, but at most ${most} of the depots can open, because others exclude each other`,
      'rules.oneOf',
    );

  const more = Math.max(0, Math.max(minOpen, 1) - locked.length);
  const cheapest = candidates.toSorted((a, b) => a.openingCost - b.openingCost).slice(0, more);
  const leastCost = [...locked, ...cheapest].reduce((sum, d) => sum + d.openingCost, 0);
  if (exceeds(leastCost, openingBudget)) {
    const parts = [
      ...(locked.length > 0 ? [`the depots locked open (${namePlaces(locked)})`] : []),
      ...(more > 0 ? [`the cheapest ${more === 1 ? 'other' : `${more} others`} (${namePlaces(cheapest)})`] : []),
    ];
    const [cost, budget] = amountTexts(units.currency, leastCost, openingBudget);
    return contradiction(`opening ${parts.join(' and ')} costs ${cost}, over the budget of ${budget}`, 'rules.openingBudget');
  }
  return undefined;
}

/** Rules that leave a customer without a depot. */
function contradictingCustomerRules(model: Model): NeoLrpError | undefined {
  const { instance, rules } = model;
  const { depots, customers } = instance;
  const m = depots.length;
  const barred = customers.filter((_, i) => !rules.allowed.subarray(i * m, (i + 1) * m).includes(1));
  if (barred.length > 0)
    return contradiction(
      `${customersNamed(barred)} may use no depot: allowed and forbidden lists (of every customer tied to them)${model.reach ? ', the reach of the vehicles' : ''} and depots that cannot open leave none`,
      'rules',
    );

  const position = new Map(customers.map((c, i) => [c.id, i]));
  const groupOf = (id: string) => rules.group[position.get(id) ?? 0];
  for (const members of instance.rules.apart) {
    const first = new Map<number, string>();
    for (const id of members) {
      const other = first.get(groupOf(id));
      if (other !== undefined)
        return contradiction(`customers '${other}' and '${id}' must use different depots, but are also tied together`, 'rules.apart');
      first.set(groupOf(id), id);
    }
  }

  const most = mostOpen(model);
  const crowd = instance.rules.apart.find((members) => members.length > most);
  if (crowd)
    return contradiction(
      `${crowd.length} customers (${nameSome(crowd)}) must all use different depots, but at most ${most} depots can open`,
      'rules.apart',
    );
  return undefined;
}

function missingCapacity(model: Model): NeoLrpError | undefined {
  const { instance } = model;
  const { depots, customers, units } = instance;
  const { maxOpen, openingBudget, lockedClosed } = model.rules;
  const capacity = depots.map((d, k) => (lockedClosed[k] ? 0 : (d.capacity ?? Number.POSITIVE_INFINITY)));
  const demand = customers.reduce((sum, c) => sum + c.demand, 0);

  const total = capacity.reduce((a, b) => a + b, 0);
  const shortOf = (supply: number, supplier: string) => {
    const [needed, supplied] = amountTexts(units.demand, demand, supply);
    return shortage(`the customers demand ${needed} in total, but ${supplier} ${supplied}`);
  };
  if (exceeds(demand, total)) return shortOf(total, 'the depots that may open supply');
  const bySite = sitesOf(model).reduce((sum, site) => sum + Math.max(...site.map((d) => capacity[d])), 0);
  if (exceeds(demand, bySite)) return shortOf(bySite, 'the depots that can open together (rules.oneOf) supply at most');
  const largest = mostCapacity(instance, capacity, maxOpen);
  if (exceeds(demand, largest))
    return shortOf(largest, `any ${maxOpen === 1 ? '1 depot supplies' : `${maxOpen} depots supply`} (rules.maxOpen) at most`);
  const affordable = mostCapacityInBudget(instance, capacity, openingBudget);
  if (exceeds(demand, affordable)) {
    const [budget] = amountTexts(units.currency, openingBudget);
    return shortOf(Math.ceil(affordable), `depots within the opening budget of ${budget} supply at most`);
  }
  return oversizedGroup(model, capacity);
}

const shortage = (reason: string) => new NeoLrpError('E_INFEASIBLE_CAPACITY', reason, { field: 'depots.capacity' });

/** Customers tied together (or a single one) whose demand exceeds every depot they may use. */
function oversizedGroup({ instance, rules }: Model, capacity: readonly number[]): NeoLrpError | undefined {
  const { depots, customers } = instance;
  const { group, allowed } = rules;
  const m = depots.length;
  const demand = new Float64Array(customers.length);
  customers.forEach((c, i) => {
    demand[group[i]] += c.demand;
  });
  for (let g = 0; g < customers.length; g++) {
    const largest = capacity.reduce((most, supply, d) => (allowed[g * m + d] ? Math.max(most, supply) : most), 0);
    if (exceeds(demand[g], largest)) {
      const [needed, supplied] = amountTexts(instance.units.demand, demand[g], largest);
      return shortage(
        `${customersNamed(customers.filter((_, i) => group[i] === g))}: ${needed} is needed from one depot, but the largest allowed supplies ${supplied}`,
      );
    }
  }
  return undefined;
}

/** Capacity of the locked depots and the largest others, `count` in all. */
function mostCapacity({ depots }: Instance, capacity: readonly number[], count: number): number {
  const locked = capacity.filter((_, d) => depots[d].status === 'open');
  const others = capacity.filter((_, d) => depots[d].status !== 'open').sort((a, b) => b - a);
  return [...locked, ...others.slice(0, Math.max(0, count - locked.length))].reduce((a, b) => a + b, 0);
}

/** Upper bound on the capacity that the budget buys: the fractional knapsack (Dantzig 1957). */
function mostCapacityInBudget({ depots }: Instance, capacity: readonly number[], budget: number): number {
  if (budget === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const offers = depots.map((d, k) => ({ status: d.status, price: d.openingCost, supply: capacity[k] }));
  const locked = offers.filter((o) => o.status === 'open');
  let left = Math.max(0, withNoise(budget) - locked.reduce((sum, o) => sum + o.price, 0));
  let supply = locked.reduce((sum, o) => sum + o.supply, 0);

  const affordable = offers.filter((o) => o.status === 'candidate' && o.price <= left && o.supply > 0);
  if (affordable.some((o) => o.supply === Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  for (const offer of affordable.toSorted((a, b) => a.price / a.supply - b.price / b.supply)) {
    const share = offer.price === 0 ? 1 : Math.min(1, left / offer.price);
    supply += share * offer.supply;
    left -= share * offer.price;
  }
  return supply;
}

const customersNamed = (list: readonly Customer[]): string => `customer${list.length > 1 ? 's' : ''} ${namePlaces(list)}`;
