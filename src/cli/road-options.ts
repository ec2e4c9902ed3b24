/** How commands measure distances on roads, and what they say about it. */
import { putOnRoads } from '../node/roads.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import type { RoadEngine } from '../roads/engine.ts';
import { withRoadLines } from '../roads/lines.ts';
import { positiveNumber } from './arguments.ts';
import { option, type ValuesOf } from './command.ts';
import type { Output } from './output.ts';
import { WorkProgress } from './work-progress.ts';

const measure = (name: string, what: string) => option(`--${name} <n>`, `${what} of the vehicle, for engines that take it`, positiveNumber);

export const roadOptions = {
  osm: option('--osm <file>', 'measure distances and durations on the roads of this map extract (.osm.pbf)'),
  roads: option(
    '--roads <source>',
    'the same by a server, such as osrm=http://localhost:5000, valhalla=… or openrouteservice=…, or from its saved answer (.json)',
  ),
  profile: option('--profile <name>', 'car, truck, or a profile of the road engine (default: car)'),
  height: measure('height', 'height in metres'),
  width: measure('width', 'width in metres'),
  length: measure('length', 'length in metres'),
  weight: measure('weight', 'weight in tonnes'),
  axleLoad: measure('axle-load', 'axle load in tonnes'),
  rush: option('--rush <factor>', 'multiply durations by it, for hours or towns with dense traffic', positiveNumber),
  roadCache: option('--road-cache <folder>', 'where answers and tiles are kept (default: the cache folder of the user)'),
};
export type RoadOptions = ValuesOf<typeof roadOptions>;

/** The instance on roads where it or an option asks for them. Doubts become notes. */
export async function loadRoads(
  instance: Instance,
  options: RoadOptions,
  output: Output,
  signal: AbortSignal,
): Promise<{ readonly instance: Instance; readonly notes: readonly string[]; readonly asked: number; readonly engine?: RoadEngine }> {
  const { osm, roads, roadCache: folder, profile, height, width, length, weight, axleLoad, rush } = options;
  if (osm !== undefined && roads !== undefined)
    throw new NeoLrpError('E_USAGE', 'name a map extract or a server, not both', { field: '--roads' });
  if (osm !== undefined && !/\.pbf$/i.test(osm))
    throw new NeoLrpError('E_USAGE', `expected a map extract (.osm.pbf), not '${osm}'`, { field: '--osm', value: osm });
  let progress: WorkProgress | undefined;
  const found = await putOnRoads(instance, {
    ...{ source: osm ?? roads, folder, profile, height, width, length, weight, axleLoad, rush, signal },
    onStep: (text) => output.note(text),
    onProgress({ done, of }) {
      if (done === 0) progress = new WorkProgress(output, of, 'requests to the road engine');
      else progress?.advance();
    },
  });
  output.clearProgress();
  for (const note of found?.notes ?? []) output.note(`warning: ${note}`);
  return found ?? { instance, notes: [], asked: 0 };
}

/** With the roads that its routes take, where an engine is at hand. A plan without them is still a plan. */
export async function drawOnRoads(
  instance: Instance,
  solution: Solution,
  engine: RoadEngine | undefined,
  output: Output,
  signal?: AbortSignal,
): Promise<Solution> {
  if (!engine) return solution;
  return withRoadLines(instance, solution, engine, signal).catch((error: Error) => {
    output.note(`warning: routes are drawn straight: ${error.message}`);
    return solution;
  });
}
