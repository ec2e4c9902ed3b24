/** Road engines that are asked over HTTP, by name; also in a browser. */
import { NeoLrpError } from '../problem/errors.ts';
import { type RoadEngine, type RoadProfile, vehicleMeasures } from './engine.ts';
import type { Server } from './http.ts';
import { openrouteservice } from './openrouteservice.ts';
import { osrm } from './osrm.ts';
import { valhalla, valhallaServer } from './valhalla.ts';

const servers: Readonly<Record<string, (server: Server, profile: RoadProfile) => Promise<RoadEngine>>> = {
  osrm,
  openrouteservice,
  valhalla: (server, profile) => valhalla(valhallaServer(server), profile),
};

export const roadServers: readonly string[] = Object.keys(servers);

/** `key`: sent as the header `authorization`. */
export function openServer(
  name: string,
  { url, key }: { readonly url: string; readonly key?: string },
  profile: RoadProfile,
): Promise<RoadEngine> {
  const measures = vehicleMeasures.filter((measure) => profile[measure] !== undefined);
  if (name !== 'valhalla' && measures.length > 0)
    throw new NeoLrpError('E_UNSUPPORTED', `${name} takes no ${measures.join(', ')} for its matrices; use valhalla, or a map extract`, {
      field: measures[0],
    });
  return servers[name]({ name, url, ...(key && { headers: { authorization: key } }) }, profile);
}
