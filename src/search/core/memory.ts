/**
 * Access to the arrays of the search, which src/search/layout.ts lays out in linear memory and describes. A name is a base address;
 * `int(next, u)` is next[u]. These names and the functions below are global in the core, so that no file imports them.
 */
import { facts, limited, n, place, routeFacts, timed } from './generated';

export * from './generated';

/** A piece of memory, zero at first. */
@global export function allocate(bytes: usize): usize {
  return heap.alloc(bytes);
}

@global @inline export function int(base: usize, k: i32): i32 {
  return load<i32>(base + (<usize>k << 2));
}
@global @inline export function put(base: usize, k: i32, value: i32): void {
  store<i32>(base + (<usize>k << 2), value);
}
@global @inline export function real(base: usize, k: i32): f64 {
  return load<f64>(base + (<usize>k << 3));
}
@global @inline export function set(base: usize, k: i32, value: f64): void {
  store<f64>(base + (<usize>k << 3), value);
}
@global @inline export function byte(base: usize, k: i32): i32 {
  return <i32>load<u8>(base + <usize>k);
}

/** Whether more than its load limits a route, so that the order of its stops matters; and whether times do. */
@global @inline export function isLimited(): bool {
  return RULES && (FLEET || limited);
}
@global @inline export function isTimed(): bool {
  return FLEET && timed;
}

// What is stored of a route beyond its load and its price: these, then the amounts of its goods (`facts` in all).
@global const lengthFact: i32 = 0;
/** The part of the price that is a penalty. */
@global const breachFact: i32 = 1;
@global const durationFact: i32 = 2;
@global const warpFact: i32 = 3;
/** Whether somebody on it has several windows. */
@global const severalFact: i32 = 4;
/** The part of the price that does not grow with length, load and service: what a change may save at most. */
@global const slackFact: i32 = 5;
@global const amountFact: i32 = 6;

@global @inline export function fact(r: i32, k: i32): f64 {
  return real(routeFacts, r * facts + k);
}
@global @inline export function setFact(r: i32, k: i32, value: f64): void {
  set(routeFacts, r * facts + k, value);
}

/** The nodes where route r begins and ends. */
@global @inline export function first(r: i32): i32 {
  return n + 2 * r;
}
@global @inline export function last(r: i32): i32 {
  return n + 2 * r + 1;
}
@global @inline export function at(node: i32): i32 {
  return int(place, node);
}
