/** Google's OR-Tools through its Python package: first solution, then guided local search until the time is up. */
import { parseAnswer, runProgram } from '../parallel/process.ts';
import { findPythonPackage, pythonStartUp } from '../parallel/python.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, type Located, secondsOf } from './external.ts';
import { integerCvrp, requireSingleDepot } from './integer-costs.ts';
import { fleetFeatures, integerFleet, needsFleet } from './integer-fleet.ts';
import { parseOrToolsAnswer } from './ortools-answer.ts';
import { ortoolsDriver } from './ortools-driver.ts';
import { locateOrToolsWasm } from './ortools-wasm.ts';
import type { Router } from './router.ts';

/** Its costs have 64 bits, and guided local search adds penalties as large as the costs. */
const largestSum = 2 ** 45;

const honoured = [...fleetFeatures, 'vehicles.costPerHour', 'vehicles.maxDuration', 'depots.maxVehicles'];

export function ortoolsRouter(interpreter: string): Router {
  return {
    name: 'ortools',
    async solve(cvrp, { stop }) {
      requireSingleDepot('ortools', cvrp, honoured);
      const seconds = secondsOf('ortools', stop);
      const stdout = await runProgram({
        name: 'OR-Tools',
        command: interpreter,
        args: ['-c', ortoolsDriver],
        input: JSON.stringify({ ...(needsFleet(cvrp) ? integerFleet : integerCvrp)(cvrp, largestSum), seconds }),
        startUp: pythonStartUp,
        limit: hardLimit(seconds, cvrp.customers.length),
        signal: stop.signal,
      });
      const { routes, vehicles, complete } = parseOrToolsAnswer(parseAnswer('OR-Tools', stdout));
      return { routes: acceptRoutes('OR-Tools', cvrp, routes, vehicles), stop: complete ? 'complete' : 'time' };
    },
  };
}

/** The Python package first, as only it has a time limit. */
export async function locateOrTools(): Promise<Located> {
  const probe = 'import ortools; from ortools.constraint_solver import pywrapcp; print(ortools.__version__)';
  const found = await findPythonPackage('OR-Tools', probe);
  if (found.state === 'present')
    return { state: 'present', router: ortoolsRouter(found.interpreter), how: `ortools ${found.version} (${found.interpreter})` };
  const wasm = locateOrToolsWasm();
  return wasm.state === 'present' ? wasm : { state: 'absent', reason: `${found.reason}; ${wasm.reason}` };
}
