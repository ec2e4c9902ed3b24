/** `neo-lrp solve FILE`: finds depots, assignment and routes. */
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { AllocationProgress } from '../allocation/allocation.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { formulations } from '../mip/relu/formulation.ts';
import { mipSolverNames } from '../mip/solvers/registry.ts';
import { loadPlan } from '../node/files.ts';
import { methodNames } from '../node/methods.ts';
import { type ClockName, clockNames, solve } from '../node/solve.ts';
import type { SolveProgress } from '../pipeline/options.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { defaultRouter, routerNames } from '../routing/registry.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, priceOf, readShard, requireOneStdin } from './arguments.ts';
import { addInstanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { databaseOption } from './many-workers.ts';
import { Output } from './output.ts';
import { addSolutionOutputOptions, deliver, requireOutputs } from './solution-output.ts';
import { requireEach, solveEach } from './solve-each.ts';
import { defaultSeconds, libraryOptions, type SolveCommandOptions } from './solve-options.ts';

export function registerSolve(command: Command): void {
  addInstanceOptions(addSolutionOutputOptions(command))
    .description(
      'Searches for depots, customers of each and routes together until the time is up. With a method or a model, a mixed-integer program that contains a neural network decides first; --no-improve ends with the best routes of that decision and its neighbours, --pure with those of the decision itself, as the paper does. Ctrl-C or SIGTERM returns the best plan so far; a second one ends the program.',
    )
    .argument('<file>', 'instance file, folder of CSV files, or -')
    .option('--time <seconds>', `total time (default: ${defaultSeconds}, or no limit with --iterations)`, nonNegativeNumber)
    .addOption(
      new Option('--clock <name>', 'what --time counts: wall seconds, or CPU seconds of this process (on one thread)')
        .choices(clockNames)
        .default('wall' satisfies ClockName),
    )
    .option('--iterations <n>', 'descents of each thread; the same seed, threads and iterations give the same result', positiveInteger)
    .option('--target <cost>', 'stop as soon as the total cost is at or below this', nonNegativeNumber)
    .option('--seed <n>', 'seed of the random numbers', nonNegativeInteger, 1)
    .option('--threads <n>', 'threads to search with', positiveInteger, availableParallelism())
    .option('--parameters <file>', 'JSON file with parameters of the search; missing ones keep their defaults')
    .option('--start <plan>', 'plan to start from; may be partial or infeasible')
    .addOption(
      new Option(
        '--method <name>',
        'what decides before the search: neo-ds or neo-gt (a network inside a MIP), flp (direct distances), search (nothing; the default unless a model, a MIP, --no-improve or --pure is named)',
      ).choices(methodNames),
    )
    .option('--model <name>', 'surrogate: a shipped one, or the path of a model card, of a folder with one, or of a pair of ONNX files')
    .option('--model-price <distance:vehicle>', 'costs in the training of a pair of ONNX files, such as 100:1000', priceOf)
    .addOption(new Option('--mip-solver <name>', 'MIP solver (default: highs)').choices(mipSolverNames))
    .option('--mip-gap <share>', "gap of the surrogate's objective that is good enough (default: 0.01; flp: 0.0001)", nonNegativeNumber)
    .addOption(new Option('--formulation <name>', 'of the network in the MIP (default: tight)').choices(Object.keys(formulations)))
    .addOption(new Option('--router <name>', 'router for the allocation').choices(routerNames).default(defaultRouter))
    .option('--no-improve', 'do not search: decide, route the decision and allocations like it, and end')
    .option('--pure', "the paper's pipeline and nothing else: decide, route each open depot once, and end")
    .option('--each <folder>', 'the file is a folder of instances: solve every one, and write the solutions into this folder')
    .addOption(databaseOption())
    .option('--shard <part/of>', 'with --each: only this part of the instances, e.g. 2/4', readShard)
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp solve examples/plain.json --time 5
  neo-lrp solve examples/city --out city.solution.json --map city.png --sheets city.html
  neo-lrp solve examples/city --set maxOpen=2 --demand 1.3
  neo-lrp solve examples/plain.json --method neo-ds --pure --router vroom
  neo-lrp solve examples/plain.json --method search --iterations 500 --seed 7 --json
  neo-lrp solve examples/city --start city.solution.json --time 60
  neo-lrp solve instances --each plans --time 60 --database postgres://neo@db.example/jobs`,
    )
    .action(async (file: string, options: SolveCommandOptions, command: Command) => {
      requireOneStdin(file, options.start);
      const output = new Output(options);
      if (options.each !== undefined) return solveEach(file, options.each, command, output);
      requireEach(options);
      const { instance, changes } = await loadNoted(file, options, output);
      await requireOutputs(instance, options);
      const amounts = amountsOf(instance);
      const start = options.start === undefined ? [] : [indexRoutes(instance, await loadPlan(options.start, instance))];
      const solution = await interruptible(
        async (signal) =>
          solve(instance, {
            ...(await libraryOptions(options, signal)),
            start,
            onProgress: (progress) => output.progress(describe(progress, amounts)),
          }),
        () => output.note('stopping; the best plan so far follows (Ctrl-C again to quit without it)'),
      );
      await deliver(instance, { ...solution, ...(changes && { changes }) }, output, options);
    });
}

function describe(progress: SolveProgress, amounts: Amounts): string {
  const time = `${progress.seconds.toFixed(1)} s`;
  if (progress.stage === 'allocation') return [time, 'choosing depots', ...describeAllocation(progress.allocation)].join(' · ');
  if (progress.stage === 'routing') return `${time} · routing choice ${progress.routed + 1} of ${progress.of}`;
  const { stage, seconds, iterations, cost, feasible, openDepots } = progress;
  if (stage === 'construction') return `${time} · first plan ${formatNumber(cost)}`;
  const rate = Math.round(iterations / Math.max(seconds, 1e-3));
  return [
    time,
    feasible ? amounts.cost(cost) : 'nothing feasible yet',
    `${formatCount(openDepots, 'depot')} open`,
    `${formatNumber(rate)} iterations/s`,
  ].join(' · ');
}

/** Only plans with routes have a cost. */
function describeAllocation(progress: AllocationProgress | undefined): readonly string[] {
  if (progress === undefined) return [];
  if (!Number.isFinite(progress.objective)) return ['nothing feasible yet'];
  return Number.isFinite(progress.gap) ? [`gap ${(100 * progress.gap).toFixed(1)} %`] : [];
}
