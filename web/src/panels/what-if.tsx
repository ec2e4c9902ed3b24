/** What if: cost by number of depots and the value of each site, predicted at once as costs and locks change; solved on request. */
import { amountsOf, formatCount, type Instance, routingHash } from '../../../src/page.ts';
import { DepotsChart } from '../charts/depots-chart.tsx';
import { launch, optionsOf, running, settings } from '../state/run.ts';
import { keep, scenarios } from '../state/scenarios.ts';
import { tell } from '../state/view.ts';
import { applyTrials, bandOf, base, curve, curveBefore, differenceOf, pricing, trial, trials } from '../state/what-if.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { money, moneyWithin } from '../ui/units.ts';
import { SiteList } from './site-list.tsx';

export function WhatIfPanel() {
  const [instance, tried, prices] = [base.value, trial.value, pricing.value];
  if (!instance || !tried) return <p class="empty">Predictions of the network appear here once the data is complete.</p>;
  if (prices?.fault) return <ErrorNote fault={prices.fault} />;
  if (!prices || curve.value.length === 0)
    return <p class="empty">{prices?.complete ? 'No set of depots satisfies all rules.' : 'Asking the network…'}</p>;
  const { heading } = amountsOf(instance);
  const changed = Object.keys(trials.value).length > 0;
  return (
    <div class="what-if">
      <p class="facts">
        Predicted by the network from {formatCount(prices.sets.length, 'set')} of depots{prices.complete ? '' : ' so far'}, without routes.
        Click a number to solve it for {settings.value.seconds} s and keep the plan.
      </p>
      <h3>{heading.cost('Cost by number of open depots')}</h3>
      <DepotsChart
        points={curve.value}
        before={changed ? curveBefore.value : []}
        solved={solvedBy(instance)}
        band={({ set }) => bandOf(set)}
        busy={running.value !== undefined}
        onSolve={(count) =>
          solveFor({ ...tried, rules: { ...tried.rules, minOpen: count, maxOpen: count } }, `${formatCount(count, 'depot')} open`)
        }
      />
      <p class="verdict">{verdict(tried)}</p>
      <h3>{heading.cost('Value of each site')}</h3>
      {changed && (
        <p class="choices">
          <button type="button" class="small" onClick={applyTrials}>
            Apply to the data
          </button>
          <button type="button" class="small" onClick={() => (trials.value = {})}>
            Reset
          </button>
        </p>
      )}
      <SiteList instance={instance} tried={tried} onSolve={solveFor} />
    </div>
  );
}

/** The best number of depots, as far as the network can tell. */
function verdict(instance: Instance): string {
  const best = curve.value.reduce((least, point) => (point.total < least.total ? point : least));
  const ties = curve.value.filter((point) => point !== best && differenceOf(point, best).tie).map(({ count }) => count);
  const lowest = `Lowest with ${formatCount(best.count, 'depot')}: ${moneyWithin(best.total, bandOf(best.set), instance)}.`;
  return ties.length === 0
    ? `${lowest} No other number is within the network’s error.`
    : `${lowest} A tie, within the network’s error: ${ties.join(', ')}. Solve them to find out.`;
}

/** Keeps the plan with the others. The data stays as it is. */
async function solveFor(instance: Instance, label: string): Promise<void> {
  const solution = await launch(instance, optionsOf(settings.value), label);
  if (!solution) return;
  const { name } = keep({ instance, solution }, label);
  tell(`“${name}” costs ${money(solution.cost.total, instance)}; kept under Compare`);
}

/** Lowest cost of the plans for the same customers and opening costs, by number of open depots. */
function solvedBy(instance: Instance): ReadonlyMap<number, number> {
  const keyOf = (one: Instance) => [routingHash(one), ...one.depots.map(({ openingCost }) => openingCost)].join();
  const key = keyOf(instance);
  const best = new Map<number, number>();
  for (const { instance: solved, solution } of scenarios.value) {
    if (keyOf(solved) !== key) continue;
    const { openDepots, cost } = solution;
    best.set(openDepots.length, Math.min(best.get(openDepots.length) ?? Number.POSITIVE_INFINITY, cost.total));
  }
  return best;
}
