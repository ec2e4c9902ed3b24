/** What if: cost by number of depots and the value of each site, predicted where there is no plan yet, as costs and locks change. */

import {
  amountsOf,
  changeInstance,
  faultOf,
  formatCount,
  type Instance,
  type InstanceChanges,
  type SetAnswers,
  unseenText,
} from '../../../src/page.ts';
import { running, settings, solveVariant } from '../state/run.ts';
import { tell } from '../state/view.ts';
import { answers, answersBefore, applyTrials, base, differenceOf, finding, progress, trial, trials, unseen } from '../state/what-if.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { money } from '../ui/units.ts';
import { DepotsChart } from './depots-chart.tsx';
import { SiteList } from './site-list.tsx';

export function WhatIfPanel() {
  const [instance, tried, found, known] = [base.value, trial.value, finding.value, answers.value];
  if (!instance || !tried || !known) return <p class="empty">What other depots would cost appears here once the data is complete.</p>;
  if (found?.fault) return <ErrorNote fault={found.fault} />;
  if (known.byCount.length === 0)
    return <p class="empty">{found?.complete ? 'No set of depots was found that satisfies all rules.' : 'Looking for sets of depots…'}</p>;
  const { heading } = amountsOf(instance);
  const changed = Object.keys(trials.value).length > 0;
  const solveFor = (other: Instance, name: string) => void solveVariant(other, { name, of: instance });
  const solveCount = (count: number) =>
    solveFor({ ...tried, rules: { ...tried.rules, minOpen: count, maxOpen: count } }, `${formatCount(count, 'depot')} open`);
  const { sets, solved } = progress.value;
  return (
    <div class="what-if">
      <p class="faint">
        {unseen.value.length > 0 &&
          `Nothing is predicted for this data: ${unseenText(unseen.value)}. At the command line, “neo-lrp adapt” teaches a network this region. `}
        {`Plans found for ${solved} of ${formatCount(sets, 'set')} of depots${found?.complete ? '' : ' so far'}. `}
        Click a number to solve it for {settings.value.seconds} s and keep the plan.
      </p>
      <h3>{heading.cost('Cost by number of open depots')}</h3>
      <DepotsChart answers={known} before={changed ? (answersBefore.value?.byCount ?? []) : []} onSolve={solveCount} />
      <p class="verdict row">{verdict(tried, known)}</p>
      <h3>{heading.cost('Value of each site')}</h3>
      {changed && (
        <p class="row">
          <Button class="small" onClick={applyTrials} text="Apply to the data" />
          <Button class="small" onClick={() => (trials.value = {})} text="Reset" />
        </p>
      )}
      <SiteList instance={instance} tried={tried} answers={known} onSolve={solveFor} />
      <h3>Other prices and demand</h3>
      <p class="row">
        {Object.entries(alternatives(tried)).map(([name, changes]) => (
          <Button
            key={name}
            class="small"
            disabled={running.value !== undefined}
            onClick={() => solveChanged(tried, changes, (other) => solveFor(other, name))}
            text={name}
          />
        ))}
      </p>
    </div>
  );
}

const alternatives = ({ vehicles }: Instance): Readonly<Record<string, InstanceChanges>> => ({
  'Driving 20 % dearer': { [vehicles ? 'vehicles.costPerDistance' : 'costPerDistance']: '+20%' },
  'Sites 20 % dearer': { 'depots.openingCost': '+20%' },
  'Demand 10 % higher': { demandFactor: 1.1 },
});

/** Says so where the change would change nothing. */
function solveChanged(instance: Instance, changes: InstanceChanges, onChanged: (other: Instance) => void): void {
  try {
    onChanged(changeInstance(instance, changes));
  } catch (error) {
    tell(faultOf(error).reason);
  }
}

/** The best number of depots, by plans, and which numbers only a prediction speaks against. */
function verdict(instance: Instance, known: SetAnswers): string {
  const { byCount } = known;
  const solved = byCount.filter(({ isPredicted }) => !isPredicted);
  if (solved.length === 0) return '';
  const best = solved.reduce((least, point) => (point.total < least.total ? point : least));
  const others = byCount.filter((point) => point.isPredicted && (point.total <= best.total || differenceOf(point, best, known).tie));
  const list = solved.map(({ count, total }) => `${formatCount(count, 'depot')} ${money(total, instance)}`).join(', ');
  const cheapest = `${best.count} ${best.count === 1 ? 'is' : 'are'} cheape${solved.length === 2 ? 'r' : 'st'}`;
  const open = others.length > 0 ? ` The network cannot rule out ${others.map(({ count }) => count).join(', ')}.` : '';
  return `Found so far: ${list}${solved.length > 1 ? `: ${cheapest}` : ''}.${open}`;
}
