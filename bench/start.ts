/**
 * The effect of the neural start: the full pipeline and the joint search alone, on the same instances with the same seeds and CPU seconds,
 * by their gaps at the end and by the time until they are within 0.5 %.
 * usage: node scripts/run.mjs bench/start.ts [--instances DIR…] [--every K] [--generated 1000x60,2000x100] [--seconds 5] [--seeds 1]
 *        [--within 0.5] [--model models/universal] [--json FILE]
 * Gaps are to the best known cost or, on generated regions, which have none, to the better of the two ends.
 */
import { parseArgs } from 'node:util';
import { bestKnownOf, gapTo, loadBestKnown } from '../src/benchmark/reference.ts';
import { findInstances } from '../src/benchmark/sets.ts';
import { mean, median } from '../src/benchmark/statistics.ts';
import { saveText } from '../src/node/files.ts';
import { findMethod } from '../src/node/methods.ts';
import { solve } from '../src/pipeline/solve.ts';
import type { Instance } from '../src/problem/instance.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { region } from './location-instances.ts';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: '1' },
    generated: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    seeds: { type: 'string', default: '1' },
    within: { type: 'string', default: '0.5' },
    model: { type: 'string', default: 'models/universal' },
    json: { type: 'string' },
  },
});
const methods = { 'neural start': { method: 'neo-ds', model: values.model }, 'search alone': { method: 'search' } } as const;
type Name = keyof typeof methods;
const names = Object.keys(methods) as Name[];
const within = Number(values.within);

interface Trace {
  readonly cost: number;
  /** Each better cost, with its time. */
  readonly course: readonly { readonly seconds: number; readonly cost: number }[];
}

interface Row {
  readonly set: string;
  readonly instance: string;
  readonly seed: number;
  readonly gap: Record<Name, number>;
  /** CPU seconds until within the gap; null if it never was. */
  readonly reached: Record<Name, number | null>;
}

async function trace(instance: Instance, name: Name, seed: number): Promise<Trace> {
  const course: { seconds: number; cost: number }[] = [];
  const { cost } = await solve(instance, {
    ...(await findMethod(methods[name])),
    stop: { seconds: Number(values.seconds), clock: cpuSeconds },
    seed,
    onProgress: (progress) => {
      if (progress.stage === 'improvement' && progress.feasible) course.push({ seconds: progress.seconds, cost: progress.cost });
    },
  });
  return { cost: cost.total, course };
}

async function compare(set: string, instance: Instance, seed: number, known: number | null): Promise<Row> {
  const traces = {} as Record<Name, Trace>;
  for (const name of names) traces[name] = await trace(instance, name, seed);
  const reference = known ?? Math.min(...names.map((name) => traces[name].cost));
  const of = <T>(value: (trace: Trace) => T) => Object.fromEntries(names.map((name) => [name, value(traces[name])])) as Record<Name, T>;
  return {
    set,
    instance: instance.name,
    seed,
    gap: of(({ cost }) => gapTo(cost, reference) ?? Number.NaN),
    reached: of(({ course }) => course.find(({ cost }) => cost <= reference * (1 + within / 100))?.seconds ?? null),
  };
}

const bestKnown = await loadBestKnown();
const seen = new Map<string, number>();
const found = (values.instances.length > 0 ? await findInstances(values.instances, bestKnown) : []).filter(({ set }) => {
  const position = seen.get(set) ?? 0;
  seen.set(set, position + 1);
  return position % Number(values.every) === 0;
});
const generated = (values.generated?.split(',') ?? []).map((size) => size.split('x').map(Number));

const rows: Row[] = [];
for (const seed of values.seeds.split(',').map(Number)) {
  for (const entry of found) {
    if (!('instance' in entry)) continue;
    const known = bestKnownOf(bestKnown, entry.set, entry.instance.name);
    if (known !== null) rows.push(report(await compare(entry.set, entry.instance, seed, known)));
  }
  for (const [customers, depots] of generated)
    rows.push(report(await compare(`${customers} × ${depots}`, region(customers, depots, seed), seed, null)));
}

function report(row: Row): Row {
  const cells = names.map(
    (name) => `${name} ${row.gap[name].toFixed(3)} %, within ${within} % at ${row.reached[name]?.toFixed(1) ?? '–'} s`,
  );
  console.log(`  ${row.set} ${row.instance.padEnd(16)} seed ${row.seed}   ${cells.join('   ')}`);
  return row;
}

for (const set of new Set(rows.map((row) => row.set))) {
  const own = rows.filter((row) => row.set === set);
  console.log(`${set}: ${own.length} runs of ${values.seconds} CPU s`);
  for (const name of names) {
    const gaps = own.map((row) => row.gap[name]);
    const times = own.map((row) => row.reached[name] ?? Number.POSITIVE_INFINITY);
    const reached = times.filter(Number.isFinite);
    const half = median(times);
    console.log(
      `  ${name.padEnd(12)}  gap mean ${mean(gaps).toFixed(3)} %, median ${median(gaps).toFixed(3)} %;  within ${within} %: ${reached.length}/${own.length}, half of the runs by ${Number.isFinite(half) ? `${half.toFixed(2)} s` : 'never'}`,
    );
  }
}
if (values.json !== undefined) await saveText(values.json, `${JSON.stringify(rows, null, 1)}\n`);
