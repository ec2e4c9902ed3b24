/** openrouteservice's HTTP API, version 2: `/matrix` and `/directions`. A key, where the server wants one, goes into a header. */
import * as z from 'zod';
import { openStreetMap, type RoadEngine, type RoadMatrix, type RoadProfile } from './engine.ts';
import { accept, askServer, type Server } from './http.ts';

const cells = z.array(z.array(z.number().nullable()));
const place = z.tuple([z.number(), z.number()]).rest(z.number());
const snapped = z.array(z.object({ location: place }).nullable()).optional();
export const orsMatrix = z.object({
  distances: cells,
  durations: cells,
  sources: snapped,
  destinations: snapped,
  metadata: z.object({ engine: z.object({ graph_date: z.string().optional() }).optional() }).optional(),
});
const directions = z.object({
  features: z
    .array(
      z.object({
        geometry: z.object({ coordinates: z.array(place) }),
        properties: z.object({ summary: z.object({ distance: z.number().default(0), duration: z.number().default(0) }) }),
      }),
    )
    .min(1),
});
/** Codes 2009 and 2010: no way, and no road near a place. */
const noWay = z.object({ error: z.object({ code: z.literal([2009, 2010]) }) });

const profiles: Readonly<Record<string, string>> = { car: 'driving-car', truck: 'driving-hgv' };

export async function openrouteservice(server: Server, { profile }: RoadProfile): Promise<RoadEngine> {
  const name = profiles[profile] ?? profile;
  const info = accept(server, await askServer(server, '/v2/status'), z.object({ profiles: z.unknown().optional() }));
  const data = /"(?:graph_date|import_date)":"([^"]+)"/.exec(JSON.stringify(info))?.[1] ?? 'unknown';
  return {
    name: 'openrouteservice',
    profile: name,
    data,
    attribution: `openrouteservice.org, ${openStreetMap}`,
    key: `openrouteservice ${server.url} ${name} ${data}`,
    block: { from: 50, to: 50 },
    parallel: 2,
    async matrix(from, to, signal) {
      const sources = from.map((_, k) => k);
      const destinations = to.map((_, k) => from.length + k);
      const body = { locations: [...from, ...to], sources, destinations, metrics: ['distance', 'duration'], units: 'm' };
      return orsAnswer(accept(server, await askServer(server, `/v2/matrix/${name}`, body, signal), orsMatrix));
    },
    async line(stops, signal) {
      const answer = await askServer(server, `/v2/directions/${name}/geojson`, { coordinates: stops, instructions: false }, signal);
      if (noWay.safeParse(answer).success) return null;
      const { geometry, properties } = accept(server, answer, directions).features[0];
      return { points: geometry.coordinates.map(([x, y]) => [x, y]), ...properties.summary };
    },
  };
}

export const orsAnswer = ({ distances, durations, sources = [], destinations = [] }: z.output<typeof orsMatrix>): RoadMatrix => {
  const where = (count: number, list: NonNullable<z.output<typeof snapped>>) =>
    Array.from({ length: count }, (_, k) => list[k] && ([list[k].location[0], list[k].location[1]] as const)).map((at) => at ?? null);
  return { distances, durations, from: where(distances.length, sources), to: where(distances[0]?.length ?? 0, destinations) };
};
