/** What routes cost beyond their arcs: vehicles, depots, and penalties for what they break. The one place where a constraint is priced. */
import {
  alwaysPaid, depotCapacity, depotLoad, depotPenalty, depotRoutes, depotWeight, int, lengthWeight, openingCost, real, routeDepot, routeLoad,
  routePenalty, routeSize, vehicleCapacity, vehicleCost, vehicleWeight,
} from './memory';
import { endTrial, rulePenalty } from './rules';
import { carried, detour, lengthWithReturn, routeLength } from './segment';

/** Whether anything but its load limits a route: then the order of its stops matters. */
export const ordered: bool = LENGTH != 0;

/** LENGTH: the longest that a route may be. */
export let lengthLimit: f64 = Infinity;

export function limitLength(limit: f64): void {
  lengthLimit = limit;
}

@inline export function excess(amount: f64, limit: f64): f64 {
  return max<f64>(0, amount - limit);
}

/** Penalty of route r as it stands. */
@inline export function penaltyOf(r: i32): f64 {
  let penalty = vehicleWeight * excess(real(routeLoad, r), vehicleCapacity);
  if (LENGTH) penalty += lengthWeight * excess(real(routeLength, r), lengthLimit);
  return penalty;
}

/** Penalty of the route under trial, which takes the place of route r: the change. */
@inline export function trialDelta(r: i32): f64 {
  let penalty = vehicleWeight * excess(carried, vehicleCapacity);
  if (LENGTH) penalty += lengthWeight * excess(lengthWithReturn(), lengthLimit);
  return penalty - real(routePenalty, r);
}

/** Penalties can only shrink by what they are now: whether a change of routes a and b that costs `delta` before penalties cannot gain. */
@inline export function hopeless(a: i32, b: i32, delta: f64): bool {
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  let most = real(routePenalty, a) + real(routePenalty, b) + real(depotPenalty, depotA) + real(depotPenalty, depotB);
  if (RULES) most += rulePenalty();
  return delta >= most;
}

/** Whether the route breaks nothing that a trial would have to look at, so that a change within it is judged by its arcs alone. */
@inline export function settled(a: i32, delta: f64): bool {
  return !ordered || delta >= real(routePenalty, a);
}

/** After both routes of a trial, the last of which took the place of b: change of the depots' and the rules' penalties. */
@inline export function depotsDelta(a: i32, b: i32, rulesBefore: f64): f64 {
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  if (depotA == depotB) return 0;
  const delta = depotPenaltyDelta(depotA, depotB, carried - real(routeLoad, b));
  return RULES ? delta + endTrial(rulesBefore) : delta;
}

/** Change of the depots' penalties when load `shift` goes from depot a to depot b. */
export function depotPenaltyDelta(a: i32, b: i32, shift: f64): f64 {
  if (a == b) return 0;
  return (
    depotWeight *
      (excess(real(depotLoad, a) - shift, real(depotCapacity, a)) + excess(real(depotLoad, b) + shift, real(depotCapacity, b))) -
    real(depotPenalty, a) -
    real(depotPenalty, b)
  );
}

/** Whether route r, where i has room, keeps its limits once i stands between two of its places. */
@inline export function fits(r: i32, i: i32, from: i32, to: i32): bool {
  return LENGTH ? real(routeLength, r) + detour(i, from, to) <= lengthLimit : true;
}

/** Whether route r keeps its limits as it is: where a detour can be a short cut, one may be broken by taking a customer away. */
@inline export function keepsLimits(r: i32): bool {
  return LENGTH ? real(routeLength, r) <= lengthLimit : true;
}

/** Least change of the penalties of routes a and b when load `shift` goes from a to b. */
@inline export function loadDelta(a: i32, b: i32, shift: f64): f64 {
  return (
    vehicleWeight * (excess(real(routeLoad, a) - shift, vehicleCapacity) + excess(real(routeLoad, b) + shift, vehicleCapacity)) -
    real(routePenalty, a) -
    real(routePenalty, b)
  );
}

/** Change of opening and vehicle cost when routes a and b come to have so many customers. */
@inline export function fixedChange(a: i32, sizeA: i32, b: i32, sizeB: i32): f64 {
  const wereA = int(routeSize, a);
  const wereB = int(routeSize, b);
  if (sizeA > 0 && sizeB > 0 && wereA > 0 && wereB > 0) return 0;
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  if (sizeA == 0 && wereA > 0) return fixedDelta(depotA, wereB == 0 && sizeB > 0 ? depotB : -1);
  if (sizeB == 0 && wereB > 0) return fixedDelta(depotB, wereA == 0 && sizeA > 0 ? depotA : -1);
  if (wereA == 0 && sizeA > 0) return fixedDelta(-1, depotA);
  return wereB == 0 && sizeB > 0 ? fixedDelta(-1, depotB) : 0;
}

/** The same when depot `lost` gives up a route and depot `gained` starts one (−1: neither). */
export function fixedDelta(lost: i32, gained: i32): f64 {
  if (lost == gained) return 0;
  let delta: f64 = 0;
  if (lost >= 0) delta -= vehicleCost + (int(depotRoutes, lost) == 1 && !int(alwaysPaid, lost) ? real(openingCost, lost) : 0);
  if (gained >= 0) delta += vehicleCost + (int(depotRoutes, gained) == 0 && !int(alwaysPaid, gained) ? real(openingCost, gained) : 0);
  return delta;
}
