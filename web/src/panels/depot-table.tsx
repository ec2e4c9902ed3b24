/** Depots of a plan: load and cost, beside what the network expects for the same customers. */
import { depotColours, formatNumber, routeCost, themes } from '../../../src/page.ts';
import { labelOf } from '../state/draft.ts';
import type { Plan } from '../state/run.ts';
import { focus, pointing, theme } from '../state/view.ts';
import { predictedRouting, shareOfError } from '../state/what-if.ts';
import { Column } from '../ui/column.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { within } from '../ui/units.ts';

export interface DepotRow {
  readonly id: string;
  readonly label: string;
  /** Position in the instance. */
  readonly index: number;
  readonly customers: number;
  readonly routes: number;
  readonly load: number;
  readonly capacity: number | null;
  readonly openingCost: number;
  /** Travel, vehicles and all else that routes cost. */
  readonly routing: number;
}

/** The open depots. */
export function depotRows({ instance, solution }: Plan): readonly DepotRow[] {
  return instance.depots.flatMap((depot, index) => {
    const { id, capacity, openingCost } = depot;
    if (!solution.openDepots.includes(id)) return [];
    const routes = solution.routes.filter((route) => route.depot === id);
    return {
      id,
      label: labelOf(depot),
      index,
      customers: routes.reduce((sum, { stops }) => sum + stops.length, 0),
      routes: routes.length,
      load: routes.reduce((sum, { load }) => sum + load, 0),
      capacity,
      openingCost,
      routing: routes.reduce((sum, route) => sum + routeCost(instance, route), 0),
    };
  });
}

export function DepotTable({ plan }: { readonly plan: Plan }) {
  const predicted = predictedRouting(plan);
  const predictionOf = (cost: number | undefined) => (cost === undefined ? '…' : within(cost, shareOfError.value * cost));
  const colours = depotColours(plan.instance.depots, themes[theme.value]);
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
          {depotRows(plan).map(({ id, label, index, customers, routes, load, capacity, openingCost, routing }) => (
            <tr key={id} class={isLit(id) ? 'lit' : undefined} tabIndex={0} {...pointing({ kind: 'depot', id })}>
              <th scope="row" class="name">
                <span class="swatch" style={{ background: colours[index] }} aria-hidden="true" />
                {label}
              </th>
              <td class="number">{customers}</td>
              <td class="number">{routes}</td>
              <td>
                <Fill load={load} capacity={capacity} />
              </td>
              <td class="number">{formatNumber(openingCost)}</td>
              <td class="number">
                {formatNumber(routing)}
                {predicted && customers > 0 && <small>predicted {predictionOf(predicted[id])}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const isLit = (id: string) => focus.value?.kind === 'depot' && focus.value.id === id;

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
