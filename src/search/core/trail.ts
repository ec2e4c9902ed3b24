/**
 * TIME: a route stop by stop, where somebody has several windows. A vehicle that starts later waits less and is back at the same time, until it
 * meets the end of a window: from then on that stop has to take a later one. So a route with w windows to spare has at most w + 1 starts worth
 * a look.
 */
import { service } from './clock';
import { costPerTime, earliest, latest, loading, maxDuration, slowness } from './fleet';
import { int, ints, m, n, put, real, reals } from './memory';
import { timeOf } from './travel';

/** windowOpens[windowsFrom[i] … windowsFrom[i+1]−1]. */
export let windowsFrom: usize = 0;
export let windowOpens: usize = 0;
export let windowCloses: usize = 0;

/** The stops of the route under trial, whether one of them has several windows, and of each the first window that is left to it. */
let trail: usize = 0;
let size: i32 = 0;
export let trailSeveral: bool = false;
let window: usize = 0;

export let trailDuration: f64 = 0;
export let trailWarp: f64 = 0;
/** How much later it can start and be back at the same time, and the stop whose window then closes (−1: nobody waits any more). */
let delay: f64 = 0;
let closing: i32 = -1;

export function allocateTrail(windows: i32): void {
  windowsFrom = ints(n + 1);
  windowOpens = reals(windows);
  windowCloses = reals(windows);
  trail = ints(n);
  window = ints(n);
}

@inline export function hasSeveral(i: i32): bool {
  return int(windowsFrom, i + 1) - int(windowsFrom, i) > 1;
}

@inline export function beginTrail(): void {
  size = 0;
  trailSeveral = false;
}

@inline export function addToTrail(i: i32): void {
  put(trail, size++, i);
  trailSeveral = trailSeveral || hasSeveral(i);
}

/** Least duration on a vehicle of this type; of a route that is late from the earliest start, its duration and warp from there. */
export function timeTrail(depot: i32, type: i32): void {
  for (let k = 0; k < size; k++) put(window, k, int(windowsFrom, int(trail, k)));
  let start = real(earliest, type * m + depot);
  driveFrom(start, depot, type);
  if (trailWarp > 0 || (real(costPerTime, type) == 0 && real(maxDuration, type) == Infinity)) return;
  let least = trailDuration - delay;
  while (closing >= 0) {
    start += delay;
    put(window, closing, int(window, closing) + 1);
    driveFrom(start, depot, type);
    if (trailWarp > 0) break;
    least = min<f64>(least, trailDuration - delay);
  }
  trailDuration = least;
  trailWarp = 0;
}

/** What is too late is turned back in time. */
function driveFrom(start: f64, depot: i32, type: i32): void {
  const slow = real(slowness, type);
  let now = start + real(loading, depot);
  let at = n + depot;
  let waited: f64 = 0;
  trailWarp = 0;
  delay = Infinity;
  closing = -1;
  for (let k = 0; k < size; k++) {
    const i = int(trail, k);
    now += slow * timeOf(at, i);
    let w = int(window, k);
    const end = int(windowsFrom, i + 1) - 1;
    while (w < end && real(windowCloses, w) < now) w++;
    put(window, k, w);
    const late = max<f64>(0, now - real(windowCloses, w));
    const waits = max<f64>(0, real(windowOpens, w) - now);
    trailWarp += late;
    waited += waits;
    now += waits - late;
    const spare = waited + real(windowCloses, w) - now;
    if (spare < delay) {
      delay = spare;
      closing = w < end ? k : -1;
    }
    now += real(service, i);
    at = i;
  }
  now += slow * timeOf(at, n + depot);
  trailWarp += max<f64>(0, now - real(latest, type * m + depot));
  trailDuration = now - start + trailWarp;
  if (waited <= delay) {
    delay = waited;
    closing = -1;
  }
}
