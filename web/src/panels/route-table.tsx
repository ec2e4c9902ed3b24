/** Routes of a plan: load, length and stops. */
import { Fragment } from 'preact';
import { amountsOf, formatNumber, placeNames, routeCost, unitsOf } from '../../../src/page.ts';
import type { Plan } from '../state/document.ts';
import { focus, pointing } from '../state/view.ts';
import { Results } from '../ui/results.tsx';
import { coloursById, Fill, Swatch } from './depot-table.tsx';

export function RouteTable({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const colourOf = coloursById({ instance });
  const { depots, customers, vehicles = [] } = instance;
  const [depotNames, customerNames, vehicleNames] = [depots, customers, vehicles].map(placeNames);
  const { demand, distance: length, currency } = unitsOf(instance);
  // With vehicle types or hours, travel is only part of what a route costs.
  const byKind = solution.routes.some(({ costs }) => costs !== undefined);
  const { clock, duration: showDuration } = amountsOf(instance);
  const capacityOf = (vehicle: string | undefined) => {
    const { capacity } = vehicles.find(({ id }) => id === vehicle) ?? { capacity: instance.vehicleCapacity };
    return typeof capacity === 'number' ? capacity : (capacity.demand ?? null);
  };
  const rowOf = (index: number, kind = '') => {
    const lit = focus.value?.kind === 'route' && focus.value.index === index;
    return { class: `${kind} ${lit ? 'lit' : ''}`.trim(), ...pointing({ kind: 'route', index }) };
  };
  const columns = [
    { title: 'Route' },
    { title: 'From' },
    { title: 'Load', unit: demand },
    { title: 'Length', unit: length, numeric: true },
    { title: byKind ? 'Cost' : 'Travel', unit: currency, numeric: true },
  ];
  return (
    <Results label="Routes of the plan" columns={columns}>
      {solution.routes.map((route, index) => {
        const { depot, vehicle, stops, load, distance, duration = 0, times } = route;
        return (
          <Fragment key={index}>
            <tr tabIndex={0} {...rowOf(index)}>
              <th scope="row">{index + 1}</th>
              <td class="name">
                <Swatch colour={colourOf.get(depot)} />
                {depotNames.get(depot)}
                {vehicle !== undefined && ` · ${vehicleNames.get(vehicle)}`}
              </td>
              <td>
                <Fill load={load} capacity={capacityOf(vehicle)} />
              </td>
              <td class="number">{formatNumber(distance)}</td>
              <td class="number">{formatNumber(byKind ? routeCost(instance, route) : route.cost)}</td>
            </tr>
            <tr {...rowOf(index, 'stops')}>
              <td colSpan={5}>
                {times && `${clock(times.start)} to ${clock(times.return)}, ${showDuration(duration)}: `}
                {stops.map((stop, k) => `${times ? `${clock(times.stops[k].arrival)} ` : ''}${customerNames.get(stop)}`).join(' · ')}
              </td>
            </tr>
          </Fragment>
        );
      })}
    </Results>
  );
}
