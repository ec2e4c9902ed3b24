/** What all solvers that run as external programs have in common. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type Stop, StopWatch } from '../../run/stop.ts';
import type { MipModel } from '../model.ts';
import { type Answer, audit, type MipOptions, type MipSolver } from '../solver.ts';

interface ProgramLimits {
  /** Its time limit; Infinity for none. */
  readonly seconds: number;
  /** Seconds after which it is killed: it only checks its clock between steps, reads the model and writes the answer. */
  readonly limit: number;
  readonly signal: Stop['signal'];
}

interface ExternalProgram {
  readonly name: string;
  /** Its version; rejects with E_SOLVER_MISSING if it is not installed. */
  readonly find: () => Promise<string>;
  readonly run: (model: MipModel, options: MipOptions, limits: ProgramLimits) => Promise<Answer>;
}

/** Audits what the program claims; one that was stopped or fails has found nothing. */
export const externalSolver = ({ name, find, run }: ExternalProgram): MipSolver => ({
  name,
  find,
  async solve(model, options = {}) {
    const { stop = {} } = options;
    const solver = { name, version: await find() };
    const watch = new StopWatch(stop);
    const seconds = Math.max(0, watch.remaining());
    const answer = await run(model, options, { seconds, limit: seconds * 1.05 + 1.1, signal: stop.signal }).catch(withoutAnswer);
    return audit(model, { solver, seconds: watch.elapsed(), ...answer }, options);
  },
});

function withoutAnswer(error: unknown): Answer {
  if (!(error instanceof NeoLrpError) || error.code === 'E_SOLVER_MISSING') throw error;
  if (error.code === 'E_BUDGET') return { status: 'limit', points: [], stop: 'aborted' };
  return { status: 'failed', points: [], stop: 'complete', notes: [error.message] };
}
