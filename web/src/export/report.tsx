/** The plan on paper: printed by the browser, which also makes a PDF of it. */
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { drawMap, summariseInstance, verify } from '../../../src/index.ts';
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { depotRows } from '../panels/depot-table.tsx';
import { labelsOf } from '../state/draft.ts';
import { outdated, type Plan, plan } from '../state/run.ts';
import { distance, distanceUnit, headed, money, quantity } from '../ui/units.ts';

const printing = signal(false);

export function printReport(): void {
  printing.value = true;
}

export function Report() {
  const current = plan.value;
  return printing.value && current ? <Sheet plan={current} /> : null;
}

function Sheet({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const map = useMemo(() => URL.createObjectURL(new Blob([drawMap(instance, solution)], { type: 'image/svg+xml' })), [instance, solution]);
  useEffect(() => {
    const done = () => {
      printing.value = false;
    };
    window.addEventListener('afterprint', done);
    return () => {
      window.removeEventListener('afterprint', done);
      URL.revokeObjectURL(map);
    };
  }, [map]);
  const { cost, feasible } = verify(instance, solution);
  const { rules, demand } = summariseInstance(instance);
  const rows = depotRows({ instance, solution }).filter(({ open }) => open);
  const [depots, customers] = [labelsOf(instance.depots), labelsOf(instance.customers)];
  const length = solution.routes.reduce((sum, route) => sum + route.distance, 0);
  const { units } = instance;
  return (
    <article class="report">
      <h1>{instance.name}</h1>
      <p>
        {formatCount(instance.customers.length, 'customer')} with a demand of {quantity(demand.total, instance)},{' '}
        {formatCount(instance.depots.length, 'possible depot')}, vehicles of {quantity(instance.vehicleCapacity, instance)}. Total cost{' '}
        <strong>{money(cost.total, instance)}</strong>: opening {money(cost.opening, instance)}, vehicles {money(cost.vehicles, instance)},
        travel {money(cost.travel, instance)} for {distance(length, instance)}. {feasible ? 'Verified.' : 'Does not hold.'}
      </p>
      {outdated.value && <p>The data has changed since this plan was made: it is for the data as it was.</p>}
      {rules.length > 0 && <p>Rules: {rules.join('; ')}.</p>}
      {/* The dialog waits for the picture. */}
      <img src={map} alt="Map of the plan" onLoad={() => window.print()} />
      <h2>Depots</h2>
      <table>
        <thead>
          <tr>
            <th>Depot</th>
            <th>Customers</th>
            <th>Routes</th>
            <th>{headed('Load', units.demand)}</th>
            <th>Capacity</th>
            <th>{headed('Opening', units.currency)}</th>
            <th>{headed('Routing', units.currency)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th>{row.label}</th>
              <td>{row.customers}</td>
              <td>{row.routes}</td>
              <td>{formatNumber(row.load)}</td>
              <td>{row.capacity === null ? 'unlimited' : formatNumber(row.capacity)}</td>
              <td>{formatNumber(row.openingCost)}</td>
              <td>{formatNumber(row.routing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Routes</h2>
      <table>
        <thead>
          <tr>
            <th>Route</th>
            <th>From</th>
            <th>{headed('Load', units.demand)}</th>
            <th>{headed('Length', distanceUnit(instance))}</th>
            <th>{headed('Travel', units.currency)}</th>
            <th>Stops in order</th>
          </tr>
        </thead>
        <tbody>
          {solution.routes.map(({ depot, stops, load, distance: driven, cost: travel }, k) => (
            <tr key={stops.join('\n')}>
              <th>{k + 1}</th>
              <td>{depots.get(depot)}</td>
              <td>{formatNumber(load)}</td>
              <td>{formatNumber(driven)}</td>
              <td>{formatNumber(travel)}</td>
              <td class="stops">{stops.map((stop) => customers.get(stop)).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        NEO-LRP {solution.versions['neo-lrp']}, method {solution.method}, seed {solution.seed}, {solution.time.total.toFixed(1)} s, instance{' '}
        {solution.instanceHash}
      </footer>
    </article>
  );
}
