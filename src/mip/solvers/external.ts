/** What all solvers that run as external programs have in common. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type Stop, StopWatch } from '../../run/stop.ts';
import type { MipModel } from '../model.ts';
import { type Answer, audit, type MipOptions, type MipResult, type MipSolver } from '../solver.ts';

export interface ExternalSolver extends MipSolver {
  /** Its version; rejects with E_SOLVER_MISSING if it is not installed. */
  find(): Promise<string>;
}

export interface ProgramLimits {
  /** Its time limit; Infinity for none. */
  readonly seconds: number;
  /** Seconds after which it is killed: it only checks its clock between steps, reads the model and writes the answer. */
  readonly limit: number;
  readonly signal: Stop['signal'];
}

/** Runs an installed solver and audits its claim; one that was stopped or fails has found nothing. */
export async function solveOutside(
  solver: ExternalSolver,
  model: MipModel,
  options: MipOptions,
  run: (limits: ProgramLimits) => Promise<Answer>,
): Promise<MipResult> {
  const { stop = {} } = options;
  const described = { name: solver.name, version: await solver.find() };
  const watch = new StopWatch(stop);
  const seconds = Math.max(0, watch.remaining());
  const answer = await run({ seconds, limit: seconds * 1.05 + 1.1, signal: stop.signal }).catch(withoutAnswer);
  return audit(model, { solver: described, seconds: watch.elapsed(), ...answer }, options);
}

function withoutAnswer(error: unknown): Answer {
  if (!(error instanceof NeoLrpError) || error.code === 'E_SOLVER_MISSING') throw error;
  if (error.code === 'E_BUDGET') return { status: 'limit', points: [], stop: 'aborted' };
  return { status: 'failed', points: [], stop: 'complete', notes: [error.message] };
}
