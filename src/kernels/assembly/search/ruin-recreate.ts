/** src/search/engine/ruin-recreate.ts */
import {
  absent, allowed, arc, cost, demand, depotCapacity, depotLoad, depotOrder, depotWeight, emptyRoute, epsilon, int, isTouched, leg, m, n,
  nearestDepot, neighbours, next, open, place, places, prev, put, real, restricts, roomy, route, routeDepot, routeLoad, routes, routeSize, saved,
  savedLeg, set, slots, snapshot, sortKey, stride, symmetric, touched, touchedStart, vehicleCapacity, vehicleCost,
} from './memory';
import { interrupted, nearDepots } from './local-search';
import { below, float, seed } from './random';
import { at, attach, detach, excess, first, fixedDelta, release, restore, routeCount, saveRoutes } from './state';

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
const closeInsertion: i32 = 12;
const wideInsertion: i32 = 80;
const wideShare: f64 = 0.3;
/** Near customers that this iteration looks at. */
let width: i32 = 0;

let meanArc: f64 = 0;
let current: f64 = 0;
let best: f64 = 0;
/** Load over the capacities of depots, in all. */
let over: f64 = 0;
/** What a unit of it costs now. */
let price: f64 = 0;
let leastPrice: f64 = 0;
const raise: f64 = 1.002;
const lower: f64 = 0.998;
const focusTries: i32 = 3;
const leastShare: f64 = 0.1;
const tinyExcess: f64 = 1e-9;
let bestIsCurrent: bool = true;

export function startAnnealing(): void {
  let travel: f64 = 0;
  for (let i = 0; i < n; i++) {
    const onward = arc(i, at(int(next, i)));
    set(leg, i, onward);
    travel += onward;
    if (int(prev, i) >= n) set(leg, int(prev, i), arc(at(int(prev, i)), i));
  }
  meanArc = travel / <f64>n;
  current = 0;
  best = 0;
  over = 0;
  price = depotWeight;
  leastPrice = leastShare * depotWeight;
  bestIsCurrent = true;
}

export function anneal(randomSeed: u32, iterations: i32, hot: f64, cooling: f64): void {
  seed(randomSeed);
  untilBlink = blinkEvery;
  let temperature = hot * meanArc;
  for (let k = 0; k < iterations; k++) {
    if ((k & 255) == 255 && interrupted()) break;
    temperature *= cooling;
    const overBefore = over;
    const delta = ruin() + recreate();
    if (delta < -temperature * log(1 - float())) {
      current += delta - price * (over - overBefore);
      const feasible = over <= tinyExcess;
      const better = feasible && current < best - epsilon;
      const level = feasible && bestIsCurrent && delta <= epsilon;
      if (bestIsCurrent && !better && !level) saveRoutesBefore();
      accept();
      if (better) best = current;
      bestIsCurrent = better || level;
    } else {
      reject();
      over = overBefore;
    }
    price = over > tinyExcess ? price * raise : max<f64>(leastPrice, price * lower);
  }
}

export function saveBest(): void {
  if (bestIsCurrent) saveRoutes();
  else memory.copy(routes, snapshot, <usize>(1 + 2 * slots + n) << 2);
}

function ruin(): f64 {
  absentCount = 0;
  touchedCount = 0;
  const longest = min<f64>(longestString, <f64>n / <f64>routeCount());
  const strings = <i32>floor<f64>(1 + float() * max<f64>(1, (4 * removed) / (1 + longest) - 1));
  const start = seedCustomer();
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

/** Any customer; while a depot is overfull, more often one of such a depot. */
function seedCustomer(): i32 {
  let i = below(n);
  if (over <= tinyExcess) return i;
  for (let tries = 0; tries < focusTries; tries++) {
    const d = int(routeDepot, int(route, i));
    if (real(depotLoad, d) > real(depotCapacity, d)) return i;
    i = below(n);
  }
  return i;
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
      const d = int(routeDepot, r);
      const before = excess(real(depotLoad, d), real(depotCapacity, d));
      delta += detach(node);
      const relief = excess(real(depotLoad, d), real(depotCapacity, d)) - before;
      over += relief;
      delta += price * relief;
      put(absent, absentCount++, node);
    }
    node = following;
  }
  return delta;
}

function recreate(): f64 {
  width = min<i32>(stride, float() < wideShare ? wideInsertion : closeInsertion);
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

/**
 * Two thirds of an iteration are spent here. Two things make it fast. With symmetric costs only the customer's own row of the matrix is read, which
 * stays in the first-level cache; what the arcs in place cost is kept in `leg`. And whether a near customer's vehicle has room is a coin toss
 * that no processor predicts: sorting them out first, without a branch, takes an iteration from 3.6 to 2.4 microseconds on T coordP123112,
 * from 4.5 to 2.7 on B coordChrist100. Base addresses are mutable globals, read anew at each use unless a local holds them.
 */
function insertBest(i: i32): f64 {
  const load = real(demand, i);
  const row = cost + (<usize>(i * places) << 3);
  const count = findRoomy(i, vehicleCapacity - load);
  const candidates = roomy;
  const routeOf = route;
  const nextOf = next;
  const prevOf = prev;
  const placeOf = place;
  const legOf = leg;
  let best: f64 = Infinity;
  let bestAfter = -1;
  let bestOver: f64 = 0;
  for (let k = 0; k < count; k++) {
    const j = int(candidates, k);
    const r = int(routeOf, j);
    if (restricts && !int(allowed, i * m + int(routeDepot, r))) continue;
    if (--untilBlink <= 0) {
      untilBlink = 1 + below(2 * blinkEvery - 1);
      continue;
    }
    const away = real(row, j);
    const before = int(prevOf, j);
    const earlier = int(placeOf, before);
    const behind = (symmetric ? away : arc(j, i)) + real(row, int(placeOf, int(nextOf, j))) - real(legOf, j);
    const ahead = (symmetric ? real(row, earlier) : arc(earlier, i)) + away - real(legOf, before);
    if (behind >= best && ahead >= best) continue;
    const d = int(routeDepot, r);
    const more = excess(real(depotLoad, d) + load, real(depotCapacity, d)) - excess(real(depotLoad, d), real(depotCapacity, d));
    const penalty = more > 0 ? price * more : 0;
    if (behind + penalty < best) {
      best = behind + penalty;
      bestAfter = j;
      bestOver = more;
    }
    if (ahead + penalty < best) {
      best = ahead + penalty;
      bestAfter = before;
      bestOver = more;
    }
  }
  let tries = nearDepots;
  for (let k = i * m; k < (i + 1) * m && tries > 0; k++) {
    const d = int(depotOrder, k);
    const back = real(row, n + d);
    const trip = (symmetric ? back : arc(n + d, i)) + back;
    // Depots come by the length of this trip: the rest is dearer still.
    if (trip + vehicleCost >= best) break;
    if (!int(open, d) || real(depotLoad, d) + load > real(depotCapacity, d) || (restricts && !int(allowed, i * m + d))) continue;
    const extra = trip + fixedDelta(-1, d);
    if (extra < best) {
      best = extra;
      bestAfter = first(int(emptyRoute, d));
      bestOver = 0;
    }
    tries--;
  }
  if (bestAfter < 0) return best;
  over += bestOver;
  touch(int(route, bestAfter));
  attach(i, bestAfter);
  return best;
}

/** Gathers in `roomy` the near customers whose vehicle has this much room, without a branch; how many they are. */
@inline function findRoomy(i: i32, room: f64): i32 {
  const near = neighbours + (<usize>(i * stride) << 2);
  const candidates = roomy;
  const routeOf = route;
  const loadOf = routeLoad;
  const looked = width;
  let count = 0;
  for (let k = 0; k < looked; k++) {
    const j = int(near, k);
    const r = int(routeOf, j);
    put(candidates, count, j);
    // Who is on no route has -1, which reads the word before the loads; the first condition disregards it.
    count += i32(r >= 0) & i32(real(loadOf, r) <= room);
  }
  return count;
}

function touch(r: i32): void {
  if (int(isTouched, r)) return;
  put(isTouched, r, 1);
  let written = int(touchedStart, touchedCount);
  const legs = savedLegOf(touchedCount);
  set(legs, written, real(leg, first(r)));
  for (let node = int(next, first(r)); node < n; node = int(next, node)) {
    put(saved, written++, node);
    set(legs, written, real(leg, node));
  }
  put(touched, touchedCount++, r);
  put(touchedStart, touchedCount, written);
}

/** A route has one leg more than it has stops, so those of the k-th touched route lie k further. */
@inline function savedLegOf(k: i32): usize {
  return savedLeg + (<usize>k << 3);
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
    restore(r, saved, int(touchedStart, k), int(touchedStart, k + 1), savedLegOf(k));
  }
}

/** Keeps in `snapshot` what stood before the iteration under way. */
function saveRoutesBefore(): void {
  let count = 0;
  let written = 1;
  for (let r = 0; r < slots; r++) {
    if (int(isTouched, r) || int(routeSize, r) == 0) continue;
    count++;
    put(snapshot, written++, int(routeDepot, r));
    put(snapshot, written++, int(routeSize, r));
    for (let i = int(next, first(r)); i < n; i = int(next, i)) put(snapshot, written++, i);
  }
  for (let k = 0; k < touchedCount; k++) {
    const from = int(touchedStart, k);
    const to = int(touchedStart, k + 1);
    if (to == from) continue;
    count++;
    put(snapshot, written++, int(routeDepot, int(touched, k)));
    put(snapshot, written++, to - from);
    for (let s = from; s < to; s++) put(snapshot, written++, int(saved, s));
  }
  put(snapshot, 0, count);
}
