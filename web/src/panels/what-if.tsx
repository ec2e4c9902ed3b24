/** What if: cost by number of depots and the value of each site, predicted at once as costs and locks change; solved on request. */

import { amountsOf, formatCount, type Instance, unseenText } from '../../../src/page.ts';
import { mayOpen } from '../state/may-open.ts';
import { settings, solveVariant } from '../state/run.ts';
import { applyTrials, bandOf, base, curve, curveBefore, differenceOf, plansFor, pricing, trial, trials, unseen } from '../state/what-if.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { money, moneyWithin } from '../ui/units.ts';
import { Counts, DepotsChart } from './depots-chart.tsx';
import { SiteList } from './site-list.tsx';

export function WhatIfPanel() {
  const [instance, tried, prices] = [base.value, trial.value, pricing.value];
  if (!instance || !tried) return <p class="empty">What other depots would cost appears here once the data is complete.</p>;
  if (prices?.fault) return <ErrorNote fault={prices.fault} />;
  const isBlind = unseen.value.length > 0;
  if (!isBlind && (!prices || curve.value.length === 0))
    return <p class="empty">{prices?.complete ? 'No set of depots satisfies all rules.' : 'Asking the network…'}</p>;
  const { heading } = amountsOf(instance);
  const changed = Object.keys(trials.value).length > 0;
  const solved = solvedBy(tried);
  const solveFor = (other: Instance, name: string) => void solveVariant(other, { name, of: instance });
  const solveCount = (count: number) =>
    solveFor({ ...tried, rules: { ...tried.rules, minOpen: count, maxOpen: count } }, `${formatCount(count, 'depot')} open`);
  return (
    <div class="what-if">
      <p class="faint">
        {isBlind
          ? `Nothing is predicted for this data: ${unseenText(unseen.value)}. `
          : `Predicted by the network from ${formatCount(prices?.sets.length ?? 0, 'set')} of depots${prices?.complete ? '' : ' so far'}, without routes. `}
        Click a number to solve it for {settings.value.seconds} s and keep the plan.
      </p>
      <h3>{heading.cost('Cost by number of open depots')}</h3>
      {isBlind ? (
        <Counts counts={possibleCounts(tried)} onSolve={solveCount} />
      ) : (
        <DepotsChart
          points={curve.value}
          before={changed ? curveBefore.value : []}
          solved={solved}
          bandOf={({ set }) => bandOf(set)}
          onSolve={solveCount}
        />
      )}
      <p class="verdict row">
        {[foundVerdict(tried, solved), ...(isBlind ? [] : [predictedVerdict(tried, solved)])].filter(Boolean).join(' ')}
      </p>
      <h3>{heading.cost('Value of each site')}</h3>
      {changed && (
        <p class="row">
          <Button class="small" onClick={applyTrials} text="Apply to the data" />
          <Button class="small" onClick={() => (trials.value = {})} text="Reset" />
        </p>
      )}
      <SiteList instance={instance} tried={tried} onSolve={solveFor} />
    </div>
  );
}

/** By the locks alone. */
function possibleCounts({ depots }: Instance): readonly number[] {
  const [least, most] = [depots.filter(({ status }) => status === 'open'), depots.filter(({ status }) => status !== 'closed')];
  return most.map((_, k) => k + 1).filter((count) => count >= least.length);
}

/** Lowest true cost of the plans that were found, by number of open depots. */
function solvedBy(instance: Instance): ReadonlyMap<number, number> {
  const dearestFirst = plansFor(instance)
    .filter((plan) => mayOpen(instance, plan, 'count'))
    .toReversed();
  const best = dearestFirst.map(({ solution: { openDepots, cost } }) => [openDepots.length, cost.total] as const);
  return new Map(best.sort(([a], [b]) => a - b));
}

/** What is known from plans. */
function foundVerdict(instance: Instance, solved: ReadonlyMap<number, number>): string {
  if (solved.size === 0) return '';
  const list = [...solved].map(([count, cost]) => `${formatCount(count, 'depot')} ${money(cost, instance)}`).join(', ');
  if (solved.size === 1) return `Found so far: ${list}.`;
  const [[best]] = [...solved].sort(([, a], [, b]) => a - b);
  return `Found so far: ${list}: ${best} ${best === 1 ? 'is' : 'are'} cheape${solved.size === 2 ? 'r' : 'st'}.`;
}

/** The best number of depots as far as the network can tell, and what only plans can. */
function predictedVerdict(instance: Instance, solved: ReadonlyMap<number, number>): string {
  const best = curve.value.reduce((least, point) => (point.total < least.total ? point : least));
  const ties = curve.value.filter((point) => point !== best && differenceOf(point, best).tie).map(({ count }) => count);
  const open = [best.count, ...ties].filter((count) => !solved.has(count)).sort((a, b) => a - b);
  if (solved.size > 1)
    return open.length > 0 ? `The network cannot rule out ${open.join(', ')}; solve ${open.length > 1 ? 'them' : 'it'} to find out.` : '';
  const lowest = `Lowest predicted with ${formatCount(best.count, 'depot')}: ${moneyWithin(best.total, bandOf(best.set), instance)}.`;
  return ties.length === 0
    ? `${lowest} No other number is within the network’s error.`
    : `${lowest} A tie, within the network’s error: ${ties.join(', ')}. Solve them to find out.`;
}
