/** Google's OR-Tools through its Python package: first solution, then guided local search until the time is up. */
import * as z from 'zod';
import { askPython } from '../parallel/python.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, locateInPython, secondsOf } from './external.ts';
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
      const request = { ...problem, types: types.map((type) => ({ ...type, count: Math.min(type.count, most) })), seconds };
      const limit = hardLimit(seconds, cvrp.customers.length);
      const run = { name: 'OR-Tools', interpreter, driver: ortoolsDriver, request, limit, signal: stop.signal };
      const { routes, vehicles, complete } = await askPython(run, answerSchema);
      return { routes: acceptRoutes('OR-Tools', cvrp, routes, vehicles), stop: complete ? 'complete' : 'time' };
    },
  };
}

const probe = 'import ortools; from ortools.constraint_solver import pywrapcp; print(ortools.__version__)';
export const locateOrTools = () => locateInPython('ortools', probe, ortoolsRouter);
