/** What all solvers that run as external programs have in common. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Claim } from '../solver.ts';

/** Seconds after which a solver is killed: it only checks its clock between steps. */
export function outsideLimit(seconds: number): number {
  return Number.isFinite(seconds) ? seconds * 1.05 + 0.1 + answerAllowance : Number.POSITIVE_INFINITY;
}

/** Seconds for reading the model and writing the answer. */
const answerAllowance = 1;

/** The claim of a program that was stopped or failed; rethrows any other error. */
export function failedClaim(solver: Claim['solver'], seconds: number, error: unknown): Claim {
  if (!(error instanceof NeoLrpError) || error.code === 'E_SOLVER_MISSING') throw error;
  if (error.code === 'E_BUDGET') return { solver, status: 'limit', points: [], seconds, stop: 'aborted' };
  return { solver, status: 'failed', points: [], seconds, stop: 'complete', notes: [error.message] };
}
