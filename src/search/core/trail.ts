/**
 * A route stop by stop, where somebody has several windows. A vehicle that starts later waits less and is back at the same time, until it
 * meets the end of a window: from then on that stop has to take a later one. So a route with w windows to spare has at most w + 1 starts worth
 * a look.
 */
import { timeOf } from './travel';

/** Stops of the route under trial, and whether one of them has several windows. */
let size: i32 = 0;
export let trailHasMultiple: bool = false;

export let trailDuration: f64 = 0;
export let trailWarp: f64 = 0;
/** How much later it can start and be back at the same time, and the stop whose window then closes (−1: nobody waits any more). */
let delay: f64 = 0;
let closing: i32 = -1;

@inline export function hasMultiple(i: i32): bool {
  return int(windowsFrom, i + 1) - int(windowsFrom, i) > 1;
}

@inline export function beginTrail(): void {
  size = 0;
  trailHasMultiple = false;
}

@inline export function addToTrail(i: i32): void {
  put(trail, size++, i);
  trailHasMultiple = trailHasMultiple || hasMultiple(i);
}

/** Least duration on a vehicle of this type; of a route that is late from the earliest start, its duration and warp from there. */
export function timeTrail(depot: i32, type: i32): void {
  for (let k = 0; k < size; k++) put(trailWindow, k, int(windowsFrom, int(trail, k)));
  let start = real(earliest, type * m + depot);
  driveFrom(start, depot, type);
  if (trailWarp > 0 || (real(costPerTime, type) == 0 && real(maxDuration, type) == Infinity)) return;
  let least = trailDuration - delay;
  while (closing >= 0) {
    start += delay;
    put(trailWindow, closing, int(trailWindow, closing) + 1);
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
  let now = start + real(loadingTime, depot);
  let at = n + depot;
  let waited: f64 = 0;
  trailWarp = 0;
  delay = Infinity;
  closing = -1;
  for (let k = 0; k < size; k++) {
    const i = int(trail, k);
    now += slow * timeOf(at, i);
    let w = int(trailWindow, k);
    const end = int(windowsFrom, i + 1) - 1;
    while (w < end && real(windowCloses, w) < now) w++;
    put(trailWindow, k, w);
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
    now += real(serviceTime, i);
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
