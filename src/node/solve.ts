/** `solve` in Node: methods, models, MIP solvers and routers by name, with CPU time and versions in the solution. */
import { Source } from '../formats/source.ts';
import { findMipSolver } from '../mip/solvers/registry.ts';
import { chooseMethod, type Method, type MethodChoice } from '../pipeline/methods.ts';
import { requireOptions, type SolveOptions, solveOptionNames } from '../pipeline/options.ts';
import { solve as solveAnywhere } from '../pipeline/solve.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { findRouter } from '../routing/registry.ts';
import type { Router } from '../routing/router.ts';
import { type SearchParameters, type SearchParametersInput, searchParameters } from '../search/parameters.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import type { Price } from '../surrogate/target.ts';
import { cpuClock, cpuSeconds } from './cpu-clock.ts';
import { loadSources } from './files.ts';
import { loadModel } from './model-files.ts';
import { packageVersion } from './version.ts';

/** `model` is one in the package, or the path of a model card, of a folder with one, or of a pair of ONNX files. */
export interface MethodOptions extends MethodChoice {
  /** For a pair of ONNX files without a card. */
  readonly modelPrice?: Price;
}

export function findMethod(options: MethodOptions): Promise<Method> {
  return chooseMethod(options, {
    loadSurrogate: async (model) => new NetworkSurrogate(await loadModel(model, options.modelPrice)),
    mipSolver: findMipSolver,
  });
}

/** Parameters of the search from a JSON file. */
export async function loadParameters(path: string): Promise<SearchParameters> {
  const [file] = await loadSources(path);
  const source = new Source(file);
  return source.locating(() => searchParameters(source.json as SearchParametersInput));
}

export const clockNames = ['wall', 'cpu'] as const;
export type ClockName = (typeof clockNames)[number];

/** What `solve` in Node may be told: methods, models, MIP solvers and routers by name, too. */
export interface NodeSolveOptions extends Omit<SolveOptions, 'router'>, MethodOptions {
  /** Routes each open depot of an allocation: a name, or a router of your own; `hgs` by default. */
  readonly router?: Router | string;
  /** What the budget and the times count. CPU seconds of this process make runs comparable on a busy machine. */
  readonly clock?: ClockName;
}

const methodOptionNames = { method: 0, model: 0, modelPrice: 0, mipSolver: 0, mipGap: 0, formulation: 0, appraise: 0, clock: 0 } as const;

/** The caller's own `decide` takes precedence over a named method. */
export async function solve(instance: Instance, options: NodeSolveOptions): Promise<Solution> {
  requireOptions(options, { ...solveOptionNames, ...methodOptionNames });
  const { clock, method, model, modelPrice, mipSolver, mipGap, formulation, appraise, ...rest } = options;
  if (clock === 'cpu') requireOwnWork(options);
  const { decide = (await findMethod(options)).decide } = options;
  const router = typeof options.router === 'string' ? await findRouter(options.router) : options.router;
  const solution = await solveAnywhere(instance, {
    cpuSeconds,
    ...rest,
    ...(clock === 'cpu' && { stop: { ...options.stop, clock: cpuClock } }),
    decide,
    router,
    versions: { 'neo-lrp': packageVersion, node: process.versions.node, ...options.versions },
  });
  return { ...solution, ...(clock !== undefined && { clock }) };
}

/** CPU seconds of threads add up, and those of other processes are not counted, so neither can be budgeted. */
function requireOwnWork({ threads = 1, router = 'hgs', mipSolver = 'highs' }: NodeSolveOptions): void {
  const fault =
    threads > 1
      ? 'needs threads: 1, as it adds up the seconds of all threads'
      : router !== 'hgs'
        ? `does not count the router '${typeof router === 'string' ? router : router.name}', which may run in another process`
        : mipSolver !== 'highs'
          ? `does not count the process of '${mipSolver}'`
          : undefined;
  if (fault !== undefined) throw new NeoLrpError('E_USAGE', `the CPU clock ${fault}; use the wall clock instead`, { field: 'clock' });
}
