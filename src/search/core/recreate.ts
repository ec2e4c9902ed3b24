/** The absent return one by one to the cheapest place beside a near customer, or on a new vehicle of an open depot. */
import { addOver, moreOver, price } from './crowding';
import { fits, fixedDelta } from './evaluate';
import { baseOf } from './fleet';
import { placeAfter, placeCost, placeOver, prepareVehicle, settlePlace, startPlacing, tryAlone, tryPlaces } from './fleet-insertion';
import { below, float } from './random';
import { absentCount } from './ruin';
import { mayJoin, settleAt } from './rules';
import { join } from './segment';
import { countRoutes, link, takeSlot } from './state';
import { noteJoining, touch } from './touched';
import { arc, arcIn, rowOf } from './travel';

/** Places until one is overlooked, so that not everybody goes where it seems best (Christiaens & Vanden Berghe 2020, "blinks"). */
let untilBlink: i32 = 0;
/** Near customers that this iteration looks at, and those of them whose vehicle has room. */
let width: i32 = 0;

export function startBlinking(): void {
  untilBlink = overlookEvery;
}

/** Returns the absent in a random sensible order; the change of cost, Infinity when somebody found no place. */
export function recreate(): f64 {
  width = min<i32>(stride, float() < wideShare ? wideInsertion : nearInsertion);
  sortAbsent();
  let delta: f64 = 0;
  for (let k = 0; k < absentCount; k++) {
    const extra = insertBest(int(absent, k));
    if (extra == Infinity) return extra;
    delta += extra;
  }
  return delta;
}

/**
 * Random, large demand first, far from depots first, near first, and with hours the shortest window, the first to open, the last to close:
 * weights 4, 4, 2, 1, 2, 2, 2. An insertion sort: a dozen elements.
 */
function sortAbsent(): void {
  const roll = below(isTimed() ? 17 : 11);
  for (let k = 0; k < absentCount; k++) {
    const i = int(absent, k);
    set(sortKey, i, roll < 4 ? float() : roll < 8 ? -real(demand, i) : roll < 10 ? -real(nearestDepot, i) : roll < 11 ? real(nearestDepot, i) : windowKey(i, roll));
  }
  for (let k = 1; k < absentCount; k++) {
    const i = int(absent, k);
    let slot = k;
    for (; slot > 0 && real(sortKey, int(absent, slot - 1)) > real(sortKey, i); slot--) put(absent, slot, int(absent, slot - 1));
    put(absent, slot, i);
  }
}

@inline function windowKey(i: i32, roll: i32): f64 {
  return roll < 13 ? real(closes, i) - real(opens, i) : roll < 15 ? real(opens, i) : -real(closes, i);
}

/**
 * Two thirds of an iteration are spent here, O(neighbours). With symmetric costs only the customer's own row of the matrix is read, which stays
 * in the first-level cache. Whether a near customer's vehicle has room is a coin toss that no processor predicts, so they are sorted out first,
 * without a branch (docs/lab/search-core.md). Base addresses are mutable globals, read anew at each use unless a local holds them.
 */
function insertBest(i: i32): f64 {
  const load = real(demand, i);
  const row = rowOf(i);
  const count = findRoomy(i, (FLEET ? largestCapacity : vehicleCapacity) - load);
  const candidates = roomy;
  const routeOf = route;
  const nextOf = next;
  const prevOf = prev;
  const placeOf = place;
  const legOf = leg;
  let best: f64 = Infinity;
  let bestAfter = -1;
  let bestOver: f64 = 0;
  if (FLEET) startPlacing();
  for (let k = 0; k < count; k++) {
    const j = int(candidates, k);
    const r = int(routeOf, j);
    if (!FLEET && isOverlooked(i, r)) continue;
    const away = arcIn(row, i, j);
    const before = int(prevOf, j);
    const earlier = int(placeOf, before);
    const later = int(placeOf, int(nextOf, j));
    const behind = (symmetric ? away : arc(j, i)) + arcIn(row, i, later) - real(legOf, j);
    const ahead = (symmetric ? arcIn(row, i, earlier) : arc(earlier, i)) + away - real(legOf, before);
    if (behind >= best && ahead >= best) continue;
    if (FLEET && isOverlooked(i, r)) continue;
    const more = moreOver(int(routeDepot, r), load);
    if (FLEET) {
      tryPlaces(i, r, j, behind, ahead, more);
      best = placeCost;
      continue;
    }
    const penalty = more > 0 ? price * more : 0;
    if (behind + penalty < best && fits(r, i, j, later)) {
      best = behind + penalty;
      bestAfter = j;
      bestOver = more;
    }
    if (ahead + penalty < best && fits(r, i, earlier, j)) {
      best = ahead + penalty;
      bestAfter = before;
      bestOver = more;
    }
  }
  let tries = newVehicles;
  for (let k = i * m; k < (i + 1) * m && tries > 0; k++) {
    const d = int(depotOrder, k);
    const back = arcIn(row, i, n + d);
    const trip = (symmetric ? back : arc(n + d, i)) + back;
    // Depots come by the length of this trip: the rest is dearer still.
    if (trip + vehicleCost >= best) break;
    if (!int(open, d) || real(depotLoad, d) + load > real(depotCapacity, d) || (RULES && !mayJoin(i, d))) continue;
    tries--;
    if (FLEET) {
      for (let b = d; b < m * types; b += m) if (int(emptyRoute, b) >= 0) tryAlone(i, int(emptyRoute, b), trip, moreOver(d, load));
      best = placeCost;
      continue;
    }
    const extra = trip + fixedDelta(-1, d);
    if (extra < best && fits(int(emptyRoute, d), i, n + d, n + d)) {
      best = extra;
      bestAfter = first(int(emptyRoute, d));
      bestOver = 0;
    }
  }
  if (FLEET) {
    bestAfter = placeAfter;
    bestOver = placeOver;
  }
  if (bestAfter < 0) return Infinity;
  addOver(bestOver);
  const r = int(route, bestAfter);
  touch(r);
  if (FLEET) prepareVehicle(r);
  insert(i, bestAfter);
  if (FLEET) settlePlace(i, r);
  return best;
}

/** Whether i may not join route r, or does not see it. */
@inline function isOverlooked(i: i32, r: i32): bool {
  if (RULES && !mayJoin(i, int(routeDepot, r))) return true;
  if (--untilBlink > 0) return false;
  untilBlink = 1 + below(2 * overlookEvery - 1);
  return true;
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

/** Puts customer i behind a node. */
function insert(i: i32, after: i32): void {
  const r = int(route, after);
  const d = int(routeDepot, r);
  const then = int(next, after);
  noteJoining(i, after);
  join(r, i, at(after), at(then));
  link(after, i);
  link(i, then);
  set(leg, after, arc(at(after), i));
  set(leg, i, arc(i, at(then)));
  put(route, i, r);
  if (RULES) settleAt(i, d);
  set(depotLoad, d, real(depotLoad, d) + real(demand, i));
  const size = int(routeSize, r);
  put(routeSize, r, size + 1);
  if (size == 0) {
    const base = baseOf(r);
    countRoutes(base, 1);
    if (int(emptyRoute, base) == r) put(emptyRoute, base, takeSlot(base));
  }
}
