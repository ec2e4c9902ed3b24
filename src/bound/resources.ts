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
  /** Of each customer: when service may begin, and the first and last moment of that. */
  readonly windows: readonly (readonly Span[] | undefined)[];
  readonly opens: Float64Array;
  readonly closes: Float64Array;
  /** Of a unit of time that a vehicle waits, in whole units of cost. */
  readonly price: number;
}

export interface Limits {
  readonly clock?: Clock;
  readonly amounts: readonly Amount[];
  /** Position among the amounts of the time at work, to which waiting belongs; -1 where it has no limit. */
  readonly work: number;
  /** How many numbers the state of a way takes: the earliest time, the latest without more waiting, then the amounts. */
  readonly size: number;
}

/**
 * Goes on to a customer, from another or from the depot (-1), and fills the state of the way on arrival. Returns what waiting costs, Infinity
 * where it is too late. Vehicles start as late as the windows so far allow, so they wait only where that is too early still.
 */
export function goOn(
  { clock, amounts, work }: Limits,
  before: Float64Array,
  base: number,
  from: number,
  to: number,
  state: Float64Array,
): number {
  const n = clock?.home.length ?? amounts[0]?.home.length ?? 0;
  const arc = from * n + to;
  let [waiting, slot] = [0, 0];
  if (clock) {
    const way = from < 0 ? clock.out[to] : clock.between[arc];
    const earliest = begin(clock, from < 0 ? way : before[base] + way, to);
    if (earliest > clock.latest[to]) return Number.POSITIVE_INFINITY;
    const latest = from < 0 ? Number.POSITIVE_INFINITY : before[base + 1] + way;
    waiting = Math.max(0, clock.opens[to] - latest);
    state[0] = earliest;
    state[1] = Math.max(clock.opens[to], Math.min(latest, clock.closes[to]));
    slot = 2;
  }
  for (let r = 0; r < amounts.length; r++, slot++) {
    const { out, between, latest } = amounts[r];
    const value = (from < 0 ? out[to] : before[base + slot] + between[arc]) + (r === work ? waiting : 0);
    if (value > latest[to]) return Number.POSITIVE_INFINITY;
    state[slot] = value;
  }
  return waiting > 0 && clock ? Math.floor(clock.price * waiting) : 0;
}

function begin({ windows }: Clock, arrival: number, at: number): number {
  const { [at]: list } = windows;
  if (!list) return arrival;
  const open = list.find(([, closes]) => arrival <= loosened(closes));
  return open ? Math.max(arrival, open[0]) : Number.POSITIVE_INFINITY;
}

export function reachesHome({ clock, amounts }: Limits, state: Float64Array, base: number, from: number): boolean {
  if (clock && state[base] + clock.home[from] > clock.most) return false;
  const first = base + (clock ? 2 : 0);
  for (let r = 0; r < amounts.length; r++) if (state[first + r] + amounts[r].home[from] > amounts[r].most) return false;
  return true;
}

/**
 * What a way must be cheaper by so that it is as good as the other however both go on: who is ready too early can still wait. Infinity where it
 * uses up more. Rounding may take a unit at each stop.
 */
export function handicap({ clock, amounts, work }: Limits, one: Float64Array, a: number, other: Float64Array, b: number): number {
  let [early, slot] = [0, 0];
  if (clock) {
    if (one[a] > other[b]) return Number.POSITIVE_INFINITY;
    early = Math.max(0, other[b + 1] - one[a + 1]);
    slot = 2;
  }
  for (let r = 0; r < amounts.length; r++, slot++)
    if (one[a + slot] + (r === work ? early : 0) > other[b + slot]) return Number.POSITIVE_INFINITY;
  return early > 0 && clock && clock.price > 0 ? clock.price * early + clock.home.length : 0;
}

/** What waiting costs on a route; Infinity where it breaks a limit. */
export function waitingCost(limits: Limits, stops: ArrayLike<number>): number {
  let [cost, from] = [0, -1];
  const state = new Float64Array(limits.size);
  for (let k = 0; k < stops.length; k++) {
    cost += goOn(limits, state, 0, from, stops[k], state);
    from = stops[k];
  }
  return cost < Number.POSITIVE_INFINITY && reachesHome(limits, state, 0, from) ? cost : Number.POSITIVE_INFINITY;
}

const unlimited = Number.POSITIVE_INFINITY;
const loosened = (limit: number) => limit * (1 + 3e-9);

/** Those that can bind for vehicles of the type, by depot. `scale`: whole units in a unit of cost. */
export function limitsOf(model: Model, type: VehicleType, scale: number): readonly Limits[] {
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
  const time = usesTime
    ? amountOf((from, to) => drivingTime(model, type, from, to) + (from < m ? 0 : (customers[from - m].serviceTime ?? 0)))
    : undefined;
  const distance = type.maxDistance < unlimited ? amountOf(travel.distance) : undefined;
  const stops = type.maxStops < unlimited ? amountOf((_, to) => Number(to >= m)) : undefined;
  const windows = customers.map(({ timeWindows }) => timeWindows);
  const opens = Float64Array.from(windows, (list) => list?.[0][0] ?? 0);
  const closes = Float64Array.from(windows, (list) => loosened(list?.at(-1)?.[1] ?? unlimited));
  const timed = windows.some((list) => list);
  return depots.map(({ openingHours: [first, last] = [0, unlimited], loadingTime = 0 }, d) => {
    const [start, end] = [Math.max(first, type.shift[0]), Math.min(last, type.shift[1])];
    const price = type.costPerTime * scale;
    const clock = time && (timed || end < unlimited) && { ...time(d, start + loadingTime, end, closes), windows, opens, closes, price };
    // Within a shorter span, the span is what binds.
    const working = time && type.maxDuration < end - start ? time(d, loadingTime, type.maxDuration) : undefined;
    const amounts = [working, distance?.(d, 0, type.maxDistance), stops?.(d, 0, type.maxStops)].filter((amount) => amount !== undefined);
    return { ...(clock && { clock }), amounts, work: working ? 0 : -1, size: (clock ? 2 : 0) + amounts.length };
  });
}

/** Where there is no way, the distance says so. */
export function drivingTime({ travel }: Pick<Model, 'travel'>, { speedFactor }: VehicleType, from: number, to: number): number {
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
