/** Solvers that come as a Python package: the model goes to a small driver as MPS text, the answer comes back as JSON. */
import * as z from 'zod';
import { parseAnswer, runProgram } from '../../parallel/process.ts';
import { findPythonPackage, type PythonPackage, pythonStartUp } from '../../parallel/python.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { StopWatch } from '../../run/stop.ts';
import type { MipModel } from '../model.ts';
import { writeMps } from '../mps-format.ts';
import { audit, type MipOptions, type MipResult, type MipSolver } from '../solver.ts';
import { failedClaim, outsideLimit } from './program.ts';

export interface PythonSolverDefinition {
  readonly name: string;
  readonly package: string;
  /** Python that prints the solver's version, or fails. */
  readonly probe: string;
  /** Python that prints `ready`, reads a request from stdin, and prints an answer. */
  readonly driver: string;
}

const answerSchema = z.object({
  status: z.enum(['optimal', 'infeasible', 'unbounded', 'limit', 'failed']),
  values: z.array(z.number()).nullish(),
  bound: z.number().nullish(),
  note: z.string().nullish(),
});

export class PythonSolver implements MipSolver {
  readonly name: string;
  private found: Promise<PythonPackage> | undefined;

  constructor(private readonly definition: PythonSolverDefinition) {
    this.name = definition.name;
  }

  find(): Promise<PythonPackage> {
    this.found ??= findPythonPackage(this.definition.package, this.definition.probe);
    return this.found;
  }

  async solve(model: MipModel, options: MipOptions = {}): Promise<MipResult> {
    const python = await this.find();
    if (python.state === 'absent') {
      throw new NeoLrpError(
        'E_SOLVER_MISSING',
        `${this.name} needs the Python package '${this.definition.package}'; install it with pip (${python.reason})`,
      );
    }
    const watch = new StopWatch(options.stop ?? {});
    const seconds = Math.max(0, watch.remaining());
    const solver = { name: this.name, version: python.version };
    const request = {
      mps: writeMps(model, { names: 'index' }),
      columns: model.columnCount,
      gap: options.gap ?? 0,
      seconds: Number.isFinite(seconds) ? seconds : null,
      threads: options.threads ?? 1,
      start: options.start === undefined ? null : [...options.start],
    };
    try {
      const stdout = await runProgram({
        name: this.name,
        command: python.interpreter,
        args: ['-c', this.definition.driver],
        input: JSON.stringify(request),
        startUp: pythonStartUp,
        limit: outsideLimit(seconds),
        signal: options.stop?.signal,
      });
      const answer = answerSchema.safeParse(parseAnswer(this.name, stdout));
      if (!answer.success)
        throw new NeoLrpError('E_SOLVER_FAILED', `${this.name} gave an invalid answer: ${z.prettifyError(answer.error)}`);
      const { status, values, bound, note } = answer.data;
      const points = values ? [values] : [];
      const stop = status === 'limit' ? 'time' : 'complete';
      const notes = note ? [note] : [];
      return audit(model, { solver, status, points, bound: bound ?? undefined, seconds: watch.elapsed(), stop, notes }, options);
    } catch (error) {
      return audit(model, failedClaim(solver, watch.elapsed(), error), options);
    }
  }
}
