/**
 * Valhalla inside this process, from the optional package `@valhallajs/valhallajs`: no server, and nothing leaves the machine. Tiles are
 * built from an OpenStreetMap extract once and kept under the file's digest.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { NeoLrpError } from '../problem/errors.ts';
import { requireGoing } from './http.ts';
import type { Valhalla } from './valhalla.ts';

const packageName = '@valhallajs/valhallajs';

interface Actor {
  matrix(query: string): Promise<string>;
  locate(query: string): Promise<string>;
  route(query: string): Promise<string>;
}

/** In the working directory, beside this package, or in its `.peers/`. */
function findPackage(): string | undefined {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const folder of [process.cwd(), root, join(process.cwd(), '.peers'), join(root, '.peers')])
    try {
      return createRequire(join(folder, 'any.js')).resolve(packageName);
    } catch {}
  return undefined;
}

export const hasLocalValhalla = (): boolean => findPackage() !== undefined;

/** `osm`: an extract, `*.osm.pbf`. `folder`: where tiles are kept. */
export async function localValhalla(osm: string, folder: string, onStep: (text: string) => void, signal?: AbortSignal): Promise<Valhalla> {
  const found = findPackage();
  if (found === undefined)
    throw new NeoLrpError(
      'E_SOLVER_MISSING',
      `roads from a map extract need the package ${packageName} (280 MB, Linux and macOS): npm install ${packageName} in this folder, or name a server of roads instead`,
    );
  const digest = await digestOf(osm);
  const tiles = resolve(folder, `tiles-${digest}`);
  if (!existsSync(tiles)) {
    onStep(`building road tiles from ${basename(osm)}, once`);
    await buildTiles(osm, tiles, join(dirname(found), process.platform, process.arch, 'valhalla_build_tiles'), signal);
  }
  const { Actor } = createRequire(import.meta.url)(found) as { readonly Actor: new (config: object) => Actor };
  const config = configFor(tiles);
  const lanes = Array.from({ length: Math.min(4, availableParallelism()) }, () => ({
    actor: new Actor(config),
    last: Promise.resolve<unknown>(0),
  }));
  let turn = 0;
  return {
    server: { name: 'valhalla', url: basename(osm) },
    data: `${basename(osm)} ${digest}`,
    block: { from: 30, to: 1000 },
    parallel: lanes.length,
    ask(action, query, signal) {
      // An actor does one thing at a time.
      const lane = lanes[turn++ % lanes.length];
      const answer = lane.last.then(async () => {
        requireGoing(signal);
        if (action === 'status') return {};
        if (action === 'sources_to_targets') return padded(lane.actor, query as Asked);
        return JSON.parse(await lane.actor[action](JSON.stringify(query)).catch(refusal));
      });
      lane.last = answer.catch(() => undefined);
      return answer;
    },
  };
}

interface Asked {
  readonly sources: readonly object[];
  readonly targets: readonly object[];
}

/** With more sources than targets this version searches backwards and is wrong by 10 % and more; docs/lab/roads.md. */
async function padded(actor: Actor, { sources, targets, ...query }: Asked): Promise<unknown> {
  const more = Array.from({ length: Math.max(0, sources.length - targets.length) }, () => targets[0]);
  const answer = JSON.parse(await actor.matrix(JSON.stringify({ ...query, sources, targets: [...targets, ...more] })).catch(refusal));
  const { distances, durations } = answer.sources_to_targets ?? {};
  if (more.length > 0) for (const row of [...(distances ?? []), ...(durations ?? [])]) row.length = targets.length;
  return answer;
}

/** As a server would answer. */
function refusal(cause: Error): string {
  const isNoWay = /No path could be found|No suitable edges|disconnected regions/i.test(cause.message);
  return JSON.stringify({ error: cause.message, ...(isNoWay && { error_code: 442 }) });
}

async function digestOf(osm: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(osm), hash).catch((cause) => {
    throw new NeoLrpError('E_FILE', `cannot read the map extract (${cause.code ?? cause.message})`, { file: osm }, { cause });
  });
  return hash.digest('hex').slice(0, 16);
}

/** Into a neighbour, renamed when complete: whoever finds tiles finds all of them. */
async function buildTiles(osm: string, tiles: string, command: string, signal?: AbortSignal): Promise<void> {
  const part = `${tiles}.${process.pid}`;
  try {
    await mkdir(part, { recursive: true });
    const config = join(part, 'config.json');
    await writeFile(config, JSON.stringify(configFor(part)));
    let said = '';
    const status = await new Promise<number | null>((ended, reject) => {
      const child = spawn(command, ['-c', config, resolve(osm)], { cwd: part, signal, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          said = `${said}${chunk}`.slice(-500);
        });
      child.on('error', reject).on('close', ended);
    }).catch((cause: Error) => {
      requireGoing(signal);
      throw new NeoLrpError('E_SOLVER_FAILED', `valhalla_build_tiles cannot be started (${cause.message})`, {}, { cause });
    });
    if (status !== 0 || !existsSync(join(part, '2')))
      throw new NeoLrpError('E_SOLVER_FAILED', `no road tiles could be built: is this an OpenStreetMap extract? ${said.trim()}`, {
        file: osm,
      });
    if (!existsSync(tiles)) await rename(part, tiles);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** The least that Valhalla 3.6 runs with, and no limits: they protect servers. */
function configFor(tiles: string): object {
  const logging = { type: '' };
  const service = { proxy: '' };
  const limit = { max_distance: 5e6, max_locations: 1e4, max_matrix_distance: 5e6, max_matrix_location_pairs: 1e8 };
  const walking = { ...limit, min_transit_walking_distance: 1, max_transit_walking_distance: 1e4 };
  const up = { max_allowed_up_transitions: { 1: 400, 2: 100 } };
  return {
    mjolnir: { tile_dir: tiles, logging, max_cache_size: 1e9, id_table_size: 1.3e9, data_processing: {}, hierarchy: true, shortcuts: true },
    loki: {
      actions: ['locate', 'route', 'sources_to_targets'],
      logging,
      service,
      use_connectivity: true,
      service_defaults: {
        ...{ radius: 0, minimum_reachability: 50, search_cutoff: 35_000, node_snap_tolerance: 5 },
        ...{ street_side_tolerance: 5, street_side_max_distance: 1000, heading_tolerance: 60 },
      },
    },
    // The other one, `costmatrix`, is not exact: its answers depend on what else is asked.
    thor: { logging, service, source_to_target_algorithm: 'timedistancematrix' },
    odin: { logging, service, markup_formatter: { markup_enabled: false } },
    meili: {
      ...{ mode: 'auto', customizable: [], logging, grid: { size: 500, cache_size: 1000 } },
      default: {
        ...{ gps_accuracy: 5, breakage_distance: 2000, max_search_radius: 100, search_radius: 50, interpolation_distance: 10 },
        ...{
          turn_penalty_factor: 0,
          sigma_z: 4,
          beta: 3,
          max_route_distance_factor: 5,
          max_route_time_factor: 5,
          geometry: false,
          route: true,
        },
      },
    },
    service_limits: {
      ...Object.fromEntries(
        ['auto', 'truck', 'taxi', 'bus', 'bicycle', 'motorcycle', 'motor_scooter', 'transit', 'multimodal', 'bikeshare'].map((name) => [
          name,
          limit,
        ]),
      ),
      pedestrian: walking,
      ...{ max_exclude_locations: 50, max_reachability: 100, max_radius: 200, max_timedep_distance: 5e5, max_timedep_distance_matrix: 0 },
      ...{ max_alternates: 2, max_exclude_polygons_length: 1e4, max_distance_disable_hierarchy_culling: 0, allow_hard_exclusions: false },
      isochrone: { max_contours: 4, max_time_contour: 120, max_distance: 25_000, max_locations: 1, max_distance_contour: 200 },
      trace: {
        max_distance: 2e5,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: 16_000,
        max_alternates: 3,
        max_alternates_shape: 100,
      },
      skadi: { max_shape: 1, min_resample: 10 },
      status: { allow_verbose: false },
      centroid: { max_distance: 2e5, max_locations: 5 },
      hierarchy_limits: {
        allow_modification: false,
        costmatrix: up,
        bidirectional_astar: { ...up, max_expand_within_distance: { 0: 1e8, 1: 20_000, 2: 5000 } },
        unidirectional_astar: { ...up, max_expand_within_distance: { 0: 1e8, 1: 100_000, 2: 5000 } },
      },
    },
    statsd: {},
    additional_data: {},
    httpd: { service: {} },
  };
}
