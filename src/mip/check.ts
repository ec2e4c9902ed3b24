/** Our own check of a point: no solver is trusted about feasibility, integrality or objective. */
import { type MipModel, objectiveAt } from './model.ts';

/**
 * Rows and bounds may be violated by `tolerance · max(1, |bound|)`, integrality by `integrality`. Slightly above the 1e-6 that HiGHS,
 * Gurobi, SCIP and CBC promise on their scaled models.
 */
export interface Tolerance {
  readonly feasibility: number;
  readonly integrality: number;
}

const defaultTolerance: Tolerance = { feasibility: 5e-6, integrality: 1e-5 };

export interface PointCheck {
  readonly feasible: boolean;
  /** Recomputed from costs and point. */
  readonly objective: number;
  /** The largest violation of a row or bound, relative to max(1, |bound|). */
  readonly violation: number;
  /** The largest distance of an integer column from an integer. */
  readonly fractionality: number;
  /** The worst violation in words, if the point fails. */
  readonly reason?: string;
}

export function checkPoint(model: MipModel, point: ArrayLike<number>, tolerance: Tolerance = defaultTolerance): PointCheck {
  if (point.length !== model.columnCount) return refused(`the point has ${point.length} values for ${model.columnCount} columns`);
  let violation = 0;
  let fractionality = 0;
  let worst = '';
  let worstFraction = '';
  const measure = (value: number, lower: number, upper: number, name: string) => {
    const excess =
      value < lower ? (lower - value) / Math.max(1, Math.abs(lower)) : value > upper ? (value - upper) / Math.max(1, Math.abs(upper)) : 0;
    if (excess > violation) {
      violation = excess;
      worst = `${name} = ${value} is outside [${lower}, ${upper}]`;
    }
  };

  for (let column = 0; column < model.columnCount; column++) {
    const value = point[column];
    const name = model.columnNames[column];
    if (!Number.isFinite(value)) return refused(`column ${name} = ${value}`);
    measure(value, model.lower[column], model.upper[column], `column ${name}`);
    if (model.integer[column] === 0) continue;
    const distance = Math.abs(value - Math.round(value));
    if (distance > fractionality) {
      fractionality = distance;
      worstFraction = `integer column ${name} = ${value}`;
    }
  }
  for (let row = 0; row < model.rowCount; row++) {
    let activity = 0;
    for (let entry = model.rowStarts[row]; entry < model.rowStarts[row + 1]; entry++) {
      activity += model.coefficients[entry] * point[model.columns[entry]];
    }
    measure(activity, model.rowLower[row], model.rowUpper[row], `row ${model.rowNames[row]}`);
  }

  const objective = objectiveAt(model, point);
  const reason = violation > tolerance.feasibility ? worst : fractionality > tolerance.integrality ? worstFraction : undefined;
  return { feasible: reason === undefined, objective, violation, fractionality, reason };
}

function refused(reason: string): PointCheck {
  return { feasible: false, objective: Number.NaN, violation: Number.POSITIVE_INFINITY, fractionality: Number.POSITIVE_INFINITY, reason };
}

/** The point with its integer columns rounded, if that is feasible; else the point itself, if feasible; else the reason. */
export function acceptPoint(
  model: MipModel,
  point: ArrayLike<number>,
  tolerance: Tolerance = defaultTolerance,
): { readonly values: Float64Array; readonly objective: number } | { readonly reason: string } {
  const asGiven = checkPoint(model, point, tolerance);
  if (asGiven.reason !== undefined) return { reason: asGiven.reason };
  const rounded = Float64Array.from(point);
  // + 0 turns the −0 that rounding leaves into 0.
  for (let column = 0; column < rounded.length; column++)
    if (model.integer[column] === 1) rounded[column] = Math.round(rounded[column]) + 0;
  const afterRounding = checkPoint(model, rounded, tolerance);
  if (afterRounding.feasible) return { values: rounded, objective: afterRounding.objective };
  return { values: Float64Array.from(point), objective: asGiven.objective };
}

/** (objective − bound) / |objective|, as in HiGHS and Gurobi; 0 when they meet, ∞ without a bound. */
export function relativeGap(objective: number, bound: number): number {
  if (objective <= bound) return 0;
  return Number.isFinite(bound) ? (objective - bound) / Math.max(Math.abs(objective), 1e-10) : Number.POSITIVE_INFINITY;
}

/** Bounds farther from the objective than this tell a reader nothing about the decision. */
const informativeGap = 0.1;

export const isInformative = (objective: number, bound: number): boolean => relativeGap(objective, bound) <= informativeGap;
