/**
 * What a route uses up besides its load: time, time at work, distance, stops. Each only grows on the way, so a route that has less of everything
 * can go on wherever another can. Limits are loosened by more than rounding, so that no route of a plan is lost.
 */
import type { Model } from '../problem/model.ts';
import { mayServe, type VehicleType } from '../problem/vehicles.ts';

type Span = readonly [number, number];

/** By customer; what is spent at a place counts on the way from it. */
export interface Resource {
  /** On arrival straight from the depot. */
  readonly out: Float64Array;
  /** between[a·n + b] */
  readonly between: Float64Array;
  readonly home: Float64Array;
  /** The most on arrival with which the depot is still reached within the limit. */
  readonly latest: Float64Array;
  /** When service may begin, where the resource is time. */
  readonly windows?: readonly (readonly Span[] | undefined)[];
  readonly most: number;
}

const loosened = (limit: number) => limit * (1 + 3e-9);

/** On arrival, with waiting; Infinity where it is too much. */
export function arrive({ latest, windows }: Resource, value: number, at: number): number {
  if (value > latest[at]) return Number.POSITIVE_INFINITY;
  const open = windows?.[at]?.find(([, closes]) => value <= loosened(closes));
  const begun = open ? Math.max(value, open[0]) : value;
  return begun > latest[at] ? Number.POSITIVE_INFINITY : begun;
}

/** Those that can bind for vehicles of the type, by depot. */
export function resourcesOf({ instance, travel, usesTime }: Model, type: VehicleType): readonly (readonly Resource[])[] {
  const { depots, customers } = instance;
  const [m, n] = [depots.length, customers.length];
  const between = (of: (from: number, to: number) => number) =>
    Float64Array.from({ length: n * n }, (_, k) => of(m + Math.floor(k / n), m + (k % n)));
  const time = (from: number, to: number) => driving({ travel }, type, from, to) + (from < m ? 0 : (customers[from - m].serviceTime ?? 0));
  const amounts = {
    time: usesTime ? between(time) : undefined,
    distance: type.maxDistance < Number.POSITIVE_INFINITY ? between(travel.distance) : undefined,
    stops: type.maxStops < Number.POSITIVE_INFINITY ? between(() => 1) : undefined,
  };
  const windows = customers.some(({ timeWindows }) => timeWindows) ? customers.map(({ timeWindows }) => timeWindows) : undefined;
  return depots.map(({ openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 }, d) => {
    const row = (of: (customer: number) => number) => Float64Array.from(customers, (_, i) => of(i));
    const limited = (whole: Float64Array, first: number, of: (from: number, to: number) => number, most: number, hours?: typeof windows) =>
      resource(
        { between: whole, out: row((i) => first + of(d, m + i)), home: row((i) => of(m + i, d)), windows: hours, most: loosened(most) },
        row((i) => loosened(hours?.[i]?.at(-1)?.[1] ?? Number.POSITIVE_INFINITY)),
      );
    const [start, end] = [Math.max(opens, type.shift[0]), Math.min(closes, type.shift[1])];
    const found: Resource[] = [];
    if (amounts.time && (windows || end < Number.POSITIVE_INFINITY))
      found.push(limited(amounts.time, start + loadingTime, time, end, windows));
    // Waiting does not count here, so it may be longer in truth. Within a shorter span, the span is what binds.
    if (amounts.time && type.maxDuration < end - start) found.push(limited(amounts.time, loadingTime, time, type.maxDuration));
    if (amounts.distance) found.push(limited(amounts.distance, 0, travel.distance, type.maxDistance));
    if (amounts.stops) found.push(limited(amounts.stops, 0, (from) => Number(from < m), type.maxStops));
    return found;
  });
}

/** Without a way, the distance says so. */
export function driving({ travel }: Pick<Model, 'travel'>, { speedFactor }: VehicleType, from: number, to: number): number {
  const time = from === to ? 0 : travel.time(from, to) / speedFactor;
  return time < Number.POSITIVE_INFINITY ? time : 0;
}

/** With the shortest ways home, ways around included. */
function resource(parts: Omit<Resource, 'latest'>, closes: Float64Array): Resource {
  const { between, home, most } = parts;
  const n = home.length;
  const least = home.slice();
  for (let changed = true; changed; ) {
    changed = false;
    for (let a = 0; a < n; a++)
      for (let b = 0; b < n; b++) {
        const way = between[a * n + b] + least[b];
        if (way >= least[a]) continue;
        least[a] = way;
        changed = true;
      }
  }
  return { ...parts, latest: closes.map((closed, i) => Math.min(closed, most - least[i])) };
}

/** Whether vehicles of the type may serve these at all. */
export const servedBy = ({ instance: { customers } }: Model, type: VehicleType): Uint8Array =>
  Uint8Array.from(customers, (customer) => Number(mayServe(customer, type)));

/** Whether a route keeps within all limits. */
export function keepsWithin(resources: readonly Resource[], stops: ArrayLike<number>): boolean {
  const n = resources[0]?.home.length ?? 0;
  return resources.every((one) => {
    let value = arrive(one, one.out[stops[0]], stops[0]);
    for (let k = 1; k < stops.length; k++) value = arrive(one, value + one.between[stops[k - 1] * n + stops[k]], stops[k]);
    return value + one.home[stops[stops.length - 1]] <= one.most;
  });
}
