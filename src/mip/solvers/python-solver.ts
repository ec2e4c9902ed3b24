/** Solvers that come as a Python package: the model goes to a small driver as MPS text, the answer comes back as JSON. */
import * as z from 'zod';
import { askPython, findPythonPackage } from '../../parallel/python.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { writeMps } from '../mps.ts';
import type { MipSolver } from '../solver.ts';
import { externalSolver } from './external.ts';

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

export function pythonSolver({ name, package: from, probe, driver }: PythonSolverDefinition): MipSolver {
  let found: ReturnType<typeof findPythonPackage> | undefined;
  const locate = async () => {
    found ??= findPythonPackage(from, probe);
    const place = await found;
    if (place.state === 'present') return place;
    throw new NeoLrpError('E_SOLVER_MISSING', `${name} needs the Python package '${from}'; install it with pip (${place.reason})`);
  };
  return externalSolver({
    name,
    find: async () => (await locate()).version,
    async run(model, { gap = 0, threads = 1, start }, { seconds, ...limits }) {
      const { interpreter } = await locate();
      const request = {
        mps: writeMps(model),
        columns: model.columnCount,
        gap,
        seconds: Number.isFinite(seconds) ? seconds : null,
        threads,
        start: start === undefined ? null : [...start],
      };
      const { status, values, bound, note } = await askPython({ name, interpreter, driver, request, ...limits }, answerSchema);
      return {
        status,
        points: values ? [values] : [],
        bound: bound ?? undefined,
        stop: status === 'limit' ? 'time' : 'complete',
        notes: note ? [note] : [],
      };
    },
  });
}
