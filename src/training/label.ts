/** Labels: what the routes of a set cost, found by a router with a stated budget. */
import type { Instance } from '../problem/instance.ts';
import { travelCosts } from '../problem/travel.ts';
import type { Router } from '../routing/router.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import type { LabelCard, Labels } from './dataset.ts';
import type { Label } from './label-log.ts';
import { type RoutingProblem, routingInstance } from './routing-set.ts';

/** Prices one routing problem. Deterministic in both arguments as long as its budget is. */
export type Labeller = (cvrp: Instance, seed: number) => Label | Promise<Label>;

/** How labels are wanted; the card without what is only known afterwards. */
export type LabelPlan = Omit<LabelCard, 'quality'>;

/**
 * Ten distance units a vehicle, the ratio of the literature's sets P and S (1000 against ceil(100·d)).
 * Travel hardly depends on the vehicle cost, so one label serves every price.
 */
export const defaultVehicleCost = 10;

/** Close to what twenty times the effort finds on the paper's problems (docs/lab/surrogates.md). */
export const defaultIterations = 40;

/** A router as labeller. The cost is recomputed from the stops, whatever the router believes. */
export function routerLabeller(router: Router, stop: Stop): Labeller {
  return async (cvrp, seed) => {
    const { routes } = await router.solve(cvrp, { stop, seed });
    const { cost } = travelCosts(cvrp);
    const place = new Map(cvrp.customers.map((customer, i) => [customer.id, i + 1]));
    let travel = 0;
    for (const { stops } of routes) {
      let at = 0;
      for (const stop of [...stops.map((id) => place.get(id) ?? 0), 0]) {
        travel += cost(at, stop);
        at = stop;
      }
    }
    return { travel, routes: routes.length, cost: travel + cvrp.vehicleCost * routes.length };
  };
}

export const stopOf = ({ iterations, seconds }: Pick<LabelPlan, 'iterations' | 'seconds'>): Stop => ({
  ...(iterations !== null && { iterations }),
  ...(seconds !== null && { seconds }),
});

/** The seed of set number `index`: independent of how the work is divided. */
export const labelSeed = (seed: number, index: number): number => new Random(seed).split(index).uint32();

/** A set with its number in the data set. */
export interface NumberedSet {
  readonly index: number;
  readonly set: RoutingProblem;
}

export async function labelSet({ index, set }: NumberedSet, { seed, vehicleCost }: LabelPlan, labeller: Labeller): Promise<Label> {
  return labeller(routingInstance(set, `set ${index}`, { vehicleCost, distanceScale: 1 }), labelSeed(seed, index));
}

/** The numbers of a shard: every `of`-th set, so that shards are equally hard. `part` counts from 1. */
export function* shardOf(count: number, part: number, of: number): Generator<number> {
  for (let index = part - 1; index < count; index += of) yield index;
}

/** All labels in set order, or the numbers of those that are missing. */
export function completeLabels(
  count: number,
  found: ReadonlyMap<number, Label>,
): { readonly labels: Labels; readonly missing?: undefined } | { readonly missing: readonly number[] } {
  const missing: number[] = [];
  const labels = { travel: new Float64Array(count), routes: new Float64Array(count), cost: new Float64Array(count) };
  for (let index = 0; index < count; index++) {
    const label = found.get(index);
    if (!label) {
      missing.push(index);
      continue;
    }
    labels.travel[index] = label.travel;
    labels.routes[index] = label.routes;
    labels.cost[index] = label.cost;
  }
  return missing.length > 0 ? { missing } : { labels };
}

/** How far labels lie above the best found, given better ones for a sample: mean over the sample, in parts of the best. */
export function meanExcess(labels: ReadonlyMap<number, Label>, better: ReadonlyMap<number, Label>): number {
  let sum = 0;
  for (const [index, { cost: longer }] of better) {
    const cost = labels.get(index)?.cost ?? longer;
    sum += cost / Math.min(cost, longer) - 1;
  }
  return better.size === 0 ? 0 : sum / better.size;
}

/** `size` set numbers, drawn without repetition. */
export function drawSample(count: number, size: number, seed: number): number[] {
  const order = new Random(seed).shuffle(Int32Array.from({ length: count }, (_, k) => k));
  return Array.from(order.subarray(0, Math.min(size, count))).sort((a, b) => a - b);
}
