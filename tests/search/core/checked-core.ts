/** Runs of the core that prices every accepted move anew (core/check.ts), from random routes, on an instance of any kind. */
import { checkedCore } from '../../../scripts/kernels.mjs';
import type { Instance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { buildFor } from '../../../src/search/core-module.ts';
import { type SearchData, searchData } from '../../../src/search/data.ts';
import { Engine } from '../../../src/search/engine.ts';
import { startsAt } from '../../../src/search/fleet.ts';
import { listOf, routesOf } from '../../../src/search/routes.ts';
import { randomRoutes } from '../random-instance.ts';

const modules = new Map<string, Promise<WebAssembly.Module>>();

export async function checkedEngine(data: SearchData): Promise<Engine> {
  const name = buildFor(data);
  const known = modules.get(name) ?? checkedCore(name).then((bytes) => WebAssembly.compile(bytes));
  modules.set(name, known);
  return new Engine(data, await known);
}

const lenient = { vehicle: 3, depot: 2, rule: 50, distance: 7, time: 5 };
const strict = { vehicle: 1e4, depot: 1e4, rule: 1e5, distance: 1e4, time: 1e4 };

/** Descends leniently and strictly, moves depots, and anneals where that has come to something feasible. What was run; throws at a false move. */
export async function runChecked(
  instance: Instance,
  seed: number,
): Promise<{ readonly kind: string; readonly annealed: boolean } | undefined> {
  const random = new Random(seed);
  const data = searchData(instance);
  const { fleet, m, n } = data;
  if (n < 2) return undefined;
  const routes = routesOf(data, randomRoutes(random, data)).flatMap((route) => {
    if (!fleet) return [route];
    const types = Array.from({ length: fleet.types }, (_, type) => type).filter((type) => startsAt(fleet, m, type, route.depot));
    return types.length > 0 ? [{ ...route, vehicle: types[random.int(types.length)] }] : [];
  });
  if (routes.reduce((sum, { stops }) => sum + stops.length, 0) < n) return undefined;
  const engine = await checkedEngine(data);
  engine.load(listOf(data, routes), new Uint8Array(m).fill(1), lenient);
  engine.descend(random.uint32());
  if (engine.relocateDepots()) engine.descend(random.uint32());
  const found = engine.toIndividual();
  engine.load(found.routes, found.open, strict);
  engine.descend(random.uint32());
  const annealed = engine.toIndividual().feasible;
  if (annealed) engine.refine(random.uint32(), 300);
  const build = buildFor(data).split('-')[1];
  const more = fleet?.hours ? ', hours' : !fleet && data.maxDistance < Number.POSITIVE_INFINITY ? ', limits' : '';
  return { kind: build + more, annealed };
}
