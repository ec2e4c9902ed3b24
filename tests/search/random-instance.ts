/** Random small instances and route sets for property tests. */
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import type { Random } from '../../src/run/random.ts';
import type { SearchData } from '../../src/search/data.ts';
import { listOf, type Route, type RouteList, routesOf } from '../../src/search/routes.ts';

export interface RandomKind {
  readonly customers: number;
  readonly depots: number;
  readonly asymmetric?: boolean;
  readonly ruled?: boolean;
  readonly minOpen?: boolean;
}

export function randomInstance(random: Random, { customers, depots, asymmetric, ruled, minOpen }: RandomKind): Instance {
  const coordinate = () => random.int(101);
  const demands = Array.from({ length: customers }, () => 1 + random.int(9));
  const total = demands.reduce((a, b) => a + b, 0);
  const size = customers + depots;
  const customer = () => `c${random.int(customers)}`;
  return createInstance({
    name: 'random',
    depots: Array.from({ length: depots }, (_, d) => ({
      id: `d${d}`,
      x: coordinate(),
      y: coordinate(),
      capacity: random.float() < 0.3 ? null : Math.ceil((total * (0.8 + random.float())) / Math.max(1, depots - 1)),
      openingCost: random.int(200),
      status: ruled && d === 0 && depots > 1 ? 'open' : 'candidate',
    })),
    customers: demands.map((demand, i) => ({ id: `c${i}`, x: coordinate(), y: coordinate(), demand })),
    vehicleCapacity: 10 + random.int(20),
    vehicleCost: random.int(30),
    travel: asymmetric
      ? { kind: 'matrix', values: Array.from({ length: size }, () => Array.from({ length: size }, () => 1 + random.int(100))) }
      : { kind: 'euclidean', scale: 1, rounding: 'none' },
    rules: {
      ...(minOpen ? { minOpen: Math.min(2, depots) } : {}),
      ...(ruled && depots > 1
        ? { together: [['c0', 'c1']], apart: [['c0', 'c2']], forbidden: { [customer()]: ['d1'] }, allowed: { [customer()]: ['d0'] } }
        : {}),
    },
  });
}

/** Customers in random order, cut into random routes at random depots. */
export function randomRoutes(random: Random, data: SearchData): RouteList {
  const { n, m } = data;
  const order = random.shuffle(Int32Array.from({ length: n }, (_, i) => i));
  const routes: Route[] = [];
  for (let at = 0; at < n; ) {
    const size = Math.min(n - at, 1 + random.int(5));
    routes.push({ depot: random.int(m), vehicle: 0, stops: order.slice(at, at + size) });
    at += size;
  }
  return listOf(data, routes);
}

/** The customers of a list of routes, route by route. */
export const stopsOf = (data: SearchData, list: RouteList): number[] => routesOf(data, list).flatMap(({ stops }) => [...stops]);
