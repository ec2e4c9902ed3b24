/**
 * The paper's location-allocation: a MIP with the surrogate inside (its section "Neural Embedded MIP Formulation"), on any surrogate. The
 * Lagrangian heuristic gives the start, the pool, a bound and a reduction of the model; if it proves the gap by itself, no MIP is solved.
 * If a MIP solver crashes, runs out of time or gives an invalid answer, the result is the heuristic's, with a note.
 */

import { relativeGap } from '../mip/check.ts';
import type { FormulationName } from '../mip/relu/formulation.ts';
import type { MipResult, MipSolver } from '../mip/solver.ts';
import { HighsSolver } from '../mip/solvers/highs.ts';
import { requireKnown } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { Random } from '../run/random.ts';
import { type StopReason, StopWatch } from '../run/stop.ts';
import { requireSurrogate, type Surrogate } from '../surrogate/surrogate.ts';
import type { AllocateOptions, Allocation, AllocationResult, Allocator } from './allocation.ts';
import { judge } from './audit.ts';
import { contradiction } from './contradiction.ts';
import { nearPairs } from './focus.ts';
import { type HeuristicOutcome, lagrangianHeuristic } from './lagrangian.ts';
import { LocalSearch } from './local-search.ts';
import { pointOf } from './location-model.ts';
import { type LocationProblem, locationProblem } from './location-problem.ts';
import { fillPool, neighbours, neighbourTrials } from './neighbours.ts';
import { type NeuralModel, neuralModel } from './neural-model.ts';
import { type Constraints, constrainedModel, impossible, keeping } from './own-constraints.ts';
import { poolLimit } from './pool.ts';
import { proofOf } from './proof.ts';
import { type Reduction, reduce, unreduced } from './reduction.ts';

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
export const defaultGap = 0.01;
/** The share of the time for the heuristic; it gets all of it if there is too little for a MIP (see `mipSeconds`). */
const heuristicShare = 0.3;
const heuristicShakes = 40;
/** Seconds beyond the budget for finding the rules that contradict each other. */
const explanationSeconds = 10;

/** Seconds below which a MIP does not pay off: a solver needs one to start, and large models need more (docs/lab/search-parameters.md). */
const mipSeconds = ({ depots, customers }: Instance): number => Math.max(1, (0.25 * depots.length * customers.length) / 1000);

/** NEO-DS or NEO-GT, depending on the surrogate. */
export function neuralMip(surrogate: Surrogate, options: NeuralMipOptions = {}): Allocator {
  requireSurrogate(surrogate);
  requireKnown(options, { solver: 0, formulation: 0, constraints: 0 });
  const { solver = new HighsSolver(), formulation: named, constraints } = options;
  return {
    name: `neo(${surrogate.name})`,
    constrained: constraints !== undefined,
    allocate: (instance, allocateOptions) => allocate(surrogate, { solver, named, constraints }, instance, allocateOptions),
  };
}

interface Means {
  readonly solver: MipSolver;
  /** The formulation, if the caller chose one. */
  readonly named?: FormulationName;
  readonly constraints?: Constraints;
}

async function allocate(
  surrogate: Surrogate,
  { solver, named, constraints }: Means,
  instance: Instance,
  { stop = {}, seed = 1, gap = defaultGap, depotSets, onProgress }: AllocateOptions = {},
): Promise<AllocationResult> {
  const watch = new StopWatch(stop);
  requireFeasible(instance);
  // Constraints of one's own may need any pair.
  const near = constraints ? undefined : nearPairs(instance, depotSets);
  const problem = locationProblem(instance, surrogate.embed(instance, near), near);
  const formulation = named ?? 'tight';
  const own = constraints && constrainedModel(problem, formulation, constraints);
  const hopeless = named === undefined && !own && watch.remaining() < mipSeconds(instance);
  const share = stop.seconds === undefined ? {} : { seconds: (hopeless ? 1 : heuristicShare) * watch.remaining() };
  const free = await lagrangianHeuristic(problem, {
    stop: { ...stop, ...share },
    seed,
    gap,
    shakes: heuristicShakes,
    depotSets,
    onProgress,
  });
  const start = own ? { ...free, pool: keeping(problem, own, free.pool) } : free;
  const notes: string[] = [];
  const versions: Record<string, string> = {};
  let solverName = 'lagrangian';
  let ended: StopReason = proves(start, gap) ? 'complete' : start.stop;
  let bound = start.bound;

  if (named !== undefined && proves(start, gap))
    notes.push(
      `${solver.name} was not needed: the Lagrangian heuristic proved the gap of ${100 * gap} % by itself (use --mip-gap for a smaller gap)`,
    );
  if (start.stop !== 'aborted' && !proves(start, gap) && !(hopeless && start.pool.best)) {
    const model = own ?? neuralModel(problem, formulation, reductionFor(problem, formulation, start));
    const answer = await solve(solver, model, problem, start, gap, watch, onProgress);
    ended = answer.stop;
    versions[answer.solver.name] = answer.solver.version;
    const verdict = judge(surrogate, problem, model, answer, start);
    if (!('allocation' in verdict)) {
      // A solver that worked but found nothing better is news only to whoever asked for it.
      const found = 'fault' in verdict ? verdict.fault : named && 'found nothing better';
      const said = [...answer.notes, ...(found ? [`${solver.name} ${found}`] : [])];
      if (said.length > 0) notes.push([...said, 'the answer is from the Lagrangian heuristic'].join('; '));
    } else {
      notes.push(...answer.notes);
      solverName = answer.solver.name;
      bound = Math.max(bound, answer.bound);
      start.pool.add(verdict.allocation);
      const polished = own ? undefined : polish(problem, start, verdict.allocation, seed);
      if (polished) start.pool.add(polished);
    }
    if (start.pool.best === undefined && answer.status === 'infeasible' && !near)
      throw own ? impossible() : await contradiction(instance, solver, { seconds: explanationSeconds, signal: stop.signal });
  }

  // With many pairs the sets that were searched fill the pool, and neighbours of one allocation would take long to list.
  if (!own && !near) fillPool(problem, start.pool);
  const { best } = start.pool;
  if (best === undefined) throw nothingFound(notes);
  return {
    best,
    pool: start.pool.list(poolLimit),
    // Where only near pairs were priced, a bound on these says nothing of the others.
    mip: proofOf(instance, surrogate, best, near ? Number.NEGATIVE_INFINITY : bound, solverName),
    seconds: watch.elapsed(),
    stop: ended,
    notes,
    versions,
    ...(!own && { neighbours: (of) => neighbours(problem, of, neighbourTrials) }),
  };
}

const proves = ({ pool, bound }: HeuristicOutcome, gap: number): boolean =>
  pool.best !== undefined && relativeGap(pool.best.objective, bound) <= gap;

function reductionFor(problem: LocationProblem, formulation: FormulationName, { pool, dual }: HeuristicOutcome): Reduction {
  return formulation === 'paper' || pool.best === undefined ? unreduced(problem) : reduce(problem, dual, pool.best.objective);
}

function solve(
  solver: MipSolver,
  model: NeuralModel,
  problem: LocationProblem,
  { pool }: HeuristicOutcome,
  gap: number,
  watch: StopWatch,
  onProgress: AllocateOptions['onProgress'],
): Promise<MipResult> {
  const built = model.builder.build();
  const start = pool.best && pointOf(problem, model, built.columnCount, pool.best);
  if (start) for (const head of model.heads) head.complete(start);
  const began = watch.elapsed();
  return solver.solve(built, {
    gap,
    stop: watch.rest(),
    start,
    onProgress: ({ seconds, objective = Number.POSITIVE_INFINITY, bound = Number.NEGATIVE_INFINITY }) =>
      onProgress?.({ stage: 'mip', seconds: began + seconds, objective, bound, gap: relativeGap(objective, bound) }),
  });
}

/** A point within the gap need not be a local optimum. */
function polish(problem: LocationProblem, { dual }: HeuristicOutcome, { open, depotOf }: Allocation, seed: number): Allocation | undefined {
  const search = new LocalSearch(problem, new Random(seed));
  search.guide(dual.guideCost());
  return search.improve(
    open,
    problem.members.map(([i]) => depotOf[i]),
  );
}

function nothingFound(notes: readonly string[]): NeoLrpError {
  return new NeoLrpError(
    'E_BUDGET',
    `the budget ended before an allocation was found; allow more time${notes.length ? ` (${notes.join('; ')})` : ''}`,
  );
}
