/**
 * What routes of one depot and vehicle type use up besides their load: time, time at work, distance, stops. Limits are loosened by more than
 * rounding, so that no route of a plan is lost.
 */
import type { Model } from '../problem/model.ts';
import { mayServe, type VehicleType } from '../problem/vehicles.ts';

type Span = readonly [number, number];

/** Something that only grows on the way. What is spent at a place counts on the way from it. */
interface Amount {
  /** On arrival at each customer straight from the depot. */
  readonly out: Float64Array;
  /** between[a·n + b] */
  readonly between: Float64Array;
  readonly home: Float64Array;
  /** The most on arrival with which the depot is still reached within the limit. */
  readonly latest: Float64Array;
  readonly most: number;
}

interface Clock extends Amount {
  /** Of each customer: when service may begin, and the first moment of that. */
  readonly windows: readonly (readonly Span[] | undefined)[];
  readonly opens: Float64Array;
}

export interface Limits {
  readonly clock?: Clock;
  readonly amounts: readonly Amount[];
  /** How many numbers the state of a way takes: the time, then the amounts. */
  readonly size: number;
}

/** Goes on to a customer, from another or from the depot (-1), and fills the state of the way on arrival. False where it is too late. */
export function goOn(
  { clock, amounts }: Limits,
  before: Float64Array,
  base: number,
  from: number,
  to: number,
  state: Float64Array,
): boolean {
  let slot = 0;
  if (clock) {
    state[0] = begin(clock, from < 0 ? clock.out[to] : before[base] + clock.between[from * clock.out.length + to], to);
    if (state[0] > clock.latest[to]) return false;
    slot = 1;
  }
  for (let r = 0; r < amounts.length; r++, slot++) {
    const { out, between, latest } = amounts[r];
    state[slot] = from < 0 ? out[to] : before[base + slot] + between[from * out.length + to];
    if (state[slot] > latest[to]) return false;
  }
  return true;
}

function begin({ windows }: Clock, arrival: number, at: number): number {
  const { [at]: list } = windows;
  if (!list) return arrival;
  const open = list.find(([, closes]) => arrival <= loosened(closes));
  return open ? Math.max(arrival, open[0]) : unlimited;
}

export function reachesHome({ clock, amounts }: Limits, state: Float64Array, base: number, from: number): boolean {
  if (clock && state[base] + clock.home[from] > clock.most) return false;
  const first = base + (clock ? 1 : 0);
  for (let r = 0; r < amounts.length; r++) if (state[first + r] + amounts[r].home[from] > amounts[r].most) return false;
  return true;
}

/** Whether a route breaks no limit. */
export function keepsLimits(limits: Limits, stops: ArrayLike<number>): boolean {
  const state = new Float64Array(limits.size);
  for (let k = 0; k < stops.length; k++) if (!goOn(limits, state, 0, k > 0 ? stops[k - 1] : -1, stops[k], state)) return false;
  return reachesHome(limits, state, 0, stops[stops.length - 1]);
}

const unlimited = Number.POSITIVE_INFINITY;
const loosened = (limit: number) => limit * (1 + 3e-9);

/** Those that can bind for vehicles of the type, by depot. */
export function limitsOf(model: Model, type: VehicleType): readonly Limits[] {
  const { instance, travel, usesTime } = model;
  const { depots, customers } = instance;
  const [m, n] = [depots.length, customers.length];
  const amountOf = (of: (from: number, to: number) => number) => {
    const between = Float64Array.from({ length: n * n }, (_, k) => of(m + Math.floor(k / n), m + (k % n)));
    return (d: number, first: number, most: number, closes?: Float64Array): Amount => {
      const out = Float64Array.from(customers, (_, i) => first + of(d, m + i));
      const home = Float64Array.from(customers, (_, i) => of(m + i, d));
      return withLatest({ between, out, home, most: loosened(most) }, closes ?? new Float64Array(n).fill(unlimited));
    };
  };
  const serviceAt = (place: number) => (place < m ? 0 : (customers[place - m].serviceTime ?? 0));
  const time = usesTime ? amountOf((from, to) => drivingTime(model, type, from, to) + serviceAt(from)) : undefined;
  const work =
    usesTime && type.maxDuration < unlimited
      ? amountOf((from, to) => workingTime(model, type, from, to) - loadingAt(model, from))
      : undefined;
  const distance = type.maxDistance < unlimited ? amountOf(travel.distance) : undefined;
  const stops = type.maxStops < unlimited ? amountOf((_, to) => Number(to >= m)) : undefined;
  const windows = customers.map(({ timeWindows }) => timeWindows);
  const opens = Float64Array.from(windows, (list) => list?.[0][0] ?? 0);
  const closes = Float64Array.from(windows, (list) => loosened(list?.at(-1)?.[1] ?? unlimited));
  const timed = windows.some((list) => list);
  return depots.map(({ openingHours: [first, last] = [0, unlimited], loadingTime = 0 }, d) => {
    const [start, end] = [Math.max(first, type.shift[0]), Math.min(last, type.shift[1])];
    const clock = time && (timed || end < unlimited) && { ...time(d, start + loadingTime, end, closes), windows, opens };
    // Within a shorter span, the span is what binds.
    const working = type.maxDuration < end - start ? work?.(d, loadingTime, type.maxDuration) : undefined;
    const amounts = [working, distance?.(d, 0, type.maxDistance), stops?.(d, 0, type.maxStops)].filter((amount) => amount !== undefined);
    return { ...(clock && { clock }), amounts, size: Number(clock !== undefined) + amounts.length };
  });
}

const loadingAt = ({ instance: { depots } }: Model, place: number) => depots[place]?.loadingTime ?? 0;

/** From a place to the next: loading or service, driving, and what has to be waited for however late the vehicle starts. */
export function workingTime(model: Model, type: VehicleType, from: number, to: number): number {
  const { depots, customers } = model.instance;
  const m = depots.length;
  const before = from < m ? loadingAt(model, from) : (customers[from - m].serviceTime ?? 0);
  const time = drivingTime(model, type, from, to) + before;
  const [closes, opens] = [customers[from - m]?.timeWindows?.at(-1)?.[1], customers[to - m]?.timeWindows?.[0][0]];
  return closes === undefined || opens === undefined ? time : Math.max(time, opens - loosened(closes));
}

/** Where there is no way, the distance says so. */
function drivingTime({ travel }: Pick<Model, 'travel'>, { speedFactor }: VehicleType, from: number, to: number): number {
  const time = from === to ? 0 : travel.time(from, to) / speedFactor;
  return time < unlimited ? time : 0;
}

/** By the shortest ways home, ways around included. */
function withLatest(parts: Omit<Amount, 'latest'>, closes: Float64Array): Amount {
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
