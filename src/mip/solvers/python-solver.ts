/** Solvers that come as a Python package: the model goes to a small driver as MPS text, the answer comes back as JSON. */
import * as z from 'zod';
import { parseAnswer, runProgram } from '../../parallel/process.ts';
import { findPythonPackage, type PythonPackage, pythonStartUp } from '../../parallel/python.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { MipModel } from '../model.ts';
import { writeMps } from '../mps.ts';
import type { MipOptions, MipResult } from '../solver.ts';
import { type ExternalSolver, solveOutside } from './external.ts';

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

export class PythonSolver implements ExternalSolver {
  readonly name: string;
  private found: Promise<PythonPackage> | undefined;

  constructor(private readonly definition: PythonSolverDefinition) {
    this.name = definition.name;
  }

  async find(): Promise<string> {
    return (await this.locate()).version;
  }

  private async locate() {
    const { name, definition } = this;
    this.found ??= findPythonPackage(definition.package, definition.probe);
    const found = await this.found;
    if (found.state === 'present') return found;
    throw new NeoLrpError(
      'E_SOLVER_MISSING',
      `${name} needs the Python package '${definition.package}'; install it with pip (${found.reason})`,
    );
  }

  solve(model: MipModel, options: MipOptions = {}): Promise<MipResult> {
    const { name, definition } = this;
    return solveOutside(this, model, options, async ({ seconds, limit, signal }) => {
      const request = {
        mps: writeMps(model),
        columns: model.columnCount,
        gap: options.gap ?? 0,
        seconds: Number.isFinite(seconds) ? seconds : null,
        threads: options.threads ?? 1,
        start: options.start === undefined ? null : [...options.start],
      };
      const { interpreter } = await this.locate();
      const input = JSON.stringify(request);
      const program = { name, command: interpreter, args: ['-c', definition.driver], input, startUp: pythonStartUp, limit, signal };
      const answer = answerSchema.safeParse(parseAnswer(name, await runProgram(program)));
      if (!answer.success) throw new NeoLrpError('E_SOLVER_FAILED', `${name} gave an invalid answer: ${z.prettifyError(answer.error)}`);
      const { status, values, bound, note } = answer.data;
      return {
        status,
        points: values ? [values] : [],
        bound: bound ?? undefined,
        stop: status === 'limit' ? 'time' : 'complete',
        notes: note ? [note] : [],
      };
    });
  }
}
