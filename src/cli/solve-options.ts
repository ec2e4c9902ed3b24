/** The options of `neo-lrp solve` that say how to search, as the library and as another command line take them. */
import { availableParallelism } from 'node:os';
import { type FormulationName, formulations } from '../mip/relu/formulation.ts';
import { mipSolverNames } from '../mip/solvers/registry.ts';
import { clockNames, loadParameters, type NodeSolveOptions } from '../node/solve.ts';
import { methodNames } from '../pipeline/methods.ts';
import { defaultRouter, routerNames } from '../routing/registry.ts';
import { autoSeconds } from '../run/stop.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, priceOf, secondsOrAuto } from './arguments.ts';
import { choice, flag, option, type ValuesOf } from './command.ts';

const defaultSeconds = 10;

export const searchOptions = {
  time: option(
    '--time <seconds>',
    `total time (default: ${defaultSeconds}, or no limit with --iterations); auto: until the search has settled, at most ${autoSeconds}`,
    secondsOrAuto,
  ),
  clock: choice('--clock <name>', 'what --time counts: wall seconds, or CPU seconds of this process (on one thread)', clockNames, 'wall'),
  iterations: option(
    '--iterations <n>',
    'descents of each thread; the same seed, threads and iterations give the same result',
    positiveInteger,
  ),
  target: option('--target <cost>', 'stop as soon as the total cost is at or below this', nonNegativeNumber),
  seed: option('--seed <n>', 'seed of the random numbers', nonNegativeInteger, 1),
  threads: option('--threads <n>', `threads to search with (default: ${availableParallelism()})`, positiveInteger),
  parameters: option('--parameters <file>', 'JSON file with parameters of the search; missing ones keep their defaults'),
  method: choice(
    '--method <name>',
    'what decides before the search: neo-ds or neo-gt (a network inside a MIP), flp (direct distances), radial (a formula), search (nothing; the default unless a model, a MIP, --no-improve or --pure is named)',
    methodNames,
  ),
  model: option(
    '--model <name>',
    'surrogate: a shipped one, or the path of a model card, of a folder with one, or of a pair of ONNX files',
  ),
  modelPrice: option('--model-price <distance:vehicle>', 'costs in the training of a pair of ONNX files, such as 100:1000', priceOf),
  mipSolver: choice('--mip-solver <name>', 'MIP solver (default: highs)', mipSolverNames),
  mipGap: option(
    '--mip-gap <share>',
    "gap of the surrogate's objective that is good enough (default: 0.01; flp: 0.0001)",
    nonNegativeNumber,
  ),
  formulation: choice('--formulation <name>', 'of the network in the MIP (default: tight)', Object.keys(formulations) as FormulationName[]),
  router: choice('--router <name>', 'router for the allocation', routerNames, defaultRouter),
  improve: flag('--no-improve', 'no joint search: decide between sets that it proposes, climb over allocations by routing them, and end'),
  pure: flag('--pure', "the paper's pipeline and nothing else: decide, route each open depot once, and end"),
  appraise: flag('--appraise', 'with --pure: go on to neighbours that the network prices lower, now that it knows whole sets'),
};
export type SearchOptions = ValuesOf<typeof searchOptions>;

/** Of the search, where neither time nor iterations are given. */
export const secondsOf = ({ time, iterations }: SearchOptions): number | undefined =>
  time === 'auto' ? autoSeconds : (time ?? (iterations === undefined ? defaultSeconds : undefined));

/** All but the start, which belongs to one instance. */
export async function libraryOptions(options: SearchOptions, signal: AbortSignal): Promise<NodeSolveOptions> {
  const { clock, iterations, target, seed, threads = availableParallelism() } = options;
  const { method, model, modelPrice, mipSolver, mipGap, formulation, appraise, router, pure } = options;
  const parameters = options.parameters === undefined ? undefined : await loadParameters(options.parameters);
  const stop = { seconds: secondsOf(options), ...(options.time === 'auto' && { auto: true }), iterations, target, signal };
  const improve = options.improve && !pure;
  const decision = { method, model, modelPrice, mipSolver, mipGap, formulation, ...(appraise && { appraise }) };
  return { stop, clock, seed, threads, parameters, ...decision, router, improve, pure };
}

/** The same for `neo-lrp solve` somewhere else. */
export function solveArguments(options: SearchOptions): string[] {
  const { modelPrice, appraise, improve, pure, ...rest } = options;
  const values: Readonly<Record<string, unknown>> = {
    ...rest,
    time: options.time ?? secondsOf(options),
    modelPrice: modelPrice && `${modelPrice.distanceScale}:${modelPrice.vehicleCost}`,
  };
  const pairs = Object.entries(searchOptions).flatMap(([name, { long }]) =>
    values[name] === undefined ? [] : [String(long), String(values[name])],
  );
  const flags = [appraise ? '--appraise' : [], improve ? [] : '--no-improve', pure ? '--pure' : []].flat();
  return [...pairs, ...flags, '--json', '--quiet'];
}
