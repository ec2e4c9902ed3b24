/** Depots of a plan: what they hold and cost, beside what the network expects of the same customers. */

import { formatNumber } from '../../../src/report/number.ts';
import { coloursOf } from '../map/scene.ts';
import { labelOf } from '../state/draft.ts';
import type { Plan } from '../state/run.ts';
import { focus, theme } from '../state/view.ts';
import { predictedRouting, shareOfError } from '../state/what-if.ts';
import { Column } from '../ui/column.tsx';
import { Scroll } from '../ui/scroll.tsx';

export interface DepotRow {
  readonly id: string;
  readonly label: string;
  readonly open: boolean;
  readonly locked: boolean;
  readonly customers: number;
  readonly routes: number;
  readonly load: number;
  readonly capacity: number | null;
  readonly openingCost: number;
  /** Travel and vehicles. */
  readonly routing: number;
}

export function depotRows({ instance, solution }: Plan): readonly DepotRow[] {
  return instance.depots.map((depot) => {
    const { id, capacity, openingCost, status } = depot;
    const routes = solution.routes.filter((route) => route.depot === id);
    return {
      id,
      label: labelOf(depot),
      open: solution.openDepots.includes(id),
      locked: status !== 'candidate',
      customers: routes.reduce((sum, { stops }) => sum + stops.length, 0),
      routes: routes.length,
      load: routes.reduce((sum, { load }) => sum + load, 0),
      capacity,
      openingCost,
      routing: routes.reduce((sum, { cost }) => sum + cost + instance.vehicleCost, 0),
    };
  });
}

export function DepotTable({ plan }: { readonly plan: Plan }) {
  const rows = depotRows(plan);
  const predicted = predictedRouting(plan);
  const colours = coloursOf(plan.instance.depots, theme.value);
  const { units } = plan.instance;
  return (
    <Scroll label="Depots of the plan">
      <table class="results">
        <thead>
          <tr>
            <Column title="Depot" />
            <Column title="Stops" numeric />
            <Column title="Routes" numeric />
            <Column title="Load" unit={units.demand} />
            <Column title="Opening" unit={units.currency} numeric />
            <Column title="Routing" unit={units.currency} numeric />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) =>
            row.open ? (
              <tr key={row.id} class={isLit(row.id) ? 'lit' : undefined} tabIndex={0} {...pointing(row.id)}>
                <th scope="row" class="name">
                  <span class="swatch" style={{ background: colours[k] }} aria-hidden="true" />
                  {row.label}
                </th>
                <td class="number">{row.customers}</td>
                <td class="number">{row.routes}</td>
                <td>
                  <Fill load={row.load} capacity={row.capacity} />
                </td>
                <td class="number">{formatNumber(row.openingCost)}</td>
                <td class="number">
                  {formatNumber(row.routing)}
                  {row.customers > 0 && <small>predicted {row.id in predicted ? predictionOf(predicted[row.id]) : '…'}</small>}
                </td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </Scroll>
  );
}

const predictionOf = (cost: number) =>
  `${formatNumber(Math.round(cost))}\u00a0±\u00a0${formatNumber(Math.round(shareOfError.value * cost))}`;

export function Fill({ load, capacity }: { readonly load: number; readonly capacity: number | null }) {
  return (
    <span class="fill">
      {capacity !== null && (
        <meter min={0} max={Math.max(capacity, 1e-9)} value={load} aria-label={`${formatNumber(load)} of ${formatNumber(capacity)}`} />
      )}
      <span>
        {formatNumber(load)}
        {capacity === null ? '' : ` / ${formatNumber(capacity)}`}
      </span>
    </span>
  );
}

const isLit = (id: string) => focus.value?.kind === 'depot' && focus.value.id === id;

export const pointing = (id: string) => ({
  onPointerEnter: () => {
    focus.value = { kind: 'depot', id };
  },
  onPointerLeave: () => {
    focus.value = undefined;
  },
  onFocusCapture: () => {
    focus.value = { kind: 'depot', id };
  },
  onBlurCapture: () => {
    focus.value = undefined;
  },
});
