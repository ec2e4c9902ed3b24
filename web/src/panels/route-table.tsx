/** Routes of a plan: load, length and stops. */
import { Fragment } from 'preact';
import { amountsOf, depotColours, formatNumber, routeCost, themes, unitsOf } from '../../../src/page.ts';
import { labelsOf } from '../state/draft.ts';
import type { Plan } from '../state/run.ts';
import { focus, pointing, theme } from '../state/view.ts';
import { Column } from '../ui/column.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Fill } from './depot-table.tsx';

export function RouteTable({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const colours = depotColours(instance.depots, themes[theme.value]);
  const colourOf = new Map(instance.depots.map(({ id }, k) => [id, colours[k]]));
  const [depotLabels, customerLabels] = [labelsOf(instance.depots), labelsOf(instance.customers)];
  const units = unitsOf(instance);
  // With vehicle types or hours, travel is only part of what a route costs.
  const byKind = solution.routes.some(({ costs }) => costs !== undefined);
  const { clock, duration: showDuration } = amountsOf(instance);
  const vehicleLabels = labelsOf(instance.vehicles ?? []);
  const capacityOf = (vehicle: string | undefined) => {
    const { capacity } = instance.vehicles?.find(({ id }) => id === vehicle) ?? { capacity: instance.vehicleCapacity };
    return typeof capacity === 'number' ? capacity : (capacity.demand ?? null);
  };
  const rowOf = (index: number, kind = '') => {
    const lit = focus.value?.kind === 'route' && focus.value.index === index;
    return { class: `${kind} ${lit ? 'lit' : ''}`.trim(), ...pointing({ kind: 'route', index }) };
  };
  return (
    <Scroll label="Routes of the plan">
      <table class="results routes">
        <thead>
          <tr>
            <Column title="Route" />
            <Column title="From" />
            <Column title="Load" unit={units.demand} />
            <Column title="Length" unit={units.distance} numeric />
            <Column title={byKind ? 'Cost' : 'Travel'} unit={units.currency} numeric />
          </tr>
        </thead>
        <tbody>
          {solution.routes.map(({ depot, vehicle, stops, load, distance, duration = 0, times }, index) => (
            <Fragment key={index}>
              <tr tabIndex={0} {...rowOf(index)}>
                <th scope="row">{index + 1}</th>
                <td class="name">
                  <span class="swatch" style={{ background: colourOf.get(depot) }} aria-hidden="true" />
                  {depotLabels.get(depot)}
                  {vehicle !== undefined && ` · ${vehicleLabels.get(vehicle)}`}
                </td>
                <td>
                  <Fill load={load} capacity={capacityOf(vehicle)} />
                </td>
                <td class="number">{formatNumber(distance)}</td>
                <td class="number">{formatNumber(byKind ? routeCost(instance, solution.routes[index]) : solution.routes[index].cost)}</td>
              </tr>
              <tr {...rowOf(index, 'stops')}>
                <td colSpan={5}>
                  {times && `${clock(times.start)} to ${clock(times.return)}, ${showDuration(duration)}: `}
                  {stops.map((stop, k) => `${times ? `${clock(times.stops[k].arrival)} ` : ''}${customerLabels.get(stop)}`).join(' · ')}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
