/**
 * What a stretch of a route is: customers in a row. A route under trial is put together from stretches of the routes as they are, and this
 * file keeps what it has come to. To add a constraint on routes, say here what a stretch adds to it, and price it in evaluate.ts.
 */
import { beginClock, followOnward, noteClock, resumeClock, walk, walkBack } from './clock';
import { addToFleet, beginFleet, followFleet, noteFleet, noteFleetOf, typeOf } from './fleet';
import { tryAt } from './rules';
import { countMove, link, refresh } from './state';
import { lengthOf } from './travel';

/** Load of the route under trial so far. */
export let carried: f64 = 0;
/** Its depot, and the type of its vehicle. */
export let trialDepot: i32 = -1;
export let trialType: i32 = 0;
/** Its length so far, and the place where that ends. */
let driven: f64 = 0;
let reached: i32 = 0;

/**
 * A move is put together once, from the same pieces, to be tried and to be made. Where there are hours it is sized first, and timed only where
 * its sizes leave it a chance. While it is made, its pieces are noted: the route and the node where they begin, then the first and the last
 * customer of each. Both are compiled apart, from a type that says which.
 */
export type Try = i32;
export type Make = f64;
const isWhole: i32 = 0;
const isSized: i32 = 1;
const isTimedOnly: i32 = 2;
let mode: i32 = isWhole;
let pieceCount: i32 = 0;
const aRoute: i32 = 0;
const aStretch: i32 = 1;
const aTurn: i32 = 2;

@inline export function sizes(): bool {
  return !isTimed() || mode != isTimedOnly;
}
@inline export function times(): bool {
  return isTimed() && mode != isSized;
}

/** From here on trials are sized. */
@inline export function startSizing(): void {
  if (isTimed()) mode = isSized;
}
export function startTiming(): void {
  mode = isTimedOnly;
}
@inline export function endTiming(): void {
  if (isTimed()) mode = isWhole;
}

export function startMove(): void {
  pieceCount = 0;
}

function note3(kind: i32, from: i32, to: i32): void {
  put(pieces, pieceCount++, kind);
  put(pieces, pieceCount++, from);
  put(pieces, pieceCount++, to);
}

/** Links the pieces noted. */
export function makeMove(): void {
  countMove();
  let r = -1;
  let end = -1;
  for (let k = 0; k < pieceCount; k += 3) {
    const kind = int(pieces, k);
    const from = int(pieces, k + 1);
    const to = int(pieces, k + 2);
    if (kind == aRoute) {
      if (r >= 0) link(end, last(r));
      r = from;
      end = to;
    } else if (kind == aStretch) {
      link(end, from);
      end = to;
    } else {
      for (let node = to; ; ) {
        const before = int(prev, node);
        link(end, node);
        end = node;
        if (node == from) break;
        node = before;
      }
    }
  }
  link(end, last(r));
  for (let k = 0; k < pieceCount; k += 3) if (int(pieces, k) == aRoute) refresh(int(pieces, k + 1));
}

/** A route of the depot and vehicle of route r, with nobody on it yet. */
@inline export function begin<T>(r: i32): void {
  if (isFloat<T>()) note3(aRoute, r, first(r));
  else beginAt(int(routeDepot, r), typeOf(r));
}
@inline export function beginAt(depot: i32, type: i32): void {
  if (FLEET) trialType = type;
  trialDepot = depot;
  if (sizes()) {
    carried = 0;
    if (isLimited()) {
      driven = 0;
      reached = n + depot;
    }
    if (FLEET) beginFleet();
  }
  if (times()) beginClock(depot, type);
}

/** Begins with all customers of u's route up to u, which may be its start; the route under trial has u's depot and vehicle. */
@inline export function head<T>(u: i32): void {
  if (isFloat<T>()) {
    put(pieces, pieceCount - 1, u);
    return;
  }
  if (sizes()) carried += real(loadUpTo, u);
  if (RULES && u < n) {
    if (sizes()) follow(int(next, first(int(route, u))), u);
    if (times()) resumeClock(u);
  }
}

/** Goes on with all customers behind u, which may be the start of its route. */
@inline export function tail<T>(u: i32): void {
  const r = int(route, u);
  if (isFloat<T>()) {
    if (int(next, u) < n) note3(aStretch, int(next, u), int(prev, last(r)));
    return;
  }
  if (sizes()) carried += real(routeLoad, r) - real(loadUpTo, u);
  if (RULES && int(next, u) < n) {
    if (sizes()) follow(int(next, u), int(prev, last(r)));
    if (times()) followOnward(int(next, u));
  }
}

/** Goes on with the customers i … j of one route. */
@inline export function stretch<T>(i: i32, j: i32): void {
  if (isFloat<T>()) {
    note3(aStretch, i, j);
    return;
  }
  if (sizes()) {
    carried += loadOf(i, j);
    if (RULES) follow(i, j);
  }
  if (times()) walk(i, j);
}

/** The same, backwards: from j to i. */
@inline export function turned<T>(i: i32, j: i32): void {
  if (isFloat<T>()) {
    note3(aTurn, i, j);
    return;
  }
  if (sizes()) {
    carried += loadOf(i, j);
    if (RULES) followBack(i, j);
  }
  if (times()) walkBack(i, j);
}

/** All customers of u's route up to u, backwards; and all behind it. */
@inline export function turnedHead<T>(u: i32): void {
  if (u < n) turned<T>(int(next, first(int(route, u))), u);
}
@inline export function turnedTail<T>(u: i32): void {
  if (int(next, u) < n) turned<T>(int(next, u), int(prev, last(int(route, u))));
}

/** Load of the customers i … j of one route. */
@inline export function loadOf(i: i32, j: i32): f64 {
  return i == j ? real(demand, i) : real(loadUpTo, j) - real(loadUpTo, i) + real(demand, i);
}

function follow(i: i32, j: i32): void {
  if (RULES) tryAt(i, j, next, trialDepot);
  if (isLimited()) {
    driven += lengthOf(reached, i) + (i == j ? 0 : real(lengthUpTo, j) - real(lengthUpTo, i));
    reached = j;
  }
  if (FLEET) followFleet(i, j);
}

function followBack(i: i32, j: i32): void {
  if (RULES) tryAt(i, j, next, trialDepot);
  if (isLimited()) {
    driven += lengthOf(reached, j) + (i == j ? 0 : real(lengthBackTo, j) - real(lengthBackTo, i));
    reached = i;
  }
  if (FLEET) followFleet(i, j);
}

/** Length of the whole route under trial, with the way back. */
@inline export function lengthWithReturn(): f64 {
  return driven + lengthOf(reached, n + trialDepot);
}

// What is known of the routes as they are.

/** Stores the sums of the route up to `node`, `before` being the node in front of it. */
@inline export function note(before: i32, node: i32, from: i32, to: i32): void {
  if (isLimited()) {
    set(lengthUpTo, node, real(lengthUpTo, before) + lengthOf(from, to));
    set(lengthBackTo, node, real(lengthBackTo, before) + lengthOf(to, from));
  }
  if (FLEET) noteFleet(before, node);
}

/** Stores the sums of the whole of route r. */
@inline export function noteRoute(r: i32): void {
  if (isLimited()) setFact(r, lengthFact, real(lengthUpTo, last(r)));
  if (FLEET) noteFleetOf(r);
  if (isTimed()) noteClock(r);
}

// Ruin and recreate changes routes customer by customer, many times a millisecond, and keeps no more than sums.

/** Customer i leaves route r, from between two places. */
@inline export function leave(r: i32, i: i32, from: i32, to: i32): void {
  set(routeLoad, r, real(routeLoad, r) - real(demand, i));
  if (isLimited()) setFact(r, lengthFact, fact(r, lengthFact) - detour(i, from, to));
  if (FLEET) addToFleet(r, i, -1);
}

/** Customer i joins route r, between two places. */
@inline export function join(r: i32, i: i32, from: i32, to: i32): void {
  set(routeLoad, r, real(routeLoad, r) + real(demand, i));
  if (isLimited()) setFact(r, lengthFact, fact(r, lengthFact) + detour(i, from, to));
  if (FLEET) addToFleet(r, i, 1);
}

/** What customer i adds to the length between two places. */
@inline export function detour(i: i32, from: i32, to: i32): f64 {
  return lengthOf(from, i) + lengthOf(i, to) - lengthOf(from, to);
}
