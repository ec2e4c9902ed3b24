/** Every site with its value, a slider for its opening cost and a choice of its lock. */

import { type Depot, depotColours, formatNumber, type Instance, type SetAnswers, type SiteAnswer, themes } from '../../../src/page.ts';
import { labelOf } from '../state/draft.ts';
import { running } from '../state/run.ts';
import { pointing, theme } from '../state/view.ts';
import { type Difference, differenceOf, tryOut } from '../state/what-if.ts';
import { Button } from '../ui/button.tsx';
import { lockNames, Select } from '../ui/fields.tsx';
import { within } from '../ui/units.ts';
import { Swatch } from './depot-table.tsx';

interface SiteListProps {
  readonly instance: Instance;
  readonly tried: Instance;
  readonly answers: SetAnswers;
  readonly onSolve: (instance: Instance, label: string) => void;
}

/** What an open site saves; negative where it costs. */
const savingOf = ({ open, closed }: SiteAnswer, answers: SetAnswers): Difference | undefined =>
  open && open.isPredicted === closed?.isPredicted ? differenceOf(closed, open, answers) : undefined;

export function SiteList({ instance, tried, answers, onSolve }: SiteListProps) {
  const values = answers.sites.map((site) => savingOf(site, answers));
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
  const { amount, isPredicted, band, tie } = value;
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
        {amount > 0 ? 'saves' : 'costs'} {within(Math.abs(amount), band)}
        {isPredicted ? ' (predicted)' : ''}
      </span>
    </span>
  );
}

/** About two hundred steps, of a round size. */
const stepFor = (dearest: number) => 10 ** Math.floor(Math.log10(dearest / 50));
