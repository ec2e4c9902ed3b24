/** Strings of customers near a seed leave their routes. */
import { updateClock } from './clock';
import { addOver, isOverfull, overAt, price } from './crowding';
import { fixedDelta, reprice } from './evaluate';
import { baseOf } from './fleet';
import { below, float } from './random';
import { settleAt } from './rules';
import { leave } from './segment';
import { countRoutes, link, routesInUse } from './state';
import { hasTouched, noteLeaving, touch } from './touched';
import { arc } from './travel';

/** Customers on no route. */
export let absentCount: i32 = 0;

/** Removes strings around a random customer; the change of cost. */
export function ruin(): f64 {
  absentCount = 0;
  const typeMaxDistance = min<f64>(longestString, <f64>n / <f64>routesInUse);
  const strings = <i32>floor<f64>(1 + float() * max<f64>(1, (4 * removed) / (1 + typeMaxDistance) - 1));
  const seed = seedCustomer();
  let delta: f64 = 0;
  let done = 0;
  for (let k = -1; k < stride && done < strings; k++) {
    const i = k < 0 ? seed : int(neighbours, seed * stride + k);
    const r = int(route, i);
    if (r < 0 || hasTouched(r)) continue;
    const length = <i32>floor<f64>(1 + float() * min<f64>(<f64>int(routeSize, r), typeMaxDistance));
    delta += removeString(i, r, length);
    done++;
  }
  return RULES ? delta + removeGroups() : delta;
}

/** A tied group can only change its depot as a whole: by chance, all of it leaves. */
function removeGroups(): f64 {
  let delta: f64 = 0;
  const strung = absentCount;
  for (let k = 0; k < strung; k++) {
    const i = int(absent, k);
    if (int(nextInGroup, i) == i || float() >= groupShare) continue;
    for (let j = int(nextInGroup, i); j != i; j = int(nextInGroup, j)) {
      const r = int(route, j);
      if (r < 0) continue;
      touch(r);
      const after = int(next, j);
      const before = int(prev, j);
      delta += remove(j);
      if (isTimed()) updateClock(r, after, before);
      if (FLEET) delta += reprice(r);
    }
  }
  return delta;
}

/** Any customer; while a depot is overfull, more often one of such a depot. */
function seedCustomer(): i32 {
  let i = below(n);
  if (!isOverfull()) return i;
  for (let tries = 0; tries < focusTries; tries++) {
    const d = int(routeDepot, int(route, i));
    if (real(depotLoad, d) > real(depotCapacity, d)) return i;
    i = below(n);
  }
  return i;
}

/** Removes `length` customers around i, or a longer string of which a random middle stays. */
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
  const ahead = int(prev, node);
  let delta: f64 = 0;
  for (let k = 0; k < span && node < n; k++) {
    const following = int(next, node);
    if (k < keepFrom || k >= keepFrom + kept) delta += remove(node);
    node = following;
  }
  if (isTimed()) updateClock(r, int(next, ahead), int(prev, node));
  return FLEET ? delta + reprice(r) : delta;
}

/** Takes customer i off its route; the change of cost. A route left empty keeps its slot until the iteration ends. */
function remove(i: i32): f64 {
  const r = int(route, i);
  const d = int(routeDepot, r);
  const overBefore = overAt(d);
  const before = int(prev, i);
  const after = int(next, i);
  noteLeaving(i);
  const from = at(before);
  const to = at(after);
  const direct = arc(from, to);
  let delta = direct - real(leg, before) - real(leg, i);
  link(before, after);
  set(leg, before, direct);
  put(route, i, -1);
  leave(r, i, from, to);
  if (RULES) settleAt(i, -1);
  set(depotLoad, d, real(depotLoad, d) - real(demand, i));
  const size = int(routeSize, r) - 1;
  put(routeSize, r, size);
  if (size == 0) {
    delta += fixedDelta(baseOf(r), -1);
    countRoutes(baseOf(r), -1);
  }
  const relief = overAt(d) - overBefore;
  addOver(relief);
  put(absent, absentCount++, i);
  return delta + price * relief;
}
