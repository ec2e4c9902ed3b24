/**
 * A plan within O(n · m), to show before the search begins and to return if it is stopped before it finds anything. The depots with the
 * cheapest supply open; customers go to the nearest one with room, the heaviest first; vehicles collect each depot's customers along a
 * space-filling curve, or in the order of their windows.
 */
import type { Instance } from '../../problem/instance.ts';
import { type Model, modelOf } from '../../problem/model.ts';
import type { CompiledRules } from '../../problem/rules.ts';
import { describeRoutes, type IndexedRoute } from '../../problem/solution.ts';
import { exceeds } from '../../problem/tolerance.ts';
import type { TravelCosts } from '../../problem/travel.ts';
import { verify } from '../../problem/verify.ts';
import { quickRoutes } from './quick-routes.ts';

/** Supply over demand with which packing is easy; where it fails, one more depot opens. */
const spare = 1.15;

/** Undefined where this simple way finds nothing, which does not mean that there is no plan. */
export function firstPlan(instance: Instance): readonly IndexedRoute[] | undefined {
  const model = modelOf(instance);
  const { rules, travel: arcs } = model;
  const demand = instance.customers.reduce((sum, customer) => sum + customer.demand, 0);
  const supplies = suppliesOf(model);
  const open = new Set<number>();
  let spent = 0;
  let supply = 0;
  for (const d of byPrice(instance, rules, supplies)) {
    const { openingCost, status } = instance.depots[d];
    const excluded = rules.oneOf.some((group) => group.includes(d) && group.some((other) => open.has(other)));
    if (status !== 'open' && (excluded || open.size >= rules.maxOpen || exceeds(spent + openingCost, rules.openingBudget))) continue;
    open.add(d);
    spent += openingCost;
    supply += supplies[d];
    if (supply < spare * demand && open.size < rules.maxOpen) continue;
    const depotOf = assign(instance, rules, arcs, open, supplies);
    const routes = depotOf && quickRoutes(model, depotOf);
    if (routes && verify(instance, describeRoutes(instance, routes)).feasible) return routes;
  }
  return undefined;
}

/** What each depot can supply, and its vehicles can carry. */
function suppliesOf({ instance, types }: Model): readonly number[] {
  const carried = (d: number) =>
    types.reduce((sum, { capacity, available, availableAt }) => {
      const vehicles = Math.min(available, availableAt[d]);
      return vehicles > 0 ? sum + vehicles * capacity[0] : sum;
    }, 0);
  return instance.depots.map(({ capacity }, d) => Math.min(capacity ?? Number.POSITIVE_INFINITY, carried(d)));
}

/** Depots that may open: those locked open, then by what a unit of their supply costs, those that more customers may use first. */
function byPrice(
  { depots, customers }: Instance,
  { allowed, lockedClosed, lockedOpen }: CompiledRules,
  supplies: readonly number[],
): number[] {
  const m = depots.length;
  const price = depots.map(({ openingCost }, d) => {
    let welcome = 0;
    for (let i = 0; i < customers.length; i++) welcome += allowed[i * m + d];
    return openingCost / Math.min(supplies[d], Number.MAX_VALUE) - welcome * Number.EPSILON;
  });
  const usable = [...depots.keys()].filter((d) => !lockedClosed[d]);
  return usable.sort((a, b) => lockedOpen[b] - lockedOpen[a] || price[a] - price[b] || a - b);
}

/** Depot of each customer; undefined where somebody finds no room. */
function assign(
  instance: Instance,
  rules: CompiledRules,
  arcs: TravelCosts,
  open: ReadonlySet<number>,
  supplies: readonly number[],
): Int32Array | undefined {
  const { depots, customers } = instance;
  const m = depots.length;
  const members = new Map<number, number[]>();
  rules.group.forEach((g, i) => {
    const group = members.get(g);
    if (group) group.push(i);
    else members.set(g, [i]);
  });
  const groups = Array.from(members, ([number, list]) => ({ number, list, load: list.reduce((sum, i) => sum + customers[i].demand, 0) }));
  const foes = new Map<number, number[]>();
  for (const [a, b] of rules.apart) {
    foes.set(a, [...(foes.get(a) ?? []), b]);
    foes.set(b, [...(foes.get(b) ?? []), a]);
  }
  const load = new Float64Array(m);
  const depotOf = new Int32Array(customers.length).fill(-1);
  for (const { number, list, load: own } of groups.sort((a, b) => b.load - a.load || a.number - b.number)) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const d of open) {
      if (!rules.allowed[number * m + d] || exceeds(load[d] + own, supplies[d])) continue;
      if (foes.get(number)?.some((foe) => depotOf[foe] === d)) continue;
      const trips = list.reduce((sum, i) => sum + arcs.cost(d, m + i) + arcs.cost(m + i, d), 0);
      if (trips < least || best < 0) [best, least] = [d, trips];
    }
    if (best < 0) return undefined;
    load[best] += own;
    for (const i of list) depotOf[i] = best;
  }
  return depotOf;
}
