/**
 * When vehicles are where, if there are hours. A stretch is four numbers (Vidal et al. 2013): its least duration, the time warp that makes it possible, and
 * the earliest and latest start at which both are least. A customer with several windows has their hull there, which bounds what routes with
 * such a customer take; exactly, these are timed stop by stop.
 */
import { typeOf } from './fleet';
import { addToTrail, beginTrail, hasMultiple, timeTrail, trailDuration, trailHasMultiple, trailWarp } from './trail';
import { timeOf } from './travel';

/** The route under trial so far: duration, time warp, earliest and latest start, and where it ends. */
export let duration: f64 = 0;
export let warp: f64 = 0;
let earliestStart: f64 = 0;
let latestStart: f64 = 0;
let reached: i32 = 0;
let clockDepot: i32 = 0;
let clockType: i32 = 0;

/** Where the stretch from the start of a route up to node i stands, and that from i to the last customer. */
@inline function clockUpTo(i: i32): usize {
  return clocks + (<usize>i << 6);
}
@inline function clockOnward(i: i32): usize {
  return clockUpTo(i) + 32;
}

@inline export function beginClock(depot: i32, type: i32): void {
  clockDepot = depot;
  clockType = type;
  reached = n + depot;
  duration = real(loadingTime, depot);
  warp = 0;
  earliestStart = real(earliest, type * m + depot);
  latestStart = Infinity;
  beginTrail();
}

/** Goes on with all customers of u's route up to u; the trial is of the same base and has nobody on it yet. */
@inline export function resumeClock(u: i32): void {
  if (hasMultipleWindows) {
    walk(int(next, first(int(route, u))), u);
    return;
  }
  recall(u);
}

/** Goes on with customer i and all behind it on its route. */
@inline export function followOnward(i: i32): void {
  const r = int(route, i);
  const end = int(prev, last(r));
  if (hasMultipleWindows || real(slowness, typeOf(r)) != real(slowness, clockType)) {
    walk(i, end);
    return;
  }
  mergeOnward(real(slowness, clockType) * timeOf(reached, i), i);
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

@inline export function visit(i: i32): void {
  if (hasMultipleWindows) addToTrail(i);
  merge(real(slowness, clockType) * timeOf(reached, i), real(serviceTime, i), 0, real(opens, i), real(closes, i));
  reached = i;
}

/** Joins a stretch that is `travel` away. */
@inline function merge(travel: f64, itsDuration: f64, itsWarp: f64, itsEarliest: f64, itsLatest: f64): void {
  const until = duration - warp + travel;
  const waits = max<f64>(0, itsEarliest - until - latestStart);
  const late = max<f64>(0, earliestStart + until - itsLatest);
  duration += itsDuration + travel + waits;
  earliestStart = max<f64>(itsEarliest - until, earliestStart) - waits;
  latestStart = min<f64>(itsLatest - until, latestStart) + late;
  warp += itsWarp + late;
}

@inline function mergeOnward(travel: f64, i: i32): void {
  const rest = clockOnward(i);
  merge(travel, real(rest, 0), real(rest, 1), real(rest, 2), real(rest, 3));
}

/** Whether the route under trial has nobody on it yet. */
@inline export function isAtDepot(): bool {
  return reached >= n;
}

/** Brings the route under trial home; `duration` and `warp` are then those of the whole. */
export function endClock(): void {
  if (trailHasMultiple) {
    timeTrail(clockDepot, clockType);
    duration = trailDuration;
    warp = trailWarp;
    return;
  }
  merge(real(slowness, clockType) * timeOf(reached, n + clockDepot), 0, 0, -Infinity, real(latest, clockType * m + clockDepot));
}

/** Takes note of route r as it is. */
export function noteClock(r: i32): void {
  updateClock(r, int(next, first(r)), int(prev, last(r)));
}

/**
 * The same where nothing has changed before node `from` and behind node `to`: from front to back, and from back to front. `merge`, in locals:
 * ruin and recreate does this at every change of a route.
 */
export function updateClock(r: i32, from: i32, to: i32): void {
  const type = typeOf(r);
  const slow = real(slowness, type);
  const before = int(prev, from);
  beginClock(int(routeDepot, r), type);
  if (before < n) recall(before);
  let spent = duration;
  let late = warp;
  let start = earliestStart;
  let latestBegin = latestStart;
  let there = reached;
  for (let i = from; i < n; i = int(next, i)) {
    const until = spent - late + slow * timeOf(there, i);
    const waits = max<f64>(0, real(opens, i) - until - latestBegin);
    const more = max<f64>(0, start + until - real(closes, i));
    spent = until + late + real(serviceTime, i) + waits;
    start = max<f64>(real(opens, i) - until, start) - waits;
    latestBegin = min<f64>(real(closes, i) - until, latestBegin) + more;
    late += more;
    record(clockUpTo(i), spent, late, start, latestBegin);
    there = i;
  }
  if (hasMultipleWindows) driveThrough(r, type, -1, -1);
  else {
    duration = spent;
    warp = late;
    earliestStart = start;
    latestStart = latestBegin;
    reached = there;
    endClock();
  }
  setFact(r, durationFact, duration);
  setFact(r, warpFact, warp);
  setFact(r, severalFact, f64(trailHasMultiple));
  if (to >= n) return;
  const then = int(next, to);
  let i = to;
  if (then >= n) {
    spent = real(serviceTime, i);
    late = 0;
    start = real(opens, i);
    latestBegin = real(closes, i);
    record(clockOnward(i), spent, late, start, latestBegin);
    there = i;
    i = int(prev, i);
  } else {
    const rest = clockOnward(then);
    spent = real(rest, 0);
    late = real(rest, 1);
    start = real(rest, 2);
    latestBegin = real(rest, 3);
    there = then;
  }
  for (; i < n; i = int(prev, i)) {
    const until = real(serviceTime, i) + slow * timeOf(i, there);
    const waits = max<f64>(0, start - until - real(closes, i));
    const more = max<f64>(0, real(opens, i) + until - latestBegin);
    spent += until + waits;
    start = max<f64>(start - until, real(opens, i)) - waits;
    latestBegin = min<f64>(latestBegin - until, real(closes, i)) + more;
    late += more;
    record(clockOnward(i), spent, late, start, latestBegin);
    there = i;
  }
}

/** Whether two types at a depot keep the same hours at the same speed. */
@inline export function sameClock(type: i32, other: i32, depot: i32): bool {
  return (
    type == other ||
    (real(slowness, type) == real(slowness, other) &&
      real(earliest, type * m + depot) == real(earliest, other * m + depot) &&
      real(latest, type * m + depot) == real(latest, other * m + depot))
  );
}

/**
 * Duration and warp of route r on a vehicle of this type, with customer i behind a node of it (−1: as it is). Returns whether that is only the
 * least that they can be, because somebody has several windows.
 */
@inline export function timeWith(r: i32, type: i32, i: i32, after: i32): bool {
  const depot = int(routeDepot, r);
  if (!sameClock(type, typeOf(r), depot)) {
    driveThrough(r, type, i, after);
    return false;
  }
  if (i < 0) {
    duration = fact(r, durationFact);
    warp = fact(r, warpFact);
    return false;
  }
  timeInserted(r, type, depot, i, after);
  return hasMultipleWindows && (fact(r, severalFact) > 0 || hasMultiple(i));
}

/**
 * `merge` three times, in locals: insertions are what ruin and recreate spends its time on, and only those without any warp count. As soon as
 * there is some, the rest does not matter.
 */
function timeInserted(r: i32, type: i32, depot: i32, i: i32, after: i32): void {
  const slow = real(slowness, type);
  const behindStart = after >= n;
  const front = clockUpTo(after);
  let spent = behindStart ? real(loadingTime, depot) : real(front, 0);
  let start = behindStart ? real(earliest, type * m + depot) : real(front, 2);
  let latestBegin = behindStart ? Infinity : real(front, 3);
  warp = behindStart ? 0 : real(front, 1);
  if (warp > 0) return;
  let until = spent + slow * timeOf(behindStart ? n + depot : after, i);
  warp = max<f64>(0, start + until - real(closes, i));
  if (warp > 0) return;
  let waits = max<f64>(0, real(opens, i) - until - latestBegin);
  spent = until + real(serviceTime, i) + waits;
  start = max<f64>(real(opens, i) - until, start) - waits;
  latestBegin = min<f64>(real(closes, i) - until, latestBegin);
  const then = int(next, after);
  let end = i;
  if (then < n) {
    const rest = clockOnward(then);
    until = spent + slow * timeOf(i, then);
    warp = real(rest, 1) + max<f64>(0, start + until - real(rest, 3));
    if (warp > 0) return;
    waits = max<f64>(0, real(rest, 2) - until - latestBegin);
    spent = until + real(rest, 0) + waits;
    start = max<f64>(real(rest, 2) - until, start) - waits;
    end = int(prev, last(r));
  }
  duration = spent + slow * timeOf(end, n + depot);
  warp = max<f64>(0, start + duration - real(latest, type * m + depot));
}

/** The same, stop by stop. */
export function driveThrough(r: i32, type: i32, i: i32, after: i32): void {
  beginClock(int(routeDepot, r), type);
  if (i >= 0 && after >= n) visit(i);
  for (let node = int(next, first(r)); node < n; node = int(next, node)) {
    visit(node);
    if (node == after) visit(i);
  }
  endClock();
}

@inline function recall(node: i32): void {
  const front = clockUpTo(node);
  duration = real(front, 0);
  warp = real(front, 1);
  earliestStart = real(front, 2);
  latestStart = real(front, 3);
  reached = node;
}

@inline function record(table: usize, spent: f64, late: f64, start: f64, latestBegin: f64): void {
  set(table, 0, spent);
  set(table, 1, late);
  set(table, 2, start);
  set(table, 3, latestBegin);
}
