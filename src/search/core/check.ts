/**
 * CHECK: a build for tests. After each move that is accepted, the solution is priced anew by the plain sum over its links; what the move said
 * that it would change must be what it has changed. The first difference ends the run.
 */
import { driveThrough, duration, warp } from './clock';
import { excess, maxDistance } from './evaluate';
import {
  amount, available, availableAt, barred, baseOf, costPerTime, fixedCost, handling, minLoad, typeMaxDistance, maxDuration, maxVehicles, maxStops, quantities,
  quantityCapacity, surcharge, typeCapacity, typeOf,
} from './fleet';
import {
  alwaysPaid, at, demand, depotCapacity, depotLoad, depotWeight, epsilon, first, int, ints, last, leg, distanceWeight, m, n, next, openingCost, prev, put, real,
  reals, route, routeDepot, routeLoad, routeSize, ruleWeight, set, slots, timeWeight, types, vehicleCapacity, vehicleCost, vehicleWeight,
} from './memory';
import { foes, foesFrom, group, isRuled, mayUse } from './rules';
import { arc, lengthOf } from './travel';

/** Ends the run: what was done, what it said it would change, and what it has changed; or what is stored, and what is true. */
@external('env', 'differs') declare function differs(what: i32, said: f64, is: f64): void;

/** What was done; src/search/engine.ts has the names. */
export const byNeighbours: i32 = 0;
export const byRehoming: i32 = 1;
export const bySwapStar: i32 = 2;
export const byRecreation: i32 = 3;
export const byUndoing: i32 = 4;
const storedLoad: i32 = 5;
const storedLink: i32 = 6;

/** Price of the solution when it was last looked at, and what the move under way says. */
let stood: f64 = 0;
let said: f64 = 0;
/** By depot: load; routes by base, by type and by depot; members of each group by depot. */
let loads: usize = 0;
let baseCount: usize = 0;
let typeCount: usize = 0;
let depotCount: usize = 0;
let members: usize = 0;

export function allocateCheck(): void {
  if (!CHECK) return;
  loads = reals(m);
  baseCount = ints(m * types);
  typeCount = ints(types);
  depotCount = ints(m);
  members = ints(n * m);
}

/** `withDepots`: whether overfull depots count; in ruin and recreate they have a price of their own. */
export function startCheck(withDepots: bool): void {
  if (CHECK) stood = plainPrice(withDepots);
}

/** Whether a change gains; if so it is about to be made. */
@inline export function gains(delta: f64): bool {
  if (CHECK) said = delta;
  return delta < -epsilon;
}
@inline export function say(delta: f64): void {
  if (CHECK) said = delta;
}

/** After a change. */
export function check(what: i32, withDepots: bool = true): void {
  if (!CHECK) return;
  const is = plainPrice(withDepots);
  if (!(abs<f64>(is - stood - said) <= 1e-6 * max<f64>(abs<f64>(is), abs<f64>(stood)) + epsilon)) differs(what, said, is - stood);
  stood = is;
}

function plainPrice(withDepots: bool): f64 {
  memory.fill(loads, 0, <usize>m << 3);
  memory.fill(baseCount, 0, <usize>(m * types) << 2);
  memory.fill(typeCount, 0, <usize>types << 2);
  memory.fill(depotCount, 0, <usize>m << 2);
  memory.fill(members, 0, <usize>(n * m) << 2);
  let price: f64 = 0;
  for (let r = 0; r < slots; r++) if (int(routeSize, r) > 0) price += routePrice(r);
  for (let d = 0; d < m; d++) {
    if (int(depotCount, d) > 0 || int(alwaysPaid, d)) price += real(openingCost, d);
    stored(storedLoad, real(depotLoad, d), real(loads, d));
    if (!withDepots) continue;
    price += depotWeight * excess(real(loads, d), real(depotCapacity, d));
    if (FLEET && (real(loads, d) > 1e-9 || int(alwaysPaid, d))) price += depotWeight * excess(real(minLoad, d), real(loads, d));
  }
  if (FLEET) {
    let missing = 0;
    for (let b = 0; b < m * types; b++) missing += max<i32>(0, int(baseCount, b) - int(availableAt, b));
    for (let type = 0; type < types; type++) missing += max<i32>(0, int(typeCount, type) - int(available, type));
    for (let d = 0; d < m; d++) missing += max<i32>(0, int(depotCount, d) - int(maxVehicles, d));
    price += ruleWeight * <f64>missing;
  }
  return RULES && isRuled() ? price + ruleWeight * <f64>brokenRules() : price;
}

function routePrice(r: i32): f64 {
  const d = int(routeDepot, r);
  const type = typeOf(r);
  let travel: f64 = 0;
  let length: f64 = 0;
  let carried: f64 = 0;
  let size = 0;
  let barredStops = 0;
  for (let node = first(r); node != last(r); node = int(next, node)) {
    const then = int(next, node);
    if (int(prev, then) != node || (node < n && int(route, node) != r)) differs(storedLink, <f64>node, <f64>r);
    stored(storedLink, real(leg, node), arc(at(node), at(then)));
    travel += arc(at(node), at(then));
    length += LENGTH ? lengthOf(at(node), at(then)) : 0;
    if (node >= n) continue;
    carried += real(demand, node);
    size++;
    if (FLEET) barredStops += <i32>load<u8>(barred + <usize>(type * n + node));
    if (RULES) put(members, int(group, node) * m + d, int(members, int(group, node) * m + d) + 1);
  }
  stored(storedLoad, real(routeLoad, r), carried);
  stored(storedLoad, <f64>int(routeSize, r), <f64>size);
  set(loads, d, real(loads, d) + carried);
  put(depotCount, d, int(depotCount, d) + 1);
  if (!FLEET) return travel + vehicleCost + vehicleWeight * excess(carried, vehicleCapacity) + (LENGTH ? distanceWeight * excess(length, maxDistance) : 0);
  put(baseCount, baseOf(r), int(baseCount, baseOf(r)) + 1);
  put(typeCount, type, int(typeCount, type) + 1);
  let price = travel + real(fixedCost, type) + real(surcharge, type) * length + real(handling, d) * carried;
  price += vehicleWeight * excess(carried, real(typeCapacity, type)) + distanceWeight * excess(length, real(typeMaxDistance, type));
  price += ruleWeight * <f64>(max<i32>(0, size - int(maxStops, type)) + barredStops);
  for (let q = 0; q < quantities; q++) {
    let sum: f64 = 0;
    for (let i = int(next, first(r)); i < n; i = int(next, i)) sum += real(amount, q * n + i);
    price += vehicleWeight * excess(sum, real(quantityCapacity, q * types + type));
  }
  if (!TIME) return price;
  driveThrough(r, type, -1, -1);
  const spent = duration - warp;
  return price + real(costPerTime, type) * spent + timeWeight * (warp + excess(spent, real(maxDuration, type)));
}

function brokenRules(): i32 {
  let broken = 0;
  for (let i = 0; i < n; i++) broken += i32(!mayUse(i, int(routeDepot, int(route, i))));
  for (let g = 0; g < n; g++) {
    let used = 0;
    for (let d = 0; d < m; d++) {
      if (int(members, g * m + d) == 0) continue;
      used++;
      for (let k = int(foesFrom, g); k < int(foesFrom, g + 1); k++)
        if (int(foes, k) > g && int(members, int(foes, k) * m + d) > 0) broken++;
    }
    broken += max<i32>(0, used - 1);
  }
  return broken;
}

function stored(what: i32, kept: f64, is: f64): void {
  if (!(abs<f64>(kept - is) <= 1e-6 * max<f64>(1e-3, max<f64>(abs<f64>(kept), abs<f64>(is))))) differs(what, kept, is);
}
