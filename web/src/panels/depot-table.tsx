/** Depots of a plan: load and cost, beside what the network expects for the same customers. */
import { depotColours, depotFigures, formatNumber, placeNames, themes } from '../../../src/page.ts';
import type { Plan } from '../state/document.ts';
import { focus, pointing, theme } from '../state/view.ts';
import { predictedRouting, shareOfError } from '../state/what-if.ts';
import { Results } from '../ui/results.tsx';
import { within } from '../ui/units.ts';

export function DepotTable({ plan }: { readonly plan: Plan }) {
  const { instance, solution } = plan;
  const predicted = predictedRouting(plan);
  const predictionOf = (cost: number | undefined) => (cost === undefined ? '…' : within(cost, shareOfError.value * cost));
  const colourOf = coloursById(plan);
  const names = placeNames(instance.depots);
  const { currency, demand } = instance.units;
  const columns = [
    { title: 'Depot' },
    { title: 'Stops', numeric: true },
    { title: 'Routes', numeric: true },
    { title: 'Load', unit: demand },
    { title: 'Opening', unit: currency, numeric: true },
    { title: 'Routing', unit: currency, numeric: true },
  ];
  return (
    <Results label="Depots of the plan" columns={columns}>
      {depotFigures(instance, solution, solution.routes).map(
        ({ depot: { id, capacity, openingCost }, customers, routes, load, routing }) => (
          <tr key={id} class={isLit(id) ? 'lit' : undefined} tabIndex={0} {...pointing({ kind: 'depot', id })}>
            <th scope="row" class="name">
              <Swatch colour={colourOf.get(id)} />
              {names.get(id)}
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
        ),
      )}
    </Results>
  );
}

const isLit = (id: string) => focus.value?.kind === 'depot' && focus.value.id === id;

/** Colours of depots, as on the map. */
export function coloursById({ instance: { depots } }: Pick<Plan, 'instance'>): ReadonlyMap<string, string> {
  const colours = depotColours(depots, themes[theme.value]);
  return new Map(depots.map(({ id }, k) => [id, colours[k]]));
}

export const Swatch = ({ colour }: { readonly colour: string | undefined }) => (
  <span class="swatch" style={{ background: colour }} aria-hidden="true" />
);

export const Fill = ({ load, capacity }: { readonly load: number; readonly capacity: number | null }) => (
  <span class="column">
    <span>
      {formatNumber(load)}
      {capacity === null ? '' : ` / ${formatNumber(capacity)}`}
    </span>
    {capacity !== null && (
      <meter min={0} max={Math.max(capacity, 1e-9)} value={load} aria-label={`${formatNumber(load)} of ${formatNumber(capacity)}`} />
    )}
  </span>
);
