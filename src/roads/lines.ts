/** The roads that the routes of a plan take, for maps. */
import { isObject, requireArgument } from '../problem/arguments.ts';
import { requirePlan } from '../problem/check-plan.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { isGeographic } from '../problem/travel.ts';
import { type LonLat, type RoadEngine, roundPlace } from './engine.ts';

/** Places in one request; some servers take no more for trucks. */
const mostStops = 20;

/** The solution with a line for each route; where the engine knows no way, a straight one. */
export async function withRoadLines(given: Instance, solution: Solution, engine: RoadEngine, signal?: AbortSignal): Promise<Solution> {
  requirePlan(solution);
  requireArgument(isObject(engine, 'line'), 'engine', 'an engine, such as that of putOnRoads');
  const instance = requireInstance(given);
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
    routes.push({ ...route, line: simplified(line) });
  }
  return { ...solution, routes };
}

/** Degrees by which a line may be off: a few metres, less than the width of a road on any map. */
const slack = 4e-5;

/** Without points that lie close to the line through their neighbours (Douglas and Peucker 1973). */
export function simplified(line: readonly LonLat[], most = slack): LonLat[] {
  if (line.length < 3) return [...line];
  const [from, to] = [line[0], line[line.length - 1]];
  let [furthest, distance] = [0, most];
  for (let k = 1; k < line.length - 1; k++) {
    const off = distanceTo(line[k], from, to);
    if (off > distance) [furthest, distance] = [k, off];
  }
  if (furthest === 0) return [from, to];
  return [...simplified(line.slice(0, furthest + 1), most).slice(0, -1), ...simplified(line.slice(furthest), most)];
}

/** From a point to a stretch, in degrees. */
function distanceTo([x, y]: LonLat, [fromX, fromY]: LonLat, [toX, toY]: LonLat): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / square)) : 0;
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
}
