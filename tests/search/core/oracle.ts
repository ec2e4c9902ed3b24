/** A solution in the core, and what it costs by the problem's own arithmetic: the oracle of every delta. */
import type { Instance } from '../../../src/problem/instance.ts';
import { modelOf } from '../../../src/problem/model.ts';
import type { IndexedRoute } from '../../../src/problem/solution.ts';
import type { Random } from '../../../src/run/random.ts';
import { type CoreExports, coreModule } from '../../../src/search/core-module.ts';
import { leaving } from '../../../src/search/curve-order.ts';
import { type SearchData, searchDataWith } from '../../../src/search/data.ts';
import { Engine } from '../../../src/search/engine.ts';
import type { Individual } from '../../../src/search/population/individual.ts';
import type { Penalties } from '../../../src/search/population/penalties.ts';
import { routesOf } from '../../../src/search/routes.ts';

/** The moves one by one; nodes are numbered as in layout.ts. */
export interface CoreMoves extends CoreExports {
  readonly swapStarDelta: WebAssembly.Global<'f64'>;
  readonly rehomingDelta: WebAssembly.Global<'f64'>;
  relocateDelta(i: number, last: number, v: number, reversed: boolean): number;
  relocate(i: number, last: number, v: number, reversed: boolean): void;
  swapDelta(a: number, aEnd: number, b: number, bEnd: number): number;
  swap(a: number, aEnd: number, b: number, bEnd: number): void;
  twoOptDelta(u: number, v: number): number;
  twoOpt(u: number, v: number): void;
  swapTailsDelta(u: number, v: number): number;
  swapTails(u: number, v: number): void;
  joinHeadsDelta(u: number, v: number): number;
  joinHeads(u: number, v: number): void;
  findSwapStar(a: number, b: number): number;
  applySwapStar(): void;
  findRehoming(r: number): number;
  applyRehoming(r: number): void;
}

export async function coreOn(instance: Instance, matrixPlaces?: number) {
  const data = searchDataWith(instance, matrixPlaces);
  const engine = new Engine(data, await coreModule(data));
  const core = engine.core as CoreMoves;
  const list = (address: WebAssembly.Global<'i32'>, length: number) => new Int32Array(core.memory.buffer, address.value, length);
  const nodes = data.n + 2 * data.slots;
  return {
    data,
    engine,
    core,
    first: (r: number) => data.n + 2 * r,
    next: () => list(core.next, nodes),
    prev: () => list(core.prev, nodes),
    route: () => list(core.route, nodes),
    position: () => list(core.position, nodes),
    emptyRoute: () => list(core.emptyRoute, data.m),
  };
}

/** Opening, vehicles and travel, and the price of all that is broken, from the instance and the routes alone. */
export function penalisedCost(instance: Instance, plan: Individual, penalties: Penalties, data: SearchData): number {
  const { demand, maxDistance, order } = data;
  const { depots, customers, vehicleCapacity, vehicleCost, rules } = instance;
  const m = depots.length;
  const { cost, distance } = modelOf(instance).travel;
  const routes = leaving(order, routesOf(data, plan.routes));
  const depotLoad = new Float64Array(m);
  // The search has loads in a unit of its own, and a limit with half of the noise that the verifier lets pass.
  const loadScale = demand[0] / customers[order[0]].demand;
  let total = 0;
  const overload = (load: number, capacity: number) => loadScale * Math.max(0, load - capacity);
  for (const { depot, stops } of routes) {
    const places = [depot, ...Array.from(stops, (i) => m + i), depot];
    let length = 0;
    for (let k = 1; k < places.length; k++) {
      total += cost(places[k - 1], places[k]);
      length += distance(places[k - 1], places[k]);
    }
    total += penalties.distance * Math.max(0, length - maxDistance);
    const load = Array.from(stops).reduce((sum, i) => sum + customers[i].demand, 0);
    total += vehicleCost + penalties.vehicle * overload(load, vehicleCapacity);
    depotLoad[depot] += load;
  }
  depots.forEach(({ status, openingCost, capacity }, d) => {
    const used = routes.some(({ depot }) => depot === d);
    if (used || status === 'open' || (rules.minOpen && plan.open[d])) total += openingCost;
    total += penalties.depot * overload(depotLoad[d], capacity ?? Number.POSITIVE_INFINITY);
  });
  return total + penalties.rule * brokenRules(instance, routes);
}

function brokenRules(instance: Instance, routes: readonly IndexedRoute[]): number {
  const { depots, customers, rules } = instance;
  const { allowed } = modelOf(instance).rules;
  const depotOf = new Map<string, string>();
  for (const { depot, stops } of routes) for (const i of Array.from(stops)) depotOf.set(customers[i].id, depots[depot].id);
  /** Ties join groups that share a member. */
  const leader = new Map(customers.map(({ id }) => [id, id]));
  for (const group of rules.together) {
    const [first] = group.map((id) => leader.get(id) ?? id);
    const joined = new Set(group.map((id) => leader.get(id)));
    for (const [id, own] of leader) if (joined.has(own)) leader.set(id, first);
  }
  const members = (id: string) => customers.filter((other) => leader.get(other.id) === leader.get(id)).map((other) => other.id);
  const depotsOf = (id: string) => new Set(members(id).map((member) => depotOf.get(member)));
  let broken = 0;
  for (const { id } of customers) {
    const here = depotOf.get(id) ?? '';
    const barred = members(id).some((member) => {
      const only = rules.allowed[member];
      return (only && !only.includes(here)) || rules.forbidden[member]?.includes(here);
    });
    // A depot out of reach is not allowed either, which is not for this oracle to find out.
    const outOfReach =
      instance.maxRouteDistance !== undefined &&
      !allowed[customers.findIndex((c) => c.id === id) * depots.length + depots.findIndex((d) => d.id === here)];
    if (barred || outOfReach) broken++;
    if (leader.get(id) === id) broken += depotsOf(id).size - 1;
  }
  const pairs = new Set(rules.apart.flatMap((ids) => ids.flatMap((a, k) => ids.slice(k + 1).map((b) => `${a} ${b}`))));
  for (const pair of pairs) {
    const [a, b] = pair.split(' ');
    for (const depot of depotsOf(a)) if (depotsOf(b).has(depot)) broken++;
  }
  return broken;
}

/** The first and last of one customer, or of two that follow one another. */
export function oneOrTwo(random: Random, next: Int32Array, n: number): [number, number] {
  const first = random.int(n);
  return [first, random.float() < 0.5 || next[first] >= n ? first : next[first]];
}
