/** The plan on paper: printed by the browser, which also makes a PDF of it. */
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { drawMap, summariseInstance, verify } from '../../../src/index.ts';
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { depotRows } from '../panels/depot-table.tsx';
import { type Plan, plan } from '../state/run.ts';

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
  return (
    <article class="report">
      <h1>{instance.name}</h1>
      <p>
        {formatCount(instance.customers.length, 'customer')} with a demand of {formatNumber(demand.total)},{' '}
        {formatCount(instance.depots.length, 'possible depot')}, vehicles of {formatNumber(instance.vehicleCapacity)}. Total cost{' '}
        <strong>{formatNumber(cost.total)}</strong>: opening {formatNumber(cost.opening)}, vehicles {formatNumber(cost.vehicles)}, travel{' '}
        {formatNumber(cost.travel)}. {feasible ? 'Verified.' : 'Does not hold.'}
      </p>
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
            <th>Load</th>
            <th>Capacity</th>
            <th>Opening</th>
            <th>Routing</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th>{row.id}</th>
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
            <th>Load</th>
            <th>Travel</th>
            <th>Stops in order</th>
          </tr>
        </thead>
        <tbody>
          {solution.routes.map(({ depot, stops, load, cost: travel }, k) => (
            <tr key={stops.join('\n')}>
              <th>{k + 1}</th>
              <td>{depot}</td>
              <td>{formatNumber(load)}</td>
              <td>{formatNumber(travel)}</td>
              <td class="stops">{stops.join(', ')}</td>
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
