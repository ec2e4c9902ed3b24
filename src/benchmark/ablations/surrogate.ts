/** Paper, section "Value of Neural Surrogate": what the network decides otherwise than facility location on direct distances. */
import * as z from 'zod';
import { allocationTime, gapMeasure, modelGap, totalTime } from '../measures.ts';
import type { SolvedRun } from '../record.ts';
import { loadPublished, loadTable } from '../reference.ts';
import { groupBy } from '../scores.ts';
import { compareNames } from '../sets.ts';
import { meanOf } from '../statistics.ts';
import { fixed, left, right, type Table } from '../table.ts';
import { type Ablation, optionVariants } from './ablation.ts';

export const surrogate: Ablation = {
  name: 'surrogate',
  question: 'What does the neural surrogate decide better than facility location on direct distances?',
  measures: [gapMeasure, allocationTime, modelGap, totalTime],
  variants: optionVariants({ 'neo-ds': '--method neo-ds --no-improve', flp: '--method flp --no-improve' }),
  published: async () => (await loadPublished()).filter(({ method }) => method === 'NEO-DS'),
  findings: async ({ runs }) => {
    const differences = differencesOf(runs);
    return { tables: [summaryTable(differences, await publishedDifferences()), differenceTable(differences)], figures: [] };
  },
};

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
  return {
    set: neo.set,
    instance: neo.instance,
    flp: { open: openA.size, opening: flp.cost.opening, routing: flp.cost.vehicles + flp.cost.travel },
    neo: { open: openB.size, opening: neo.cost.opening, routing: neo.cost.vehicles + neo.cost.travel },
    depots: (onlyA + onlyB) / (openA.size + openB.size),
    assignment: onlyA + onlyB === 0 ? moved / a.size : null,
  };
}

const depotOfCustomers = ({ routes }: SolvedRun) =>
  new Map(routes.flatMap(([depot, ...stops]) => stops.map((stop) => [stop, depot] as const)));

function differenceTable(differences: readonly Difference[]): Table {
  const several = new Set(differences.map(({ set }) => set)).size > 1;
  return {
    name: 'ablation-surrogate-differences',
    caption:
      'Decisions of flp and neo-ds, one run each: n open depots, F their opening cost, R the cost of routes and vehicles; differences are neo-ds minus flp. ‖ΔD‖: normalised symmetric difference of the open depots; ‖ΔA‖: share of customers with another depot, where the open depots are the same.',
    columns: [
      left('instance'),
      ...['n', 'F', 'R'].map((label) => right(label, 'flp')),
      ...['n', 'F', 'R'].map((label) => right(label, 'neo-ds')),
      ...['Δn', 'ΔF', 'ΔR', '‖ΔD‖', '‖ΔA‖'].map((label) => right(label)),
      left('identical'),
    ],
    rows: differences.map(({ set, instance, flp, neo, depots, assignment }) => [
      several ? `${set} ${instance}` : instance,
      ...cellsOf(flp),
      ...cellsOf(neo),
      fixed(neo.open - flp.open, 0),
      fixed(neo.opening - flp.opening, 0),
      fixed(neo.routing - flp.routing, 0),
      fixed(depots, 3),
      assignment === null ? '—' : fixed(assignment, 3),
      assignment === null ? '—' : assignment === 0 ? 'yes' : 'no',
    ]),
    footer: 0,
  };
}

const cellsOf = ({ open, opening, routing }: Decision) => [fixed(open, 0), fixed(opening, 0), fixed(routing, 0)];

function summaryTable(ours: readonly Difference[], published: readonly Difference[]): Table {
  const known = new Set(ours.map(({ set, instance }) => JSON.stringify([set, instance])));
  const theirs = published.filter(({ set, instance }) => known.has(JSON.stringify([set, instance])));
  const row = (name: string, differences: readonly Difference[]) => {
    const changes = differences.map(({ flp, neo }) => (neo.opening + neo.routing) / (flp.opening + flp.routing) - 1);
    const count = (of: (change: number) => boolean) => String(changes.filter(of).length);
    const same = differences.filter(({ assignment }) => assignment !== null);
    return [
      name,
      String(differences.length),
      String(same.length),
      String(same.filter(({ assignment }) => assignment === 0).length),
      fixed(meanOf(differences.map(({ depots }) => depots)), 3),
      fixed(meanOf(same.map(({ assignment }) => assignment)), 3),
      count((change) => change < -1e-9),
      count((change) => Math.abs(change) <= 1e-9),
      count((change) => change > 1e-9),
      fixed(meanOf(changes.map((change) => 100 * change))),
    ];
  };
  return {
    name: 'ablation-surrogate-summary',
    caption:
      "How often and how far neo-ds decides otherwise than flp, and at what total cost. † From the paper's table, for the instances that both have; its costs follow its own rounding of distances.",
    columns: [
      left('whose'),
      right('instances'),
      right('same depots'),
      right('same decision'),
      right('mean ‖ΔD‖'),
      right('mean ‖ΔA‖'),
      right('neo-ds cheaper'),
      right('equal'),
      right('dearer'),
      right('mean change %'),
    ],
    rows: [row('ours', ours), ...(theirs.length > 0 ? [row('paper †', theirs)] : [])],
    footer: 0,
  };
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
