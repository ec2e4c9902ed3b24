/**
 * The search and PyVRP on the published sets with hours and fleets, and on plain CVRPs (X, XXL), file by file in one run, one thread and as
 * many CPU seconds each.
 * usage: node scripts/run.mjs bench/fleets.ts --python VENV/bin/python [--solvers neo-lrp,pyvrp] [--sets MDVRPTW,HFVRP,VRPTW] [--only TEXT]
 *   [--time SECONDS] [--seed 1] [--records runs/fleets.jsonl] [--benchmarks DIR] [--check vrp-check.py]
 * Needs the build in dist/ and PyVRP in a virtual environment. A run that the records already have is not repeated. All costs, those of the
 * published plans too, are the verifier's; PyVRP must find our plans feasible at the same cost. Best plans are read after the runs.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { thisMachine } from '../src/benchmark/record.ts';
import { readPlan } from '../src/formats/plan.ts';
import { readInstance } from '../src/formats/read.ts';
import type { Instance } from '../src/problem/instance.ts';
import { agrees } from '../src/problem/tolerance.ts';
import { verify } from '../src/problem/verify.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: '.peers/bin/python3' },
    solvers: { type: 'string', default: 'neo-lrp,pyvrp' },
    sets: { type: 'string', default: 'MDVRPTW,HFVRP,VRPTW' },
    only: { type: 'string', default: '' },
    time: { type: 'string' },
    seed: { type: 'string', default: '1' },
    records: { type: 'string', default: 'runs/fleets.jsonl' },
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    check: { type: 'string', default: '../shared/tools/vrp-check.py' },
  },
});

/** Of each set: CPU seconds, how distances are rounded in PyVRP's words (its `round` is our `nearest`), and PyVRP's whole units in one of ours. */
const sets: Readonly<Record<string, { readonly seconds: number; readonly rounding: string; readonly scale: number }>> = {
  MDVRPTW: { seconds: 60, rounding: 'exact', scale: 1000 },
  HFVRP: { seconds: 30, rounding: 'exact', scale: 1000 },
  VRPTW: { seconds: 60, rounding: 'dimacs', scale: 10 },
  X: { seconds: 20, rounding: 'round', scale: 1 },
  XXL: { seconds: 60, rounding: 'round', scale: 1 },
};

type Solver = 'neo-lrp' | 'pyvrp';

interface Measurement {
  readonly set: string;
  readonly file: string;
  readonly solver: Solver;
  readonly version: string;
  readonly seconds: number;
  readonly seed: number;
  /** null: no feasible plan in its time. */
  readonly cost: number | null;
  readonly best: number;
  readonly iterations: number;
  readonly cpu: number;
  readonly wall: number;
  /** Processes that wanted a core over the last minute, with this one. */
  readonly load: number;
  readonly machine: ReturnType<typeof thisMachine>;
}

interface Task {
  readonly file: string;
  readonly plan: string;
  readonly rounding: string;
  readonly seconds: number;
}

type Run = Pick<Measurement, 'version' | 'iterations' | 'cpu' | 'wall'>;

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-fleets-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, OMP_NUM_THREADS: '1' } });

const solvers: Readonly<{ [S in Solver]: (task: Task) => Run }> = {
  'neo-lrp': ({ file, plan, rounding, seconds }) => {
    const options = [
      '--rounding',
      rounding === 'round' ? 'nearest' : rounding,
      '--time',
      String(seconds),
      '--clock',
      'cpu',
      '--threads',
      '1',
      '--seed',
      values.seed,
    ];
    const began = performance.now();
    const text = run(
      process.execPath,
      'dist/lib/main.js',
      'solve',
      file,
      '--method',
      'search',
      ...options,
      '--json',
      '--quiet',
      '--out',
      plan,
    );
    const wall = (performance.now() - began) / 1000;
    const { versions, iterations, cpu } = JSON.parse(text);
    return { version: versions['neo-lrp'], iterations, cpu, wall };
  },
  pyvrp: ({ file, plan, rounding, seconds }) =>
    JSON.parse(run(values.python, 'bench/fleets-pyvrp.py', file, plan, rounding, String(seconds), values.seed)),
};

/** Undefined where the plan breaks a rule. */
function costOf(instance: Instance, path: string): number | undefined {
  const { cost: _, ...plan } = readPlan({ name: path, text: readFileSync(path, 'utf8') }, instance);
  const { feasible, cost } = verify(instance, plan);
  return feasible ? cost.total : undefined;
}

/** PyVRP's own view of our plan. */
function requireAccepted({ file, plan, rounding }: Task, units: number): void {
  const [feasible, complete, cost] = run(values.python, values.check, file, plan, rounding).trim().split(' ');
  if (feasible !== 'True' || complete !== 'True' || !agrees(Number(cost), Math.round(units)))
    throw new Error(`${file}: PyVRP finds feasible ${feasible}, complete ${complete}, cost ${cost} instead of ${units}`);
}

function measure(set: string, name: string, solver: Solver, seconds: number): Measurement {
  const { rounding, scale } = sets[set];
  const file = join(values.benchmarks, set, `${name}.vrp`);
  const task = { file, plan: join(folder, `${name}.${solver}.sol`), rounding, seconds };
  const load = loadavg()[0];
  const figures = solvers[solver](task);
  const instance = readInstance(
    { name: file, text: readFileSync(file, 'utf8') },
    { rounding: rounding === 'round' ? 'nearest' : rounding },
  );
  const cost = costOf(instance, task.plan);
  const best = costOf(instance, file.replace('.vrp', '.sol'));
  if (best === undefined) throw new Error(`${file}: the published plan is infeasible`);
  if (solver === 'neo-lrp' && cost !== undefined) requireAccepted(task, scale * cost);
  return {
    set,
    file: name,
    solver,
    seconds,
    seed: Number(values.seed),
    cost: cost ?? null,
    best,
    ...figures,
    load,
    machine: thisMachine(),
  };
}

const gap = ({ cost, best }: Measurement) => (cost === null ? Number.POSITIVE_INFINITY : 100 * (cost / best - 1));
const percent = (value: number | undefined) =>
  (value === undefined ? '' : Number.isFinite(value) ? `${value.toFixed(3)} %` : 'none').padStart(10);

mkdirSync(dirname(values.records), { recursive: true });
const records: Measurement[] = existsSync(values.records)
  ? readFileSync(values.records, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const wanted = values.solvers.split(',') as Solver[];

for (const set of values.sets.split(',')) {
  const seconds = Number(values.time ?? sets[set].seconds);
  const names = readdirSync(join(values.benchmarks, set))
    .filter((file) => file.endsWith('.vrp') && file.includes(values.only))
    .map((file) => file.replace('.vrp', ''));
  const known = (name: string, solver: Solver) =>
    records.find((r) => r.set === set && r.file === name && r.solver === solver && r.seconds === seconds && r.seed === Number(values.seed));
  console.log(`${`${set}, ${seconds} s`.padEnd(16)}${wanted.map((solver) => solver.padStart(10)).join(' ')}`);
  for (const name of names) {
    const row = wanted.map((solver) => {
      const found = known(name, solver) ?? measure(set, name, solver, seconds);
      if (!records.includes(found)) {
        records.push(found);
        appendFileSync(values.records, `${JSON.stringify(found)}\n`);
      }
      return gap(found);
    });
    console.log(`  ${name.padEnd(14)}${row.map(percent).join(' ')}`);
  }
  const means = wanted.map((solver) => names.reduce((sum, name) => sum + gap(known(name, solver) as Measurement), 0) / names.length);
  console.log(`  ${'mean'.padEnd(14)}${means.map(percent).join(' ')}`);
}
