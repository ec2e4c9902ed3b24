/** The roads that the routes of a plan take, for maps. */
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { isGeographic } from '../problem/travel.ts';
import { type LonLat, type RoadEngine, roundPlace } from './engine.ts';

/** Places in one request; some servers take no more for trucks. */
const mostStops = 20;

/** The solution with a line for each route; where the engine knows no way, a straight one. */
export async function withRoadLines(instance: Instance, solution: Solution, engine: RoadEngine, signal?: AbortSignal): Promise<Solution> {
  if (!isGeographic(instance.travel)) return solution;
  const depots = new Map(instance.depots.map(({ id, x, y }) => [id, roundPlace([x, y])]));
  const customers = new Map(instance.customers.map(({ id, x, y }) => [id, roundPlace([x, y])]));
  const routes = [];
  for (const route of solution.routes) {
    const home = depots.get(route.depot);
    const stops = [home, ...route.stops.map((id) => customers.get(id)), home].filter((at) => at !== undefined);
    const line: LonLat[] = [];
    for (let at = 0; at < stops.length - 1; at += mostStops - 1) {
      const part = stops.slice(at, at + mostStops);
      line.push(...((await engine.line(part, signal))?.points ?? part).map(roundPlace));
    }
    routes.push({ ...route, line: line.filter(([x, y], k) => k === 0 || x !== line[k - 1][0] || y !== line[k - 1][1]) });
  }
  return { ...solution, routes };
}
