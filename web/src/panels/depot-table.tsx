/** Depots of a plan: load and cost, beside what the network expects for the same customers. */
import { depotColours, depotFigures, formatNumber, placeNames, themes } from '../../../src/page.ts';
import type { Plan } from '../state/run.ts';
import { focus, pointing, theme } from '../state/view.ts';
import { predictedRouting, shareOfError } from '../state/what-if.ts';
import { Column } from '../ui/column.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { within } from '../ui/units.ts';

export function DepotTable({ plan }: { readonly plan: Plan }) {
  const predicted = predictedRouting(plan);
  const predictionOf = (cost: number | undefined) => (cost === undefined ? '…' : within(cost, shareOfError.value * cost));
  const { instance, solution } = plan;
  const colours = depotColours(instance.depots, themes[theme.value]);
  const colourOf = new Map(instance.depots.map(({ id }, k) => [id, colours[k]]));
  const names = placeNames(instance.depots);
  const { units } = instance;
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
          {depotFigures(instance, solution, solution.routes).map(({ depot, customers, routes, load, routing }) => (
            <tr key={depot.id} class={isLit(depot.id) ? 'lit' : undefined} tabIndex={0} {...pointing({ kind: 'depot', id: depot.id })}>
              <th scope="row" class="name">
                <span class="swatch" style={{ background: colourOf.get(depot.id) }} aria-hidden="true" />
                {names.get(depot.id)}
              </th>
              <td class="number">{customers}</td>
              <td class="number">{routes}</td>
              <td>
                <Fill load={load} capacity={depot.capacity} />
              </td>
              <td class="number">{formatNumber(depot.openingCost)}</td>
              <td class="number">
                {formatNumber(routing)}
                {predicted && customers > 0 && <small>predicted {predictionOf(predicted[depot.id])}</small>}
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
