/** Tiny instances, surrogates with random weights, and all allocations. */
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';
import { deepSetsShape, graphShape, localShape, parts, randomModel, scaled, universalShape } from '../surrogate/random-models.ts';

export function tinyInstance(seed: number, { rules = {}, customers = 6, depots = 3, statuses = {} }: TinyOptions = {}): Instance {
  const random = new Random(seed);
  const demands = Array.from({ length: customers }, () => 1 + random.int(9));
  const total = demands.reduce((a, b) => a + b, 0);
  return createInstance({
    name: `tiny-${seed}`,
    depots: Array.from({ length: depots }, (_, d) => ({
      id: `D${d}`,
      x: random.int(100),
      y: random.int(100),
      capacity: Math.ceil(total / 2) + 4 + random.int(total),
      openingCost: 50 + random.int(200),
      status: statuses[`D${d}`] ?? 'candidate',
    })),
    customers: demands.map((demand, i) => ({ id: `c${i}`, x: random.int(100), y: random.int(100), demand })),
    vehicleCapacity: 20,
    vehicleCost: 30,
    rules,
  });
}

export interface TinyOptions {
  readonly rules?: InstanceInput['rules'];
  readonly customers?: number;
  readonly depots?: number;
  readonly statuses?: Readonly<Record<string, 'open' | 'closed'>>;
}

/** Random weights of either sign: unlike a routing cost, but the hardest for a bound. */
export const wild = (seed: number): Surrogate => new NetworkSurrogate(randomModel(universalShape, parts, seed));
export const plain = (seed: number): Surrogate => new NetworkSurrogate(randomModel(deepSetsShape, scaled, seed));
/** With two hidden layers in ρ. */
export const deep = (seed: number): Surrogate => new NetworkSurrogate(randomModel({ ...deepSetsShape, secondUnits: 5 }, scaled, seed));
/** With a maximum over the customers. */
export const peaked = (seed: number): Surrogate => new NetworkSurrogate(randomModel(localShape, parts, seed));
export const graph = (seed: number): Surrogate => new NetworkSurrogate(randomModel(graphShape, scaled, seed));

export interface Decision {
  readonly open: ArrayLike<number>;
  readonly depotOf: ArrayLike<number>;
}

/** Opening and predicted costs by the network itself. */
export function priceOf(instance: Instance, surrogate: Surrogate, { open, depotOf }: Decision): number {
  return instance.depots.reduce((sum, { openingCost }, d) => {
    if (!open[d]) return sum;
    const customers = [...instance.customers.keys()].filter((i) => depotOf[i] === d);
    return sum + openingCost + surrogate.predict(instance, d, customers);
  }, 0);
}

/** Whether the verifier accepts an allocation with one route per customer. */
export function violationsOf({ depots, customers, ...rest }: Instance, { open, depotOf }: Decision): readonly string[] {
  const instance = { depots, customers, ...rest };
  return verify(instance, {
    routes: customers.map(({ id }, i) => ({ depot: depots[depotOf[i]].id, stops: [id] })),
    openDepots: depots.filter((_, d) => open[d]).map(({ id }) => id),
    assignment: Array.from(depotOf, (d) => depots[d].id),
  }).violations.map(({ message }) => message);
}

/** Every allocation that the verifier accepts, priced; cheapest first. */
export function allAllocations(instance: Instance, surrogate: Surrogate): { decision: Decision; objective: number }[] {
  const [m, n] = [instance.depots.length, instance.customers.length];
  const found: { decision: Decision; objective: number }[] = [];
  for (let set = 1; set < 1 << m; set++) {
    const open = Array.from({ length: m }, (_, d) => (set >> d) & 1);
    for (let code = 0; code < m ** n; code++) {
      const depotOf = Array.from({ length: n }, (_, i) => Math.floor(code / m ** i) % m);
      if (depotOf.some((d) => !open[d])) continue;
      const decision = { open, depotOf };
      if (violationsOf(instance, decision).length === 0) found.push({ decision, objective: priceOf(instance, surrogate, decision) });
    }
  }
  return found.sort((a, b) => a.objective - b.objective);
}
