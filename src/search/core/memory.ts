/**
 * The arrays of the search, laid out in linear memory by src/search/layout.ts. A name is a base address; `int(next, u)` is next[u].
 *
 * Nodes: customer i is node i; route r begins at node n+2r and ends at node n+2r+1, both standing at its depot.
 * Places: customers first, then depots. `place[node]` is the node's place.
 * A base is a vehicle type at a depot, type · m + depot; without fleets there is one type, and a base is a depot.
 */
import { limited, n, place, timed } from './generated';

export * from './generated';

/** A piece of memory, zero at first. */
export function allocate(bytes: usize): usize {
  return heap.alloc(bytes);
}

@inline export function int(base: usize, k: i32): i32 {
  return load<i32>(base + (<usize>k << 2));
}
@inline export function put(base: usize, k: i32, value: i32): void {
  store<i32>(base + (<usize>k << 2), value);
}
@inline export function real(base: usize, k: i32): f64 {
  return load<f64>(base + (<usize>k << 3));
}
@inline export function set(base: usize, k: i32, value: f64): void {
  store<f64>(base + (<usize>k << 3), value);
}
@inline export function byte(base: usize, k: i32): i32 {
  return <i32>load<u8>(base + <usize>k);
}

/** Whether more than its load limits a route, so that the order of its stops matters; and whether times do. */
@inline export function isLimited(): bool {
  return RULES && (FLEET || limited);
}
@inline export function isTimed(): bool {
  return FLEET && timed;
}

/** The nodes where route r begins and ends. */
@inline export function first(r: i32): i32 {
  return n + 2 * r;
}
@inline export function last(r: i32): i32 {
  return n + 2 * r + 1;
}
@inline export function at(node: i32): i32 {
  return int(place, node);
}
