/**
 * The store of best plans and bounds, results/best-known: a plan for every public file, verified, with the command that found it.
 * usage: node scripts/run.mjs bench/records.ts [RUNS.jsonl | PLAN.json --command TEXT …] [--search SECONDS] [--prove SECONDS]
 *        [--sets P,T,B,S,LRPTW] [--rounds 1] [--customers 1000] [--benchmarks ../shared/benchmarks]
 * Files that are named are read first. Then each round searches every instance for the seconds given, one CPU thread, with a seed of its
 * own: in turn anew, and from the best plan so far. Those with the fewest runs come first, so a killed run goes on where it was.
 * `--prove` does the same for bounds. A plan is kept if it is the cheapest, a bound if it is the highest. The tables are made at the end.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRecords } from '../src/benchmark/record.ts';
import { loadBestKnown } from '../src/benchmark/reference.ts';
import { compareNames, findInstances } from '../src/benchmark/sets.ts';
import { proveBound } from '../src/bound/prove.ts';
import { indexRoutes } from '../src/formats/indexed-plan.ts';
import { readPlan } from '../src/formats/plan.ts';
import { cpuClock } from '../src/node/cpu-clock.ts';
import { solve } from '../src/node/solve.ts';
import type { Instance } from '../src/problem/instance.ts';
import { instanceHash } from '../src/problem/model.ts';
import type { Route } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { lrptwCase, lrptwCount } from './lrptw-cases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string' },
    search: { type: 'string' },
    prove: { type: 'string' },
    sets: { type: 'string', default: 'P,T,B,S,LRPTW' },
    rounds: { type: 'string', default: '1' },
    customers: { type: 'string', default: '1000' },
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
  },
});

const store = 'results/best-known';
const bounds = 'results/bounds.jsonl';

interface Routes {
  readonly routes: readonly Pick<Route, 'depot' | 'vehicle' | 'stops'>[];
  readonly openDepots?: readonly string[];
}

interface Kept extends Routes {
  readonly instance: string;
  readonly instanceHash: string;
  readonly cost: { readonly total: number };
  readonly openDepots: readonly string[];
  /** How the plan was found. */
  readonly command: string;
  /** How many runs were made to find a cheaper one. */
  readonly runs: number;
}

interface Bound {
  readonly set: string;
  readonly instance: string;
  readonly bound: number;
  /** Cost of the plan that it was compared with. */
  readonly best: number;
  readonly proven: boolean;
  readonly root: number;
  readonly nodes: number;
  readonly relaxed: readonly string[];
  /** CPU seconds of the run that found it. */
  readonly seconds: number;
}

interface Case {
  readonly set: string;
  readonly file: string;
  readonly instance: Instance;
  readonly listed: number | undefined;
}

const sets = values.sets.split(',');
const listed = await loadBestKnown();
const lrptw = Array.from({ length: lrptwCount }, (_, k) => lrptwCase(k).instance);
const cases: Case[] = [];
for (const set of sets) {
  const found =
    set === 'LRPTW'
      ? lrptw.map((instance) => ({ file: `${instance.name}.json`, instance }))
      : await findInstances([join(values.benchmarks, set)], listed);
  for (const one of found) {
    if ('error' in one) throw new Error(`${one.file}: ${one.error.message}`);
    const { file, instance } = one;
    if (instance.customers.length > Number(values.customers)) continue;
    cases.push({ set, file, instance, listed: listed[set]?.[instance.name] });
  }
}

const fileOf = ({ set, instance }: Case) => join(store, set, `${instance.name}.json`);

function keptOf(one: Case): Kept | undefined {
  const file = fileOf(one);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** Keeps the plan if it is the cheapest, once it is verified. */
function keep(one: Case, plan: Routes, command: string, runs: number): void {
  const { instance } = one;
  const { feasible, violations, cost } = verify(instance, plan);
  if (!feasible) throw new Error(`${instance.name}: ${violations[0].message}`);
  const before = keptOf(one);
  if (before && before.cost.total <= cost.total) {
    if (runs > 0) write(fileOf(one), `${JSON.stringify({ ...before, runs: before.runs + runs })}\n`);
    return;
  }
  const routes = plan.routes.map(({ depot, vehicle, stops }) => ({ depot, vehicle, stops }));
  const openDepots = plan.openDepots ?? [...new Set(routes.map(({ depot }) => depot))];
  const kept: Kept = {
    instance: instance.name,
    instanceHash: instanceHash(instance),
    cost,
    openDepots,
    command,
    runs: (before?.runs ?? 0) + runs,
    routes,
  };
  write(fileOf(one), `${JSON.stringify(kept)}\n`);
  console.log(`${one.set} ${instance.name}  ${before?.cost.total ?? '–'} → ${cost.total}  ${differenceText(cost.total, one.listed)}`);
}

const digits = (value: number) => String(value).split('.')[1]?.length ?? 0;

/** Against the listed cost; a difference within its last digit is none. */
function differenceOf(total: number, against: number | undefined): number | undefined {
  if (against === undefined) return undefined;
  return Math.abs(total - against) < 0.5 * 10 ** -digits(against) * (1 + 1e-9) ? 0 : (100 * (total - against)) / against;
}

function differenceText(total: number, against: number | undefined): string {
  const difference = differenceOf(total, against);
  return difference === undefined ? '' : difference === 0 ? '=' : `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(3)} %`;
}

for (const path of positionals) {
  if (extname(path) === '.jsonl') {
    for (const record of await loadRecords(path)) {
      const one = cases.find(({ set, instance }) => set === record.set && instance.name === record.instance);
      if (!one || record.state !== 'solved') continue;
      const routes = record.routes.map(([depot, ...stops]) => ({
        depot: one.instance.depots[depot].id,
        stops: stops.map((stop) => one.instance.customers[stop].id),
      }));
      const options = [...record.options, '--time', record.seconds, '--clock', record.clock, '--threads 1 --seed', record.seed];
      keep(one, { routes }, `neo-lrp solve ${one.set}/${one.file} ${options.join(' ')}`, 0);
    }
    continue;
  }
  const text = readFileSync(path, 'utf8');
  const one = cases.find(({ instance }) => instance.name === JSON.parse(text).instance);
  if (!one) throw new Error(`${path} is not a plan of ${sets.join(', ')}`);
  if (!values.command) throw new Error('--command must say how the plan was made');
  keep(one, readPlan({ name: path, text }, one.instance), values.command, 0);
}

/** Those with the fewest runs first. */
const rounds = async (runsOf: (one: Case) => number, run: (one: Case) => Promise<void>) => {
  const most = Math.max(0, ...cases.map(runsOf)) + Number(values.rounds);
  for (;;) {
    const [next] = cases.map((one) => ({ one, runs: runsOf(one) })).sort((a, b) => a.runs - b.runs);
    if (!next || next.runs >= most) return;
    await run(next.one);
  }
};

if (values.search) {
  const seconds = Number(values.search);
  await rounds(
    (one) => keptOf(one)?.runs ?? 0,
    async (one) => {
      const before = keptOf(one);
      const seed = (before?.runs ?? 0) + 1;
      const start = before && seed % 2 === 0 ? readPlan({ name: fileOf(one), text: JSON.stringify(before) }, one.instance) : undefined;
      const solution = await solve(one.instance, { stop: { seconds }, clock: 'cpu', seed, ...(start && { start }) });
      const from = start ? ' --start the plan kept before' : '';
      keep(one, solution, `neo-lrp solve ${one.set}/${one.file} --time ${seconds} --clock cpu --threads 1 --seed ${seed}${from}`, 1);
    },
  );
}

const boundOf = new Map<string, Bound>();
const keyOf = ({ set, instance }: { set: string; instance: string }) => `${set}/${instance}`;
if (existsSync(bounds)) {
  for (const line of readFileSync(bounds, 'utf8').trim().split('\n')) {
    const row: Bound = JSON.parse(line);
    boundOf.set(keyOf(row), row);
  }
}

if (values.prove) {
  const seconds = Number(values.prove);
  const tried = new Set<Case>();
  await rounds(
    (one) => {
      const known = boundOf.get(keyOf({ set: one.set, instance: one.instance.name }));
      return tried.has(one) || known?.proven || (known?.seconds ?? 0) >= seconds ? Number.POSITIVE_INFINITY : 0;
    },
    async (one) => {
      tried.add(one);
      const { set, instance } = one;
      const kept = keptOf(one);
      if (!kept) return;
      const plan = indexRoutes(instance, readPlan({ name: fileOf(one), text: JSON.stringify(kept) }, instance));
      const proof = await proveBound(instance, { stop: { seconds, clock: cpuClock }, plan });
      const { bound, best, proven, root, nodes, relaxed } = proof;
      const key = keyOf({ set, instance: instance.name });
      const known = boundOf.get(key);
      console.log(`${set} ${instance.name}  bound ${bound}  plan ${best}  ${((100 * (best - bound)) / bound).toFixed(3)} %`);
      if (known && known.bound >= bound) return;
      boundOf.set(key, { set, instance: instance.name, bound, best, proven, root, nodes, relaxed, seconds: proof.seconds });
      write(join(dirname(fileOf(one)), `${instance.name}.certificate.json`), `${JSON.stringify(proof.certificate)}\n`);
      write(bounds, [...boundOf.values()].map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
  );
}

/** Of a set, from all that is kept of it. */
function tableOf(set: string): string {
  const names = existsSync(join(store, set)) ? readdirSync(join(store, set)).filter((name) => /(?<!certificate)\.json$/.test(name)) : [];
  const rows = names.sort(compareNames).map((name) => {
    const { instance, cost, openDepots, routes }: Kept = JSON.parse(readFileSync(join(store, set, name), 'utf8'));
    const published = listed[set]?.[instance];
    const known = boundOf.get(keyOf({ set, instance }));
    const proven = known && cost.total <= known.best && known.proven;
    const gap = proven ? 'optimal' : known ? `${((100 * (cost.total - known.bound)) / known.bound).toFixed(2)} %` : '';
    const against = published === undefined ? [] : [published, differenceText(cost.total, published)];
    return `| ${[instance, ...against, round(cost.total), openDepots.length, routes.length, known ? round(known.bound) : '', gap].join(' | ')} |`;
  });
  const columns = [
    'instance',
    ...(listed[set] ? ['listed', 'difference'] : []),
    'best plan',
    'depots',
    'routes',
    'bound',
    'at most above it',
  ];
  return [`| ${columns.join(' | ')} |`, `|${columns.map((_, k) => (k === 0 ? ' --- ' : ' ---: ')).join('|')}|`, ...rows].join('\n');
}
const round = (value: number) => (Number.isInteger(value) ? value : value.toFixed(2));

/** How many plans are below, at and above the listed costs. */
function summaryOf(set: string): string {
  let [below, equal, above] = [0, 0, 0];
  for (const [instance, published] of Object.entries(listed[set] ?? {})) {
    const file = join(store, set, `${instance}.json`);
    if (!existsSync(file)) continue;
    const difference = differenceOf(JSON.parse(readFileSync(file, 'utf8')).cost.total, published) as number;
    if (difference < 0) below++;
    else if (difference === 0) equal++;
    else above++;
  }
  return `${below + equal + above} plans: ${below} below the listed cost, ${equal} at it, ${above} above it.`;
}

function fill(page: string, name: string, content: string): void {
  const marked = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(marked, () => `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->`),
  );
}

for (const set of ['P', 'T', 'B', 'S']) fill(join(store, 'README.md'), set, `${summaryOf(set)}\n\n${tableOf(set)}`);
fill(join(store, 'LRPTW', 'README.md'), 'LRPTW', tableOf('LRPTW'));
