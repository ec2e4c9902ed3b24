/**
 * What the solution in `routes` and `routesOpen` costs, and how far it breaks each kind of limit: the plain sum over its stops. It shares no
 * sums with the moves, so that a build for tests can hold their deltas against it (check.ts).
 */
import { beginClock, duration, endClock, visit, warp } from './clock';
import { excess } from './evaluate';
import { depotAt, shortfall, typeAt } from './fleet';
import { mayUse } from './rules';
import { paysAlways } from './state';
import { arc, lengthOf } from './travel';

export let totalCost: f64 = 0;
/** Load over vehicles and depots, and what depots lack of their least load; length over limits; time late or out too long. */
export let vehicleExcess: f64 = 0;
export let depotExcess: f64 = 0;
export let distanceExcess: f64 = 0;
export let timeExcess: f64 = 0;
/**
 * Broken rules: a customer at a depot that it may not use; each depot beyond the first that a tied group uses; each pair to be kept apart that
 * shares a depot; stops too many, barred, or of goods that may not share a vehicle; vehicles that do not exist.
 */
export let ruleExcess: f64 = 0;
/** Depots open beside another of a group of which one may be. No move of a route changes that. */
export let exclusiveExcess: f64 = 0;
/** Everybody is visited, on ways that exist, and no depot with a least load opens for nothing. */
export let isWhole: bool = false;

/** Prices them, and leaves in `routesOpen` the depots that pay. */
export function priceRoutes(): void {
  vehicleExcess = depotExcess = distanceExcess = timeExcess = ruleExcess = exclusiveExcess = 0;
  isWhole = true;
  memory.fill(listedLoad, 0, <usize>m << 3);
  memory.fill(listedRoutes, 0, <usize>m << 2);
  if (FLEET) {
    memory.fill(listedByBase, 0, <usize>(m * types) << 2);
    memory.fill(listedByType, 0, <usize>types << 2);
  }
  if (RULES && ruled) memory.fill(listedGroups, 0, <usize>(n * m));
  let travel: f64 = 0;
  let charges: f64 = FLEET ? handlingOfAll : vehicleCost * <f64>int(routes, 0);
  let visits = 0;
  for (let k = int(routes, 0), read = 1; k > 0; k--) {
    const base = int(routes, read);
    const size = int(routes, read + 1);
    const depot = depotAt(base);
    const type = typeAt(base);
    let from = n + depot;
    let load: f64 = 0;
    let length: f64 = 0;
    read += 2;
    if (isTimed()) beginClock(depot, type);
    for (let s = 0; s <= size; s++) {
      const to = s < size ? int(routes, read + s) : n + depot;
      const way = arc(from, to);
      travel += way;
      if (way >= noWay) isWhole = false;
      if (isLimited()) length += lengthOf(from, to);
      from = to;
      if (s == size) break;
      load += real(demand, to);
      if (isTimed()) visit(to);
      if (FLEET && isBarred) ruleExcess += real(amount, (quantities + type) * n + to);
      if (RULES && ruled) listGroup(to, depot);
    }
    set(listedLoad, depot, real(listedLoad, depot) + load);
    put(listedRoutes, depot, int(listedRoutes, depot) + 1);
    visits += size;
    if (FLEET) charges += vehicleCharges(type, depot, base, load, length, read, size);
    else {
      vehicleExcess += excess(load, vehicleCapacity);
      if (isLimited()) distanceExcess += excess(length, maxDistance);
    }
    read += size;
  }
  if (visits != n) isWhole = false;
  totalCost = travel + depotCharges() + charges;
  if (RULES && ruled) ruleExcess += groupExcess();
}

/** With fleets: what the vehicle of a route and its depot charge; `from` is where its stops begin in `routes`. */
function vehicleCharges(type: i32, depot: i32, base: i32, load: f64, length: f64, from: i32, size: i32): f64 {
  put(listedByBase, base, int(listedByBase, base) + 1);
  put(listedByType, type, int(listedByType, type) + 1);
  vehicleExcess += excess(load, real(typeCapacity, type));
  for (let q = 0; q < quantities; q++) vehicleExcess += excess(amountListed(q, from, size), real(quantityCapacity, q * types + type));
  for (let k = 0; k < 2 * clashes; k += 2)
    ruleExcess += min<f64>(amountListed(int(clashing, k), from, size), amountListed(int(clashing, k + 1), from, size));
  distanceExcess += excess(length, real(typeMaxDistance, type));
  ruleExcess += <f64>max<i32>(0, size - int(maxStops, type));
  const charges = real(fixedCost, type) + real(surcharge, type) * length + real(handlingCost, depot) * load;
  if (!isTimed()) return charges;
  endClock();
  const spent = duration - warp;
  timeExcess += warp + excess(spent, real(maxDuration, type));
  return charges + real(costPerTime, type) * spent;
}

function amountListed(q: i32, from: i32, size: i32): f64 {
  let sum: f64 = 0;
  for (let s = from; s < from + size; s++) sum += real(amount, q * n + int(routes, s));
  return sum;
}

/** What depots charge for being open. */
function depotCharges(): f64 {
  let opening: f64 = 0;
  for (let d = 0; d < m; d++) {
    const load = real(listedLoad, d);
    const always = paysAlways(d, int(routesOpen, d));
    const pays = always || int(listedRoutes, d) > 0;
    put(routesOpen, d, i32(pays));
    if (pays) opening += real(openingCost, d);
    depotExcess += excess(load, real(depotCapacity, d));
    if (!FLEET) continue;
    depotExcess += shortfall(d, load, always);
    if (pays && load <= 1e-9 && real(minLoad, d) > 0) isWhole = false;
    ruleExcess += over(listedRoutes, maxVehicles, d);
    for (let b = d; b < m * types; b += m) ruleExcess += over(listedByBase, availableAt, b);
  }
  if (FLEET) for (let type = 0; type < types; type++) ruleExcess += over(listedByType, available, type);
  for (let g = 0; g < exclusiveGroups; g++) {
    let count = 0;
    for (let k = int(exclusiveFrom, g); k < int(exclusiveFrom, g + 1); k++) count += int(routesOpen, int(exclusive, k));
    exclusiveExcess += <f64>max<i32>(0, count - 1);
  }
  return opening;
}

@inline function over(counts: usize, limits: usize, k: i32): f64 {
  return <f64>max<i32>(0, int(counts, k) - int(limits, k));
}

/** Takes note that customer i is served from a depot. */
function listGroup(i: i32, depot: i32): void {
  if (!mayUse(i, depot)) ruleExcess++;
  store<u8>(listedGroups + <usize>(int(group, i) * m + depot), 1);
}

function groupExcess(): f64 {
  let broken = 0;
  for (let g = 0; g < n; g++) {
    if (int(group, g) != g) continue;
    let used = 0;
    for (let d = 0; d < m; d++) {
      if (!byte(listedGroups, g * m + d)) continue;
      used++;
      for (let k = int(incompatibleFrom, g); k < int(incompatibleFrom, g + 1); k++)
        if (int(incompatible, k) > g) broken += byte(listedGroups, int(incompatible, k) * m + d);
    }
    broken += max<i32>(0, used - 1);
  }
  return <f64>broken;
}
