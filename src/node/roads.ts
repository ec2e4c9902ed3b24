/** Roads for an instance in Node: the engine by name, answers kept in the user's cache. */
import type { Instance } from '../problem/instance.ts';
import { wantsRoads } from '../problem/travel.ts';
import { defaultRoadFolder, fileCache } from '../roads/cache.ts';
import type { RoadEngine, RoadProfile } from '../roads/engine.ts';
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

/** The instance measured on roads where it or the caller asks for them, with the engine for the lines of a plan. */
export async function putOnRoads(
  instance: Instance,
  settings: RoadSettings = {},
): Promise<(OnRoads & { readonly engine?: RoadEngine }) | undefined> {
  const {
    source = wantsRoads(instance) ? process.env.NEO_LRP_ROADS : undefined,
    folder = defaultRoadFolder(),
    signal,
    onStep,
    onProgress,
    ...own
  } = settings;
  if (!source) return undefined;
  requireMeasurable(instance);
  const { rush, ...profile } = roadProfile(instance, own);
  if (/\.json$/i.test(source)) {
    const [{ text }] = await loadSources(source);
    return readRoads(instance, text, { rush, ...profile });
  }
  const engine = await openRoads({ source, folder, key: process.env.NEO_LRP_ROADS_KEY, onStep, signal }, profile);
  return { ...(await measureRoads(instance, engine, { cache: fileCache(folder, engine.key), rush, signal, onProgress })), engine };
}
