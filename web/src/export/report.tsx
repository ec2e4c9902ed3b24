/** The plan on paper, printed by the browser, which can also make a PDF of it. */
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import {
  amountsOf,
  capitalised,
  costNotes,
  costSplit,
  drawMap,
  formatNumber,
  headings,
  type Language,
  routeTable,
  summariseInstance,
  verify,
} from '../../../src/page.ts';
import { depotRows } from '../panels/depot-table.tsx';
import { labelsOf } from '../state/draft.ts';
import { outdated, type Plan, plan } from '../state/run.ts';

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
  const { language } = instance.units;
  const [amounts, words] = [amountsOf(instance, language), headings(language)];
  const { cost, feasible, routes } = verify(instance, solution);
  const { rules, demand } = summariseInstance(instance);
  const notes = costNotes(instance, routes, amounts);
  const parts = costSplit(cost).map(({ kind, value }) => [words[kind], amounts.cost(value), notes[kind] ?? '']);
  const facts = [
    [words.customers, amounts.number(instance.customers.length)],
    [words.totalDemand, amounts.demand(demand.total)],
    [words.possibleDepots, amounts.number(instance.depots.length)],
    [words.open, amounts.number(solution.openDepots.length)],
  ];
  return (
    <article class="report" lang={language}>
      <h1>{instance.name}</h1>
      <p>{facts.map(([label, value]) => `${label}: ${value}`).join(' · ')}</p>
      <Table
        heads={[words.total, amounts.cost(cost.total), feasible ? words.feasible : words.infeasible]}
        rows={parts}
        language={language}
      />
      {outdated.value && <p>{words.outdated}</p>}
      {rules.length > 0 && (
        <p>
          {words.rules}: {rules.join('; ')}.
        </p>
      )}
      {/* The print dialog waits for the picture. */}
      <img src={map} alt={words.map} onLoad={() => window.print()} />
      <h2>{words.depots}</h2>
      <Depots instance={instance} solution={solution} />
      <h2>{words.routes}</h2>
      <Routes instance={instance} solution={solution} />
      <footer>
        NEO-LRP {solution.versions['neo-lrp']}, {words.method} {solution.method}, {words.seed} {solution.seed},{' '}
        {solution.time.total.toFixed(1)} s, {words.instance} {solution.instanceHash}
      </footer>
    </article>
  );
}

function Depots(plan: Plan) {
  const { language } = plan.instance.units;
  const [{ heading }, words] = [amountsOf(plan.instance, language), headings(language)];
  const heads = [
    ...[words.depot, words.customers, words.routes, heading.demand(words.load), heading.demand(words.capacity)],
    ...[heading.cost(words.opening), heading.cost(words.routeCosts)],
  ];
  const rows = depotRows(plan).map(({ label, customers, routes, load, capacity, openingCost, routing }) => [
    label,
    customers,
    routes,
    load,
    capacity ?? words.unlimited,
    openingCost,
    routing,
  ]);
  return <Table heads={heads} rows={rows} language={language} />;
}

function Routes({ instance, solution }: Plan) {
  const { language } = instance.units;
  const customers = labelsOf(instance.customers);
  const { heads, rows } = routeTable(instance, solution.routes, language);
  const stops = solution.routes.map((route) => route.stops.map((stop) => customers.get(stop)).join(', '));
  return (
    <Table
      heads={[...heads.map(capitalised), headings(language).stopsInOrder]}
      rows={rows.map((row, r) => [...row, stops[r]])}
      language={language}
    />
  );
}

interface TableProps {
  readonly heads: readonly string[];
  /** The first cell of each names the row. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly language: Language | undefined;
}

function Table({ heads, rows, language }: TableProps) {
  const show = (cell: string | number) => (typeof cell === 'number' ? formatNumber(cell, language) : cell);
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
