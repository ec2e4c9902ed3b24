/** The routes that an iteration of ruin and recreate has changed, with what they were before, so that it can be undone. */
import { noteChange } from './best';
import { keepsLimits } from './evaluate';
import { baseOf } from './fleet';
import { settleAt } from './rules';
import { countRoutes, link, release, standAt } from './state';

export let touchedCount: i32 = 0;
/** Customers who have left their routes so far, and who have joined one again. */
let leftCount: i32 = 0;
let joinedCount: i32 = 0;

@inline export function hasTouched(r: i32): bool {
  return int(isTouched, r) != 0;
}

@inline export function touchedAt(k: i32): i32 {
  return int(touched, k);
}

export function forgetTouched(): void {
  touchedCount = 0;
  leftCount = 0;
  joinedCount = 0;
}

export function touch(r: i32): void {
  if (int(isTouched, r)) return;
  put(isTouched, r, 1);
  if (isLimited()) for (let f = 0; f < facts; f++) set(keptFacts, touchedCount * facts + f, fact(r, f));
  if (FLEET) {
    put(keptBase, touchedCount, baseOf(r));
    set(keptPenalty, touchedCount, real(routePenalty, r));
  }
  if (isTimed()) keepClocks(r);
  put(keptSize, touchedCount, int(routeSize, r));
  set(keptLoad, touchedCount, real(routeLoad, r));
  put(touched, touchedCount++, r);
}

function keepClocks(r: i32): void {
  let written = int(keptClocksFrom, touchedCount);
  for (let node = int(next, first(r)); node < n; node = int(next, node)) {
    copyClock(keptClocks + (<usize>written << 6), clocks + (<usize>node << 6));
    put(keptStops, written++, node);
  }
  put(keptClocksFrom, touchedCount + 1, written);
}

/** Eight numbers: `memory.copy` calls out of WebAssembly, which takes longer than to copy so few. */
@inline function copyClock(to: usize, from: usize): void {
  set(to, 0, real(from, 0));
  set(to, 1, real(from, 1));
  set(to, 2, real(from, 2));
  set(to, 3, real(from, 3));
  set(to, 4, real(from, 4));
  set(to, 5, real(from, 5));
  set(to, 6, real(from, 6));
  set(to, 7, real(from, 7));
}

// Links and arcs are noted change by change: a route may have hundreds of stops, of which a few leave.

/** Customer i is about to leave its route. */
@inline export function noteLeaving(i: i32): void {
  const before = int(prev, i);
  const note = leavings + (<usize>leftCount << 5);
  put(note, 0, i);
  put(note, 1, before);
  put(note, 2, int(route, i));
  set(note, 2, real(leg, before));
  set(note, 3, real(leg, i));
  leftCount++;
}

/** Customer i is about to join a route behind a node. */
@inline export function noteJoining(i: i32, after: i32): void {
  put(joined, joinedCount, i);
  set(joinedLeg, joinedCount++, real(leg, after));
}

function undoLinks(): void {
  for (let k = joinedCount - 1; k >= 0; k--) {
    const i = int(joined, k);
    const before = int(prev, i);
    link(before, int(next, i));
    set(leg, before, real(joinedLeg, k));
  }
  for (let k = leftCount - 1; k >= 0; k--) {
    const note = leavings + (<usize>k << 5);
    const i = int(note, 0);
    const before = int(note, 1);
    const r = int(note, 2);
    link(i, int(next, before));
    link(before, i);
    set(leg, before, real(note, 2));
    set(leg, i, real(note, 3));
    put(route, i, r);
    if (RULES) settleAt(i, int(routeDepot, r));
  }
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
  undoLinks();
  for (let k = 0; k < touchedCount; k++) {
    put(isTouched, int(touched, k), 0);
    restore(int(touched, k), k);
  }
}

/** All that is stored of a route whose links are what they were. */
function restore(r: i32, k: i32): void {
  const d = int(routeDepot, r);
  const size = int(keptSize, k);
  const load = real(keptLoad, k);
  if (isTimed()) {
    const end = int(keptClocksFrom, k + 1);
    for (let s = int(keptClocksFrom, k); s < end; s++) copyClock(clocks + (<usize>int(keptStops, s) << 6), keptClocks + (<usize>s << 6));
  }
  set(depotLoad, d, real(depotLoad, d) + (load - real(routeLoad, r)));
  if (FLEET) {
    if (int(routeSize, r) > 0) countRoutes(baseOf(r), -1);
    standAt(r, int(keptBase, k));
    if (size > 0) countRoutes(baseOf(r), 1);
  } else countRoutes(d, i32(size > 0) - i32(int(routeSize, r) > 0));
  set(routeLoad, r, load);
  if (isLimited()) for (let f = 0; f < facts; f++) setFact(r, f, real(keptFacts, k * facts + f));
  put(routeSize, r, size);
  if (FLEET) set(routePenalty, r, real(keptPenalty, k));
  if (size == 0) release(r);
}
