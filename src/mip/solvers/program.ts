/** What all solvers that run as a program of their own have in common. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Claim } from '../solver.ts';

/** A solver checks its clock between steps; past its limit by this much it is ended from outside, in seconds. */
export function outsideLimit(seconds: number): number {
  return Number.isFinite(seconds) ? seconds * 1.05 + 0.1 + answerAllowance : Number.POSITIVE_INFINITY;
}

/** Reading the model and writing the answer is not the solver's time. */
const answerAllowance = 1;

/** The claim of a program that was stopped or came to grief; only what is not a solver's fault is thrown on. */
export function failedClaim(solver: Claim['solver'], seconds: number, error: unknown): Claim {
  if (!(error instanceof NeoLrpError) || error.code === 'E_SOLVER_MISSING') throw error;
  if (error.code === 'E_BUDGET') return { solver, status: 'limit', points: [], seconds, stop: 'aborted' };
  return { solver, status: 'failed', points: [], seconds, stop: 'complete', notes: [error.message] };
}
