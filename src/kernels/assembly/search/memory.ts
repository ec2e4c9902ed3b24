/**
 * The arrays of src/search/data.ts and state.ts, laid out once in linear memory. A name is a base address; `int(next, u)` is next[u].
 * The host fills the data arrays and `routes`, which also carries solutions in and out: count, then depot, size and stops of each route.
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
/** Cost of the arc between two places. */
@inline export function arc(from: i32, to: i32): f64 {
  return load<f64>(cost + (<usize>(from * places + to) << 3));
}

// Sizes and scalars.
export let n: i32 = 0;
export let m: i32 = 0;
export let places: i32 = 0;
export let slots: i32 = 0;
export let stride: i32 = 0;
export let degree: i32 = 0;
export let symmetric: bool = true;
export let restricts: bool = false;
export let vehicleCapacity: f64 = 0;
export let vehicleCost: f64 = 0;
export let epsilon: f64 = 0;
export let vehicleWeight: f64 = 0;
export let depotWeight: f64 = 0;

// Data.
export let cost: usize = 0;
export let x: usize = 0;
export let y: usize = 0;
export let demand: usize = 0;
export let depotCapacity: usize = 0;
export let openingCost: usize = 0;
export let neighbours: usize = 0;
export let allowed: usize = 0;
export let nearestDepot: usize = 0;
export let depotOrder: usize = 0;

// State.
export let next: usize = 0;
export let prev: usize = 0;
export let place: usize = 0;
/** Cost of the arc to the next node; kept by ruin and recreate alone, which reads it many times for each change. */
export let leg: usize = 0;
export let route: usize = 0;
export let position: usize = 0;
export let loadUpTo: usize = 0;
export let reversalUpTo: usize = 0;
export let routeDepot: usize = 0;
export let routeLoad: usize = 0;
export let routeSize: usize = 0;
export let routePenalty: usize = 0;
export let modified: usize = 0;
export let box: usize = 0;
export let open: usize = 0;
export let depotLoad: usize = 0;
export let depotRoutes: usize = 0;
export let depotPenalty: usize = 0;
export let emptyRoute: usize = 0;
export let alwaysPaid: usize = 0;
export let freeSlots: usize = 0;

// Scratch of the descent and of ruin and recreate.
export let order: usize = 0;
export let routeOrder: usize = 0;
export let tried: usize = 0;
export let triedSwapStar: usize = 0;
export let triedRehoming: usize = 0;
export let insertionCost: usize = 0;
export let insertionAfter: usize = 0;
export let removal: usize = 0;
export let absent: usize = 0;
export let sortKey: usize = 0;
/** Near customers whose vehicle has room. */
export let roomy: usize = 0;
export let touched: usize = 0;
export let touchedStart: usize = 0;
export let isTouched: usize = 0;
export let saved: usize = 0;
export let savedLeg: usize = 0;
export let routes: usize = 0;
/** The best solution of an annealing that has left it, laid out like `routes`. */
export let snapshot: usize = 0;

function ints(count: i32): usize {
  return heap.alloc(<usize>count << 2);
}
function reals(count: i32): usize {
  return heap.alloc(<usize>count << 3);
}

export function allocate(customers: i32, depots: i32, routeSlots: i32, neighbourStride: i32, neighbourDegree: i32): void {
  n = customers;
  m = depots;
  places = n + m;
  slots = routeSlots;
  stride = neighbourStride;
  degree = neighbourDegree;
  const nodes = n + 2 * slots;
  cost = reals(places * places);
  x = reals(places);
  y = reals(places);
  demand = reals(n);
  depotCapacity = reals(m);
  openingCost = reals(m);
  neighbours = ints(n * stride);
  allowed = ints(n * m);
  nearestDepot = reals(n);
  depotOrder = ints(n * m);
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
  emptyRoute = ints(m);
  alwaysPaid = ints(m);
  freeSlots = ints(slots);
  order = ints(n);
  routeOrder = ints(slots);
  tried = ints(n);
  triedSwapStar = ints(slots);
  triedRehoming = ints(slots);
  insertionCost = reals(3 * n);
  insertionAfter = ints(3 * n);
  removal = reals(n);
  absent = ints(n);
  sortKey = reals(n);
  roomy = ints(stride);
  touched = ints(slots);
  touchedStart = ints(slots + 1);
  isTouched = ints(slots);
  saved = ints(n);
  savedLeg = reals(n + slots);
  routes = ints(1 + 2 * slots + n);
  snapshot = ints(1 + 2 * slots + n);
  for (let i = 0; i < n; i++) {
    put(place, i, i);
    put(order, i, i);
  }
  for (let r = 0; r < slots; r++) {
    put(route, n + 2 * r, r);
    put(route, n + 2 * r + 1, r);
    put(isTouched, r, 0);
  }
  put(touchedStart, 0, 0);
}

export function configure(symmetricCosts: bool, restrictedDepots: bool, capacity: f64, perVehicle: f64, noise: f64): void {
  symmetric = symmetricCosts;
  restricts = restrictedDepots;
  vehicleCapacity = capacity;
  vehicleCost = perVehicle;
  epsilon = noise;
}

export function price(vehicle: f64, depot: f64): void {
  vehicleWeight = vehicle;
  depotWeight = depot;
}
