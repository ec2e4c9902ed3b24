/** Google's OR-Tools through its Python package: first solution, then guided local search until the time is over. */
import { z } from 'zod';
import { parseAnswer, runProgram } from '../parallel/process.ts';
import { findPythonPackage, pythonStartUp } from '../parallel/python.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, type Located, secondsOf } from './external.ts';
import { integerCvrp, requireSingleDepot } from './integer-costs.ts';
import { ortoolsDriver } from './ortools-driver.ts';
import type { Router } from './router.ts';

/** Its costs are 64-bit; guided local search adds penalties of the order of the costs themselves. */
const largestSum = 2 ** 45;

const answerSchema = z.object({ routes: z.array(z.array(z.number())), complete: z.boolean() });

export function ortoolsRouter(interpreter: string): Router {
  return {
    name: 'ortools',
    async solve(cvrp, { stop }) {
      requireSingleDepot('ortools', cvrp);
      const seconds = secondsOf('ortools', stop);
      const stdout = await runProgram({
        name: 'OR-Tools',
        command: interpreter,
        args: ['-c', ortoolsDriver],
        input: JSON.stringify({ ...integerCvrp(cvrp, largestSum), seconds }),
        startUp: pythonStartUp,
        limit: hardLimit(seconds),
        signal: stop.signal,
      });
      const answer = answerSchema.safeParse(parseAnswer('OR-Tools', stdout));
      if (!answer.success) throw new NeoLrpError('E_SOLVER_FAILED', `OR-Tools answered nonsense: ${answer.error.issues[0].message}`);
      return { routes: acceptRoutes('OR-Tools', cvrp, answer.data.routes), stop: answer.data.complete ? 'complete' : 'time' };
    },
  };
}

export async function locateOrTools(): Promise<Located> {
  const found = await findPythonPackage(
    'OR-Tools',
    'import ortools; from ortools.constraint_solver import pywrapcp; print(ortools.__version__)',
  );
  if (found.state === 'absent') return found;
  return { state: 'present', router: ortoolsRouter(found.interpreter), how: `ortools ${found.version} (${found.interpreter})` };
}
