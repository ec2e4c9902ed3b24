/** What the network decides otherwise than facility location on direct distances (paper, section "Value of Neural Surrogate"). */
import * as z from 'zod';
import type { SolvedRun } from '../src/benchmark/record.ts';
import { loadTable } from '../src/benchmark/reference.ts';
import { groupBy } from '../src/benchmark/scores.ts';
import { compareNames } from '../src/benchmark/sets.ts';
import { meanOf } from '../src/benchmark/statistics.ts';
import { type Column, fixed, left, right, type Table, tableOf } from '../src/benchmark/table.ts';

/** From records of `flp` and `neo-ds`. */
export async function decisionTables(runs: readonly SolvedRun[]): Promise<Table[]> {
  const differences = differencesOf(runs);
  return [summaryTable(differences, await publishedDifferences()), differenceTable(differences)];
}

interface Decision {
  readonly open: number;
  readonly opening: number;
  /** Travel and vehicles. */
  readonly routing: number;
}

interface Difference {
  readonly set: string;
  readonly instance: string;
  readonly flp: Decision;
  readonly neo: Decision;
  /** |A △ B| / (|A| + |B|) of the sets of open depots. */
  readonly depots: number;
  /** Share of customers with another depot; null if the open depots differ, as it means nothing then. */
  readonly assignment: number | null;
}

/** By the first seed that both have. */
export function differencesOf(runs: readonly SolvedRun[]): Difference[] {
  const places = groupBy(runs, ({ set, instance, seconds, seed }) => JSON.stringify([set, instance, seconds, seed]));
  const pairs = [...places.values()].flatMap((group) => {
    const [flp, neo] = ['flp', 'neo-ds'].map((name) => group.find(({ method }) => method === name));
    return flp && neo ? [{ flp, neo }] : [];
  });
  const first = groupBy(
    pairs.sort((a, b) => a.neo.seed - b.neo.seed),
    ({ neo }) => JSON.stringify([neo.set, neo.instance]),
  );
  return [...first.values()]
    .map(([{ flp, neo }]) => differenceOf(flp, neo))
    .sort((a, b) => compareNames(a.set, b.set) || compareNames(a.instance, b.instance));
}

function differenceOf(flp: SolvedRun, neo: SolvedRun): Difference {
  const [a, b] = [depotOfCustomers(flp), depotOfCustomers(neo)];
  const [openA, openB] = [new Set(a.values()), new Set(b.values())];
  const onlyA = [...openA].filter((depot) => !openB.has(depot)).length;
  const onlyB = [...openB].filter((depot) => !openA.has(depot)).length;
  const moved = [...a].filter(([customer, depot]) => b.get(customer) !== depot).length;
  const decision = ({ size: open }: Set<number>, { cost }: SolvedRun) => ({
    open,
    opening: cost.opening,
    routing: cost.vehicles + cost.travel,
  });
  return {
    set: neo.set,
    instance: neo.instance,
    flp: decision(openA, flp),
    neo: decision(openB, neo),
    depots: (onlyA + onlyB) / (openA.size + openB.size),
    assignment: onlyA + onlyB === 0 ? moved / a.size : null,
  };
}

const depotOfCustomers = ({ routes }: SolvedRun) =>
  new Map(routes.flatMap(([depot, ...stops]) => stops.map((stop) => [stop, depot] as const)));

function differenceTable(differences: readonly Difference[]): Table {
  const several = new Set(differences.map(({ set }) => set)).size > 1;
  const decided = (group: string, of: (difference: Difference) => Decision): Column<Difference>[] => [
    right('n', (difference) => fixed(of(difference).open, 0), group),
    right('F', (difference) => fixed(of(difference).opening, 0), group),
    right('R', (difference) => fixed(of(difference).routing, 0), group),
  ];
  return tableOf<Difference>(
    'ablation-surrogate-differences',
    'Decisions of flp and neo-ds, one run each: n open depots, F their opening cost, R the cost of routes and vehicles; differences are neo-ds minus flp. ‖ΔD‖: normalised symmetric difference of the open depots; ‖ΔA‖: share of customers with another depot, where the open depots are the same.',
    [
      left('instance', ({ set, instance }) => (several ? `${set} ${instance}` : instance)),
      ...decided('flp', ({ flp }) => flp),
      ...decided('neo-ds', ({ neo }) => neo),
      right('Δn', ({ flp, neo }) => fixed(neo.open - flp.open, 0)),
      right('ΔF', ({ flp, neo }) => fixed(neo.opening - flp.opening, 0)),
      right('ΔR', ({ flp, neo }) => fixed(neo.routing - flp.routing, 0)),
      right('‖ΔD‖', ({ depots }) => fixed(depots, 3)),
      right('‖ΔA‖', ({ assignment }) => (assignment === null ? '—' : fixed(assignment, 3))),
      left('identical', ({ assignment }) => (assignment === null ? '—' : assignment === 0 ? 'yes' : 'no')),
    ],
    differences,
  );
}

function summaryTable(ours: readonly Difference[], published: readonly Difference[]): Table {
  const known = new Set(ours.map(({ set, instance }) => JSON.stringify([set, instance])));
  const theirs = published.filter(({ set, instance }) => known.has(JSON.stringify([set, instance])));
  const row = (name: string, all: readonly Difference[]) => ({
    name,
    all,
    same: all.filter(({ assignment }) => assignment !== null),
    changes: all.map(({ flp, neo }) => (neo.opening + neo.routing) / (flp.opening + flp.routing) - 1),
  });
  type Row = ReturnType<typeof row>;
  const count = (of: (change: number) => boolean) => (summary: Row) => String(summary.changes.filter(of).length);
  return tableOf<Row>(
    'ablation-surrogate-summary',
    "How often and how far neo-ds decides otherwise than flp, and at what total cost. † From the paper's table, for the instances that both have; its costs follow its own rounding of distances.",
    [
      left('whose', ({ name }) => name),
      right('instances', ({ all }) => String(all.length)),
      right('same depots', ({ same }) => String(same.length)),
      right('same decision', ({ same }) => String(same.filter(({ assignment }) => assignment === 0).length)),
      right('mean ‖ΔD‖', ({ all }) => fixed(meanOf(all.map(({ depots }) => depots)), 3)),
      right('mean ‖ΔA‖', ({ same }) => fixed(meanOf(same.map(({ assignment }) => assignment)), 3)),
      right(
        'neo-ds cheaper',
        count((change) => change < -1e-9),
      ),
      right(
        'equal',
        count((change) => Math.abs(change) <= 1e-9),
      ),
      right(
        'dearer',
        count((change) => change > 1e-9),
      ),
      right('mean change %', ({ changes }) => fixed(meanOf(changes.map((change) => 100 * change)))),
    ],
    [row('ours', ours), ...(theirs.length > 0 ? [row('paper †', theirs)] : [])],
  );
}

const figure = z.coerce.number();
const paperSchema = z.object({
  set: z.string(),
  file: z.string(),
  flp_open: figure,
  flp_opening: figure,
  flp_routing: figure,
  neo_open: figure,
  neo_opening: figure,
  neo_routing: figure,
  depot_difference: figure,
  assignment_difference: z.string(),
});

async function publishedDifferences(): Promise<Difference[]> {
  return (await loadTable('paper-surrogate.csv', paperSchema)).map((row) => ({
    set: row.set,
    instance: row.file,
    flp: { open: row.flp_open, opening: row.flp_opening, routing: row.flp_routing },
    neo: { open: row.neo_open, opening: row.neo_opening, routing: row.neo_routing },
    depots: row.depot_difference,
    assignment: row.assignment_difference === '' ? null : Number(row.assignment_difference),
  }));
}
