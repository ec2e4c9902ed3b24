/**
 * The location part of the MIP (paper, section "Neural Embedded MIP Formulation"), before any network:
 *
 *     Σ_d w_ud = 1,   w_ud ≤ y_d,   Σ_u q_u w_ud ≤ Q_d y_d,   Σ_d Q_d y_d ≥ Σ_u q_u,   Σ_d y_d ≥ k_min
 *
 * and the side constraints: locks and forbidden pairs as bounds (columns that can only be 0 are left out); counts, budget, depots that
 * exclude each other and customers kept apart as rows. Opening costs are the costs of y.
 */
import { MipBuilder } from '../mip/model.ts';
import type { Allocation } from './allocation.ts';
import { evaluate } from './assignment.ts';
import type { LocationProblem } from './location-problem.ts';
import { type Reduction, unreduced } from './reduction.ts';

export interface LocationModel {
  readonly builder: MipBuilder;
  /** Column y of each depot. */
  readonly open: Int32Array;
  /** Column w at d · units + u; −1 if there is none. */
  readonly assign: Int32Array;
}

export function locationModel(problem: LocationProblem, reduction: Reduction = unreduced(problem)): LocationModel {
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

  const ones = (count: number) => new Float64Array(count).fill(1);
  for (let u = 0; u < units; u++) {
    const columns = Array.from({ length: depots }, (_, d) => assign[d * units + u]).filter((w) => w >= 0);
    builder.equal({ columns, coefficients: ones(columns.length) }, 1, { name: `serve_${members[u][0]}` });
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

  const all = { columns: open, coefficients: ones(depots) };
  builder.atLeast({ columns: open, coefficients: cover.supply }, cover.demand, { name: 'supply' });
  builder.atLeast(all, Math.max(cover.minOpen, fewestDepots(problem)), { name: 'least_open' });
  if (rules.maxOpen < depots) builder.atMost(all, rules.maxOpen, { name: 'most_open' });
  for (const group of cover.oneOf)
    builder.atMost({ columns: group.map((d) => open[d]), coefficients: ones(group.length) }, 1, { name: `one_of_${group.join('_')}` });
  if (cover.budget < Number.POSITIVE_INFINITY)
    builder.atMost({ columns: open, coefficients: openingCost }, cover.budget, { name: 'budget' });
  return { builder, open, assign };
}

/** k_min: how many of the largest depots supply the demand. */
function fewestDepots({ cover }: LocationProblem): number {
  const supplies = Array.from(cover.supply, (supply, d) => (cover.lockedClosed[d] ? 0 : supply)).sort((a, b) => b - a);
  let [count, supplied] = [0, 0];
  while (count < supplies.length && supplied < cover.demand) supplied += supplies[count++];
  return count;
}

/** An allocation as a point of the model, without the columns of heads; undefined if the reduction has ruled it out. */
export function pointOf(
  problem: LocationProblem,
  { open, assign }: LocationModel,
  columns: number,
  from: Allocation,
): Float64Array | undefined {
  const point = new Float64Array(columns);
  open.forEach((y, d) => {
    point[y] = from.open[d];
  });
  for (let u = 0; u < problem.units; u++) {
    const w = assign[from.depotOf[problem.members[u][0]] * problem.units + u];
    if (w < 0) return undefined;
    point[w] = 1;
  }
  return point;
}

/** The allocation of a point of the model, priced by the network; undefined if a unit is not assigned. */
export function allocationAt(problem: LocationProblem, { open, assign }: LocationModel, point: ArrayLike<number>): Allocation | undefined {
  const { depots, units, unitOf } = problem;
  const depotOfUnit = new Int32Array(units).fill(-1);
  for (let d = 0; d < depots; d++)
    for (let u = 0; u < units; u++) {
      const w = assign[d * units + u];
      if (w >= 0 && point[w] > 0.5) depotOfUnit[u] = d;
    }
  if (depotOfUnit.includes(-1)) return undefined;
  const opened = Uint8Array.from(open, (y) => (point[y] > 0.5 ? 1 : 0));
  return evaluate(
    problem,
    opened,
    Int32Array.from(unitOf, (u) => depotOfUnit[u]),
  );
}
