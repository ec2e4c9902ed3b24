/** The plan on paper, printed by the browser, which can also make a PDF of it. */
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { amountsOf, drawMap, formatCount, formatNumber, summariseInstance, verify } from '../../../src/page.ts';
import { depotRows } from '../panels/depot-table.tsx';
import { labelsOf } from '../state/draft.ts';
import { outdated, type Plan, plan } from '../state/run.ts';
import { distance, money, quantity } from '../ui/units.ts';

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
    const done = () => (printing.value = false);
    window.addEventListener('afterprint', done);
    return () => {
      window.removeEventListener('afterprint', done);
      URL.revokeObjectURL(map);
    };
  }, [map]);
  const { cost, feasible } = verify(instance, solution);
  const { rules, demand } = summariseInstance(instance);
  const length = solution.routes.reduce((sum, route) => sum + route.distance, 0);
  return (
    <article class="report">
      <h1>{instance.name}</h1>
      <p>
        {formatCount(instance.customers.length, 'customer')} with a demand of {quantity(demand.total, instance)},{' '}
        {formatCount(instance.depots.length, 'possible depot')}, vehicles of {quantity(instance.vehicleCapacity, instance)}. Total cost{' '}
        <strong>{money(cost.total, instance)}</strong>: opening {money(cost.opening, instance)}, vehicles {money(cost.vehicles, instance)},
        travel {money(cost.travel, instance)} for {distance(length, instance)}. {feasible ? 'Verified.' : 'Infeasible.'}
      </p>
      {outdated.value && <p>The data has changed since this plan was made. This is the old plan, for the old data.</p>}
      {rules.length > 0 && <p>Rules: {rules.join('; ')}.</p>}
      {/* The print dialog waits for the picture. */}
      <img src={map} alt="Map of the plan" onLoad={() => window.print()} />
      <h2>Depots</h2>
      <Depots instance={instance} solution={solution} />
      <h2>Routes</h2>
      <Routes instance={instance} solution={solution} />
      <footer>
        NEO-LRP {solution.versions['neo-lrp']}, method {solution.method}, seed {solution.seed}, {solution.time.total.toFixed(1)} s, instance{' '}
        {solution.instanceHash}
      </footer>
    </article>
  );
}

function Depots(plan: Plan) {
  const { heading } = amountsOf(plan.instance);
  const heads = ['Depot', 'Customers', 'Routes', heading.demand('Load'), 'Capacity', heading.cost('Opening'), heading.cost('Routing')];
  const rows = depotRows(plan).map(({ label, customers, routes, load, capacity, openingCost, routing }) => [
    label,
    customers,
    routes,
    load,
    capacity ?? 'unlimited',
    openingCost,
    routing,
  ]);
  return <Table heads={heads} rows={rows} />;
}

function Routes({ instance, solution }: Plan) {
  const { heading } = amountsOf(instance);
  const [depots, customers] = [labelsOf(instance.depots), labelsOf(instance.customers)];
  const heads = ['Route', 'From', heading.demand('Load'), heading.distance('Length'), heading.cost('Travel'), 'Stops in order'];
  const rows = solution.routes.map(({ depot, stops, load, distance: driven, cost }, k) => [
    k + 1,
    depots.get(depot) ?? depot,
    load,
    driven,
    cost,
    stops.map((stop) => customers.get(stop)).join(', '),
  ]);
  return <Table heads={heads} rows={rows} />;
}

interface TableProps {
  readonly heads: readonly string[];
  /** The first cell of each names the row. */
  readonly rows: readonly (readonly (string | number)[])[];
}

function Table({ heads, rows }: TableProps) {
  const show = (cell: string | number) => (typeof cell === 'number' ? formatNumber(cell) : cell);
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th>{show(name)}</th>
            {cells.map((cell, k) => (
              <td key={heads[k + 1]}>{show(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
