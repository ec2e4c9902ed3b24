/** Every site with its value, a slider for its opening cost and a choice of its lock. */

import { type Depot, depotColours, formatNumber, type Instance, type SiteWorth, themes } from '../../../src/page.ts';
import { labelOf } from '../state/draft.ts';
import { mayOpen } from '../state/may-open.ts';
import { running } from '../state/run.ts';
import { pointing, theme } from '../state/view.ts';
import { type Difference, differenceOf, plansFor, tryOut, unseen, worth } from '../state/what-if.ts';
import { Button } from '../ui/button.tsx';
import { lockNames, Select } from '../ui/fields.tsx';
import { within } from '../ui/units.ts';
import { Swatch } from './depot-table.tsx';

interface SiteListProps {
  readonly instance: Instance;
  readonly tried: Instance;
  readonly onSolve: (instance: Instance, label: string) => void;
}

/** What the network expects an open site to save; negative where it costs. */
const savingOf = ({ open, closed }: SiteWorth): Difference | undefined => open && closed && differenceOf(closed, open);

/** What it saves by the cheapest plans that were found with it open and with it closed. */
function savingFound(tried: Instance): readonly (Difference | undefined)[] {
  const plans = plansFor(tried);
  return tried.depots.map(({ id }) => {
    const fitting = plans.filter((plan) => mayOpen(tried, plan, { lock: id }));
    const [open, closed] = [true, false].map((isOpen) => fitting.find(({ solution }) => solution.openDepots.includes(id) === isOpen));
    return open && closed && { amount: closed.solution.cost.total - open.solution.cost.total, band: 0, tie: false };
  });
}

export function SiteList({ instance, tried, onSolve }: SiteListProps) {
  const expected = unseen.value.length > 0 ? [] : worth.value.map(savingOf);
  const values = savingFound(tried).map((found, d) => found ?? expected[d]);
  const largest = Math.max(1e-9, ...values.map((value) => Math.abs(value?.amount ?? 0)));
  const costs = instance.depots.map(({ openingCost }) => openingCost);
  const dearest = Math.max(1, ...costs);
  const colours = depotColours(instance.depots, themes[theme.value]);
  return (
    <ul class="sites list">
      {tried.depots.map((depot, d) => {
        const value = values[d];
        const opened = value ? value.amount > 0 : depot.status === 'open';
        const flipped: Depot['status'] = opened ? 'closed' : 'open';
        const label = `${labelOf(depot)} ${flipped}`;
        return (
          <li key={depot.id} {...pointing({ kind: 'depot', id: depot.id })}>
            <span class="head row">
              <strong class="name">
                <Swatch colour={colours[d]} />
                {labelOf(depot)}
              </strong>
              <Worth value={value} largest={largest} depot={depot} />
            </span>
            <Select
              aria-label={`Lock of ${depot.id}`}
              value={depot.status}
              options={lockNames}
              onChange={(status) => tryOut(depot.id, { status })}
            />
            <label class="slider row">
              <input
                type="range"
                aria-label={`Opening cost of ${depot.id}`}
                min="0"
                max={2 * dearest}
                step={stepFor(dearest)}
                value={depot.openingCost}
                onInput={({ currentTarget }) => tryOut(depot.id, { openingCost: Number(currentTarget.value) })}
              />
              <span class="amount">
                {depot.openingCost === costs[d] ? formatNumber(costs[d]) : <strong>{formatNumber(depot.openingCost)}</strong>}
              </span>
            </label>
            <Button
              class="small"
              disabled={running.value !== undefined}
              title={`Solve with ${depot.id} ${flipped}`}
              aria-label={`Solve ${flipped}: ${depot.id}`}
              onClick={() => onSolve({ ...tried, depots: tried.depots.with(d, { ...depot, status: flipped }) }, label)}
              text={`Solve ${flipped}`}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Worth({ value, largest, depot: { status } }: { readonly value?: Difference; readonly largest: number; readonly depot: Depot }) {
  if (value === undefined) return <span class="worth-text faint">{status === 'candidate' ? 'not known' : `locked ${status}`}</span>;
  const { amount, band, tie } = value;
  const colour = tie ? 'rule' : amount > 0 ? 'opening' : 'vehicles';
  const share = (50 * Math.abs(amount)) / largest;
  return (
    <span class="worth row">
      <svg viewBox="0 0 100 10" width="90" height="12" preserveAspectRatio="none" aria-hidden="true">
        <path d="M50 0V10" stroke="currentColor" vector-effect="non-scaling-stroke" />
        <rect fill={`var(--${colour})`} x={amount > 0 ? 50 : 50 - share} y="1.5" width={share} height="7" />
      </svg>
      <span class="worth-text faint">
        {tie ? 'a tie: ' : ''}
        {amount > 0 ? 'saves' : 'costs'} {band === 0 ? formatNumber(Math.abs(amount)) : within(Math.abs(amount), band)}
      </span>
    </span>
  );
}

/** About two hundred steps, of a round size. */
const stepFor = (dearest: number) => 10 ** Math.floor(Math.log10(dearest / 50));
