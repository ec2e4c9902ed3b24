/** An instance measured on roads: a matrix of distances and one of durations, with where they come from. */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import { isGeographic } from '../problem/travel.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { readAnswer } from './answers.ts';
import { compareWithLines, tableNotes } from './check.ts';
import { type Cells, type LonLat, openStreetMap, type RoadEngine, type RoadProfile } from './engine.ts';
import { type LargeOptions, large } from './large.ts';
import { type RoadTable, roadTable, type TableOptions } from './table.ts';

const metresPer = { km: 1000, m: 1, mi: 1609.344 } as const;
type LengthUnit = keyof typeof metresPer;

/** What the instance says of the vehicle; `own` comes first. */
export function roadProfile({ travel }: Instance, own: Partial<RoadProfile> = {}): RoadProfile & { readonly rush: number } {
  const { profile = 'car', rush = 1, ...measures } = (travel.kind === 'great-circle' ? travel.roads : undefined) ?? {};
  return { ...measures, rush, profile, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) };
}

export interface RoadOptions extends Omit<TableOptions, 'useful'> {
  /** Durations are multiplied by it. */
  readonly rush?: number;
  /** When pairs are estimated. */
  readonly large?: LargeOptions;
}

export interface OnRoads {
  readonly instance: Instance;
  /** Doubts, each as a sentence. */
  readonly notes: readonly string[];
  /** Pairs that the engine was asked for; the others were known. */
  readonly asked: number;
}

/** Distances and durations between all places of the instance, as the engine measures them. */
export async function measureRoads(instance: Instance, engine: RoadEngine, options: RoadOptions = {}): Promise<OnRoads> {
  requireMeasurable(instance);
  const named = [...instance.depots, ...instance.customers];
  const { from, nearest } = options.large ?? large;
  const useful = named.length >= from ? { depots: instance.depots.length, nearest } : undefined;
  const table = await roadTable(engine, placesOf(instance), { ...options, useful });
  const doubts = await compareWithLines(named, table, engine, options.signal);
  return {
    instance: onRoads(instance, table, engine, options.rush),
    notes: [...tableNotes(named, table), ...doubts, ...estimateNotes(table, nearest)],
    asked: table.asked.length,
  };
}

const estimateNotes = ({ estimated, places: { length } }: RoadTable, nearest: number): string[] =>
  estimated === 0
    ? []
    : [
        `${estimated} of ${length * (length - 1)} pairs are estimated from straight lines; measured are those of depots and of the ${nearest} customers nearest to each`,
      ];

/** The same from an answer that an engine gave elsewhere. */
export function readRoads(
  instance: Instance,
  text: string,
  { rush, profile }: { readonly rush?: number; readonly profile: string },
): OnRoads {
  requireMeasurable(instance);
  const places = placesOf(instance);
  const { name, matrix } = readAnswer(text, places.length);
  const flat = (cells: Cells) => Float64Array.from(cells.flat(), (value) => value ?? Number.POSITIVE_INFINITY);
  const snapped = places.map((_, k) => matrix.from[k] ?? null);
  const table = { places, distances: flat(matrix.distances), durations: flat(matrix.durations), snapped, asked: [], estimated: 0 };
  const source = { name, profile, data: 'unknown', attribution: openStreetMap };
  return {
    instance: onRoads(instance, table, source, rush),
    notes: tableNotes([...instance.depots, ...instance.customers], table),
    asked: 0,
  };
}

export const placesOf = ({ depots, customers }: Instance): LonLat[] => [...depots, ...customers].map(({ x, y }) => [x, y]);

/** Both matrices as JSON, with up to 10 characters a number, must fit into one text, of 2²⁹ characters at most. */
const mostPlaces = 5100;

export function requireMeasurable({ travel, depots, customers }: Instance): void {
  const size = depots.length + customers.length;
  if (size > mostPlaces)
    throw new NeoLrpError(
      'E_TOO_LARGE',
      `a file cannot hold the matrices of ${size} places, only of ${mostPlaces}; cut the instance into regions`,
      {
        field: 'customers',
        value: customers.length,
      },
    );
  if (!isGeographic(travel))
    throw new NeoLrpError('E_VALUE', 'roads need longitude and latitude in degrees; say that distances are great circles', {
      field: 'travel.kind',
    });
}

/** The instance with the table for its travel. */
export function onRoads(
  instance: Instance,
  { distances, durations, snapped, places, estimated }: Omit<RoadTable, 'asked'>,
  { name, profile, data, attribution }: Pick<RoadEngine, 'name' | 'profile' | 'data' | 'attribution'>,
  rush = 1,
): Instance {
  const { travel, units } = instance;
  const unit = travel.kind === 'great-circle' ? travel.unit : lengthUnitOf(units.distance);
  const size = places.length;
  // Metres and tenths of seconds: an engine knows no better, and files stay small.
  const digits = unit === 'm' ? 1 : 1000;
  const rows = (cells: Float64Array, factor: number, precision: number) =>
    Array.from({ length: size }, (_, k) =>
      Array.from(cells.subarray(k * size, (k + 1) * size), (value) =>
        Number.isFinite(value) ? Math.round(value * factor * precision) / precision : null,
      ),
    );
  return createInstance({
    ...instance,
    units: { ...units, distance: unit },
    travel: {
      kind: 'matrix',
      values: rows(distances, 1 / metresPer[unit], digits),
      durations: rows(durations, (rush * timePerHour(instance)) / 3600, timePerHour(instance) < 3600 ? 1000 : 10),
      roads: {
        engine: name,
        profile,
        data,
        attribution,
        ...(estimated > 0 && { estimated }),
        ...(snapped.some((at) => at) && { snapped: snapped.map((at) => at && [at[0], at[1]]) }),
      },
    },
  });
}

function lengthUnitOf(unit = 'km'): LengthUnit {
  if (Object.hasOwn(metresPer, unit)) return unit as LengthUnit;
  throw new NeoLrpError('E_VALUE', `roads are measured in ${Object.keys(metresPer).join(', ')}, not in '${unit}'`, {
    field: 'units.distance',
  });
}
