/** What if: cost by number of depots and the worth of each site, predicted at once while one moves costs and locks; solved on request. */
import { type Instance, routingHash } from '../../../src/index.ts';
import { formatCount } from '../../../src/report/number.ts';
import { DepotsChart } from '../charts/depots-chart.tsx';
import { launch, optionsOf, running, settings } from '../state/run.ts';
import { keep, scenarios } from '../state/scenarios.ts';
import { tell } from '../state/view.ts';
import { applyTrials, bandOf, base, curve, curveBefore, differenceOf, pricing, trial, trials } from '../state/what-if.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { headed, money, moneyWithin } from '../ui/units.ts';
import { SiteList } from './site-list.tsx';

export function WhatIfPanel() {
  const [instance, tried, prices] = [base.value, trial.value, pricing.value];
  if (!instance || !tried) return <p class="empty">Here come predictions by the network, as soon as the data is complete.</p>;
  if (prices?.fault) return <ErrorNote fault={prices.fault} />;
  if (!prices || curve.value.length === 0)
    return <p class="empty">{prices?.complete ? 'No choice of depots keeps all rules.' : 'Asking the network…'}</p>;
  const { units } = instance;
  const changed = Object.keys(trials.value).length > 0;
  return (
    <div class="what-if">
      <p class="facts">
        Predicted by the network from {formatCount(prices.sets.length, 'choice')} of depots{prices.complete ? '' : ' so far'}; not yet
        routed. A click on a number solves it for {settings.value.seconds} s and keeps the plan.
      </p>
      <h3>{headed('Cost by number of open depots', units.currency)}</h3>
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
      <h3>{headed('Worth of each site', units.currency)}</h3>
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

/** Which number of depots is best, as far as the network can tell. */
function verdict(instance: Instance): string {
  const best = curve.value.reduce((least, point) => (point.total < least.total ? point : least));
  const ties = curve.value.filter((point) => point !== best && differenceOf(point, best).tie).map(({ count }) => count);
  const least = `Least with ${formatCount(best.count, 'depot')}: ${moneyWithin(best.total, bandOf(best.set), instance)}.`;
  return ties.length === 0
    ? `${least} No other number comes within the network’s error.`
    : `${least} A tie, within the network’s error: ${ties.join(', ')}. Solve them to know.`;
}

/** The plan is kept beside the others, and the data stays as it is. */
async function solveFor(instance: Instance, label: string): Promise<void> {
  const outcome = await launch(instance, optionsOf(settings.value), label);
  if (outcome?.kind !== 'solved') return;
  const { name } = keep({ instance, solution: outcome.solution }, label);
  tell(`“${name}” costs ${money(outcome.solution.cost.total, instance)}; kept under Compare`);
}

/** Least cost of plans made for the same customers and the same opening costs, by number of open depots. */
function solvedBy(instance: Instance): ReadonlyMap<number, number> {
  const hash = routingHash(instance);
  const costs = instance.depots.map(({ openingCost }) => openingCost).join();
  const best = new Map<number, number>();
  for (const scenario of scenarios.value) {
    if (routingHash(scenario.instance) !== hash || scenario.instance.depots.map(({ openingCost }) => openingCost).join() !== costs)
      continue;
    const { openDepots, cost } = scenario.solution;
    best.set(openDepots.length, Math.min(best.get(openDepots.length) ?? Number.POSITIVE_INFINITY, cost.total));
  }
  return best;
}
