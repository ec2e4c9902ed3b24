/** Google's OR-Tools through its Python package: first solution, then guided local search until the time is up. */
import * as z from 'zod';
import { parseAnswer, runProgram } from '../parallel/process.ts';
import { findPythonPackage, pythonStartUp } from '../parallel/python.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, type Located, secondsOf } from './external.ts';
import { fleetFeatures, fleetSize, integerProblem, requireSingleDepot } from './integer-problem.ts';
import { ortoolsDriver } from './ortools-driver.ts';
import type { Router } from './router.ts';

/** Its costs have 64 bits, and guided local search adds penalties as large as the costs. */
const largestSum = 2 ** 45;

const honoured = [...fleetFeatures, 'vehicles.costPerHour', 'vehicles.maxDuration', 'depots.maxVehicles'];

const answerSchema = z.object({
  /** Customers of each route, by position. */
  routes: z.array(z.array(z.number())),
  /** Vehicle type of each route, by position; the first unless given. */
  vehicles: z.array(z.number()).default([]),
  /** It finished before its time was up. */
  complete: z.boolean(),
});

export function ortoolsRouter(interpreter: string): Router {
  return {
    name: 'ortools',
    async solve(cvrp, { stop }) {
      requireSingleDepot('ortools', cvrp, honoured);
      const seconds = secondsOf('ortools', stop);
      const { types, ...problem } = integerProblem(cvrp, largestSum);
      const most = fleetSize(cvrp);
      const stdout = await runProgram({
        name: 'OR-Tools',
        command: interpreter,
        args: ['-c', ortoolsDriver],
        input: JSON.stringify({ ...problem, types: types.map((type) => ({ ...type, count: Math.min(type.count, most) })), seconds }),
        startUp: pythonStartUp,
        limit: hardLimit(seconds, cvrp.customers.length),
        signal: stop.signal,
      });
      const answer = parseAnswer('OR-Tools', stdout);
      const parsed = answerSchema.safeParse(answer);
      if (!parsed.success)
        throw new NeoLrpError('E_SOLVER_FAILED', `OR-Tools gave an invalid answer: ${JSON.stringify(answer).slice(0, 200)}`);
      const { routes, vehicles, complete } = parsed.data;
      return { routes: acceptRoutes('OR-Tools', cvrp, routes, vehicles), stop: complete ? 'complete' : 'time' };
    },
  };
}

export async function locateOrTools(): Promise<Located> {
  const probe = 'import ortools; from ortools.constraint_solver import pywrapcp; print(ortools.__version__)';
  const found = await findPythonPackage('OR-Tools', probe);
  if (found.state === 'absent') return found;
  return { state: 'present', router: ortoolsRouter(found.interpreter), how: `ortools ${found.version} (${found.interpreter})` };
}
