/**
 * When a vehicle is where: a route's duration counts loading, travel, service and waiting, with the start that makes it shortest.
 * Of several such starts the earliest is taken.
 */
import type { Instance } from './instance.ts';
import { exceeds } from './tolerance.ts';
import type { TravelCosts } from './travel.ts';
import type { VehicleType } from './vehicles.ts';

export interface StopTimes {
  readonly arrival: number;
  /** Until service begins. */
  readonly waiting: number;
  readonly departure: number;
}

/** All times in the instance's unit. */
export interface Timetable {
  /** When loading begins at the depot, and when the vehicle leaves. */
  readonly start: number;
  readonly departure: number;
  readonly stops: readonly StopTimes[];
  readonly return: number;
  /** From the start to the return. */
  readonly duration: number;
  readonly waiting: number;
}

/** A timetable, and what is wrong with it. */
export interface TimedRoute extends Timetable {
  /** Positions among the stops where service begins after the last window has closed. */
  readonly lateAt: readonly number[];
  /** The vehicle is back after its shift, or after the depot has closed. */
  readonly lateReturn: boolean;
}

type Span = readonly [number, number];

/** A route as a row of visits: how long it takes to get there, when service may begin, how long it lasts. */
export interface Course {
  readonly visits: readonly { readonly travel: number; readonly windows: readonly Span[]; readonly service: number }[];
  readonly loading: number;
  readonly travelHome: number;
  /** Earliest start and latest return. */
  readonly span: Span;
}

const always: readonly Span[] = [[0, Number.POSITIVE_INFINITY]];

/** Timetables of an instance's routes: depot and stops by position. */
export function timetables({
  instance: { depots, customers },
  travel: { time: timeOf },
}: {
  readonly instance: Instance;
  readonly travel: TravelCosts;
}): (depot: number, type: VehicleType, stops: ArrayLike<number>) => TimedRoute {
  return (depot, type, stops) => {
    const { openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 } = depots[depot];
    let at = depot;
    const drive = (to: number) => {
      const time = at === to ? 0 : timeOf(at, to) / type.speedFactor;
      at = to;
      return time;
    };
    const visits = Array.from(stops, (stop) => {
      const { timeWindows = always, serviceTime = 0 } = customers[stop];
      return { travel: drive(depots.length + stop), windows: timeWindows, service: serviceTime };
    });
    return shortestCourse({
      visits,
      loading: loadingTime,
      travelHome: drive(depot),
      span: [Math.max(opens, type.shift[0]), Math.min(closes, type.shift[1])],
    });
  };
}

/** Nobody who starts later is back earlier, so a route that is late from the earliest start is late from any. */
export function shortestCourse(course: Course): TimedRoute {
  const earliest = timed(course, course.span[0]);
  if (earliest.lateAt.length > 0 || earliest.lateReturn || earliest.waiting === 0) return earliest;
  return startsWorthTrying(course, earliest)
    .map((start) => timed(course, start))
    .filter(({ lateAt, lateReturn }) => lateAt.length === 0 && !lateReturn)
    .reduce((best, later) => (exceeds(best.duration, later.duration) ? later : best), earliest);
}

/**
 * In order. With one window a stop, to start later only takes from the waiting: it can all be gone, or some window would be missed. With several,
 * the duration changes its slope where the vehicle, not having waited before, arrives as a window opens or closes.
 */
function startsWorthTrying({ visits, loading, span: [first] }: Course, { waiting }: TimedRoute): number[] {
  let reached = loading;
  const arrivals = visits.map(({ travel, service }) => {
    const arrival = reached + travel;
    reached = arrival + service;
    return arrival;
  });
  if (visits.every(({ windows }) => windows.length === 1)) {
    const latest = visits.reduce((least, { windows: [[, closes]] }, k) => Math.min(least, closes - arrivals[k]), Number.POSITIVE_INFINITY);
    return [Math.max(first, Math.min(first + waiting, latest))];
  }
  const turns = visits.flatMap(({ windows }, k) => windows.flatMap(([opens, closes]) => [opens - arrivals[k], closes - arrivals[k]]));
  return [...new Set(turns)].filter((start) => start > first && start < Number.POSITIVE_INFINITY).sort((a, b) => a - b);
}

function timed({ visits, loading, travelHome, span: [, latest] }: Course, start: number): TimedRoute {
  const departure = start + loading;
  const lateAt: number[] = [];
  let now = departure;
  let waited = 0;
  const stops = visits.map(({ travel, windows, service }, k): StopTimes => {
    const arrival = now + travel;
    const window = windows.find(([, closes]) => !exceeds(arrival, closes));
    if (window === undefined) lateAt.push(k);
    const waiting = window === undefined ? 0 : Math.max(0, window[0] - arrival);
    waited += waiting;
    now = arrival + waiting + service;
    return { arrival, waiting, departure: now };
  });
  const back = now + travelHome;
  return { start, departure, stops, return: back, duration: back - start, waiting: waited, lateAt, lateReturn: exceeds(back, latest) };
}
