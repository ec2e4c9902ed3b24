/** src/search/ruin-recreate.ts */
import {
  absent, allowed, arc, demand, depotCapacity, depotLoad, depotOrder, emptyRoute, epsilon, int, isTouched, m, n, nearestDepot, neighbours, next, open, place, prev,
  put, real, restricts, route, routeDepot, routeLoad, routes, routeSize, saved, set, slots, sortKey, stride, touched, touchedStart, vehicleCapacity,
} from './memory';
import { interrupted, nearDepots } from './local-search';
import { below, float, seed } from './random';
import { at, attach, detach, first, fixedDelta, loadRoutes, release, restore, routeCount, saveRoutes } from './state';

/** The host's logarithm, so that both twins accept the same moves. */
@external('env', 'log') declare function log(value: f64): f64;

let absentCount: i32 = 0;
let touchedCount: i32 = 0;
let untilBlink: i32 = 0;
const removed: f64 = 10;
const longestString: f64 = 10;
const splitShare: f64 = 0.5;
const keepShare: f64 = 0.99;
const blinkEvery: i32 = 100;
const insertionNeighbours: i32 = 24;

export function ruinRecreate(randomSeed: u32, iterations: i32, hot: f64, cooling: f64): void {
  seed(randomSeed);
  untilBlink = blinkEvery;
  let travel: f64 = 0;
  for (let i = 0; i < n; i++) travel += arc(i, at(int(next, i)));
  let temperature = (hot * travel) / <f64>n;
  let current: f64 = 0;
  let best: f64 = 0;
  let bestIsCurrent = true;
  for (let k = 0; k < iterations; k++) {
    if ((k & 255) == 255 && interrupted()) break;
    temperature *= cooling;
    const delta = ruin() + recreate();
    if (delta < -temperature * log(1 - float())) {
      if (bestIsCurrent && delta > epsilon) saveRoutesBefore();
      accept();
      current += delta;
      if (delta > epsilon) bestIsCurrent = false;
      if (current < best - epsilon) {
        best = current;
        bestIsCurrent = true;
      }
    } else reject();
  }
  if (bestIsCurrent) saveRoutes();
  loadRoutes();
}

function ruin(): f64 {
  absentCount = 0;
  touchedCount = 0;
  const longest = min<f64>(longestString, <f64>n / <f64>routeCount());
  const strings = <i32>floor<f64>(1 + float() * max<f64>(1, (4 * removed) / (1 + longest) - 1));
  const start = below(n);
  let delta: f64 = 0;
  let done = 0;
  for (let k = -1; k < stride && done < strings; k++) {
    const i = k < 0 ? start : int(neighbours, start * stride + k);
    const r = int(route, i);
    if (r < 0 || int(isTouched, r)) continue;
    const length = <i32>floor<f64>(1 + float() * min<f64>(<f64>int(routeSize, r), longest));
    delta += removeString(i, r, length);
    done++;
  }
  return delta;
}

function removeString(i: i32, r: i32, length: i32): f64 {
  touch(r);
  let kept = 0;
  if (length > 1 && length < int(routeSize, r) && float() < splitShare) {
    kept = 1;
    while (length + kept < int(routeSize, r) && float() > keepShare) kept++;
  }
  const span = length + kept;
  let before = 0;
  for (let node = int(prev, i); node < n && before < span - 1; node = int(prev, node)) before++;
  let after = 0;
  for (let node = int(next, i); node < n && after < span - 1; node = int(next, node)) after++;
  const least = max<i32>(0, span - 1 - after);
  let node = i;
  for (let back = least + below(before - least + 1); back > 0; back--) node = int(prev, node);
  const keepFrom = kept > 0 ? 1 + below(span - kept) : span;
  let delta: f64 = 0;
  for (let k = 0; k < span && node < n; k++) {
    const following = int(next, node);
    if (k < keepFrom || k >= keepFrom + kept) {
      delta += detach(node);
      put(absent, absentCount++, node);
    }
    node = following;
  }
  return delta;
}

function recreate(): f64 {
  sortAbsent();
  let delta: f64 = 0;
  for (let k = 0; k < absentCount; k++) {
    const extra = insertBest(int(absent, k));
    if (extra == Infinity) return extra;
    delta += extra;
  }
  return delta;
}

function sortAbsent(): void {
  const roll = below(11);
  for (let k = 0; k < absentCount; k++) {
    const i = int(absent, k);
    set(sortKey, i, roll < 4 ? float() : roll < 8 ? -real(demand, i) : roll < 10 ? -real(nearestDepot, i) : real(nearestDepot, i));
  }
  for (let k = 1; k < absentCount; k++) {
    const i = int(absent, k);
    let slot = k;
    for (; slot > 0 && real(sortKey, int(absent, slot - 1)) > real(sortKey, i); slot--) put(absent, slot, int(absent, slot - 1));
    put(absent, slot, i);
  }
}

function insertBest(i: i32): f64 {
  const load = real(demand, i);
  const room = vehicleCapacity - load + 1e-9 * vehicleCapacity;
  let best: f64 = Infinity;
  let bestAfter = -1;
  const width = min<i32>(stride, insertionNeighbours);
  for (let k = 0; k < width; k++) {
    const j = int(neighbours, i * stride + k);
    const r = int(route, j);
    if (r < 0 || real(routeLoad, r) > room) continue;
    const d = int(routeDepot, r);
    if (real(depotLoad, d) + load > real(depotCapacity, d) || (restricts && !int(allowed, i * m + d))) continue;
    if (--untilBlink <= 0) {
      untilBlink = 1 + below(2 * blinkEvery - 1);
      continue;
    }
    const then = int(place, int(next, j));
    const behind = arc(j, i) + arc(i, then) - arc(j, then);
    if (behind < best) {
      best = behind;
      bestAfter = j;
    }
    const earlier = int(place, int(prev, j));
    const ahead = arc(earlier, i) + arc(i, j) - arc(earlier, j);
    if (ahead < best) {
      best = ahead;
      bestAfter = int(prev, j);
    }
  }
  let tries = nearDepots;
  for (let k = i * m; k < (i + 1) * m && tries > 0; k++) {
    const d = int(depotOrder, k);
    if (!int(open, d) || real(depotLoad, d) + load > real(depotCapacity, d) || (restricts && !int(allowed, i * m + d))) continue;
    const extra = arc(n + d, i) + arc(i, n + d) + fixedDelta(-1, d);
    if (extra < best) {
      best = extra;
      bestAfter = first(int(emptyRoute, d));
    }
    tries--;
  }
  if (bestAfter < 0) return best;
  touch(int(route, bestAfter));
  attach(i, bestAfter);
  return best;
}

function touch(r: i32): void {
  if (int(isTouched, r)) return;
  put(isTouched, r, 1);
  let written = int(touchedStart, touchedCount);
  for (let node = int(next, first(r)); node < n; node = int(next, node)) put(saved, written++, node);
  put(touched, touchedCount++, r);
  put(touchedStart, touchedCount, written);
}

function accept(): void {
  for (let k = 0; k < touchedCount; k++) {
    const r = int(touched, k);
    put(isTouched, r, 0);
    if (int(routeSize, r) == 0) release(r);
  }
}

function reject(): void {
  for (let k = 0; k < touchedCount; k++) {
    const r = int(touched, k);
    put(isTouched, r, 0);
    restore(r, saved, int(touchedStart, k), int(touchedStart, k + 1));
  }
}

/** Keeps in `routes` what stood before the iteration under way. */
function saveRoutesBefore(): void {
  let count = 0;
  let written = 1;
  for (let r = 0; r < slots; r++) {
    if (int(isTouched, r) || int(routeSize, r) == 0) continue;
    count++;
    put(routes, written++, int(routeDepot, r));
    put(routes, written++, int(routeSize, r));
    for (let i = int(next, first(r)); i < n; i = int(next, i)) put(routes, written++, i);
  }
  for (let k = 0; k < touchedCount; k++) {
    const from = int(touchedStart, k);
    const to = int(touchedStart, k + 1);
    if (to == from) continue;
    count++;
    put(routes, written++, int(routeDepot, int(touched, k)));
    put(routes, written++, to - from);
    for (let s = from; s < to; s++) put(routes, written++, int(saved, s));
  }
  put(routes, 0, count);
}
