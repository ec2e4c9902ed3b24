/**
 * Rules between customers and depots, counted so that a change knows its effect at once. Broken rules are: a customer at a depot it may not
 * use; each depot beyond the first that a tied group uses; each pair to be kept apart that shares a depot. Rules on the set of open depots
 * (locked, least, most, budget) hold at all times instead.
 */

/** Rules broken now. */
let broken: i32 = 0;
/** Customers that a trial has moved. */
let movedCount: i32 = 0;

export function clearRules(): void {
  if (!ruled) return;
  memory.fill(groupCount, 0, <usize>(n * m) << 2);
  memory.fill(groupSpread, 0, <usize>n << 2);
  memory.fill(depotOf, 0xff, <usize>n << 2);
  broken = 0;
}

@inline export function mayUse(i: i32, d: i32): bool {
  return byte(allowed, i * m + d) != 0;
}

/** Whether customer i, on no route, breaks no rule at depot d. */
@inline export function mayJoin(i: i32, d: i32): bool {
  return !ruled || breaksNothing(i, d);
}
function breaksNothing(i: i32, d: i32): bool {
  if (!mayUse(i, d)) return false;
  const g = int(group, i);
  if (int(groupSpread, g) > 0 && int(groupCount, g * m + d) == 0) return false;
  return incompatibleAt(g, d) == 0;
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
  const now = int(groupCount, at) + by;
  put(groupCount, at, now);
  // The first one to come, or the last one to leave.
  if (now == (by > 0 ? 1 : 0)) {
    const elsewhere = int(groupSpread, g) - (by > 0 ? 0 : 1);
    put(groupSpread, g, int(groupSpread, g) + by);
    if (elsewhere > 0) rules++;
    rules += incompatibleAt(g, d);
  }
  return rules;
}

function incompatibleAt(g: i32, d: i32): i32 {
  let met = 0;
  for (let k = int(incompatibleFrom, g); k < int(incompatibleFrom, g + 1); k++) met += i32(int(groupCount, int(incompatible, k) * m + d) > 0);
  return met;
}
