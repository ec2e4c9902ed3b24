/**
 * All arrays of the search, laid out once in linear memory. A name is a base address; `int(next, u)` is next[u].
 *
 * Nodes: customer i is node i; route r begins at node n+2r and ends at node n+2r+1, both standing at its depot.
 * Places: customers first, then depots. `place[node]` is the node's place.
 * A base is a vehicle type at a depot, type · m + depot; without fleets there is one type, and a base is a depot.
 * The host fills the data and `routes`, which also carries solutions in and out: count, then base, size and stops of each route.
 */
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

// Sizes and scalars.
export let n: i32 = 0;
export let m: i32 = 0;
export let places: i32 = 0;
export let slots: i32 = 0;
/** Vehicle types. */
export let types: i32 = 1;
/** Length of a row of `neighbours`, and how many of them a descent looks at. */
export let stride: i32 = 0;
export let degree: i32 = 0;
export let symmetric: bool = true;
export let vehicleCapacity: f64 = 0;
export let vehicleCost: f64 = 0;
/** Gains below this are rounding noise. */
export let epsilon: f64 = 0;
/** Rules on the set of open depots. */
export let minOpen: i32 = 0;
export let maxOpen: i32 = 0;
export let openingBudget: f64 = 0;
/** Penalties: a unit of load over the capacity of a vehicle, of a depot; a broken rule; a unit of length, of time over a limit. */
export let vehicleWeight: f64 = 0;
export let depotWeight: f64 = 0;
export let ruleWeight: f64 = 0;
export let distanceWeight: f64 = 0;
export let timeWeight: f64 = 0;

// Data.
export let x: usize = 0;
export let y: usize = 0;
export let demand: usize = 0;
export let depotCapacity: usize = 0;
export let openingCost: usize = 0;
export let neighbours: usize = 0;
export let nearestDepot: usize = 0;
/** Row i, m long: depots by the round trip to customer i, nearest first. */
export let depotOrder: usize = 0;
export let lockedOpen: usize = 0;
export let lockedClosed: usize = 0;

// State.
export let next: usize = 0;
export let prev: usize = 0;
export let place: usize = 0;
/** Cost of the arc to the next node. */
export let leg: usize = 0;
export let route: usize = 0;
/** From 1; the start of a route has 0. Like the sums below, ruin and recreate leaves it stale. */
export let position: usize = 0;
export let loadUpTo: usize = 0;
/** Extra cost of driving the route backwards, up to the node; all zero when costs are symmetric. */
export let reversalUpTo: usize = 0;
export let routeDepot: usize = 0;
export let routeLoad: usize = 0;
export let routeSize: usize = 0;
export let routePenalty: usize = 0;
/** Move count at the last change of the route. */
export let modified: usize = 0;
/** Bounding box of the route's customers: x low, x high, y low, y high. */
export let box: usize = 0;
export let open: usize = 0;
export let depotLoad: usize = 0;
export let depotRoutes: usize = 0;
export let depotPenalty: usize = 0;
/** The empty route kept ready at each base of an open depot, so that a new vehicle is an ordinary move; −1 elsewhere. */
export let emptyRoute: usize = 0;
/** Depots whose opening cost is due whether used or not. */
export let alwaysPaid: usize = 0;
export let freeSlots: usize = 0;
/** Solutions, in and out. */
export let routes: usize = 0;

export function ints(count: i32): usize {
  return heap.alloc(<usize>count << 2);
}
export function reals(count: i32): usize {
  return heap.alloc(<usize>count << 3);
}

export function allocateShared(
  customers: i32, depots: i32, vehicleTypes: i32, routeSlots: i32, neighbourStride: i32, neighbourDegree: i32,
): void {
  n = customers;
  m = depots;
  types = vehicleTypes;
  places = n + m;
  slots = routeSlots;
  stride = neighbourStride;
  degree = neighbourDegree;
  const nodes = n + 2 * slots;
  x = reals(places);
  y = reals(places);
  demand = reals(n);
  depotCapacity = reals(m);
  openingCost = reals(m);
  neighbours = ints(n * stride);
  nearestDepot = reals(n);
  depotOrder = ints(n * m);
  lockedOpen = ints(m);
  lockedClosed = ints(m);
  next = ints(nodes);
  prev = ints(nodes);
  place = ints(nodes);
  leg = reals(nodes);
  route = ints(nodes);
  position = ints(nodes);
  loadUpTo = reals(nodes);
  reversalUpTo = reals(nodes);
  routeDepot = ints(slots);
  routeLoad = reals(slots);
  routeSize = ints(slots);
  routePenalty = reals(slots);
  modified = ints(slots);
  box = reals(4 * slots);
  open = ints(m);
  depotLoad = reals(m);
  depotRoutes = ints(m);
  depotPenalty = reals(m);
  emptyRoute = ints(m * types);
  alwaysPaid = ints(m);
  freeSlots = ints(slots);
  routes = ints(1 + 2 * slots + n);
  for (let i = 0; i < n; i++) put(place, i, i);
  for (let r = 0; r < slots; r++) {
    put(route, n + 2 * r, r);
    put(route, n + 2 * r + 1, r);
  }
}

export function configure(
  symmetricCosts: bool, capacity: f64, perVehicle: f64, noise: f64, least: i32, most: i32, budget: f64,
): void {
  symmetric = symmetricCosts;
  vehicleCapacity = capacity;
  vehicleCost = perVehicle;
  epsilon = noise;
  minOpen = least;
  maxOpen = most;
  openingBudget = budget;
}

export function penalise(vehicle: f64, depot: f64, rule: f64, length: f64, time: f64): void {
  vehicleWeight = vehicle;
  depotWeight = depot;
  ruleWeight = rule;
  distanceWeight = length;
  timeWeight = time;
}
