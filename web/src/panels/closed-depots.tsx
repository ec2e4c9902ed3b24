/** Why a depot is closed: what opening it costs in the plans that are found while the reader looks; until then, what the network expects. */

import type { Depot, KnownSet } from '../../../src/page.ts';
import { outdated, type Plan } from '../state/document.ts';
import { labelOf } from '../state/draft.ts';
import { running, solveVariant } from '../state/run.ts';
import { pointing } from '../state/view.ts';
import { answersBefore, differenceOf, finding } from '../state/what-if.ts';
import { Button } from '../ui/button.tsx';
import { money, moneyWithin } from '../ui/units.ts';

/** Seconds that a check searches. */
const checkSeconds = 3;

export function ClosedDepots({ plan }: { readonly plan: Plan }) {
  const { instance, solution } = plan;
  const closed = instance.depots.map((depot, d) => ({ depot, d })).filter(({ depot }) => !solution.openDepots.includes(depot.id));
  if (closed.length === 0) return null;
  return (
    <>
      <h3>Why the others are closed</h3>
      <ul class="closed-depots list">
        {closed.map(({ depot, d }) => (
          <li key={depot.id} {...pointing({ kind: 'depot', id: depot.id })}>
            <div>
              <strong>{labelOf(depot)}</strong>{' '}
              <span class="faint">
                {depot.status === 'closed' && 'Locked closed. '}
                {outdated.value ? 'The data has changed.' : reasonFor(plan, depot, d)}
              </span>
            </div>
            <Button
              class="small"
              disabled={running.value !== undefined || outdated.value}
              title={`Search for ${checkSeconds} seconds with ${depot.id} open`}
              aria-label={`Check ${depot.id} with a short search`}
              onClick={() => checkDepot(plan, depot)}
              text="Check"
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the cheapest plan with the depot open costs more than this one; while none is found, what the network expects. */
function reasonFor(plan: Plan, depot: Depot, d: number): string {
  const [known, complete] = [answersBefore.value, finding.value?.complete];
  const { open, closed } = known?.sites[d] ?? {};
  if (!known || !open) return complete ? 'No plan was found with it open that satisfies all rules.' : 'Looking for a plan with it open…';
  const { instance, solution } = plan;
  if (!open.isPredicted) {
    const change = Math.round((open.total - solution.cost.total) * 100) / 100;
    if (change === 0) return 'A plan with it open costs the same.';
    const amount = money(Math.abs(change), instance);
    return `The best plan found with it open costs ${amount} ${change > 0 ? 'more' : 'less'} (${partners(plan, depot, open.set)}).`;
  }
  if (!closed) return 'The network found no set without it.';
  const { amount, band, tie } = differenceOf(open, closed, known);
  const change = `${moneyWithin(Math.abs(amount), band, instance)} ${amount >= 0 ? 'more' : 'less'}`;
  const expected = `The network expects ${change} with it open (${partners(plan, depot, open.set)})`;
  return tie ? `${expected}. That is within its error, so a tie.` : `${expected}.`;
}

/** Which other depots would open or close with it. */
function partners({ instance, solution }: Plan, depot: Depot, { open }: KnownSet): string {
  const names = (wanted: (id: string, isOpen: boolean) => boolean) =>
    instance.depots.filter(({ id }, d) => id !== depot.id && wanted(id, open[d] === 1)).map(labelOf);
  const gone = names((id, isOpen) => !isOpen && solution.openDepots.includes(id));
  const more = names((id, isOpen) => isOpen && !solution.openDepots.includes(id));
  const change = gone.length > 0 ? `in place of ${gone.join(', ')}` : 'in addition to those open now';
  return more.length > 0 ? `${change}, together with ${more.join(', ')}` : change;
}

/** Searches from the plan, with the depot locked open. */
function checkDepot({ instance, solution }: Plan, depot: Depot): void {
  const locked = { ...instance, depots: instance.depots.map((one) => (one.id === depot.id ? { ...one, status: 'open' as const } : one)) };
  const options = { seconds: checkSeconds, iterations: undefined, method: 'search', start: solution } as const;
  void solveVariant(locked, { name: `${labelOf(depot)} open`, of: instance }, options);
}
