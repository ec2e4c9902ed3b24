/** OSRM's HTTP API (project-osrm.org/docs): `/table` and `/route`. A server has one profile, whatever the address says. */
import * as z from 'zod';
import { type LonLat, openStreetMap, type RoadEngine, type RoadMatrix, type RoadProfile } from './engine.ts';
import { accept, askServer, type Server } from './http.ts';

const cells = z.array(z.array(z.number().nullable()));
const place = z.tuple([z.number(), z.number()]);
const waypoints = z.array(z.object({ location: place }).nullable()).optional();
export const osrmTable = z.object({ distances: cells, durations: cells, sources: waypoints, destinations: waypoints });
const osrmRoute = z.object({
  routes: z.array(z.object({ distance: z.number(), duration: z.number(), geometry: z.object({ coordinates: z.array(place) }) })).min(1),
});

const version = z.object({ data_version: z.string().optional() });
const noWay = z.object({ code: z.enum(['NoRoute', 'NoSegment']) });

/** How `osrm-routed` is set unless told otherwise: 100 places in one table. */
const mostPlaces = 100;

export async function osrm(server: Server, { profile }: RoadProfile): Promise<RoadEngine> {
  const at = (service: string, places: readonly LonLat[]) =>
    `/${service}/v1/${profile === 'car' ? 'driving' : profile}/${places.join(';')}`;
  const { data_version: data = 'unknown' } = accept(server, await askServer(server, at('nearest', [[0, 0]])), version);
  return {
    name: 'osrm',
    profile,
    data,
    attribution: openStreetMap,
    key: `osrm ${server.url} ${profile} ${data}`,
    block: { from: mostPlaces / 2, to: mostPlaces / 2 },
    parallel: 4,
    async matrix(from, to, signal) {
      const [sources, targets] = [from.map((_, k) => k), to.map((_, k) => from.length + k)].map((list) => list.join(';'));
      const path = `${at('table', [...from, ...to])}?annotations=distance,duration&sources=${sources}&destinations=${targets}`;
      const answer = await askServer(server, path, undefined, signal);
      return osrmMatrix(accept(server, answer, osrmTable));
    },
    async line(stops, signal) {
      const answer = await askServer(server, `${at('route', stops)}?overview=full&geometries=geojson`, undefined, signal);
      if (noWay.safeParse(answer).success) return null;
      const [{ geometry, distance, duration }] = accept(server, answer, osrmRoute).routes;
      return { points: geometry.coordinates, distance, duration };
    },
  };
}

export const osrmMatrix = ({ distances, durations, sources = [], destinations = [] }: z.output<typeof osrmTable>): RoadMatrix => ({
  distances,
  durations,
  from: distances.map((_, k) => sources[k]?.location ?? null),
  to: (distances[0] ?? []).map((_, k) => destinations[k]?.location ?? null),
});
