/**
 * A plan within milliseconds, to show before the search begins and to return if it is stopped before it finds anything. The depots with the
 * cheapest supply open; then as in any construction, except that vehicles collect each depot's customers along a space-filling curve, or in
 * the order of their windows.
 */
import type { Instance } from '../../problem/instance.ts';
import { modelOf } from '../../problem/model.ts';
import type { CompiledRules } from '../../problem/rules.ts';
import { describeRoutes, type IndexedRoute } from '../../problem/solution.ts';
import { exceeds, withHalfNoise } from '../../problem/tolerance.ts';
import { supplyOf } from '../../problem/vehicle-counts.ts';
import { verify } from '../../problem/verify.ts';
import { type Assignable, assign } from './assign.ts';
import { quickRoutes } from './quick-routes.ts';

/** Supply over demand with which packing is easy; where it fails, one more depot opens. */
const spare = 1.15;

/** Undefined where this simple way finds nothing, which does not mean that there is no plan. */
export function firstPlan(instance: Instance): readonly IndexedRoute[] | undefined {
  const model = modelOf(instance);
  const { rules, travel } = model;
  const supplies = instance.depots.map((_, d) => supplyOf(model, d));
  const m = instance.depots.length;
  const assignable: Assignable = {
    n: instance.customers.length,
    m,
    rules,
    demand: Float64Array.from(instance.customers, (customer) => customer.demand),
    depotCapacity: Float64Array.from(supplies, withHalfNoise),
    roundTrip: (i, d) => travel.cost(d, m + i) + travel.cost(m + i, d),
  };
  const demand = assignable.demand.reduce((a, b) => a + b, 0);
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
    const depotOf = assign(
      assignable,
      Uint8Array.from(supplies, (_, e) => Number(open.has(e))),
    );
    const routes = quickRoutes(model, depotOf);
    if (verify(instance, describeRoutes(instance, routes)).feasible) return routes;
  }
  return undefined;
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
