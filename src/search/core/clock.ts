/**
 * TIME: when vehicles are where. A stretch is four numbers (Vidal et al. 2013): its least duration, the time warp that makes it possible, and
 * the earliest and latest start at which both are least. Where a customer has several windows, routes are timed stop by stop instead.
 */
import { earliest, latest, loading, longestTime, costPerTime, slowness, typeOf } from './fleet';
import { first, int, ints, last, m, n, next, prev, put, real, reals, route, set, slots, types } from './memory';
import { timeOf } from './travel';

/** By customer; a window as hull where there are several. */
export let service: usize = 0;
export let opens: usize = 0;
export let closes: usize = 0;
/** windowOpens[windowsFrom[i] … windowsFrom[i+1]−1]. */
export let windowsFrom: usize = 0;
export let windowOpens: usize = 0;
export let windowCloses: usize = 0;
let several: bool = false;

/** Four numbers a node: from the start of its route up to it; from it to the last customer. */
let upTo: usize = 0;
let onward: usize = 0;

/** The route under trial so far: duration, time warp, earliest and latest start, and where it ends. */
export let duration: f64 = 0;
export let warp: f64 = 0;
let soonest: f64 = 0;
let belated: f64 = 0;
let reached: i32 = 0;
let home: i32 = 0;
let kind: i32 = 0;
/** Its stops, where they are timed one by one. */
let trail: usize = 0;
let trailSize: i32 = 0;

export function allocateClock(windows: i32): void {
  if (!TIME) return;
  several = windows > n;
  service = reals(n);
  opens = reals(n);
  closes = reals(n);
  windowsFrom = ints(n + 1);
  windowOpens = reals(windows);
  windowCloses = reals(windows);
  upTo = reals(4 * (n + 2 * slots));
  onward = reals(4 * (n + 2 * slots));
  trail = ints(n);
}

@inline export function beginClock(depot: i32, type: i32): void {
  home = depot;
  kind = type;
  reached = n + depot;
  duration = real(loading, depot);
  warp = 0;
  soonest = real(earliest, type * m + depot);
  belated = Infinity;
  trailSize = 0;
}

/** Goes on with all customers of u's route up to u; the trial is of the same base and has nobody on it yet. */
@inline export function resumeClock(u: i32): void {
  if (several) {
    walk(int(next, first(int(route, u))), u);
    return;
  }
  duration = real(upTo, 4 * u);
  warp = real(upTo, 4 * u + 1);
  soonest = real(upTo, 4 * u + 2);
  belated = real(upTo, 4 * u + 3);
  reached = u;
}

/** Goes on with customer i and all behind it on its route. */
@inline export function followOnward(i: i32): void {
  const r = int(route, i);
  const end = int(prev, last(r));
  if (several || real(slowness, typeOf(r)) != real(slowness, kind)) {
    walk(i, end);
    return;
  }
  meet(real(slowness, kind) * timeOf(reached, i), real(onward, 4 * i), real(onward, 4 * i + 1), real(onward, 4 * i + 2), real(onward, 4 * i + 3));
  reached = end;
}

/** Goes on with the customers i … j of one route, or with the same backwards. */
export function walk(i: i32, j: i32): void {
  for (; ; i = int(next, i)) {
    visit(i);
    if (i == j) return;
  }
}
export function walkBack(i: i32, j: i32): void {
  for (; ; j = int(prev, j)) {
    visit(j);
    if (i == j) return;
  }
}

@inline function visit(i: i32): void {
  if (several) {
    put(trail, trailSize++, i);
    return;
  }
  meet(real(slowness, kind) * timeOf(reached, i), real(service, i), 0, real(opens, i), real(closes, i));
  reached = i;
}

/** Joins a stretch that is `travel` away. */
@inline function meet(travel: f64, itsDuration: f64, itsWarp: f64, itsSoonest: f64, itsBelated: f64): void {
  const until = duration - warp + travel;
  const waits = max<f64>(0, itsSoonest - until - belated);
  const late = max<f64>(0, soonest + until - itsBelated);
  duration += itsDuration + travel + waits;
  soonest = max<f64>(itsSoonest - until, soonest) - waits;
  belated = min<f64>(itsBelated - until, belated) + late;
  warp += itsWarp + late;
}

/** Brings the route under trial home; `duration` and `warp` are then those of the whole. */
export function endClock(): void {
  if (several) {
    timeTrail();
    return;
  }
  meet(real(slowness, kind) * timeOf(reached, n + home), 0, 0, -Infinity, real(latest, kind * m + home));
}

/** Takes note of the route as it is, from front to back and from back to front. */
export function noteClock(r: i32, depot: i32): void {
  if (several) return;
  const type = typeOf(r);
  const slow = real(slowness, type);
  beginClock(depot, type);
  for (let i = int(next, first(r)); i < n; i = int(next, i)) {
    visit(i);
    record(upTo, i);
  }
  let then = -1;
  for (let i = int(prev, last(r)); i < n; i = int(prev, i)) {
    duration = real(service, i);
    warp = 0;
    soonest = real(opens, i);
    belated = real(closes, i);
    if (then >= 0)
      meet(slow * timeOf(i, then), real(onward, 4 * then), real(onward, 4 * then + 1), real(onward, 4 * then + 2), real(onward, 4 * then + 3));
    record(onward, i);
    then = i;
  }
}

@inline function record(table: usize, i: i32): void {
  set(table, 4 * i, duration);
  set(table, 4 * i + 1, warp);
  set(table, 4 * i + 2, soonest);
  set(table, 4 * i + 3, belated);
}

// Several windows: as src/problem/timetable.ts, the starts worth trying are those at which a vehicle that never waits meets a window's edge.

function timeTrail(): void {
  const start = real(earliest, kind * m + home);
  timeFrom(start);
  if (warp > 0 || (real(costPerTime, kind) == 0 && real(longestTime, kind) == Infinity)) return;
  let least = duration;
  let arrival = real(loading, home);
  let at = n + home;
  for (let k = 0; k < trailSize; k++) {
    const i = int(trail, k);
    arrival += real(slowness, kind) * timeOf(at, i);
    for (let w = int(windowsFrom, i); w < int(windowsFrom, i + 1); w++) {
      least = min<f64>(least, durationFrom(real(windowOpens, w) - arrival, start));
      least = min<f64>(least, durationFrom(real(windowCloses, w) - arrival, start));
    }
    arrival += real(service, i);
    at = i;
  }
  duration = least;
  warp = 0;
}

@inline function durationFrom(start: f64, least: f64): f64 {
  if (start <= least || start == Infinity) return Infinity;
  timeFrom(start);
  return warp > 0 ? Infinity : duration;
}

/** Drives the trail from a start; what is too late is turned back in time. */
function timeFrom(start: f64): void {
  const slow = real(slowness, kind);
  let now = start + real(loading, home);
  let at = n + home;
  warp = 0;
  for (let k = 0; k < trailSize; k++) {
    const i = int(trail, k);
    now += slow * timeOf(at, i);
    let w = int(windowsFrom, i);
    const end = int(windowsFrom, i + 1) - 1;
    while (w < end && real(windowCloses, w) < now) w++;
    const late = max<f64>(0, now - real(windowCloses, w));
    warp += late;
    now = max<f64>(now - late, real(windowOpens, w)) + real(service, i);
    at = i;
  }
  now += slow * timeOf(at, n + home);
  warp += max<f64>(0, now - real(latest, kind * m + home));
  duration = now - start + warp;
}
