/** What routes cost beyond their arcs: vehicles, depots, surcharges, and penalties for what they break. The one place where a constraint is priced. */
import { driveThrough, duration, endClock, isAtDepot, timeWith, warp } from './clock';
import {
  amountExcess, amountsOn, baseOf, depotAt, missingDelta, shortfall, stopExcess, typeAt, typeOf, visited,
} from './fleet';
import { endTrial, rulePenalty } from './rules';
import {
  begin, carried, detour, endTiming, lengthWithReturn, sizes, startTiming, tail, times, trialDepot, trialType, Try,
} from './segment';

/** With fleets: the part of the price of the last route under trial that is a penalty. */
export let breach: f64 = 0;

@inline export function excess(amount: f64, limit: f64): f64 {
  return max<f64>(0, amount - limit);
}

@inline export function capacityOf(r: i32): f64 {
  return FLEET ? real(typeCapacity, typeOf(r)) : vehicleCapacity;
}

/** Price of route r as it stands, without its arcs and its vehicle. */
@inline export function penaltyOf(r: i32): f64 {
  if (FLEET) {
    begin<Try>(r);
    tail<Try>(first(r));
    const price = trialPrice();
    setFact(r, breachFact, breach);
    setFact(r, slackFact, price - leastPrice(trialType, trialDepot, carried, lengthWithReturn(), servedBy(r)));
    return price;
  }
  let penalty = vehicleWeight * excess(real(routeLoad, r), vehicleCapacity);
  if (isLimited()) penalty += distanceWeight * excess(fact(r, lengthFact), maxDistance);
  return penalty;
}

/** Price of the route under trial: the same. */
@inline export function trialPrice(): f64 {
  if (FLEET) return fleetPrice();
  let penalty = vehicleWeight * excess(carried, vehicleCapacity);
  if (isLimited()) penalty += distanceWeight * excess(lengthWithReturn(), maxDistance);
  return penalty;
}

function fleetPrice(): f64 {
  breach = 0;
  if (!sizes()) {
    if (isAtDepot()) return 0;
    endClock();
    return timePrice(trialType) + breach;
  }
  if (visited == 0) return 0;
  if (times()) {
    endClock();
    return priceOf(trialType, trialDepot, carried, lengthWithReturn(), amountExcess(carriedAmount, trialType), stopExcess(carriedAmount, visited, trialType));
  }
  const length = lengthWithReturn();
  const over = amountExcess(carriedAmount, trialType) + excess(carried, real(typeCapacity, trialType));
  breach = vehicleWeight * over + distanceWeight * excess(length, real(typeMaxDistance, trialType)) + ruleWeight * stopExcess(carriedAmount, visited, trialType);
  let price = real(surcharge, trialType) * length + real(handlingCost, trialDepot) * carried;
  if (isTimed()) {
    const least = leastTimePrice();
    sizedTimes += least;
    price += least;
  }
  return price + breach;
}

/** With fleets: price of a route with somebody on it by what it comes to; its times are those that the clock shows. */
@inline function priceOf(type: i32, depot: i32, load: f64, length: f64, over: f64, brokenStops: f64): f64 {
  const price = real(surcharge, type) * length + real(handlingCost, depot) * load;
  breach = vehicleWeight * (excess(load, real(typeCapacity, type)) + over);
  breach += distanceWeight * excess(length, real(typeMaxDistance, type)) + ruleWeight * brokenStops;
  return isTimed() ? price + timePrice(type) + breach : price + breach;
}

@inline function timePrice(type: i32): f64 {
  const spent = duration - warp;
  breach += timeWeight * (warp + excess(spent, real(maxDuration, type)));
  return real(costPerTime, type) * spent;
}

// What a route costs at least, before it is timed: most changes are refused by that.

/** How much farther a neighbour can be and still gain, as arcs do not cost all types the same. */
export let reachFactor: f64 = 1;

/** With fleets: what each type pays at least, at the prices in force. Being late may save paid time, so that it counts only if that costs more. */
export function setRates(): void {
  let least: f64 = Infinity;
  let most: f64 = 0;
  for (let type = 0; type < types; type++) {
    const paid = isTimed() && timeWeight >= real(costPerTime, type) ? real(costPerTime, type) : 0;
    const rate = lengthOfCost > 0 ? real(surcharge, type) + (isTimed() ? paid * real(slowness, type) * timeOfLength : 0) : 0;
    set(timeRate, type, paid);
    set(lengthRate, type, rate);
    set(arcRate, type, 1 + rate * lengthOfCost);
    least = min<f64>(least, real(arcRate, type));
    most = max<f64>(most, real(arcRate, type));
  }
  // Where the cheapest type drives for nothing, or times do not follow from lengths, arcs say too little.
  reachFactor = isSurcharged && (lengthOfCost == 0 || timesApart) ? Infinity : most / least;
}

/** Price of a route that grows with its length, its load and the service on it. */
@inline export function leastPrice(type: i32, depot: i32, load: f64, length: f64, service: f64): f64 {
  const price = real(lengthRate, type) * length + real(handlingCost, depot) * load;
  return isTimed() ? price + real(timeRate, type) * (service + real(loadingTime, depot)) : price;
}

/** Time of service on a route. */
@inline export function servedBy(r: i32): f64 {
  return isTimed() ? fact(r, amountFact + sums - 1) : 0;
}

/** What a change of arcs of route r costs at least. */
@inline export function rateOf(r: i32): f64 {
  return FLEET ? real(arcRate, typeOf(r)) : 1;
}

/** What a change of route r may save beyond that. */
@inline export function slackOf(r: i32): f64 {
  return FLEET ? fact(r, slackFact) : real(routePenalty, r);
}

/** The same when it may also be left empty. */
@inline function slackWithLoading(r: i32): f64 {
  return isTimed() && int(routeSize, r) > 0 ? slackOf(r) + real(timeRate, typeOf(r)) * real(loadingTime, int(routeDepot, r)) : slackOf(r);
}

/** With fleets: what it costs more, at least, when the customers i … last go from route a to route b. */
@inline export function transferPrice(i: i32, last: i32, a: i32, b: i32): f64 {
  if (!FLEET) return 0;
  const handling = real(handlingCost, int(routeDepot, b)) - real(handlingCost, int(routeDepot, a));
  let price = handling * (real(demand, i) + (i != last ? real(demand, last) : 0));
  if (!isTimed()) return price;
  const paid = real(timeRate, typeOf(b)) - real(timeRate, typeOf(a));
  return price + paid * (real(serviceTime, i) + (i != last ? real(serviceTime, last) : 0));
}

/** Price of the times of the route under trial, by its sizes alone: at least. */
@inline function leastTimePrice(): f64 {
  const service = real(carriedAmount, sums - 1) + real(loadingTime, trialDepot);
  const least = real(slowness, trialType) * timeOfLength * lengthWithReturn() + service;
  const limit = real(maxDuration, trialType);
  // Where being late may save paid time, times may cost nothing.
  if (real(timeRate, trialType) < real(costPerTime, trialType)) return 0;
  return real(costPerTime, trialType) * min<f64>(least, limit) + timeWeight * excess(least, limit);
}

/** What the routes under trial pay for their times at least: that is already in what they were sized at. */
let sizedTimes: f64 = 0;

/** Whether a change that costs at least `delta` is worth timing; if so, its pieces come once more, and `withTimes` ends it. */
@inline export function needsTimes(delta: f64, worth: f64): bool {
  if (!isTimed()) return false;
  if (delta < worth) {
    startTiming();
    return true;
  }
  sizedTimes = 0;
  endTiming();
  return false;
}

/** The change, once its pieces have been timed. */
@inline export function withTimes(delta: f64): f64 {
  const change = delta - sizedTimes;
  sizedTimes = 0;
  endTiming();
  return change;
}

// Ruin and recreate knows sums of routes only, and what the clock has noted of them.

/** With fleets: whether a vehicle of this type may carry the load and the goods of route r and customer i (−1: as it is). */
@inline export function carries(r: i32, type: i32, i: i32): bool {
  const load = real(routeLoad, r) + (i < 0 ? 0 : real(demand, i));
  const stops = int(routeSize, r) + i32(i >= 0);
  return load <= real(typeCapacity, type) && amountExcess(amountsOn(r), type, i) == 0 && stopExcess(amountsOn(r), stops, type, i) == 0;
}

/** What customer i adds to the price of any route of this type at this depot, beyond its arcs: at least. */
@inline export function joinPrice(i: i32, type: i32, depot: i32): f64 {
  const handling = real(handlingCost, depot) * real(demand, i);
  return isTimed() ? handling + real(timeRate, type) * real(serviceTime, i) : handling;
}

/**
 * Price of route r on a vehicle of this type, which carries it, with customer i behind a node of it (−1: as it is). Infinity where that breaks
 * a limit; from `worth` on, at least that.
 */
export function feasiblePrice(r: i32, type: i32, i: i32, after: i32, worth: f64): f64 {
  let load = real(routeLoad, r);
  let length = fact(r, lengthFact);
  if (i >= 0) {
    load += real(demand, i);
    length += detour(i, at(after), at(int(next, after)));
  }
  if (length > real(typeMaxDistance, type)) return Infinity;
  const price = real(surcharge, type) * length + real(handlingCost, int(routeDepot, r)) * load;
  if (!isTimed()) return price;
  const isLeast = timeWith(r, type, i, after);
  if (warp > 0 || duration > real(maxDuration, type)) return Infinity;
  const paid = real(costPerTime, type);
  if (!isLeast || price + paid * duration >= worth) return price + paid * duration;
  driveThrough(r, type, i, after);
  return warp > 0 || duration > real(maxDuration, type) ? Infinity : price + paid * duration;
}

/** With fleets: prices route r anew; the change. */
export function reprice(r: i32): f64 {
  const was = real(routePenalty, r);
  breach = 0;
  const type = typeOf(r);
  const depot = int(routeDepot, r);
  let price: f64 = 0;
  let slack: f64 = 0;
  if (int(routeSize, r) > 0) {
    const load = real(routeLoad, r);
    const length = fact(r, lengthFact);
    duration = fact(r, durationFact);
    warp = fact(r, warpFact);
    price = priceOf(type, depot, load, length, amountExcess(amountsOn(r), type), stopExcess(amountsOn(r), int(routeSize, r), type));
    slack = price - leastPrice(type, depot, load, length, servedBy(r));
  }
  setFact(r, breachFact, breach);
  setFact(r, slackFact, slack);
  set(routePenalty, r, price);
  return price - was;
}

/** Change of the price when the route under trial takes the place of route r. */
@inline export function trialDelta<T>(r: i32): f64 {
  if (isFloat<T>()) return 0;
  return sizes() ? trialPrice() - real(routePenalty, r) : trialPrice();
}

/** Whether route r breaks anything that makes moves of any length worth a look. */
@inline export function isBreached(r: i32): bool {
  return FLEET ? fact(r, breachFact) > 0 : real(routePenalty, r) > 0;
}

/**
 * Whether a change of routes a and b cannot gain: their arcs cost so much more at least, in all and those of b alone; and penalties can only
 * shrink by what they are now.
 */
@inline export function cannotImprove(a: i32, b: i32, delta: f64, ofB: f64 = 0, others: f64 = 0): bool {
  let most = real(depotPenalty, int(routeDepot, a)) + real(depotPenalty, int(routeDepot, b));
  if (RULES) most += rulePenalty();
  if (!FLEET) return delta >= real(routePenalty, a) + real(routePenalty, b) + most;
  return rateOf(a) * (delta - ofB) + rateOf(b) * ofB + others >= slackWithLoading(a) + slackWithLoading(b) + most;
}

/** Whether route r cannot gain on another base where its arcs cost so much more. */
@inline export function cannotHang(r: i32, base: i32, travel: f64, others: f64): bool {
  if (!FLEET) return travel + others >= 2 * real(routePenalty, r) + 2 * real(depotPenalty, int(routeDepot, r)) + rulePenalty();
  const length = fact(r, lengthFact) + travel * lengthOfCost;
  const least = leastPrice(typeAt(base), depotAt(base), real(routeLoad, r), length, servedBy(r));
  return travel + others + least >= real(routePenalty, r) + rulePenalty();
}

/** Whether a change within the route that costs so much in arcs cannot gain, or is judged by them alone. */
@inline export function arcsDecide(a: i32, delta: f64): bool {
  return !isLimited() || rateOf(a) * delta >= slackOf(a);
}

/** After both routes of a trial, the last of which took the place of b: change of the depots' and the rules' penalties. */
@inline export function depotsDelta<T>(a: i32, b: i32, rulesBefore: f64): f64 {
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  if (isFloat<T>() || depotA == depotB || !sizes()) return 0;
  const delta = depotPenaltyDelta(depotA, depotB, carried - real(routeLoad, b));
  return RULES ? delta + endTrial(rulesBefore) : delta;
}

/** Change of the depots' penalties when load `shift` goes from depot a to depot b. */
export function depotPenaltyDelta(a: i32, b: i32, shift: f64): f64 {
  if (a == b) return 0;
  return (
    depotWeight * (depotBreach(a, real(depotLoad, a) - shift) + depotBreach(b, real(depotLoad, b) + shift)) -
    real(depotPenalty, a) -
    real(depotPenalty, b)
  );
}

/** How far a depot with this load is from what it can supply, and must. */
@inline export function depotBreach(d: i32, load: f64): f64 {
  const over = excess(load, real(depotCapacity, d));
  return FLEET ? over + shortfall(d, load, int(alwaysPaid, d) != 0) : over;
}

/** Whether route r, where i has room, keeps its limits once i stands between two of its places. */
@inline export function fits(r: i32, i: i32, from: i32, to: i32): bool {
  return isLimited() ? fact(r, lengthFact) + detour(i, from, to) <= maxDistance : true;
}

/** Whether route r keeps its limits as it is: where a detour can be a short cut, one may be broken by taking a customer away. */
@inline export function keepsLimits(r: i32): bool {
  if (FLEET) return !isBreached(r);
  return isLimited() ? fact(r, lengthFact) <= maxDistance : true;
}

/** Least change of the penalties of routes a and b when load `shift` goes from a to b. */
@inline export function loadDelta(a: i32, b: i32, shift: f64): f64 {
  return overload(a, b, shift) - slackOf(a) - slackOf(b);
}

/** Price of what overloads routes a and b when load `shift` has gone from a to b. */
@inline export function overload(a: i32, b: i32, shift: f64): f64 {
  return vehicleWeight * (excess(real(routeLoad, a) - shift, capacityOf(a)) + excess(real(routeLoad, b) + shift, capacityOf(b)));
}

/** Change of opening and vehicle cost when routes a and b come to have so many customers. */
@inline export function fixedChange(a: i32, sizeA: i32, b: i32, sizeB: i32): f64 {
  const wereA = int(routeSize, a);
  const wereB = int(routeSize, b);
  if (sizeA > 0 && sizeB > 0 && wereA > 0 && wereB > 0) return 0;
  const baseA = baseOf(a);
  const baseB = baseOf(b);
  if (sizeA == 0 && wereA > 0) return fixedDelta(baseA, wereB == 0 && sizeB > 0 ? baseB : -1);
  if (sizeB == 0 && wereB > 0) return fixedDelta(baseB, wereA == 0 && sizeA > 0 ? baseA : -1);
  if (wereA == 0 && sizeA > 0) return fixedDelta(-1, baseA);
  return wereB == 0 && sizeB > 0 ? fixedDelta(-1, baseB) : 0;
}

/** The same when base `lost` gives up a route and base `gained` starts one (−1: neither). */
export function fixedDelta(lost: i32, gained: i32): f64 {
  if (lost == gained) return 0;
  const from = FLEET && lost >= 0 ? depotAt(lost) : lost;
  const to = FLEET && gained >= 0 ? depotAt(gained) : gained;
  const moves = !FLEET || from != to;
  let delta: f64 = 0;
  if (lost >= 0)
    delta -= vehiclePrice(lost) + (moves && int(depotRoutes, from) == 1 && !int(alwaysPaid, from) ? real(openingCost, from) : 0);
  if (gained >= 0)
    delta += vehiclePrice(gained) + (moves && int(depotRoutes, to) == 0 && !int(alwaysPaid, to) ? real(openingCost, to) : 0);
  return FLEET ? delta + ruleWeight * <f64>missingDelta(lost, gained) : delta;
}

@inline export function vehiclePrice(base: i32): f64 {
  return FLEET ? real(fixedCost, typeAt(base)) : vehicleCost;
}
