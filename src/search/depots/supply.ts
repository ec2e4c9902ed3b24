/** What a set of depots costs to open and can supply, in the search's units. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { SearchData } from '../data.ts';

/** Supply beyond the demand, as a share of it, from which depots need not be filled completely. */
export const looseSupply = 0.02;

export interface Supply {
  readonly opening: number;
  readonly supply: number;
}

export function supplyOf({ m, openingCost, depotCapacity }: SearchData, open: DepotSet): Supply {
  let opening = 0;
  let supply = 0;
  for (let d = 0; d < m; d++) {
    if (!open[d]) continue;
    opening += openingCost[d];
    supply += depotCapacity[d];
  }
  return { opening, supply };
}

/** Whether supply hardly exceeds demand, so that depots must be filled almost completely. */
export const isTight = (data: SearchData, open: DepotSet): boolean => supplyOf(data, open).supply < (1 + looseSupply) * data.totalDemand;
