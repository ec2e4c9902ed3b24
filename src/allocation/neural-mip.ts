/**
 * The paper's location-allocation: a MIP with the surrogate inside, on any surrogate. The Lagrangian heuristic gives the start, the pool, a
 * bound and a reduction of the model; if it proves the gap by itself, no MIP is solved. If a MIP solver crashes, runs out of time or gives an
 * invalid answer, the result is the heuristic's, with a note.
 */

import { relativeGap } from '../mip/check.ts';
import type { FormulationName } from '../mip/relu/formulation.ts';
import type { MipSolver } from '../mip/solver.ts';
import { HighsSolver } from '../mip/solvers/highs.ts';
import { requireKnown } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { StopWatch } from '../run/stop.ts';
import { requireSurrogate, type Surrogate } from '../surrogate/surrogate.ts';
import type { AllocateOptions, AllocationResult, Allocator } from './allocation.ts';
import { judge } from './audit.ts';
import { contradiction } from './contradiction.ts';
import { nearPairs } from './focus.ts';
import { type HeuristicOutcome, lagrangianHeuristic } from './lagrangian.ts';
import { isDeep, type LocationProblem, locationProblem } from './location-problem.ts';
import { neighbours } from './neighbours.ts';
import { neuralModel, pointOf } from './neural-model.ts';
import { type Constraints, constrainedModel, impossible, keeping } from './own-constraints.ts';
import { AllocationPool, poolLimit } from './pool.ts';
import { reduce, unreduced } from './reduction.ts';

export interface NeuralMipOptions {
  /** HiGHS by default. */
  readonly solver?: MipSolver;
  /**
   * 'tight' by default; 'paper' is the literal one, solved without reductions. If named, the MIP is solved however short the time, unless
   * the gap is already proved.
   */
  readonly formulation?: FormulationName;
  /**
   * Linear constraints of your own on open depots and assignment. The MIP solver then decides, however short the time, and only routing
   * may follow: a joint search does not know them.
   */
  readonly constraints?: Constraints;
}

/** The default gap of the surrogate's objective at which a MIP ends, as in the paper. */
const defaultGap = 0.01;
/** The share of the time for the heuristic; it gets all of it if there is too little for a MIP. */
const heuristicShare = 0.3;
/** Perturbations without improvement before the heuristic ends: before a MIP, and alone. */
const shakes = { before: 40, alone: 300 } as const;
/** Seconds beyond the budget for finding the rules that contradict each other. */
const explanationSeconds = 10;

/** Seconds below which a MIP does not pay off: a solver needs one to start, and large models need more (docs/lab/search-parameters.md). */
const mipSeconds = ({ depots, customers }: Instance): number => Math.max(1, (0.25 * depots.length * customers.length) / 1000);

/** NEO-DS or NEO-GT, depending on the surrogate. */
export function neuralMip(surrogate: Surrogate, given: NeuralMipOptions = {}): Allocator {
  requireSurrogate(surrogate);
  requireKnown(given, { solver: 0, formulation: 0, constraints: 0 });
  const { solver = new HighsSolver(), ...options } = given;
  return {
    name: `neo(${surrogate.name})`,
    constrained: options.constraints !== undefined,
    allocate: (instance, allocateOptions = {}) => allocate(surrogate, { solver, ...options }, instance, allocateOptions),
  };
}

/** The heuristic alone, for short budgets and large instances. */
export function lagrangianAllocator(surrogate: Surrogate): Allocator {
  requireSurrogate(surrogate);
  return {
    name: `lagrangian(${surrogate.name})`,
    allocate: (instance, options = {}) => allocate(surrogate, {}, instance, { gap: 0, ...options }),
  };
}

async function allocate(
  surrogate: Surrogate,
  { solver, formulation, constraints }: NeuralMipOptions,
  instance: Instance,
  { stop = {}, seed = 1, gap = defaultGap, depotSets, onProgress }: AllocateOptions,
): Promise<AllocationResult> {
  const watch = new StopWatch(stop);
  requireFeasible(instance);
  // Constraints of one's own may need any pair.
  const near = constraints ? undefined : nearPairs(instance, depotSets);
  const problem = locationProblem(instance, surrogate.embed(instance, near), near);
  const own = constraints && constrainedModel(problem, formulation ?? 'tight', constraints);
  const deep = isDeep(problem);
  const isHurried = formulation === undefined && !own && !deep && watch.remaining() < mipSeconds(instance);
  const share = solver && !isHurried ? heuristicShare : 1;
  const free: Start =
    deep && solver
      ? unsolved()
      : await lagrangianHeuristic(problem, {
          stop: { ...stop, ...(stop.seconds !== undefined && { seconds: share * watch.remaining() }) },
          seed,
          gap,
          shakes: solver ? shakes.before : shakes.alone,
          depotSets,
          onProgress,
        });
  const start = own ? { ...free, pool: keeping(problem, own, free.pool) } : free;
  const { pool } = start;
  const isProved = pool.best !== undefined && relativeGap(pool.best.objective, start.bound) <= gap;
  const notes: string[] = [];
  const versions: Record<string, string> = {};
  let decidedBy = 'lagrangian';
  let ended = isProved ? 'complete' : start.stop;
  let { bound } = start;

  if (solver && formulation !== undefined && isProved)
    notes.push(
      `${solver.name} was not needed: the Lagrangian heuristic proved the gap of ${100 * gap} % by itself; a smaller gap would need it`,
    );
  if (solver && start.stop !== 'aborted' && !isProved && !(isHurried && pool.best)) {
    const model = own ?? neuralModel(problem, formulation ?? 'tight', reductionFor(problem, formulation, start));
    const mip = model.builder.build();
    const began = watch.elapsed();
    const answer = await solver.solve(mip, {
      gap,
      stop: watch.rest(),
      start: pool.best && pointOf(problem, model, pool.best),
      // HiGHS 1.15's presolve cuts off optima of models with a second layer.
      presolve: !deep,
      onProgress: ({ seconds, objective = Number.POSITIVE_INFINITY, bound = Number.NEGATIVE_INFINITY }) =>
        onProgress?.({ stage: 'mip', seconds: began + seconds, objective, bound, gap: relativeGap(objective, bound) }),
    });
    ended = answer.stop;
    versions[answer.solver.name] = answer.solver.version;
    const found = judge(surrogate, problem, model, mip, answer);
    const isFault = typeof found === 'string';
    const isBetter = !isFault && (pool.best === undefined || found.objective < pool.best.objective || answer.bound > bound);
    notes.push(...answer.notes);
    if (!isFault && (isBetter || answer.status === 'optimal')) {
      decidedBy = answer.solver.name;
      bound = Math.max(bound, answer.bound);
      pool.add(found);
    } else {
      // A solver that worked but found nothing better is news only to whoever asked for it.
      if (isFault || formulation) notes.push(`${solver.name} ${isFault ? found : 'found nothing better'}`);
      if (notes.length > 0) notes.push('the answer is from the Lagrangian heuristic');
    }
    if (!pool.best && answer.status === 'infeasible' && !near)
      throw own ? impossible() : await contradiction(instance, solver, { seconds: explanationSeconds, signal: stop.signal });
  }

  const { best } = pool;
  if (!best) throw nothingFound(notes);
  // Where only near pairs were priced, a bound on these says nothing of the others.
  const proved = near ? Number.NEGATIVE_INFINITY : Math.min(bound, best.objective);
  return {
    best,
    pool: pool.list(poolLimit),
    mip: { objective: best.objective, bound: proved, gap: relativeGap(best.objective, proved), solver: decidedBy },
    seconds: watch.elapsed(),
    stop: ended,
    notes,
    versions,
    ...(!own && !deep && { neighbours: (of) => neighbours(problem, of) }),
  };
}

/** What is known before the MIP. */
type Start = Omit<HeuristicOutcome, 'dual'> & Partial<Pick<HeuristicOutcome, 'dual'>>;

/** No heuristic knows a second hidden layer. */
const unsolved = (): Start => ({ pool: new AllocationPool(), bound: Number.NEGATIVE_INFINITY, stop: 'complete' });

function reductionFor(problem: LocationProblem, formulation: FormulationName | undefined, { pool, dual }: Start) {
  return formulation === 'paper' || pool.best === undefined || !dual ? unreduced(problem) : reduce(problem, dual, pool.best.objective);
}

const nothingFound = (notes: readonly string[]): NeoLrpError =>
  new NeoLrpError(
    'E_BUDGET',
    `the budget ended before an allocation was found; allow more time${notes.length ? ` (${notes.join('; ')})` : ''}`,
  );
