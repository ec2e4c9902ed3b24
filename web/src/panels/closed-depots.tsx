/** Why a depot is closed: what opening it would cost or save, as the network expects and, on request, as a short search finds. */
import { signal } from '@preact/signals';
import { type Depot, instanceHash, type PricedSet, type SiteWorth } from '../../../src/page.ts';
import { labelOf } from '../state/draft.ts';
import { launch, outdated, type Plan, running, settings } from '../state/run.ts';
import { pointing } from '../state/view.ts';
import { differenceOf, pricing, worthBefore } from '../state/what-if.ts';
import { money, moneyWithin } from '../ui/units.ts';

/** Seconds that a check searches. */
const checkSeconds = 3;

/** The lowest cost found with a depot open. */
const checks = signal<Readonly<Record<string, number>>>({});
const keyOf = ({ instance }: Plan, { id }: Depot) => `${instanceHash(instance)} ${id}`;

export function ClosedDepots({ plan }: { readonly plan: Plan }) {
  const { instance, solution } = plan;
  const closed = instance.depots.map((depot, d) => ({ depot, d })).filter(({ depot }) => !solution.openDepots.includes(depot.id));
  if (closed.length === 0) return null;
  return (
    <>
      <h3>Why the others are closed</h3>
      <ul class="closed-depots">
        {closed.map(({ depot, d }) => {
          const check = checks.value[keyOf(plan, depot)];
          return (
            <li key={depot.id} {...pointing({ kind: 'depot', id: depot.id })}>
              <div>
                <strong>{labelOf(depot)}</strong>{' '}
                <span class="reason">{outdated.value ? 'The data has changed.' : reasonOf(plan, depot, worthBefore.value[d])}</span>
                {check !== undefined && <span class="checked">{verdict(check, plan)}</span>}
              </div>
              <button
                type="button"
                class="small"
                disabled={running.value !== undefined || outdated.value}
                title={`Search for ${checkSeconds} seconds with ${depot.id} open`}
                aria-label={`Check ${depot.id} with a short search`}
                onClick={() => void checkDepot(plan, depot)}
              >
                Check
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function reasonOf(plan: Plan, depot: Depot, worth: SiteWorth | undefined): string {
  const lock = depot.status === 'closed' ? 'Locked closed. ' : '';
  if (!pricing.value) return `${lock}Asking the network…`;
  const { open, closed } = worth ?? {};
  if (!open) return `${lock}${pricing.value.complete ? 'No set of depots that satisfies all rules includes it.' : 'Asking the network…'}`;
  if (!closed) return `${lock}The network found no set without it.`;
  const { amount, band, tie } = differenceOf(open, closed);
  const change = `${moneyWithin(Math.abs(amount), band, plan.instance)} ${amount >= 0 ? 'more' : 'less'}`;
  const expected = `${lock}The network expects ${change} with it open (${partners(plan, depot, open.set)})`;
  if (tie) return `${expected}. That is within its error, so a tie. Check to find out.`;
  return `${expected}${amount < 0 ? '; worth a check' : ''}.`;
}

/** Which other depots would open or close with it. */
function partners({ instance, solution }: Plan, depot: Depot, { open }: PricedSet): string {
  const names = (wanted: (id: string, isOpen: boolean) => boolean) =>
    instance.depots.filter(({ id }, d) => id !== depot.id && wanted(id, open[d] === 1)).map(labelOf);
  const gone = names((id, isOpen) => !isOpen && solution.openDepots.includes(id));
  const more = names((id, isOpen) => isOpen && !solution.openDepots.includes(id));
  const parts = [
    gone.length > 0 ? `in place of ${gone.join(', ')}` : 'in addition to those open now',
    ...(more.length > 0 ? [`together with ${more.join(', ')}`] : []),
  ];
  return parts.join(', ');
}

function verdict(total: number, { instance, solution }: Plan): string {
  const change = total - solution.cost.total;
  const amount = money(Math.abs(Math.round(change * 100) / 100), instance);
  return change > 0 ? ` A search found ${amount} more than this plan.` : ` A search found ${amount} less than this plan. Solve for longer.`;
}

/** Searches from the plan, with the depot locked open. */
async function checkDepot(plan: Plan, depot: Depot): Promise<void> {
  const { instance, solution } = plan;
  const locked = { ...instance, depots: instance.depots.map((one) => (one.id === depot.id ? { ...one, status: 'open' as const } : one)) };
  const { seed, threads } = settings.value;
  const options = { seconds: checkSeconds, seed, threads, method: 'search', start: solution } as const;
  const found = await launch(locked, options, `${labelOf(depot)} open`);
  if (found) checks.value = { ...checks.value, [keyOf(plan, depot)]: found.cost.total };
}
