/** Roads for an instance in Node: the engine by name, answers kept in the user's cache. */
import { isText, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { wantsRoads } from '../problem/travel.ts';
import { defaultRoadFolder, fileCache } from '../roads/cache.ts';
import type { RoadEngine, RoadProfile } from '../roads/engine.ts';
import { withRoadLines } from '../roads/lines.ts';
import { openRoads } from '../roads/open.ts';
import { measureRoads, type OnRoads, readRoads, requireMeasurable, roadProfile } from '../roads/roads.ts';
import type { RoadProgress } from '../roads/table.ts';
import { loadSources } from './files.ts';

export interface RoadSettings extends Partial<RoadProfile> {
  /** A map extract (`*.osm.pbf`), a server such as `osrm=http://localhost:5000`, or a saved answer of an engine (`*.json`). */
  readonly source?: string;
  /** Durations are multiplied by it. */
  readonly rush?: number;
  /** Where answers and tiles are kept. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onStep?: (text: string) => void;
  readonly onProgress?: (progress: RoadProgress) => void;
}

const settingNames: Names<RoadSettings> = {
  ...{ source: 0, rush: 0, folder: 0, signal: 0, onStep: 0, onProgress: 0, profile: 0 },
  ...{ height: 0, width: 0, length: 0, weight: 0, axleLoad: 0 },
};

/** The instance measured on roads where it or the caller asks for them, with the engine for the lines of a plan. */
export async function putOnRoads(
  given: Instance,
  settings: RoadSettings = {},
): Promise<(OnRoads & { readonly engine?: RoadEngine }) | undefined> {
  requireKnown(settings, settingNames);
  const instance = requireInstance(given);
  const {
    source = wantsRoads(instance) ? process.env.NEO_LRP_ROADS : undefined,
    folder = defaultRoadFolder(),
    signal,
    onStep,
    onProgress,
    ...own
  } = settings;
  if (!source) return undefined;
  requireArgument(isText(source), 'source', 'a map extract, a server, or a saved answer of an engine');
  requireMeasurable(instance);
  const { rush, ...profile } = roadProfile(instance, own);
  if (/\.json$/i.test(source)) {
    const [{ text }] = await loadSources(source);
    return readRoads(instance, text, { rush, ...profile });
  }
  const engine = await openRoads({ source, folder, key: process.env.NEO_LRP_ROADS_KEY, onStep, signal }, profile);
  return { ...(await measureRoads(instance, engine, { cache: fileCache(folder, engine.key), rush, signal, onProgress })), engine };
}

/** The plan with its road lines, where the instance was measured on roads and the environment names their engine. Without, it is still a plan. */
export async function drawOnNamedRoads(instance: Instance, solution: Solution): Promise<Solution> {
  const { NEO_LRP_ROADS: source, NEO_LRP_ROADS_KEY: key } = process.env;
  const roads = instance.travel.kind === 'matrix' ? instance.travel.roads : undefined;
  if (!source || /\.json$/i.test(source) || !roads) return solution;
  try {
    return await withRoadLines(
      instance,
      solution,
      await openRoads({ source, folder: defaultRoadFolder(), key }, { profile: roads.profile }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...solution, notes: [...(solution.notes ?? []), `routes are drawn straight: ${reason}`] };
  }
}
