/**
 * Which depots for many days: those of a mean day, of a guarded mean day, of the busiest day, of the proxy alone, and ours. Every method
 * chooses by the same 20 days with the same CPU seconds; 40 other days, planned by equal searches, say what the choice costs.
 *
 *     nice -n 15 node scripts/run.mjs bench/days.ts --out days.jsonl --seconds 60 --cases 20
 *
 * Goes on where it was ended.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cpuClock } from '../src/node/cpu-clock.ts';
import { DaySets } from '../src/pipeline/day-sets.ts';
import { DayTrials } from '../src/pipeline/day-trials.ts';
import { solve } from '../src/pipeline/solve.ts';
import { daysOf, instanceOfDay, instanceWith, meanDay } from '../src/problem/days.ts';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { StopWatch } from '../src/run/stop.ts';
import { search } from '../src/search/search.ts';
import { daysCase } from './days-cases.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'days.jsonl' },
    seconds: { type: 'string', default: '60' },
    cases: { type: 'string', default: '20' },
    descents: { type: 'string', default: '64' },
    table: { type: 'boolean', default: false },
  },
});
const { out } = values;
const [seconds, cases, descents] = [values.seconds, values.cases, values.descents].map(Number);
const chosenBy = 20;
const heldBack = 40;

interface Row {
  readonly case: string;
  readonly method: string;
  readonly open: readonly string[];
  readonly cpu: number;
  /** Mean cost of the held back days that the depots can serve, and how many they cannot. */
  readonly cost: number;
  readonly short: number;
  readonly seconds: number;
}

const rows: Row[] = existsSync(out)
  ? readFileSync(out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];

type Choose = (instance: Instance) => Promise<readonly string[]>;
const stop = { seconds, clock: cpuClock };
const searched: (of: Instance) => Promise<readonly string[]> = async (of) => {
  const { routes } = await search(of, { stop, seed: 1 });
  return describeRoutes(of, routes).openDepots;
};

const demandOf = ({ customers }: Instance) => customers.reduce((sum, { demand }) => sum + demand, 0);
const days = (instance: Instance) => daysOf(instance).map((day) => instanceOfDay(instance, day));
const busiest = (instance: Instance) => days(instance).reduce((a, b) => (demandOf(b) > demandOf(a) ? b : a));

const methods: Readonly<Record<string, Choose>> = {
  'mean day': (instance) => searched(instanceOfDay(instance, meanDay(instance))),
  'guarded mean day': (instance) => {
    const mean = instanceOfDay(instance, meanDay(instance));
    const share = demandOf(mean) / demandOf(busiest(instance));
    return searched({ ...mean, depots: mean.depots.map((depot) => ({ ...depot, capacity: depot.capacity && depot.capacity * share })) });
  },
  'busiest day': (instance) => searched(busiest(instance)),
  'proxy alone': async (instance) => {
    const watch = new StopWatch(stop);
    const trials = new DayTrials(instance, { watch, seed: 1, threads: 1 });
    const sets = new DaySets(trials, { watch, seed: 1, worst: 1, days: [...trials.kinds.keys()], present: [] });
    const [open] = await sets.propose(1);
    return instance.depots.filter((_, d) => open[d]).map(({ id }) => id);
  },
  ours: async (instance) => (await solve(instance, { stop, seed: 1, days: { heldBack: 0 } })).openDepots,
};

/** What depots cost on days that no method has seen. */
async function evaluated(instance: Instance, openDepots: readonly string[]): Promise<Pick<Row, 'cost' | 'short'>> {
  const open = Uint8Array.from(instance.depots, ({ id }) => Number(openDepots.includes(id)));
  let [sum, short] = [0, 0];
  const held = days(instance);
  for (const day of held) {
    try {
      sum += (await search(instanceWith(day, open), { stop: { iterations: descents }, seed: 7 })).cost;
    } catch {
      short++;
    }
  }
  return { cost: sum / (held.length - short), short };
}

if (!values.table)
  // Small ones first.
  for (const seed of Array.from({ length: cases }, (_, k) => k + 1).sort((a, b) => (a % 5) - (b % 5) || a - b)) {
    const { name, instance } = daysCase(seed, chosenBy + heldBack);
    // Seasons go on through all days, so every third one is for the choice.
    const all = daysOf(instance);
    const part = (suits: (k: number) => boolean) => createInstance({ ...instance, days: all.filter((_, k) => suits(k)) });
    const [choosing, holding] = [part((k) => k % 3 === 0), part((k) => k % 3 !== 0)];
    for (const [method, choose] of Object.entries(methods)) {
      if (rows.some((row) => row.case === name && row.method === method && row.seconds === seconds)) continue;
      const began = cpuClock();
      const open = await choose(choosing);
      const cpu = cpuClock() - began;
      const known = rows.find((row) => row.case === name && row.open.join() === open.join());
      const { cost, short } = known ?? (await evaluated(holding, open));
      const row = { case: name, method, open, cpu, cost, short, seconds };
      rows.push(row);
      appendFileSync(out, `${JSON.stringify(row)}\n`);
    }
  }

const names = [...new Set(rows.map((row) => row.case))].filter((name) =>
  Object.keys(methods).every((method) => rows.some((row) => row.case === name && row.method === method)),
);
const excess = (row: Row) => {
  const all = rows.filter((other) => other.case === row.case && other.short === 0);
  return 100 * (row.cost / Math.min(...all.map(({ cost }) => cost)) - 1);
};
console.log(`| ${names.length} cases, ${seconds} CPU s | mean excess % | worst | short days | CPU s |\n| --- | --: | --: | --: | --: |`);
for (const method of Object.keys(methods)) {
  const own = rows.filter((row) => row.method === method && names.includes(row.case));
  const mean = (of: (row: Row) => number) => own.reduce((sum, row) => sum + of(row), 0) / own.length;
  const shorts = own.reduce((sum, { short }) => sum + short, 0);
  console.log(
    `| ${method} | ${mean(excess).toFixed(2)} | ${Math.max(...own.map(excess)).toFixed(2)} | ${shorts} | ${mean(({ cpu }) => cpu).toFixed(1)} |`,
  );
}
