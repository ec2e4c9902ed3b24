/** A solution for many days as text: what the depots cost, how sure that is, and what the days ask of sites and fleet. */
import type { Instance } from '../problem/instance.ts';
import type { AcrossDays, ComparedDepots, Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { costSplit } from '../report/cost-split.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import { placeNames } from '../report/place-names.ts';
import { alignColumns, lines, paragraphs, type Style } from './output.ts';

const listedDays = 3;

export function describeDays(instance: Instance, { cost, openDepots, acrossDays, days = [] }: Solution, style: Style): string {
  const amounts = amountsOf(instance);
  if (!acrossDays) return '';
  const { chosenBy, heldBack, error, spread, worst, worstShare } = acrossDays;
  const from =
    heldBack > 0 ? `${formatCount(heldBack, 'day')} held back` : `the ${formatCount(chosenBy, 'day')} that depots were chosen by`;
  const costs = alignColumns(
    [
      [style.bold('cost of a day'), style.bold(amounts.cost(cost.total)), error === null ? '' : `± ${amounts.cost(error)}`],
      ...costSplit(cost).map(({ kind, value }) => [kind, amounts.cost(value), '']),
    ],
    [1],
  );
  return paragraphs(
    lines(
      costs,
      `on ${from}; a day varies by ${amounts.cost(spread)}, the dearest is ${worst.day} with ${amounts.cost(worst.cost)}`,
      worstShare && `the dearest ${formatNumber(100 * worstShare.share)} % of days cost ${amounts.cost(worstShare.cost)}`,
    ),
    sites(instance, acrossDays, days.length, amounts),
    lines(
      fleet(acrossDays),
      ties(instance, openDepots, acrossDays, amounts),
      meanDay(instance, openDepots, acrossDays, amounts, cost.total),
    ),
  );
}

function sites(instance: Instance, { depots }: AcrossDays, days: number, { heading }: Amounts): string {
  const names = placeNames(instance.depots);
  const rows = depots.map(({ depot, meanLoad, mostLoad, peakUse, idleDays }) => [
    names.get(depot) ?? depot,
    formatNumber(meanLoad),
    formatNumber(mostLoad),
    peakUse === null ? '' : formatPercent(peakUse, 0),
    `${idleDays} of ${days}`,
  ]);
  const heads = ['depot', heading.demand('mean load'), 'most', 'of capacity', 'idle days'];
  return alignColumns([heads, ...rows], [1, 2, 3, 4]);
}

function fleet({ vehicles: { needed, most, byType } }: AcrossDays): string {
  const types = byType
    ? ` (${Object.entries(byType)
        .map(([id, count]) => `${id}: ${count}`)
        .join(', ')})`
    : '';
  return `${formatCount(needed, 'vehicle')} suffice on 95 % of the days${types}; the most on one day are ${most}`;
}

/** Of the set, what differs from the chosen one. */
function difference({ depots }: Instance, chosen: readonly string[], { openDepots }: Pick<ComparedDepots, 'openDepots'>): string {
  const names = placeNames(depots);
  const list = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(' + ');
  const [more, fewer] = [openDepots.filter((id) => !chosen.includes(id)), chosen.filter((id) => !openDepots.includes(id))];
  if (more.length === 0) return fewer.length === 0 ? 'the same depots' : `without ${list(fewer)}`;
  return fewer.length === 0 ? `also ${list(more)}` : `${list(more)} in place of ${list(fewer)}`;
}

function ties(instance: Instance, chosen: readonly string[], { ties: tied, chosenBy }: AcrossDays, { cost }: Amounts): string | false {
  const told = tied.map(
    (set) => `${difference(instance, chosen, set)} (+${cost(set.difference)}${set.error === null ? '' : ` ± ${cost(set.error)}`})`,
  );
  return told.length > 0 && `tie: ${formatCount(chosenBy, 'day')} cannot tell these depots from ${told.join('; ')}`;
}

function meanDay(
  instance: Instance,
  chosen: readonly string[],
  { meanDay: mean }: AcrossDays,
  { cost }: Amounts,
  total: number,
): string | false {
  if (!mean) return false;
  const { shortDays, difference: more, error } = mean;
  const listed = shortDays.slice(0, listedDays).join(', ');
  const short =
    shortDays.length > 0 &&
    `, and fall short on ${formatCount(shortDays.length, 'day')} (${listed}${shortDays.length > listedDays ? ', …' : ''})`;
  return `the depots for a mean day, ${difference(instance, chosen, mean)}, ${priced(more, error, total, cost)}${short || ''}`;
}

function priced(more: number | null, error: number | null, total: number, cost: Amounts['cost']): string {
  if (more === null) return 'could not be compared';
  if (more === 0 && error === 0) return 'cost the same';
  const share = `${more < 0 ? '−' : '+'}${formatPercent(Math.abs(more) / total, 1)}`;
  return `cost ${share} a day${error === null ? '' : ` (± ${cost(error)})`}`;
}
