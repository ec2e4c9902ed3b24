/** An instance measured on roads: a matrix of distances and one of durations, with where they come from. */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import { isGeographic } from '../problem/travel.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { readAnswer } from './answers.ts';
import { compareWithLines, tableNotes } from './check.ts';
import { type Cells, type LonLat, openStreetMap, type RoadEngine, type RoadProfile } from './engine.ts';
import { type RoadTable, roadTable, type TableOptions } from './table.ts';

const metresPer = { km: 1000, m: 1, mi: 1609.344 } as const;
type LengthUnit = keyof typeof metresPer;

/** Whether the instance asks to be measured on roads. */
export const wantsRoads = ({ travel }: Instance): boolean => travel.kind === 'great-circle' && travel.roads !== undefined;

/** What the instance says of the vehicle; `own` comes first. */
export function roadProfile({ travel }: Instance, own: Partial<RoadProfile> = {}): RoadProfile & { readonly rush: number } {
  const { profile = 'car', rush = 1, ...measures } = (travel.kind === 'great-circle' ? travel.roads : undefined) ?? {};
  return { ...measures, rush, profile, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) };
}

export interface RoadOptions extends TableOptions {
  /** Durations are multiplied by it. */
  readonly rush?: number;
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
  requireDegrees(instance);
  const named = [...instance.depots, ...instance.customers];
  const table = await roadTable(engine, placesOf(instance), options);
  const doubts = await compareWithLines(named, table, engine, options.signal);
  return {
    instance: onRoads(instance, table, engine, options.rush),
    notes: [...tableNotes(named, table), ...doubts],
    asked: table.asked.length,
  };
}

/** The same from an answer that an engine gave elsewhere. */
export function readRoads(
  instance: Instance,
  text: string,
  { rush, profile }: { readonly rush?: number; readonly profile: string },
): OnRoads {
  requireDegrees(instance);
  const places = placesOf(instance);
  const { name, matrix } = readAnswer(text, places.length);
  const flat = (cells: Cells) => Float64Array.from(cells.flat(), (value) => value ?? Number.POSITIVE_INFINITY);
  const snapped = places.map((_, k) => matrix.from[k] ?? null);
  const table = { places, distances: flat(matrix.distances), durations: flat(matrix.durations), snapped, asked: [] };
  const source = { name, profile, data: 'unknown', attribution: openStreetMap };
  return {
    instance: onRoads(instance, table, source, rush),
    notes: tableNotes([...instance.depots, ...instance.customers], table),
    asked: 0,
  };
}

export const placesOf = ({ depots, customers }: Instance): LonLat[] => [...depots, ...customers].map(({ x, y }) => [x, y]);

export function requireDegrees({ travel }: Instance): void {
  if (!isGeographic(travel))
    throw new NeoLrpError('E_VALUE', 'roads need longitude and latitude in degrees; say that distances are great circles', {
      field: 'travel.kind',
    });
}

/** The instance with the table for its travel. */
export function onRoads(
  instance: Instance,
  { distances, durations, snapped, places }: Pick<RoadTable, 'places' | 'distances' | 'durations' | 'snapped'>,
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
      durations: rows(durations, (rush * timePerHour(instance)) / 3600, 1000),
      roads: {
        engine: name,
        profile,
        data,
        attribution,
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
