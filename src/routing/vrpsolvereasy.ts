/** VRPSolverEasy through Python: exact branch-cut-and-price (Errami, Queiroga, Sadykov & Uchoa 2023), with the bound it proves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { askPython } from '../parallel/python.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { withNoise } from '../problem/tolerance.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, locateInPython } from './external.ts';
import { integerAmounts, requireSingleDepot } from './integer-problem.ts';
import type { Router } from './router.ts';
import { bapcodProbe, vrpSolverEasyDriver } from './vrpsolvereasy-driver.ts';

/** Its limit on points, depot included. */
const mostPlaces = 1022;

const answerSchema = z.object({
  status: z.number(),
  message: z.string(),
  routes: z.array(z.array(z.number())),
  bound: z.number(),
});

/** Its code for a solution proven optimal. */
const provenOptimal = 0;

export function vrpSolverEasyRouter(interpreter: string): Router {
  return {
    name: 'vrpsolvereasy',
    async solve(cvrp, { stop }) {
      requireSingleDepot('vrpsolvereasy', cvrp);
      if (cvrp.customers.length >= mostPlaces)
        throw new NeoLrpError('E_USAGE', `router 'vrpsolvereasy' takes at most ${mostPlaces - 1} customers, not ${cvrp.customers.length}`);
      const seconds = Math.max(0, stop.seconds ?? Number.POSITIVE_INFINITY);
      const request = { ...exactCvrp(cvrp), seconds: Math.min(seconds, longestRun) };
      const limit = hardLimit(seconds, cvrp.customers.length);
      const run = { name: 'VRPSolverEasy', interpreter, driver: vrpSolverEasyDriver, request, limit, signal: stop.signal };
      const { routes: stops, status, message, bound } = await inScratchFolder((cwd) => askPython({ ...run, cwd }, answerSchema));
      if (stops.length === 0)
        throw new NeoLrpError(
          'E_BUDGET',
          `VRPSolverEasy found no routes in its time, only a lower bound of ${bound}; give it more time (it says: ${message})`,
        );
      const routes = acceptRoutes('VRPSolverEasy', cvrp, stops);
      const cost = routes.reduce((sum, r) => sum + r.cost, modelOf(cvrp).largestVehicle.fixedCost * routes.length);
      return { routes, stop: status === provenOptimal ? 'complete' : 'time', bound: Math.min(bound, cost) };
    },
  };
}

/** Seconds of a week, in place of no limit: the library needs a number. */
const longestRun = 7 * 24 * 3600;

/** True costs, since it counts in floats; loads are integers. A limit on lengths is one on its time. */
function exactCvrp(cvrp: Instance): object {
  const { customers } = cvrp;
  const { travel, largestVehicle } = modelOf(cvrp);
  const { fixedCost, maxDistance, capacity } = largestVehicle;
  const { size, symmetric, distance, cost } = travel;
  const matrixOf = (of: (from: number, to: number) => number) =>
    Array.from({ length: size }, (_, from) => Array.from({ length: size }, (_, to) => (from === to ? 0 : of(from, to))));
  const arcs = matrixOf(cost);
  const { amounts, limits } = integerAmounts(
    customers.map(({ demand }) => demand),
    [capacity[0]],
  );
  const star = customers.reduce((sum, _, k) => sum + arcs[0][k + 1] + arcs[k + 1][0], 0);
  const longest = Math.max(...arcs.flat().filter(Number.isFinite));
  const travelled = Number.isFinite(star) ? star : 2 * size * longest;
  return {
    // JSON has no Infinity; null says no way.
    arcs,
    symmetric,
    fixedCost,
    demands: amounts,
    capacity: limits[0],
    ...(maxDistance < Number.POSITIVE_INFINITY && { lengths: matrixOf(distance), maxDistance: withNoise(maxDistance) }),
    // Some optimal solution stays below this; the library's own default of a million would cut off larger instances.
    upperBound: 1.01 * (travelled + fixedCost * customers.length) + 1,
  };
}

/** The library writes its search tree (BaPTree.dot) into the working folder. */
async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'neo-lrp-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const locateVrpSolverEasy = () => locateInPython('VRPSolverEasy', bapcodProbe, vrpSolverEasyRouter);
