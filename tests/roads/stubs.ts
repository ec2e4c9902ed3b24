/** Servers of roads on this machine that answer in the engines' documented formats: ways along a grid, 1.4 times as long on the way back. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LonLat } from '../../src/roads/engine.ts';

/** Metres; west to east and south to north are short, back is longer. Beyond 20 degrees east lies an island. */
export function gridMetres([x, y]: LonLat, [u, v]: LonLat): number | null {
  if (x > 20 !== u > 20) return null;
  const side = (delta: number) => 1e5 * (delta >= 0 ? delta : -1.4 * delta);
  return side(u - x) + side(v - y);
}
const seconds = (metres: number | null) => metres && metres / 10;

interface Stub {
  readonly url: string;
  /** Paths of the requests so far. */
  readonly paths: string[];
  /** Answered with this status before the first good answer. */
  failures: number[];
  close(): Promise<void>;
}

type Answer = (path: string, body: never) => object;

export async function serveRoads(answer: Answer): Promise<Stub> {
  const stub = { url: '', paths: [] as string[], failures: [] as number[], close: async () => {} };
  const server: Server = createServer(async (request, response) => {
    stub.paths.push(request.url ?? '');
    const status = stub.failures.shift() ?? 200;
    const body = await textOf(request);
    response.writeHead(status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      ...(status === 302 && { location: 'http://127.0.0.1:9/' }),
    });
    response.end(status === 200 ? JSON.stringify(answer(request.url ?? '', JSON.parse(body || '{}') as never)) : 'busy');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stub.close = () => new Promise((resolve) => server.close(() => resolve()));
  return stub;
}

/** A module to import first, which writes down the host and port of each connection that the program makes. */
export const spyOn = (file: string) => `import net from 'node:net'; import { appendFileSync } from 'node:fs';
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...given) {
    const [options] = Array.isArray(given[0]) ? given[0] : given;
    if (options.path === undefined) appendFileSync(${JSON.stringify(file)}, options.host + ':' + options.port + '\\n');
    return connect.apply(this, given);
  };`;

/** The smallest PNG, of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Map tiles, all alike, at `{address}/{z}/{x}/{y}.png`. */
export async function serveTiles(): Promise<Pick<Stub, 'url' | 'paths' | 'close'>> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(pixel, 'base64'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, paths, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const tableOf = (from: readonly LonLat[], to: readonly LonLat[]) => {
  const distances = from.map((a) => to.map((b) => gridMetres(a, b)));
  return { distances, durations: distances.map((row) => row.map(seconds)) };
};
const lengthOf = (stops: readonly LonLat[]) =>
  stops.slice(1).reduce<number | null>((sum, stop, k) => {
    const part = gridMetres(stops[k], stop);
    return sum === null || part === null ? null : sum + part;
  }, 0);

export const osrmStub: Answer = (path) => {
  const url = new URL(path, 'http://stub');
  const [, service, , , list] = url.pathname.split('/');
  const places = list.split(';').map((pair) => pair.split(',').map(Number) as unknown as LonLat);
  const some = (name: string) => (url.searchParams.get(name) ?? '').split(';').map((k) => places[Number(k)]);
  const waypoints = (list: readonly LonLat[]) => list.map((location) => ({ location, distance: 0, name: '', hint: '' }));
  if (service === 'nearest') return { code: 'Ok', data_version: '2026-01-01', waypoints: waypoints(places) };
  if (service === 'table') {
    const [from, to] = [some('sources'), some('destinations')];
    return { code: 'Ok', ...tableOf(from, to), sources: waypoints(from), destinations: waypoints(to) };
  }
  const distance = lengthOf(places);
  if (distance === null) return { code: 'NoRoute', message: 'Impossible route between points' };
  const geometry = { type: 'LineString', coordinates: places };
  return { code: 'Ok', routes: [{ distance, duration: distance / 10, geometry, legs: [] }], waypoints: waypoints(places) };
};

interface Location {
  readonly lon: number;
  readonly lat: number;
}
const lonLat = ({ lon, lat }: Location): LonLat => [lon, lat];

/** `verbose`: answers in the long form, as older servers do. */
export const valhallaStub =
  (verbose = false): Answer =>
  (path, body: { sources: Location[]; targets: Location[]; locations: Location[] }) => {
    if (path === '/status') return { version: '3.5.1', tileset_last_modified: 1735000000 };
    if (path === '/locate')
      return body.locations.map((place) => ({
        input_lon: place.lon,
        input_lat: place.lat,
        // North of the pole circle there are no roads.
        edges:
          place.lat > 66 ? null : [{ correlated_lon: place.lon, correlated_lat: place.lat, side_of_street: 'left', percent_along: 0.5 }],
        nodes: [],
      }));
    if (path === '/sources_to_targets') {
      const { distances, durations } = tableOf(body.sources.map(lonLat), body.targets.map(lonLat));
      const kilometres = distances.map((row) => row.map((metres) => metres && metres / 1000));
      const cells = kilometres.map((row, i) => row.map((distance, j) => ({ from_index: i, to_index: j, distance, time: durations[i][j] })));
      return { units: 'kilometers', sources_to_targets: verbose ? cells : { distances: kilometres, durations } };
    }
    const length = lengthOf(body.locations.map(lonLat));
    if (length === null) return { error_code: 442, error: 'No path could be found for input', status_code: 400, status: 'Bad Request' };
    // The line of Google's documentation, with five digits there and six here.
    const legs = [{ shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', summary: {} }];
    return { trip: { summary: { length: length / 1000, time: length / 10 }, legs } };
  };

export const openrouteserviceStub: Answer = (
  path,
  body: { locations: LonLat[]; sources: number[]; destinations: number[]; coordinates: LonLat[] },
) => {
  if (path === '/v2/status') return { profiles: { 'driving-hgv': { graph_date: '2026-02-02T00:00:00Z' } } };
  if (path.startsWith('/v2/matrix/')) {
    const [from, to] = [body.sources, body.destinations].map((list) => list.map((k) => body.locations[k]));
    const snapped = (list: readonly LonLat[]) => list.map((location) => ({ location, snapped_distance: 1.5 }));
    return { ...tableOf(from, to), sources: snapped(from), destinations: snapped(to), metadata: {} };
  }
  const distance = lengthOf(body.coordinates);
  if (distance === null) return { error: { code: 2009, message: 'Route could not be found' } };
  const geometry = { type: 'LineString', coordinates: body.coordinates };
  return { type: 'FeatureCollection', features: [{ geometry, properties: { summary: { distance, duration: distance / 10 } } }] };
};
