/** The routes that an iteration of ruin and recreate has changed, with what they were before, so that it can be undone. */
import { noteChange } from './best';
import { keepsLimits } from './evaluate';
import { baseOf } from './fleet';
import { settleAt } from './rules';
import { countRoutes, link, release, standAt } from './state';

export let touchedCount: i32 = 0;

@inline export function hasTouched(r: i32): bool {
  return int(isTouched, r) != 0;
}

@inline export function touchedAt(k: i32): i32 {
  return int(touched, k);
}

export function forgetTouched(): void {
  touchedCount = 0;
}

export function touch(r: i32): void {
  if (int(isTouched, r)) return;
  put(isTouched, r, 1);
  if (isLimited()) for (let f = 0; f < facts; f++) set(keptFacts, touchedCount * facts + f, fact(r, f));
  if (FLEET) {
    put(keptBase, touchedCount, baseOf(r));
    set(keptPenalty, touchedCount, real(routePenalty, r));
  }
  let written = int(touchedStart, touchedCount);
  const legs = savedLegOf(touchedCount);
  set(legs, written, real(leg, first(r)));
  for (let node = int(next, first(r)); node < n; node = int(next, node)) {
    if (isTimed()) memory.copy(keptClocks + (<usize>written << 6), clocks + (<usize>node << 6), 64);
    put(keptStops, written++, node);
    set(legs, written, real(leg, node));
  }
  put(touched, touchedCount++, r);
  put(touchedStart, touchedCount, written);
}

/** The arcs of the k-th touched route lie k further than its stops. */
@inline function savedLegOf(k: i32): usize {
  return keptLegs + (<usize>k << 3);
}

/** Whether all that was changed keeps the limits on routes. */
export function touchedHold(): bool {
  for (let k = 0; k < touchedCount; k++) if (!keepsLimits(int(touched, k))) return false;
  return true;
}

/** What was changed stays. */
export function acceptTouched(): void {
  for (let k = 0; k < touchedCount; k++) {
    const r = int(touched, k);
    put(isTouched, r, 0);
    noteChange(r);
    if (int(routeSize, r) == 0) release(r);
  }
}

/** All goes back to what it was. */
export function undoTouched(): void {
  for (let k = 0; k < touchedCount; k++) {
    put(isTouched, int(touched, k), 0);
    restore(int(touched, k), k);
  }
}

function restore(r: i32, k: i32): void {
  const d = int(routeDepot, r);
  const from = int(touchedStart, k);
  const to = int(touchedStart, k + 1);
  const legs = savedLegOf(k);
  let load: f64 = 0;
  let before = first(r);
  set(leg, before, real(legs, from));
  for (let s = from; s < to; s++) {
    const i = int(keptStops, s);
    link(before, i);
    set(leg, i, real(legs, s + 1));
    put(route, i, r);
    if (RULES) settleAt(i, d);
    if (isTimed()) memory.copy(clocks + (<usize>i << 6), keptClocks + (<usize>s << 6), 64);
    load += real(demand, i);
    before = i;
  }
  link(before, last(r));
  set(depotLoad, d, real(depotLoad, d) + (load - real(routeLoad, r)));
  if (FLEET) {
    if (int(routeSize, r) > 0) countRoutes(baseOf(r), -1);
    standAt(r, int(keptBase, k));
    if (to > from) countRoutes(baseOf(r), 1);
  } else countRoutes(d, i32(to > from) - i32(int(routeSize, r) > 0));
  set(routeLoad, r, load);
  if (isLimited()) for (let f = 0; f < facts; f++) setFact(r, f, real(keptFacts, k * facts + f));
  put(routeSize, r, to - from);
  if (FLEET) set(routePenalty, r, real(keptPenalty, k));
  if (to == from) release(r);
}
