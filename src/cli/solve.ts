/** `neo-lrp solve FILE`: finds depots, assignment and routes. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import { proveBound } from '../bound/prove.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { openDayJournal } from '../node/day-journal.ts';
import { loadPlan } from '../node/files.ts';
import { solve } from '../node/solve.ts';
import type { SolveProgress } from '../pipeline/options.ts';
import { assignments, type DayOptions } from '../pipeline/solve-days.ts';
import { requireOneDay } from '../problem/days.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import { nonNegativeInteger, nonNegativeNumber, readShard, requireOneStdin, shareOf } from './arguments.ts';
import { choice, defineCommand, option } from './command.ts';
import { databaseOption } from './database.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';
import { deliver, requireOutputs, solutionOptions } from './plan-output.ts';
import { drawOnRoads, loadRoads, roadOptions } from './road-options.ts';
import { requireEach, solveEach } from './solve-each.ts';
import { libraryOptions, searchOptions } from './solve-options.ts';

export const register = defineCommand({
  description:
    'Searches for depots, customers of each and routes together until the time is up. With a method or a model, a mixed-integer program that contains a neural network decides first; --pure routes that decision once and ends, as the paper does; --no-improve decides between sets that the search proposes and climbs over neighbouring allocations by routing them. Ctrl-C or SIGTERM returns the best plan so far; a second one ends the program.',
  arguments: [['<file>', 'instance file, folder of CSV files, or -']],
  options: {
    ...solutionOptions,
    ...instanceOptions,
    ...searchOptions,
    ...roadOptions,
    start: option('--start <plan>', 'plan to start from; may be partial or infeasible'),
    worst: option('--worst <share>', 'with days: choose depots by the mean of the dearest share of them, such as 0.1', shareOf),
    heldBack: option(
      '--held-back <days>',
      'with days: so many are not looked at in the choice, and say what it costs (default: a quarter of 12 or more)',
      nonNegativeInteger,
    ),
    assignment: choice(
      '--assignment <rule>',
      'with days: whether customers are free to change depots daily, or fixed to one (default: free)',
      assignments,
    ),
    journal: option('--journal <file>', 'with days: keep finished searches here; the same command goes on from them'),
    prove: option('--prove <seconds>', 'then prove for so long how far the plan can be from the best', nonNegativeNumber),
    each: option('--each <folder>', 'the file is a folder of instances: solve every one, and write the solutions into this folder'),
    database: databaseOption,
    shard: option('--shard <part/of>', 'with --each: only this part of the instances, e.g. 2/4', readShard),
  },
  examples: [
    'solve examples/plain.json --time 5',
    'solve examples/city --out city.solution.json --map city.png --sheets city.html',
    'solve examples/city --set maxOpen=2 --demand 1.3',
    'solve examples/plain.json --method neo-ds --pure --router vroom',
    'solve examples/plain.json --method search --iterations 500 --seed 7 --json',
    'solve examples/city --start city.solution.json --time 60',
    'solve instances --each plans --time 60 --database postgres://neo@db.example/jobs',
  ],
  async run(options, output, file) {
    requireOneStdin(file, options.start);
    if (options.each !== undefined) return solveEach(file, options.each, options, output);
    requireEach(options);
    const { instance: read, changes } = await loadNoted(file, options, output);
    await requireOutputs(read, file, options);
    if (options.prove !== undefined) requireOneDay(read);
    const { instance, engine } = await interruptible(output, undefined, (signal) => loadRoads(read, options, output, signal));
    const amounts = amountsOf(instance);
    const start = options.start === undefined ? [] : await startOf(instance, options.start);
    const journal =
      options.journal === undefined
        ? undefined
        : await openDayJournal(options.journal, instance, {
            seed: options.seed,
            iterations: options.iterations,
            assignment: options.assignment,
          });
    const days = daysGiven(options, journal);
    const found = await interruptible(output, 'the best plan so far follows', async (signal) =>
      solve(instance, {
        ...(await libraryOptions(options, signal)),
        start,
        ...(days && { days }),
        onProgress: (progress) => output.progress(describe(progress, amounts)),
      }),
    ).finally(() => journal?.close());
    const bound = options.prove === undefined ? undefined : await provenBound(instance, found, options.prove, output);
    const solution = await drawOnRoads(instance, found, engine, output);
    await deliver(instance, { ...solution, ...(changes && { changes }), ...(bound !== undefined && { bound }) }, output, options);
  },
});

/** A plan for many days says which depots are in use; its routes are of days. */
async function startOf(instance: Instance, path: string) {
  const plan = await loadPlan(path, instance);
  return instance.days ? plan : [indexRoutes(instance, plan)];
}

function daysGiven({ worst, heldBack, assignment }: Pick<DayOptions, 'worst' | 'heldBack' | 'assignment'>, journal: DayOptions['journal']) {
  const given = {
    ...(worst !== undefined && { worst }),
    ...(heldBack !== undefined && { heldBack }),
    ...(assignment && { assignment }),
    ...(journal && { journal }),
  };
  return Object.keys(given).length > 0 ? given : undefined;
}

/** At least what the routers proved, and never above the cost of the plan. */
async function provenBound(instance: Instance, solution: Solution, seconds: number, output: Output): Promise<number> {
  const { bound, relaxed } = await interruptible(output, 'the best bound so far follows', (signal) =>
    proveBound(instance, { stop: { seconds, signal }, plan: indexRoutes(instance, solution) }),
  );
  if (relaxed.length > 0) output.note(`note: the bound leaves out ${relaxed.join(', ')}`);
  return Math.max(bound, solution.bound ?? 0);
}

function describe(progress: SolveProgress, amounts: Amounts): string {
  const time = `${progress.seconds.toFixed(1)} s`;
  if (progress.stage === 'allocation') return [time, 'choosing depots', ...describeAllocation(progress.allocation)].join(' · ');
  if (progress.stage === 'routing') return `${time} · routing choice ${progress.routed + 1} of ${progress.of}`;
  if (progress.stage === 'days') return `${time} · ${formatCount(progress.searches, 'day')} planned to compare depots`;
  const { stage, seconds, iterations, cost, feasible, openDepots, settled = 0 } = progress;
  if (stage === 'construction') return `${time} · first plan ${formatNumber(cost)}`;
  const rate = Math.round(iterations / Math.max(seconds, 1e-3));
  return [
    time,
    feasible ? amounts.cost(cost) : 'nothing feasible yet',
    `${formatCount(openDepots, 'depot')} open`,
    `${formatNumber(rate)} iterations/s`,
    ...(settled > 0 ? [`${Math.floor(100 * settled)} % settled`] : []),
  ].join(' · ');
}

/** Only plans with routes have a cost. */
function describeAllocation(progress: AllocationProgress | undefined): readonly string[] {
  if (progress === undefined) return [];
  if (!Number.isFinite(progress.objective)) return ['nothing feasible yet'];
  return Number.isFinite(progress.gap) ? [`gap ${formatPercent(progress.gap, 1)}`] : [];
}
