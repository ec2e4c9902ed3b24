/**
 * CHECK: a build for tests. After each move that is accepted, the solution is priced anew by the plain sum; what the move said that it would
 * change must be what it has changed, and what is stored must be true. The first difference ends the run.
 */
import { depotExcess, distanceExcess, priceRoutes, ruleExcess, timeExcess, totalCost, vehicleExcess } from './price';
import { saveRoutes } from './state';
import { arc } from './travel';

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
  for (let r = 0; r < slots; r++) if (int(routeSize, r) > 0) checkStored(r);
  saveRoutes();
  priceRoutes();
  for (let d = 0; d < m; d++) stored(storedLoad, real(depotLoad, d), real(listedLoad, d));
  const penalties = vehicleWeight * vehicleExcess + distanceWeight * distanceExcess + timeWeight * timeExcess + ruleWeight * ruleExcess;
  return totalCost + penalties + (withDepots ? depotWeight * depotExcess : 0);
}

function checkStored(r: i32): void {
  let carried: f64 = 0;
  let size = 0;
  for (let node = first(r); node != last(r); node = int(next, node)) {
    const then = int(next, node);
    if (int(prev, then) != node || (node < n && int(route, node) != r)) differs(storedLink, <f64>node, <f64>r);
    stored(storedLink, real(leg, node), arc(at(node), at(then)));
    if (node >= n) continue;
    carried += real(demand, node);
    size++;
  }
  stored(storedLoad, real(routeLoad, r), carried);
  stored(storedLoad, <f64>int(routeSize, r), <f64>size);
}

function stored(what: i32, kept: f64, is: f64): void {
  if (!(abs<f64>(kept - is) <= 1e-6 * max<f64>(1e-3, max<f64>(abs<f64>(kept), abs<f64>(is))))) differs(what, kept, is);
}
