/** What a network chose, as sets to learn from. */
import type { Proposal } from '../pipeline/decide.ts';
import { isCell, membersByDepot } from './cells.ts';

/** Decisions whose sets are labelled: the one to be routed, then others that the network prices nearly as low. */
const proposalsKept = 3;

/** The distinct sets of the first few proposals. */
export function cellsChosen(
  proposals: readonly Proposal[],
  depots: number,
): { readonly depot: number; readonly customers: readonly number[] }[] {
  const found = new Map<string, { depot: number; customers: readonly number[] }>();
  for (const { assignment } of proposals.slice(0, proposalsKept))
    membersByDepot(Int32Array.from(assignment), depots).forEach((customers, depot) => {
      if (isCell(customers)) found.set(`${depot}:${customers.join()}`, { depot, customers });
    });
  return [...found.values()];
}
