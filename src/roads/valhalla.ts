/** Valhalla's JSON (valhalla.github.io): `/sources_to_targets`, `/locate` and `/route`, asked over HTTP or in this process. */
import * as z from 'zod';
import { type LonLat, openStreetMap, type RoadEngine, type RoadMatrix, type RoadProfile } from './engine.ts';
import { accept, askServer, type Server } from './http.ts';

const cells = z.array(z.array(z.number().nullable()));
export const valhallaMatrix = z.object({
  units: z.enum(['kilometers', 'miles']).default('kilometers'),
  sources_to_targets: z.union([
    z.object({ distances: cells, durations: cells }),
    // The long form, and the only one of older servers.
    z.array(z.array(z.object({ distance: z.number().nullish(), time: z.number().nullish() }))),
  ]),
});
const located = z.array(
  z.object({ edges: z.array(z.object({ correlated_lon: z.number(), correlated_lat: z.number() })).nullable() }).nullable(),
);
const route = z.object({
  trip: z.object({ summary: z.object({ length: z.number(), time: z.number() }), legs: z.array(z.object({ shape: z.string() })) }),
});
/** Codes 170, 171 and 442: places that are not connected, no road near a place, and no way. */
const noWay = z.object({ error_code: z.literal([170, 171, 442]) });
const status = z.object({ tileset_last_modified: z.number().optional(), version: z.string().optional() });

/** What answers: a server, or the package in this process. */
export interface Valhalla {
  readonly server: Pick<Server, 'name' | 'url'>;
  /** Of the map data, where the answer to `/status` does not tell. */
  readonly data?: string;
  readonly block: RoadEngine['block'];
  readonly parallel: number;
  ask(action: 'sources_to_targets' | 'locate' | 'route' | 'status', query: object, signal?: AbortSignal): Promise<unknown>;
}

/** A server's usual limit is 2,500 pairs. */
export const valhallaServer = (server: Server): Valhalla => ({
  server,
  block: { from: 50, to: 50 },
  parallel: 4,
  ask: (action, query, signal) => askServer(server, `/${action}`, query, signal),
});

const costings: Readonly<Record<string, string>> = { car: 'auto' };

export async function valhalla(
  { server, ask, block, parallel, ...given }: Valhalla,
  { profile, axleLoad, ...measures }: RoadProfile,
): Promise<RoadEngine> {
  const costing = costings[profile] ?? profile;
  const own = { ...measures, ...(axleLoad !== undefined && { axle_load: axleLoad }) };
  const vehicle = { costing, ...(Object.keys(own).length > 0 && { costing_options: { [costing]: own } }) };
  const data = given.data ?? String(accept(server, await ask('status', {}), status).tileset_last_modified ?? 'unknown');
  const places = (list: readonly LonLat[]) => list.map(([lon, lat]) => ({ lon, lat }));

  /** A single place without a road spoils a whole matrix, so that such places are looked for first. */
  async function snap(list: readonly LonLat[], signal?: AbortSignal): Promise<(LonLat | null)[]> {
    const found = accept(server, await ask('locate', { locations: places(list), verbose: false, ...vehicle }, signal), located);
    return found.map((place) => place?.edges?.[0]).map((edge) => (edge ? [edge.correlated_lon, edge.correlated_lat] : null));
  }

  return {
    name: 'valhalla',
    profile,
    data,
    attribution: openStreetMap,
    key: `valhalla ${server.url} ${JSON.stringify(vehicle)} ${data}`,
    block,
    parallel,
    async matrix(from, to, signal) {
      const snapped = await snap([...from, ...to], signal);
      const [ends, starts] = [snapped.slice(from.length), snapped.slice(0, from.length)];
      const isReal = (_: LonLat, k: number, side: readonly unknown[]) => (side === from ? starts : ends)[k] !== null;
      const [sources, targets] = [from.filter(isReal), to.filter(isReal)];
      const query = { sources: places(sources), targets: places(targets), verbose: false, units: 'kilometers', ...vehicle };
      const answer = sources.length * targets.length > 0 && (await ask('sources_to_targets', query, signal));
      const isNone = answer === false || noWay.safeParse(answer).success;
      const table = isNone ? { distances: [], durations: [] } : readMatrix(accept(server, answer, valhallaMatrix));
      const spread = (cells: RoadMatrix['distances']) => {
        const rows = cells.values();
        return starts.map((start) => {
          const row = (start && rows.next().value?.values()) ?? [].values();
          return ends.map((end) => (end && row.next().value) ?? null);
        });
      };
      return { distances: spread(table.distances), durations: spread(table.durations), from: starts, to: ends };
    },
    async line(stops, signal) {
      const query = { locations: places(stops), directions_type: 'none', units: 'kilometers', ...vehicle };
      const answer = await ask('route', query, signal);
      if (noWay.safeParse(answer).success) return null;
      const { legs, summary } = accept(server, answer, route).trip;
      return { points: legs.flatMap(({ shape }) => decodePolyline(shape)), distance: 1000 * summary.length, duration: summary.time };
    },
  };
}

/** In metres and seconds, from either form. */
export function readMatrix({
  sources_to_targets: table,
  units,
}: z.output<typeof valhallaMatrix>): Pick<RoadMatrix, 'distances' | 'durations'> {
  const metres = units === 'miles' ? 1609.344 : 1000;
  const both = Array.isArray(table)
    ? {
        distances: table.map((row) => row.map(({ distance }) => distance ?? null)),
        durations: table.map((row) => row.map(({ time }) => time ?? null)),
      }
    : table;
  // Where there is no way, some versions state a distance of 0.
  const distances = both.distances.map((row, k) => row.map((value, l) => (both.durations[k][l] === null ? null : value && metres * value)));
  return { distances, durations: both.durations };
}

/** Google's encoding of a line, with six digits. */
function decodePolyline(text: string): LonLat[] {
  const points: LonLat[] = [];
  const sums = [0, 0];
  for (let at = 0; at < text.length; ) {
    for (const axis of [1, 0]) {
      let [value, shift, bits] = [0, 0, 0];
      do {
        bits = text.charCodeAt(at++) - 63;
        value |= (bits & 31) << shift;
        shift += 5;
      } while (bits >= 32);
      sums[axis] += value & 1 ? ~(value >> 1) : value >> 1;
    }
    points.push([sums[0] / 1e6, sums[1] / 1e6]);
  }
  return points;
}
