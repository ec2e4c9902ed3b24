/** Road engines by name: a map extract for the one in this process, or a server as `engine=address`. */
import { NeoLrpError } from '../problem/errors.ts';
import type { RoadEngine, RoadProfile } from './engine.ts';
import { localValhalla } from './local-valhalla.ts';
import { openServer, roadServers } from './servers.ts';
import { valhalla } from './valhalla.ts';

export interface RoadSource {
  /** `*.osm.pbf`, or `engine=address` of a server. */
  readonly source: string;
  /** Where tiles are kept. */
  readonly folder: string;
  /** Sent as the header `authorization`. */
  readonly key?: string;
  readonly onStep?: (text: string) => void;
  readonly signal?: AbortSignal;
}

export async function openRoads({ source, folder, key, onStep = () => {}, signal }: RoadSource, profile: RoadProfile): Promise<RoadEngine> {
  if (/\.pbf$/i.test(source)) return valhalla(await localValhalla(source, folder, onStep, signal), profile);
  const [, name = '', url = ''] = /^([a-z]+)=(https?:\/\/.+?)\/*$/i.exec(source) ?? [];
  if (!roadServers.includes(name))
    throw new NeoLrpError(
      'E_USAGE',
      `expected a map extract (.osm.pbf), a saved answer (.json) or a server such as osrm=http://localhost:5000; known are ${roadServers.join(', ')}`,
      { value: source },
    );
  return openServer(name, { url, key }, profile);
}
