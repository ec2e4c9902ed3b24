/**
 * The best solution of an annealing, kept beside the current one as links of its own. Only routes that have changed since are copied, so a new
 * best costs what the way to it has changed, whatever the size of the instance.
 */
import { baseOf } from './fleet';
import { list, startList } from './state';

let changedCount: i32 = 0;

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
  startList();
  for (let r = 0; r < slots; r++) list(r, int(bestBase, r), int(bestSize, r), bestNext);
}
