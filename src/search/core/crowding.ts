/**
 * Load over the capacities of depots while ruin and recreate is at work. Depots may be overfull on the way, at a price, for in tight instances
 * nothing could move otherwise: dearer while there is any, cheaper while there is none.
 */
import { depotBreach } from './evaluate';

/** In all, and what a unit of it costs now. */
export let over: f64 = 0;
export let price: f64 = 0;
let leastPrice: f64 = 0;

/** Rounding noise in sums of loads. */
const tinyExcess: f64 = 1e-9;

export function startCrowding(): void {
  over = 0;
  price = depotWeight;
  leastPrice = priceLeast * depotWeight;
}

@inline export function isOverfull(): bool {
  return over > tinyExcess;
}

@inline export function addOver(amount: f64): void {
  over += amount;
}

export function resetOver(amount: f64): void {
  over = amount;
}

@inline export function overAt(d: i32): f64 {
  return depotBreach(d, real(depotLoad, d));
}

/** What a load more at a depot adds to it. */
@inline export function moreOver(d: i32, load: f64): f64 {
  return depotBreach(d, real(depotLoad, d) + load) - overAt(d);
}

export function adaptPrice(): void {
  price = isOverfull() ? price * priceRaise : max<f64>(leastPrice, price * priceLower);
}
