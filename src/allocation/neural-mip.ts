/**
 * The paper's location-allocation: a MIP with the surrogate inside (its section "Neural Embedded MIP Formulation"), on any surrogate.
 * The Lagrangian heuristic gives the start, the pool, a bound of its own and what can be left out of the model; if it proves the gap by
 * itself, no MIP is solved. A MIP solver that crashes, runs out of time or answers nonsense leaves the heuristic's answer, and a note.
 */
import { relativeGap } from '../mip/check.ts';
import { type EmbeddedHead, type FormulationName, formulations } from '../mip/relu/formulation.ts';
import { hasSolution, type MipResult, type MipSolution, type MipSolver } from '../mip/solver.ts';
import { HighsSolver } from '../mip/solvers/highs.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { Random } from '../run/random.ts';
import { type StopReason, StopWatch } from '../run/stop.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { AllocateOptions, Allocation, AllocationResult, Allocator } from './allocation.ts';
import { contradiction } from './contradiction.ts';
import { type HeuristicOutcome, lagrangianHeuristic } from './lagrangian.ts';
import { LocalSearch } from './local-search.ts';
import { allocationAt, type LocationModel, locationModel, pointOf } from './location-model.ts';
import { type LocationProblem, locationProblem } from './location-problem.ts';
import { fillPool } from './neighbours.ts';
import { poolLimit } from './pool.ts';
import { type Reduction, reduce, unreduced } from './reduction.ts';

export interface NeuralMipOptions {
  /** HiGHS unless given. */
  readonly solver?: MipSolver;
  /** 'tight' unless given; 'paper' is the literal one, solved from scratch without reductions. */
  readonly formulation?: FormulationName;
}

/** The gap of the surrogate's objective at which a MIP ends unless told otherwise; the paper's. */
export const defaultGap = 0.01;
/** The part of the time that the heuristic may take. */
const heuristicShare = 0.3;
const heuristicShakes = 40;
/** How far the MIP's price of an allocation may be from the network's own, relative to max(1, |price|). */
export const auditTolerance = 1e-6;
/** Seconds for naming the rules that contradict each other, beyond the budget. */
const explanationSeconds = 10;

/** The surrogate inside the location model. */
export interface NeuralModel extends LocationModel {
  readonly heads: readonly EmbeddedHead[];
}

/** NEO-DS, NEO-GT or what the surrogate's name is. */
export function neuralMip(surrogate: Surrogate, options: NeuralMipOptions = {}): Allocator {
  const { solver = new HighsSolver(), formulation = 'tight' } = options;
  return {
    name: `neo(${surrogate.name})`,
    allocate: (instance, allocateOptions) => allocate(surrogate, solver, formulation, instance, allocateOptions),
  };
}

/** The whole model: location rows, and per depot that may open the head on its units' embeddings. */
export function neuralModel(
  problem: LocationProblem,
  formulation: FormulationName,
  reduction: Reduction = unreduced(problem),
): NeuralModel {
  const { depots, units, latent, embeddings, demand, capacity, heads } = problem;
  const location = locationModel(problem, reduction);
  const embedded: EmbeddedHead[] = [];
  for (let d = 0; d < depots; d++) {
    if (reduction.closed[d]) continue;
    const inside = [...demand.keys()].filter((u) => location.assign[d * units + u] >= 0);
    const rows = new Float64Array(inside.length * latent);
    inside.forEach((u, j) => {
      rows.set(embeddings.subarray((d * units + u) * latent, (d * units + u + 1) * latent), j * latent);
    });
    const sum = {
      name: headName(d),
      inputs: Int32Array.from(inside, (u) => location.assign[d * units + u]),
      embeddings: rows,
      onOff: location.open[d],
      ...(capacity[d] < Number.POSITIVE_INFINITY && {
        capacity: { demands: Float64Array.from(inside, (u) => demand[u]), limit: capacity[d] },
      }),
    };
    embedded.push(formulations[formulation](location.builder, heads[d], sum, { nonNegative: false }));
  }
  return { ...location, heads: embedded };
}

const headName = (depot: number) => `d${depot}`;

async function allocate(
  surrogate: Surrogate,
  solver: MipSolver,
  formulation: FormulationName,
  instance: Instance,
  { stop = {}, seed = 1, gap = defaultGap, onProgress }: AllocateOptions = {},
): Promise<AllocationResult> {
  const watch = new StopWatch(stop);
  requireFeasible(instance);
  const problem = locationProblem(instance, surrogate.embed(instance));
  const share = stop.seconds === undefined ? {} : { seconds: heuristicShare * watch.remaining() };
  const start = await lagrangianHeuristic(problem, { stop: { ...stop, ...share }, seed, gap, shakes: heuristicShakes, onProgress });
  const notes: string[] = [];
  let solverName = 'lagrangian';
  let ended: StopReason = start.stop;
  let bound = start.bound;

  if (start.stop !== 'aborted' && !proves(start, gap)) {
    const model = neuralModel(problem, formulation, reductionFor(problem, formulation, start));
    const answer = await solve(solver, model, problem, start, gap, watch, onProgress);
    ended = answer.stop;
    bound = Math.max(bound, answer.bound);
    notes.push(...answer.notes);
    const found = hasSolution(answer) ? allocationAt(problem, model, answer.values) : undefined;
    const fault = hasSolution(answer) && found ? faultOf(surrogate, instance, problem, model, answer, found) : refusal(answer);
    if (fault !== undefined) notes.push(`${solver.name} ${fault}; the answer is the Lagrangian heuristic's`);
    else if (found) {
      solverName = answer.solver.name;
      start.pool.add(found);
      const polished = polish(problem, start, found, seed);
      if (polished) start.pool.add(polished);
    }
    if (start.pool.best === undefined && answer.status === 'infeasible')
      throw await contradiction(instance, solver, { seconds: explanationSeconds, signal: stop.signal });
  }

  fillPool(problem, start.pool);
  const { best } = start.pool;
  if (best === undefined) throw nothingFound(notes);
  bound = Math.min(bound, best.objective);
  return {
    best,
    pool: start.pool.list(poolLimit),
    mip: { objective: best.objective, bound, gap: relativeGap(best.objective, bound), solver: solverName },
    seconds: watch.elapsed(),
    stop: ended,
    notes,
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

/** What is wrong with a solver's allocation: a rule or capacity it breaks by more than the verifier's noise, or a price that is not the network's. */
function faultOf(
  surrogate: Surrogate,
  instance: Instance,
  problem: LocationProblem,
  { heads }: NeuralModel,
  answer: MipSolution,
  found: Allocation,
): string | undefined {
  const { capacity, depots } = problem;
  const point = answer.values.slice();
  // Short of an optimum the epigraph of a convex neuron may hold too much; completed, the columns must say what the network says.
  for (const head of heads) head.complete(point);
  const load = new Float64Array(depots);
  found.depotOf.forEach((d, i) => {
    load[d] += instance.customers[i].demand;
  });
  const overfull = load.findIndex((amount, d) => amount > capacity[d]);
  if (overfull >= 0) return `its allocation overfills depot '${instance.depots[overfull].id}' `;
  for (let d = 0; d < depots; d++) {
    if (!found.open[d]) continue;
    const customers = [...found.depotOf.keys()].filter((i) => found.depotOf[i] === d);
    const predicted = surrogate.predict(instance, d, customers);
    const price = heads.find(({ name }) => name === headName(d))?.output(point) ?? 0;
    const error = Math.max(Math.abs(price - predicted), Math.abs(found.predicted[d] - predicted));
    if (error > auditTolerance * Math.max(1, Math.abs(predicted)))
      return `depot '${instance.depots[d].id}' costs ${price} in the model, but ${predicted} by the network`;
  }
  return undefined;
}

function refusal({ status }: MipResult): string {
  switch (status) {
    case 'infeasible':
      return 'claims that there is no allocation';
    case 'no-solution':
      return 'found no allocation in time';
    default:
      return 'gave no answer that can be used';
  }
}

/** A point within the gap is not a local optimum yet. */
function polish(problem: LocationProblem, { dual }: HeuristicOutcome, { open, depotOf }: Allocation, seed: number): Allocation | undefined {
  const search = new LocalSearch(problem, new Random(seed));
  search.guide(dual.slopeCost);
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
