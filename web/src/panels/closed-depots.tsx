/** Why a depot is closed: what opening it costs in plans that were found, else what the network expects. */

import { type Depot, type PricedSet, type SiteWorth, unseenText } from '../../../src/page.ts';
import { outdated, type Plan } from '../state/document.ts';
import { labelOf } from '../state/draft.ts';
import { mayOpen } from '../state/may-open.ts';
import { running, solveVariant } from '../state/run.ts';
import { pointing } from '../state/view.ts';
import { differenceOf, plansFor, pricing, unseen, worthBefore } from '../state/what-if.ts';
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
                {foundReason(plan, depot) ?? (outdated.value ? 'The data has changed.' : expectedReason(plan, depot, worthBefore.value[d]))}
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

/** By the cheapest plan that was found with the depot open. */
function foundReason({ instance, solution }: Plan, { id }: Depot): string | undefined {
  const found = plansFor(instance).find((one) => one.solution.openDepots.includes(id) && mayOpen(instance, one, { lock: id }));
  if (!found) return undefined;
  const change = Math.round((found.solution.cost.total - solution.cost.total) * 100) / 100;
  const amount = money(Math.abs(change), instance);
  return change === 0
    ? 'A plan with it open costs the same.'
    : `The best plan found with it open costs ${amount} ${change > 0 ? 'more' : 'less'}.`;
}

function expectedReason(plan: Plan, depot: Depot, worth: SiteWorth | undefined): string {
  if (unseen.value.length > 0) return `Nothing is predicted: ${unseenText(unseen.value)}. Check to find out.`;
  if (!pricing.value) return 'Asking the network…';
  const { open, closed } = worth ?? {};
  if (!open) return pricing.value.complete ? 'No set of depots that satisfies all rules includes it.' : 'Asking the network…';
  if (!closed) return 'The network found no set without it.';
  const { amount, band, tie } = differenceOf(open, closed);
  const change = `${moneyWithin(Math.abs(amount), band, plan.instance)} ${amount >= 0 ? 'more' : 'less'}`;
  const expected = `The network expects ${change} with it open (${partners(plan, depot, open.set)})`;
  if (tie) return `${expected}. That is within its error, so a tie. Check to find out.`;
  return `${expected}${amount < 0 ? '; worth a check' : ''}.`;
}

/** Which other depots would open or close with it. */
function partners({ instance, solution }: Plan, depot: Depot, { open }: PricedSet): string {
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
