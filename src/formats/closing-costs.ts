/** What it costs to leave a site, told of tables: an instance knows only what open sites cost, so all totals shift by a constant. */
import { NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput } from '../problem/instance.ts';
import { roundedTexts } from '../problem/units.ts';
import type { ReadWarnings } from './read-warnings.ts';

type Depot = InstanceInput['depots'][number];
export type TableDepot = Depot & { readonly closingCost?: number };

/**
 * Σ closing of closed sites + Σ opening of open ones = Σ closing of all + Σ (opening − closing) of open ones. A site whose difference is
 * negative pays to be open, and is locked open at no cost where no rule could forbid it.
 */
export function withoutClosingCosts(
  depots: readonly TableDepot[],
  rules: InstanceInput['rules'],
  file: string,
  warnings: ReadWarnings,
): readonly Depot[] {
  const isOdd = ({ closingCost = 0, openingCost = 0 }: TableDepot) => closingCost !== 0 || openingCost < 0;
  if (!depots.some(isOdd)) return depots.map(({ closingCost: _, ...depot }) => depot);
  const refuse = (id: string | number, reason: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `site '${id}' ${reason}`, { file, field: 'closing cost' });
  if (rules?.openingBudget !== undefined)
    throw refuse(
      depots.find(isOdd)?.id ?? '',
      'has a closing cost or a negative opening cost, which cannot be used beside an opening budget',
    );
  let constant = 0;
  const shifted = depots.map(({ closingCost = 0, openingCost = 0, ...depot }): Depot => {
    if (closingCost < 0) throw refuse(depot.id, 'has a negative closing cost; state it as an opening cost');
    const difference = openingCost - closingCost;
    constant += closingCost + Math.min(0, difference);
    if (difference >= 0) return { ...depot, openingCost: difference };
    const isBound =
      rules?.maxOpen !== undefined || depot.minLoad !== undefined || rules?.oneOf?.flat().map(String).includes(String(depot.id));
    if (depot.status === 'closed') throw refuse(depot.id, 'is closed, but its negative opening cost would be earned if it were open');
    if (isBound && depot.status !== 'open')
      throw refuse(depot.id, 'is cheaper open than closed, and a rule may forbid to open it; lock it open or closed, or remove the rule');
    return { ...depot, openingCost: 0, status: 'open' };
  });
  warnings.warn({
    code: 'shifted-costs',
    message: `${file}: opening costs are counted less closing costs, and sites that are cheaper open than closed stay open: add ${roundedTexts(constant)[0]} to the total cost of any plan for what is paid in all`,
    file,
    columns: [],
  });
  return shifted;
}
