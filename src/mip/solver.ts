/** The interface of all MIP solvers, and the audit of their answers. */
import type { Stop, StopReason } from '../run/stop.ts';
import { acceptPoint, relativeGap } from './check.ts';
import type { MipModel } from './model.ts';

export interface MipProgress {
  readonly seconds: number;
  /** Objective of the best point so far, according to the solver. */
  readonly objective?: number;
  readonly bound?: number;
  readonly gap?: number;
}

export interface MipOptions {
  /** False where a solver's presolve is not to be trusted with the model; only HiGHS asks. */
  readonly presolve?: boolean;
  /** Relative gap at which the answer counts as optimal; 0 by default. */
  readonly gap?: number;
  /** Seconds and abort signal count; iterations, stall and target do not apply to a MIP. */
  readonly stop?: Stop;
  /** A feasible point to start from. It is checked, and returned if the solver finds nothing better. */
  readonly start?: Float64Array;
  /** For solvers that have threads; 1 by default. */
  readonly threads?: number;
  readonly onProgress?: (progress: MipProgress) => void;
}

interface MipReport {
  readonly solver: { readonly name: string; readonly version: string };
  readonly seconds: number;
  readonly stop: StopReason;
  /** What the user should know: refused points, crashes, corrected claims. */
  readonly notes: readonly string[];
}

export interface MipSolution extends MipReport {
  /** 'optimal': proved within the gap asked for. 'feasible': the best known when the run ended. */
  readonly status: 'optimal' | 'feasible';
  /** Recomputed from the verified point. */
  readonly objective: number;
  /** Lower bound, never above `objective`; −∞ if none is known. */
  readonly bound: number;
  readonly gap: number;
  readonly values: Float64Array;
}

export interface MipWithoutSolution extends MipReport {
  /** 'no-solution': the run ended too soon to tell. 'failed': the solver crashed or answered nonsense. */
  readonly status: 'infeasible' | 'unbounded' | 'no-solution' | 'failed';
  readonly bound: number;
}

export type MipResult = MipSolution | MipWithoutSolution;

/** Solves a mixed-integer program, and returns only points that pass our own check. */
export interface MipSolver {
  readonly name: string;
  /** Its version, of a program that may be missing: then it rejects with E_SOLVER_MISSING. */
  find?(): Promise<string>;
  solve(model: MipModel, options?: MipOptions): Promise<MipResult>;
}

export function hasSolution(result: MipResult): result is MipSolution {
  return result.status === 'optimal' || result.status === 'feasible';
}

/** A solver's answer before the audit. */
export interface Answer {
  readonly status: 'optimal' | 'infeasible' | 'unbounded' | 'limit' | 'failed';
  /** Every point that it returned; the best feasible one counts. */
  readonly points: readonly ArrayLike<number>[];
  readonly bound?: number;
  readonly stop: StopReason;
  readonly notes?: readonly string[];
}

export interface Claim extends Answer {
  readonly solver: { readonly name: string; readonly version: string };
  readonly seconds: number;
}

/**
 * Turns a claim into a result. Every point is checked against the model, including the start; the bound is capped at the verified
 * objective; a proof that a verified point contradicts is dropped with a note.
 */
export function audit(model: MipModel, claim: Claim, options: MipOptions = {}): MipResult {
  const notes = [...(claim.notes ?? [])];
  let best: { values: Float64Array; objective: number } | undefined;
  const consider = (point: ArrayLike<number>, whose: string) => {
    const accepted = acceptPoint(model, point);
    if ('reason' in accepted) notes.push(`${whose} was rejected: ${accepted.reason}`);
    else if (best === undefined || accepted.objective < best.objective) best = accepted;
  };
  if (options.start !== undefined) consider(options.start, 'the start');
  for (const point of claim.points) consider(point, `a point of ${claim.solver.name}`);

  const report = { solver: claim.solver, seconds: claim.seconds, stop: claim.stop, notes };
  const claimed = claim.bound === undefined || Number.isNaN(claim.bound) ? Number.NEGATIVE_INFINITY : claim.bound;
  if (claim.status === 'unbounded') return { ...report, status: 'unbounded', bound: Number.NEGATIVE_INFINITY };
  if (best === undefined) {
    const status = claim.status === 'limit' ? 'no-solution' : claim.status;
    if (status !== 'optimal') return { ...report, status, bound: status === 'infeasible' ? Number.POSITIVE_INFINITY : claimed };
    notes.push(`${claim.solver.name} claims an optimum without a point that passes the check`);
    return { ...report, status: 'failed', bound: Number.NEGATIVE_INFINITY };
  }

  const { values, objective } = best;
  let bound = Math.min(claimed, objective);
  let proved = claim.status === 'optimal';
  const disproved = disproof(claim, claimed, objective);
  if (disproved !== undefined) {
    notes.push(`${claim.solver.name} claims ${disproved}, but a verified point costs ${objective}; its proof is dropped`);
    bound = Number.NEGATIVE_INFINITY;
    proved = false;
  }
  const gap = relativeGap(objective, bound);
  return { ...report, status: proved && gap <= (options.gap ?? 0) + 1e-6 ? 'optimal' : 'feasible', objective, bound, gap, values };
}

/** The part of a claim that a verified point of this objective contradicts, if any. */
function disproof(claim: Claim, bound: number, objective: number): string | undefined {
  if (claim.status === 'infeasible') return 'the model is infeasible';
  const rounding = 1e-5 * Math.max(1, Math.abs(objective));
  return bound > objective + rounding ? `a bound of ${bound}` : undefined;
}
