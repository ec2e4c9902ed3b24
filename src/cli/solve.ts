/** `neo-lrp solve FILE`: depots, assignment and routes at the lowest total cost that the time allows. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { loadInstance, loadPlan } from '../files.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import type { Stop } from '../run/stop.ts';
import type { SolveProgress } from '../solve.ts';
import { solve } from '../solve-node.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, requireOneStdin } from './arguments.ts';
import { interruptible } from './interrupt.ts';
import { addOutputOptions, Output } from './output.ts';
import { deliver, requireWritable, type SolutionOutputOptions } from './solution-output.ts';

interface SolveCommandOptions extends SolutionOutputOptions {
  readonly time?: number;
  readonly iterations?: number;
  readonly target?: number;
  readonly seed: number;
  readonly threads: number;
  readonly start?: string;
}

const defaultSeconds = 10;

export function registerSolve(program: Command): void {
  addOutputOptions(program.command('solve'))
    .summary('find depots, assignment and routes')
    .description(
      'Searches for the depots to open, the customers of each and the routes of the vehicles, at the lowest total cost. Ctrl-C ends the search and returns the best so far; a second one ends the program.',
    )
    .argument('<file>', 'instance file, folder of CSV files, or -')
    .option('--time <seconds>', `wall time to search (default: ${defaultSeconds}, or no limit with --iterations)`, nonNegativeNumber)
    .option('--iterations <n>', 'descents of each thread; the same seed, threads and iterations give the same result', positiveInteger)
    .option('--target <cost>', 'stop as soon as the total cost is at or below this', nonNegativeNumber)
    .option('--seed <n>', 'seed of the random numbers', nonNegativeInteger, 1)
    .option('--threads <n>', 'threads to search on', positiveInteger, availableParallelism())
    .option('--start <plan>', 'plan to start from; may be partial or infeasible')
    .option('--out <file>', 'write the solution: .json, .geojson or .sol')
    .option('--map <file>', 'draw the solution: .svg or .png')
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp solve examples/plain.json --time 5
  neo-lrp solve examples/city --out city.solution.json --map city.png
  neo-lrp solve examples/plain.json --iterations 500 --seed 7 --json
  neo-lrp solve examples/city --start city.solution.json --time 60`,
    )
    .action(async (file: string, options: SolveCommandOptions) => {
      requireOneStdin(file, options.start);
      requireWritable(options);
      const output = new Output(options);
      const instance = await loadInstance(file);
      const start = options.start === undefined ? [] : [indexRoutes(instance, await loadPlan(options.start, instance))];
      const { seed, threads } = options;
      const solution = await interruptible(
        (signal) =>
          solve(instance, {
            stop: stopOf(options, signal),
            seed,
            threads,
            start,
            onProgress: (progress) => output.progress(describe(progress)),
          }),
        () => output.note('stopping; the best so far follows (Ctrl-C again to quit without it)'),
      );
      await deliver(instance, solution, output, options);
    });
}

function stopOf({ time, iterations, target }: SolveCommandOptions, signal: AbortSignal): Stop {
  return { seconds: time ?? (iterations === undefined ? defaultSeconds : undefined), iterations, target, signal };
}

function describe(progress: SolveProgress): string {
  const time = `${progress.seconds.toFixed(1)} s`;
  if (progress.stage !== 'improvement') return `${time} · ${progress.stage}`;
  const { seconds, iterations, cost, feasible, openDepots } = progress;
  const rate = Math.round(iterations / Math.max(seconds, 1e-3));
  return [
    time,
    feasible ? formatNumber(cost) : 'nothing feasible yet',
    `${formatCount(openDepots, 'depot')} open`,
    `${formatNumber(rate)} iterations a second`,
  ].join(' · ');
}
