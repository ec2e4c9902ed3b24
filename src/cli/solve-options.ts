/** The options of `neo-lrp solve`, as the library and as another command line take them. */
import type { FormulationName } from '../mip/relu/formulation.ts';
import type { MethodName } from '../node/methods.ts';
import { loadParameters } from '../node/parameters-file.ts';
import type { ClockName, NodeSolveOptions } from '../node/solve.ts';
import type { Stop } from '../run/stop.ts';
import type { Price } from '../surrogate/target.ts';
import type { Shard } from './arguments.ts';
import type { InstanceInputOptions } from './instance-input.ts';
import type { SolutionOutputOptions } from './solution-output.ts';

export interface SolveCommandOptions extends SolutionOutputOptions, InstanceInputOptions {
  readonly time?: number;
  readonly clock: ClockName;
  readonly iterations?: number;
  readonly target?: number;
  readonly seed: number;
  readonly threads: number;
  readonly start?: string;
  readonly parameters?: string;
  readonly method?: MethodName;
  readonly model?: string;
  readonly modelPrice?: Price;
  readonly mipSolver?: string;
  readonly mipGap?: number;
  readonly formulation?: FormulationName;
  readonly router: string;
  readonly improve: boolean;
  readonly pure?: boolean;
  readonly each?: string;
  readonly database?: string;
  readonly shard?: Shard;
}

export const defaultSeconds = 10;

function stopOf({ time, iterations, target }: SolveCommandOptions, signal: AbortSignal): Stop {
  return { seconds: time ?? (iterations === undefined ? defaultSeconds : undefined), iterations, target, signal };
}

/** All but the start, which belongs to one instance. */
export async function libraryOptions(options: SolveCommandOptions, signal: AbortSignal): Promise<NodeSolveOptions> {
  const { clock, seed, threads, method, model, modelPrice, mipSolver, mipGap, formulation, router, pure } = options;
  const parameters = options.parameters === undefined ? undefined : await loadParameters(options.parameters);
  const stop = stopOf(options, signal);
  const improve = options.improve && !pure;
  return { stop, clock, seed, threads, parameters, method, model, modelPrice, mipSolver, mipGap, formulation, router, improve, pure };
}

/** The same for `neo-lrp solve` somewhere else, on `threads` threads. */
export function solveArguments(options: SolveCommandOptions, threads: number): string[] {
  const { time, iterations, target, modelPrice, improve, pure } = options;
  const told: Readonly<Record<string, string | number | undefined>> = {
    '--time': time ?? (iterations === undefined ? defaultSeconds : undefined),
    '--clock': options.clock,
    '--iterations': iterations,
    '--target': target,
    '--seed': options.seed,
    '--threads': threads,
    '--parameters': options.parameters,
    '--method': options.method,
    '--model': options.model,
    '--model-price': modelPrice && `${modelPrice.distanceScale}:${modelPrice.vehicleCost}`,
    '--mip-solver': options.mipSolver,
    '--mip-gap': options.mipGap,
    '--formulation': options.formulation,
    '--router': options.router,
  };
  const pairs = Object.entries(told).flatMap(([option, value]) => (value === undefined ? [] : [option, String(value)]));
  return [...pairs, ...(improve ? [] : ['--no-improve']), ...(pure ? ['--pure'] : []), '--json', '--quiet'];
}
