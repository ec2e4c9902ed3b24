/** Our own check of a point: no solver is trusted about feasibility, integrality or objective. */
import { type MipModel, objectiveAt } from './model.ts';

/** Rows and bounds may be violated by this times max(1, |bound|): a little more than HiGHS, Gurobi, SCIP and CBC promise. */
const feasibility = 5e-6;
/** How far an integer column may be from an integer. */
const integrality = 1e-5;

export interface PointCheck {
  /** Recomputed from costs and point. */
  readonly objective: number;
  /** The worst violation in words, if the point fails. */
  readonly reason?: string;
}

export function checkPoint(model: MipModel, point: ArrayLike<number>): PointCheck {
  const refused = (reason: string) => ({ objective: Number.NaN, reason });
  if (point.length !== model.columnCount) return refused(`the point has ${point.length} values for ${model.columnCount} columns`);
  let [violation, fractionality] = [feasibility, integrality];
  let worst: string | undefined;
  let worstFraction: string | undefined;
  const measure = (value: number, lower: number, upper: number, kind: string, name: string) => {
    const bound = value < lower ? lower : upper;
    const excess = value < lower ? lower - value : value - upper;
    if (!(excess > violation * Math.max(1, Math.abs(bound)))) return;
    violation = excess / Math.max(1, Math.abs(bound));
    worst = `${kind} ${name} = ${value} is outside [${lower}, ${upper}]`;
  };

  for (let column = 0; column < model.columnCount; column++) {
    const value = point[column];
    const { [column]: name } = model.columnNames;
    if (!Number.isFinite(value)) return refused(`column ${name} = ${value}`);
    measure(value, model.lower[column], model.upper[column], 'column', name);
    const distance = model.integer[column] === 1 ? Math.abs(value - Math.round(value)) : 0;
    if (distance <= fractionality) continue;
    fractionality = distance;
    worstFraction = `integer column ${name} = ${value}`;
  }
  for (let row = 0; row < model.rowCount; row++) {
    let activity = 0;
    for (let entry = model.rowStarts[row]; entry < model.rowStarts[row + 1]; entry++)
      activity += model.coefficients[entry] * point[model.columns[entry]];
    measure(activity, model.rowLower[row], model.rowUpper[row], 'row', model.rowNames[row]);
  }
  return { objective: objectiveAt(model, point), reason: worst ?? worstFraction };
}

/** The point with its integer columns rounded, if that is feasible; else the point itself, if feasible; else the reason. */
export function acceptPoint(
  model: MipModel,
  point: ArrayLike<number>,
): { readonly values: Float64Array; readonly objective: number } | { readonly reason: string } {
  const { objective, reason } = checkPoint(model, point);
  if (reason !== undefined) return { reason };
  // + 0 turns the −0 that rounding leaves into 0.
  const rounded = Float64Array.from(point, (value, column) => (model.integer[column] === 1 ? Math.round(value) + 0 : value));
  const afterRounding = checkPoint(model, rounded);
  return afterRounding.reason === undefined
    ? { values: rounded, objective: afterRounding.objective }
    : { values: Float64Array.from(point), objective };
}

/** (objective − bound) / |objective|, as in HiGHS and Gurobi; 0 when they meet, ∞ without a bound. */
export function relativeGap(objective: number, bound: number): number {
  if (objective <= bound) return 0;
  return Number.isFinite(bound) ? (objective - bound) / Math.max(Math.abs(objective), 1e-10) : Number.POSITIVE_INFINITY;
}

/** Bounds farther from the objective than this tell a reader nothing about the decision. */
const informative = 0.1;

/** The relative gap; undefined where it is so large, or no bound known. */
export function informativeGap(objective: number, bound: number | null | undefined): number | undefined {
  const gap = relativeGap(objective, bound ?? Number.NEGATIVE_INFINITY);
  return gap <= informative ? gap : undefined;
}
