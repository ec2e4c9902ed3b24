/** Road engines by name: a map extract for the one in this process, or a server as `engine=address`. */
import { NeoLrpError } from '../problem/errors.ts';
import type { RoadEngine, RoadProfile } from './engine.ts';
import { vehicleMeasures } from './engine.ts';
import type { Server } from './http.ts';
import { localValhalla } from './local-valhalla.ts';
import { openrouteservice } from './openrouteservice.ts';
import { osrm } from './osrm.ts';
import { valhalla, valhallaServer } from './valhalla.ts';

const servers: Readonly<Record<string, (server: Server, profile: RoadProfile) => Promise<RoadEngine>>> = {
  osrm,
  openrouteservice,
  valhalla: (server, profile) => valhalla(valhallaServer(server), profile),
};

export const roadServers: readonly string[] = Object.keys(servers);

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
  if (!Object.hasOwn(servers, name))
    throw new NeoLrpError(
      'E_USAGE',
      `expected a map extract (.osm.pbf), a saved answer (.json) or a server such as osrm=http://localhost:5000; known are ${roadServers.join(', ')}`,
      { value: source },
    );
  const measures = vehicleMeasures.filter((measure) => profile[measure] !== undefined);
  if (name !== 'valhalla' && measures.length > 0)
    throw new NeoLrpError('E_UNSUPPORTED', `${name} takes no ${measures.join(', ')} for its matrices; use valhalla, or a map extract`, {
      field: measures[0],
    });
  return servers[name]({ name, url, ...(key && { headers: { authorization: key } }) }, profile);
}
