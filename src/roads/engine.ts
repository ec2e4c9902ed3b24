/** What a road engine can be asked, whichever it is and wherever it runs. */

/** Longitude and latitude in degrees. */
export type LonLat = readonly [number, number];
export type Cells = readonly (readonly (number | null)[])[];

/** Row: from, column: to. null: no way. */
export interface RoadMatrix {
  /** In metres. */
  readonly distances: Cells;
  /** In seconds. */
  readonly durations: Cells;
  /** Where on the road network each place was taken to be; null where no road is near, or the engine does not say. */
  readonly from: readonly (LonLat | null)[];
  readonly to: readonly (LonLat | null)[];
}

/** One way through all stops. */
export interface RoadLine {
  readonly points: readonly LonLat[];
  /** In metres. */
  readonly distance: number;
  /** In seconds. */
  readonly duration: number;
}

export interface RoadEngine {
  readonly name: string;
  readonly profile: string;
  /** Of the map data, as far as it is known. */
  readonly data: string;
  /** Who must be named where the answers are shown. */
  readonly attribution: string;
  /** Answers are kept under this: engine, place, profile and data. */
  readonly key: string;
  /** Most places on either side of one request. */
  readonly block: { readonly from: number; readonly to: number };
  /** Requests at once. */
  readonly parallel: number;
  matrix(from: readonly LonLat[], to: readonly LonLat[], signal?: AbortSignal): Promise<RoadMatrix>;
  /** null where there is no way. */
  line(stops: readonly LonLat[], signal?: AbortSignal): Promise<RoadLine | null>;
}

/** Measures of a truck, in metres and tonnes, for engines that take them. */
export const vehicleMeasures = ['height', 'width', 'length', 'weight', 'axleLoad'] as const;
export type VehicleMeasures = Readonly<Partial<Record<(typeof vehicleMeasures)[number], number>>>;

export interface RoadProfile extends VehicleMeasures {
  /** `car`, `truck`, or the engine's own name of a profile. */
  readonly profile: string;
}

export const openStreetMap = '© OpenStreetMap contributors';

/** About a metre: a place that moved by less is the same place. */
export const roundPlace = ([x, y]: LonLat): LonLat => [Number(x.toFixed(5)), Number(y.toFixed(5))];

const radians = Math.PI / 180;

/** Metres as the crow flies. */
export function crowMetres([x, y]: LonLat, [u, v]: LonLat): number {
  const h = Math.sin(((v - y) * radians) / 2) ** 2 + Math.cos(y * radians) * Math.cos(v * radians) * Math.sin(((u - x) * radians) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}
