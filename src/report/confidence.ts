/** How sure a plan is, in words. */

import type { Instance } from '../problem/instance.ts';
import type { OtherDepots, Solution } from '../problem/solution.ts';
import { formatPercent } from './number.ts';
import { placeNames } from './place-names.ts';

/** With more open depots than this, a set is told by what differs. */
const listedDepots = 3;
/** A last improvement beyond this share of the effort is a trend. */
const lateShare = 0.6;

/** Whether the plan has settled, and what other depots would cost; nothing where no search was made. */
export function confidenceTexts(instance: Instance, { confidence, openDepots, cost }: Solution): string[] {
  if (!confidence) return [];
  const { verdict, iterations, lastImprovement, others = [] } = confidence;
  const since =
    lastImprovement > 0
      ? `the last gain came after ${formatPercent(lastImprovement, 0)} of the effort`
      : 'no plan was better than the first';
  const state = verdict === 'settled' ? 'settled' : lastImprovement > lateShare ? 'still improving' : 'not settled yet';
  const remedy = verdict === 'settled' ? '' : '; let it run longer';
  const priced = others.map((other) => {
    const dearer = Math.max(0, other.cost / cost.total - 1);
    return `${describeSet(instance, openDepots, other)} at most ${formatPercent(dearer)} dearer (${formatPercent(other.iterations / iterations, 0)} of the effort)`;
  });
  return [`${state}: ${since}${remedy}`, ...(priced.length > 0 ? [`other depots: ${priced.join(', ')}`] : [])];
}

function describeSet({ depots }: Instance, open: readonly string[], { openDepots }: OtherDepots): string {
  const names = placeNames(depots);
  const list = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(' + ');
  if (openDepots.length <= listedDepots) return list(openDepots);
  const more = openDepots.filter((id) => !open.includes(id));
  const fewer = open.filter((id) => !openDepots.includes(id));
  if (more.length === 0) return `without ${list(fewer)}`;
  return fewer.length === 0 ? `also ${list(more)}` : `${list(more)} in place of ${list(fewer)}`;
}
