/** Why a depot is closed: what opening it would cost or save, first by the network, then on request by a short search. */
import { signal } from '@preact/signals';
import { indexRoutes } from '../../../src/formats/indexed-plan.ts';
import { type Depot, instanceHash, type PricedSet, type SiteWorth } from '../../../src/index.ts';
import { labelOf } from '../state/draft.ts';
import { launch, outdated, type Plan, running, settings } from '../state/run.ts';
import { differenceOf, pricing, worthNow } from '../state/what-if.ts';
import { money, moneyWithin } from '../ui/units.ts';
import { pointing } from './depot-table.tsx';

/** Seconds of search that a check takes. */
const checkSeconds = 3;

interface Check {
  /** The least cost found with the depot open. */
  readonly total: number;
}

const checks = signal<Readonly<Record<string, Check>>>({});
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
            <li key={depot.id} {...pointing(depot.id)}>
              <div>
                <strong>{labelOf(depot)}</strong>{' '}
                <span class="reason">{outdated.value ? 'The data has changed.' : reasonOf(plan, depot, worthNow.value[d])}</span>
                {check && <span class="checked">{verdict(check, plan)}</span>}
              </div>
              <button
                type="button"
                class="small"
                disabled={running.value !== undefined || outdated.value}
                title={`Search for ${checkSeconds} seconds with ${depot.id} open`}
                aria-label={`Check ${depot.id} by a short search`}
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
  if (!open) return `${lock}${pricing.value.complete ? 'No choice of depots that keeps all rules has it open.' : 'Asking the network…'}`;
  if (!closed) return `${lock}The network sees no choice without it.`;
  const { amount, band, tie } = differenceOf(open, closed);
  const change = `${moneyWithin(Math.abs(amount), band, plan.instance)} ${amount >= 0 ? 'more' : 'less'}`;
  const verdict = tie
    ? `A tie for the network: ${change} with it open, which is within its error; a check will tell`
    : `The network expects ${change} with it open${amount < 0 ? '; worth a check' : ''}`;
  return `${lock}${verdict} (${partners(plan, depot, open.set)}).`;
}

/** The company in which it would be open, told against the plan. */
function partners({ instance, solution }: Plan, depot: Depot, { open }: PricedSet): string {
  const names = (wanted: (id: string, isOpen: boolean) => boolean) =>
    instance.depots.filter(({ id }, d) => id !== depot.id && wanted(id, open[d] === 1)).map(labelOf);
  const gone = names((id, isOpen) => !isOpen && solution.openDepots.includes(id));
  const more = names((id, isOpen) => isOpen && !solution.openDepots.includes(id));
  const parts = [
    gone.length > 0 ? `in place of ${gone.join(', ')}` : 'beside those open now',
    ...(more.length > 0 ? [`with ${more.join(', ')}`] : []),
  ];
  return parts.join(', ');
}

function verdict({ total }: Check, { instance, solution }: Plan): string {
  const change = total - solution.cost.total;
  const amount = money(Math.abs(Math.round(change * 100) / 100), instance);
  return change > 0 ? ` Searched: ${amount} more than this plan.` : ` Searched: ${amount} less than this plan. Solve for longer.`;
}

/** From the plan at hand, with the depot locked open. */
async function checkDepot(plan: Plan, depot: Depot): Promise<void> {
  const { instance, solution } = plan;
  const locked = { ...instance, depots: instance.depots.map((one) => (one.id === depot.id ? { ...one, status: 'open' as const } : one)) };
  const { seed, threads } = settings.value;
  const outcome = await launch(
    locked,
    { seconds: checkSeconds, seed, threads, method: 'search', start: [indexRoutes(instance, solution)] },
    `${labelOf(depot)} open`,
  );
  if (outcome?.kind === 'solved') checks.value = { ...checks.value, [keyOf(plan, depot)]: { total: outcome.solution.cost.total } };
}
