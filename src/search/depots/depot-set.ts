/** Sets of open depots, one number a depot: what a set supplies, and what that allows. */
import { exceeds } from '../../problem/tolerance.ts';
import type { SearchData } from '../data.ts';

/** Supply beyond the demand, as a share of it, from which depots are no longer filled to the brim. */
export const looseSupply = 0.02;

/** Whether a set of open depots supplies the demand and keeps the rules on depots. */
export function isUsable(data: SearchData, open: Uint8Array): boolean {
  const { m, totalDemand, rules } = data;
  let count = 0;
  for (let d = 0; d < m; d++) {
    if (open[d] ? rules.lockedClosed[d] : rules.lockedOpen[d]) return false;
    count += open[d];
  }
  const { opening, supply } = supplyOf(data, open);
  if (count < Math.max(1, rules.minOpen) || count > rules.maxOpen) return false;
  return !exceeds(totalDemand, supply) && !exceeds(opening, rules.openingBudget);
}

/** Whether supply hardly exceeds demand. */
export const isTight = (data: SearchData, open: Uint8Array): boolean => supplyOf(data, open).supply < (1 + looseSupply) * data.totalDemand;

/** Opening costs and capacities of a set, in all. */
export function supplyOf({ m, openingCost, depotCapacity }: SearchData, open: Uint8Array) {
  let opening = 0;
  let supply = 0;
  for (let d = 0; d < m; d++) {
    if (!open[d]) continue;
    opening += openingCost[d];
    supply += depotCapacity[d];
  }
  return { opening, supply };
}
