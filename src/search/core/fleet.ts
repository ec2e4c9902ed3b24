/**
 * With fleets: what vehicle types and depots add to a route's price and limits. Arcs cost what the cheapest type pays; a dearer one pays the
 * difference as a surcharge. The same goes for handling at depots. So all of this is never negative, like the penalties.
 */

@inline export function typeOf(r: i32): i32 {
  return FLEET ? int(routeType, r) : 0;
}
@inline export function baseOf(r: i32): i32 {
  return FLEET ? int(routeType, r) * m + int(routeDepot, r) : int(routeDepot, r);
}
@inline export function depotAt(base: i32): i32 {
  return FLEET ? base % m : base;
}
@inline export function typeAt(base: i32): i32 {
  return FLEET ? base / m : 0;
}
/** Whether any vehicle of the type may ever start at the depot. */
@inline export function mayStart(base: i32): bool {
  return FLEET ? int(availableAt, base) > 0 && int(available, typeAt(base)) > 0 : true;
}

// How many vehicles are out.

export function clearFleet(): void {
  memory.fill(baseRoutes, 0, <usize>(types * m) << 2);
  memory.fill(typeRoutes, 0, <usize>types << 2);
}

export function countVehicles(base: i32, more: i32): void {
  put(baseRoutes, base, int(baseRoutes, base) + more);
  const type = typeAt(base);
  put(typeRoutes, type, int(typeRoutes, type) + more);
}

/** Whether a vehicle of the type is left for a depot, and whether the depot has room for one more route. */
@inline export function hasVehicle(base: i32): bool {
  return int(baseRoutes, base) < int(availableAt, base) && int(typeRoutes, typeAt(base)) < int(available, typeAt(base));
}
@inline export function hasRoom(depot: i32): bool {
  return int(depotRoutes, depot) < int(maxVehicles, depot);
}

/** Change of the number of vehicles that do not exist when one base gives up a route and another starts one (−1: neither). */
export function missingDelta(lost: i32, gained: i32): i32 {
  const lostType = lost < 0 ? -1 : typeAt(lost);
  const gainedType = gained < 0 ? -1 : typeAt(gained);
  const lostDepot = lost < 0 ? -1 : depotAt(lost);
  const gainedDepot = gained < 0 ? -1 : depotAt(gained);
  return (
    overCount(baseRoutes, availableAt, lost, gained) +
    overCount(typeRoutes, available, lostType, gainedType) +
    overCount(depotRoutes, maxVehicles, lostDepot, gainedDepot)
  );
}

function overCount(count: usize, limit: usize, lost: i32, gained: i32): i32 {
  if (lost == gained) return 0;
  let over = 0;
  if (lost >= 0 && int(count, lost) > int(limit, lost)) over--;
  if (gained >= 0 && int(count, gained) >= int(limit, gained)) over++;
  return over;
}

// The route under trial.

export let visited: i32 = 0;

@inline export function beginFleet(): void {
  visited = 0;
  for (let q = 0; q < sums; q++) set(carriedAmount, q, 0);
}

/** Goes on with the customers i … j of one route, in either direction. */
@inline export function followFleet(i: i32, j: i32): void {
  visited += i == j ? 1 : int(position, j) - int(position, i) + 1;
  for (let q = 0; q < sums; q++) {
    const own = real(amount, q * n + i);
    const row = q * nodes;
    set(carriedAmount, q, real(carriedAmount, q) + (i == j ? own : real(amountUpTo, row + j) - real(amountUpTo, row + i) + own));
  }
}

/** Where the amounts on route r stand. */
@inline export function amountsOn(r: i32): usize {
  return routeFacts + (<usize>(r * facts + amountFact) << 3);
}
@inline function amountWith(amounts: usize, q: i32, i: i32): f64 {
  return real(amounts, q) + (i < 0 ? 0 : real(amount, q * n + i));
}

/** Of amounts with customer i (−1: as they are): what is over the capacity of a type in quantities beyond the demand. */
@inline export function amountExcess(amounts: usize, type: i32, i: i32 = -1): f64 {
  let excess: f64 = 0;
  for (let q = 0; q < quantities; q++) excess += max<f64>(0, amountWith(amounts, q, i) - real(quantityCapacity, q * types + type));
  return excess;
}
/** Stops over their number, those barred from the type, and the fewer of each clash. */
@inline export function stopExcess(amounts: usize, stops: i32, type: i32, i: i32 = -1): f64 {
  let over = <f64>max<i32>(0, stops - int(maxStops, type));
  if (isBarred) over += amountWith(amounts, quantities + type, i);
  for (let k = 0; k < 2 * clashes; k += 2)
    over += min<f64>(amountWith(amounts, int(clashing, k), i), amountWith(amounts, int(clashing, k + 1), i));
  return over;
}

/** Stores the sums of the route up to `node`, `before` being the node in front of it. */
@inline export function noteFleet(before: i32, node: i32): void {
  for (let q = 0; q < sums; q++) {
    const sum = before < n ? real(amountUpTo, q * nodes + before) : 0;
    set(amountUpTo, q * nodes + node, sum + (node < n ? real(amount, q * n + node) : 0));
  }
}

/** Stores the sums of the whole of route r. */
@inline export function noteFleetOf(r: i32): void {
  for (let q = 0; q < sums; q++) setFact(r, amountFact + q, real(amountUpTo, q * nodes + last(r)));
}

/** Customer i joins route r (by 1) or leaves it (by −1). */
@inline export function addToFleet(r: i32, i: i32, by: i32): void {
  for (let q = 0; q < sums; q++) setFact(r, amountFact + q, fact(r, amountFact + q) + <f64>by * real(amount, q * n + i));
}

/** Load that depot d lacks to be worth opening. */
@inline export function shortfall(d: i32, load: f64, always: bool): f64 {
  return load > 1e-9 || always ? max<f64>(0, real(minLoad, d) - load) : 0;
}
