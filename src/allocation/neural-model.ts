/**
 * The paper's MIP (its section "Neural Embedded MIP Formulation") on units: location rows,
 *
 *     Σ_d w_ud = 1,   w_ud ≤ y_d,   Σ_u q_u w_ud ≤ Q_d y_d,   Σ_d Q_d y_d ≥ Σ_u q_u,   Σ_d y_d ≥ k_min
 *
 * and the side constraints: locks and forbidden pairs as bounds (columns that can only be 0 are left out); counts, budget, depots that
 * exclude each other and customers kept apart as rows. Opening costs are the costs of y; the heads of the surrogate add the rest.
 */
import { MipBuilder } from '../mip/model.ts';
import { type EmbeddedHead, type FormulationName, formulations } from '../mip/relu/formulation.ts';
import type { Allocation } from './allocation.ts';
import { evaluate } from './assignment.ts';
import type { LocationProblem } from './location-problem.ts';
import { type Reduction, unreduced } from './reduction.ts';

export interface NeuralModel {
  readonly builder: MipBuilder;
  /** Column y of each depot. */
  readonly open: Int32Array;
  /** Column w at d · units + u; −1 if there is none. */
  readonly assign: Int32Array;
  /** One per depot; none where the reduction has closed it. */
  readonly heads: readonly (EmbeddedHead | undefined)[];
}

export function neuralModel(
  problem: LocationProblem,
  formulation: FormulationName,
  reduction: Reduction = unreduced(problem),
): NeuralModel {
  const { depots, units, latent, embeddings, peaks, demand, capacity, heads } = problem;
  const location = locationModel(problem, reduction);
  const { builder, open, assign } = location;
  const embedded = Array.from({ length: depots }, (_, d) => {
    if (reduction.closed[d]) return undefined;
    const served = [...demand.keys()].filter((u) => assign[d * units + u] >= 0);
    const rows = new Float64Array(served.length * latent);
    served.forEach((u, j) => {
      rows.set(embeddings.subarray((d * units + u) * latent, (d * units + u + 1) * latent), j * latent);
    });
    return formulations[formulation](builder, heads[d], {
      name: `d${d}`,
      inputs: Int32Array.from(served, (u) => assign[d * units + u]),
      embeddings: rows,
      ...(peaks && { peaks: Float64Array.from(served, (u) => peaks[d * units + u]) }),
      onOff: open[d],
      ...(capacity[d] < Number.POSITIVE_INFINITY && {
        capacity: { demands: Float64Array.from(served, (u) => demand[u]), limit: capacity[d] },
      }),
    });
  });
  return { ...location, heads: embedded };
}

export function locationModel(problem: LocationProblem, reduction: Reduction): Omit<NeuralModel, 'heads'> {
  const { instance, depots, units, members, demand, capacity, openingCost, cover, apartFrom, rules } = problem;
  const builder = new MipBuilder(instance.name);
  const open = Int32Array.from(openingCost, (cost, d) => {
    const [lower, upper] = [reduction.open[d], 1 - reduction.closed[d]];
    return builder.addColumn({ lower: Math.min(lower, upper), upper, cost, integer: true, name: `y_${d}` });
  });
  const assign = new Int32Array(depots * units).fill(-1);
  for (let d = 0; d < depots; d++)
    for (let u = 0; u < units; u++)
      if (reduction.allowed[d * units + u] && !reduction.closed[d]) assign[d * units + u] = builder.addBinary(0, `w_${members[u][0]}_${d}`);

  const sumOf = (columns: ArrayLike<number>) => ({ columns, coefficients: new Float64Array(columns.length).fill(1) });
  for (let u = 0; u < units; u++) {
    const columns = Array.from({ length: depots }, (_, d) => assign[d * units + u]).filter((w) => w >= 0);
    builder.equal(sumOf(columns), 1, { name: `serve_${members[u][0]}` });
  }
  for (let d = 0; d < depots; d++) {
    const served = [...demand.keys()].filter((u) => assign[d * units + u] >= 0);
    for (const u of served) {
      const w = assign[d * units + u];
      builder.atMost({ columns: [w, open[d]], coefficients: [1, -1] }, 0, { name: `link_${members[u][0]}_${d}` });
      for (const v of apartFrom[u]) {
        const other = assign[d * units + v];
        if (v < u || other < 0) continue;
        builder.atMost({ columns: [w, other, open[d]], coefficients: [1, 1, -1] }, 0, { name: `apart_${u}_${v}_${d}` });
      }
    }
    if (capacity[d] === Number.POSITIVE_INFINITY) continue;
    const columns = [...served.map((u) => assign[d * units + u]), open[d]];
    builder.atMost({ columns, coefficients: [...served.map((u) => demand[u]), -capacity[d]] }, 0, { name: `capacity_${d}` });
  }

  builder.atLeast({ columns: open, coefficients: cover.supply }, cover.demand, { name: 'supply' });
  builder.atLeast(sumOf(open), Math.max(cover.minOpen, fewestDepots(problem)), { name: 'least_open' });
  if (rules.maxOpen < depots) builder.atMost(sumOf(open), rules.maxOpen, { name: 'most_open' });
  for (const group of cover.oneOf) builder.atMost(sumOf(group.map((d) => open[d])), 1, { name: `one_of_${group.join('_')}` });
  if (cover.budget < Number.POSITIVE_INFINITY)
    builder.atMost({ columns: open, coefficients: openingCost }, cover.budget, { name: 'budget' });
  return { builder, open, assign };
}

/** k_min: how many of the largest depots supply the demand. */
function fewestDepots({ cover }: LocationProblem): number {
  const supplies = cover.supply.filter((_, d) => !cover.lockedClosed[d]).sort((a, b) => b - a);
  let [count, supplied] = [0, 0];
  while (count < supplies.length && supplied < cover.demand) supplied += supplies[count++];
  return count;
}

/** An allocation as a point of the model; undefined if the reduction has ruled it out. */
export function pointOf(problem: LocationProblem, model: NeuralModel, { open, depotOf }: Allocation): Float64Array | undefined {
  const point = new Float64Array(model.builder.columnCount);
  model.open.forEach((y, d) => {
    point[y] = open[d];
  });
  for (let u = 0; u < problem.units; u++) {
    const w = model.assign[depotOf[problem.members[u][0]] * problem.units + u];
    if (w < 0) return undefined;
    point[w] = 1;
  }
  for (const head of model.heads) head?.complete(point);
  return point;
}

/** The allocation of a point of the model, priced by the network; undefined if a unit is not assigned. */
export function allocationAt(problem: LocationProblem, { open, assign }: NeuralModel, point: ArrayLike<number>): Allocation | undefined {
  const { depots, units, unitOf } = problem;
  const depotOf = Array.from({ length: units }, (_, u) => {
    const isHere = (d: number) => assign[d * units + u] >= 0 && point[assign[d * units + u]] > 0.5;
    return Array.from({ length: depots }, (_, d) => d).findIndex(isHere);
  });
  if (depotOf.includes(-1)) return undefined;
  const opened = Uint8Array.from(open, (y) => Number(point[y] > 0.5));
  return evaluate(
    problem,
    opened,
    Int32Array.from(unitOf, (u) => depotOf[u]),
  );
}
