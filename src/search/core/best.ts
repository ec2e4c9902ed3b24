/**
 * The best solution of an annealing, kept beside the current one as links of its own. Only routes that have changed since are copied, so a new
 * best costs what the way to it has changed, whatever the size of the instance.
 */
import { baseOf } from './fleet';
import { first, int, ints, last, n, next, put, routes, routeSize, slots } from './memory';

let bestNext: usize = 0;
let bestBase: usize = 0;
let bestSize: usize = 0;
/** Routes that differ from the best, or may. */
let changed: usize = 0;
let isChanged: usize = 0;
let changedCount: i32 = 0;

export function allocateBest(): void {
  bestNext = ints(n + 2 * slots);
  bestBase = ints(slots);
  bestSize = ints(slots);
  changed = ints(slots);
  isChanged = ints(slots);
}

/** The current solution is the best. */
export function startBest(): void {
  changedCount = 0;
  for (let r = 0; r < slots; r++) copy(r);
}

export function noteChange(r: i32): void {
  if (int(isChanged, r)) return;
  put(isChanged, r, 1);
  put(changed, changedCount++, r);
}

/** The current solution is the best from now on. */
export function takeBest(): void {
  for (let k = 0; k < changedCount; k++) copy(int(changed, k));
  changedCount = 0;
}

function copy(r: i32): void {
  put(isChanged, r, 0);
  put(bestSize, r, int(routeSize, r));
  put(bestBase, r, baseOf(r));
  if (int(routeSize, r) == 0) return;
  for (let node = first(r); node != last(r); node = int(next, node)) put(bestNext, node, int(next, node));
}

/** Writes the best solution to `routes`. */
export function saveBest(): void {
  let count = 0;
  let written = 1;
  for (let r = 0; r < slots; r++) {
    if (int(bestSize, r) == 0) continue;
    count++;
    put(routes, written++, int(bestBase, r));
    put(routes, written++, int(bestSize, r));
    for (let i = int(bestNext, first(r)); i < n; i = int(bestNext, i)) put(routes, written++, i);
  }
  put(routes, 0, count);
}
