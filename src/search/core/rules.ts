/**
 * Rules between customers and depots, counted so that a change knows its effect at once. Broken rules are: a customer at a depot it may not
 * use; each depot beyond the first that a tied group uses; each pair to be kept apart that shares a depot. Rules on the set of open depots
 * (locked, least, most, budget) hold at all times instead.
 */
import { int, ints, m, n, put, ruleWeight } from './memory';

/** allowed[i·m + d]: a byte for each customer and depot. */
export let allowed: usize = 0;
/** Tied customers share a number, the smallest of theirs; others have their own. */
export let group: usize = 0;
/** The next member of the same group, all round; a customer tied to nobody is its own. */
export let mate: usize = 0;
/** foes[foesFrom[g] … foesFrom[g+1]−1]: groups that group g must not meet. */
export let foesFrom: usize = 0;
export let foes: usize = 0;
/** count[g·m + d]: members of group g at depot d; spread[g]: depots that they use. */
let count: usize = 0;
let spread: usize = 0;
/** −1 for a customer on no route. */
let depotOf: usize = 0;
/** Whether there are any: fleets and hours come without, too. */
let ruled: bool = false;
/** Rules broken now. */
let broken: i32 = 0;
/** Customers that a trial has moved, and where they were. */
let moved: usize = 0;
let movedFrom: usize = 0;
let movedCount: i32 = 0;

export function allocateRules(foeCount: i32, any: bool): void {
  ruled = any;
  allowed = heap.alloc(<usize>(n * m));
  group = ints(n);
  mate = ints(n);
  foesFrom = ints(n + 1);
  foes = ints(foeCount);
  count = ints(n * m);
  spread = ints(n);
  depotOf = ints(n);
  moved = ints(n);
  movedFrom = ints(n);
}

export function clearRules(): void {
  memory.fill(count, 0, <usize>(n * m) << 2);
  memory.fill(spread, 0, <usize>n << 2);
  memory.fill(depotOf, 0xff, <usize>n << 2);
  broken = 0;
}

@inline export function mayUse(i: i32, d: i32): bool {
  return load<u8>(allowed + <usize>(i * m + d)) != 0;
}

/** Whether customer i, on no route, breaks no rule at depot d. */
@inline export function mayJoin(i: i32, d: i32): bool {
  return !ruled || breaksNothing(i, d);
}
function breaksNothing(i: i32, d: i32): bool {
  if (!mayUse(i, d)) return false;
  const g = int(group, i);
  if (int(spread, g) > 0 && int(count, g * m + d) == 0) return false;
  return foesAt(g, d) == 0;
}

/** Puts customer i at depot d, or at none (−1), and keeps count. */
@inline export function settleAt(i: i32, d: i32): void {
  if (ruled) settle(i, d);
}
function settle(i: i32, d: i32): void {
  const from = int(depotOf, i);
  if (from == d) return;
  if (from >= 0) broken -= changeAt(i, from, -1);
  if (d >= 0) broken += changeAt(i, d, 1);
  put(depotOf, i, d);
}

/** Whether there are rules. */
@inline export function isRuled(): bool {
  return ruled;
}

@inline export function isBroken(): bool {
  return broken > 0;
}

@inline export function rulePenalty(): f64 {
  return ruleWeight * <f64>broken;
}

/** In a trial, the customers i … last, in a row on one route, are served from depot d. */
@inline export function tryAt(i: i32, last: i32, next: usize, d: i32): void {
  if (ruled) tryThem(i, last, next, d);
}
function tryThem(i: i32, last: i32, next: usize, d: i32): void {
  const from = int(depotOf, i);
  // Who is on no route looks for a place, which `mayJoin` judges.
  if (from == d || from < 0) return;
  for (;;) {
    put(moved, movedCount, i);
    put(movedFrom, movedCount++, int(depotOf, i));
    settleAt(i, d);
    if (i == last) break;
    i = int(next, i);
  }
}

/** Ends a trial that began with this penalty: everybody goes back. The change of the penalty. */
export function endTrial(before: f64): f64 {
  const change = rulePenalty() - before;
  while (movedCount > 0) {
    movedCount--;
    settleAt(int(moved, movedCount), int(movedFrom, movedCount));
  }
  return change;
}

/** One member more (or less) of i's group at d; the rules that it breaks there (or broke). */
function changeAt(i: i32, d: i32, by: i32): i32 {
  const g = int(group, i);
  const at = g * m + d;
  let rules = mayUse(i, d) ? 0 : 1;
  const now = int(count, at) + by;
  put(count, at, now);
  // The first one to come, or the last one to leave.
  if (now == (by > 0 ? 1 : 0)) {
    const elsewhere = int(spread, g) - (by > 0 ? 0 : 1);
    put(spread, g, int(spread, g) + by);
    if (elsewhere > 0) rules++;
    rules += foesAt(g, d);
  }
  return rules;
}

function foesAt(g: i32, d: i32): i32 {
  let met = 0;
  for (let k = int(foesFrom, g); k < int(foesFrom, g + 1); k++) met += i32(int(count, int(foes, k) * m + d) > 0);
  return met;
}
