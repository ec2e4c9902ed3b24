/** VROOM through its JSON protocol: a `vroom` program, Python's pyvroom, or an HTTP server in front of either. */

import * as z from 'zod';
import { readAnswer, runProgram } from '../parallel/process.ts';
import { pythonStartUp } from '../parallel/python.ts';
import { isObject, requireArgument, requireKnown } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, type Located, locateInPython } from './external.ts';
import { fleetFeatures, integerProblem, requireSingleDepot } from './integer-problem.ts';
import type { Router } from './router.ts';

/** VROOM reads and reports costs as unsigned 32-bit integers; one bit is spare. */
const largestSum = 2 ** 31;

/** It checks the clock only between local searches, so it gets slightly less than the budget. */
const shareOfBudget = 0.95;

export type VroomBackend =
  | { readonly kind: 'program'; readonly command: string }
  | { readonly kind: 'python'; readonly interpreter: string }
  | { readonly kind: 'http'; readonly url: string };

export interface VroomOptions {
  /** Exploration level, 0 (fast) to 5 (thorough). */
  readonly exploration?: number;
  readonly threads?: number;
}

const answerSchema = z.object({
  code: z.literal(0),
  summary: z.object({ computing_times: z.object({ solving: z.number() }) }),
  unassigned: z.array(z.object({ id: z.number() })),
  routes: z.array(z.object({ vehicle: z.number().default(0), steps: z.array(z.object({ type: z.string(), id: z.number().optional() })) })),
});

/** VROOM as a server at an address, a program, or the Python package. */
export function vroomRouter(backend: VroomBackend, options: VroomOptions = {}): Router {
  requireArgument(isObject(backend, 'kind'), 'backend', "where VROOM is, such as { kind: 'http', url }");
  requireKnown(options, { exploration: 0, threads: 0 });
  const { exploration = 5, threads = 1 } = options;
  return {
    name: 'vroom',
    async solve(cvrp, { stop }) {
      requireSingleDepot('vroom', cvrp, fleetFeatures);
      const budget = Math.max(0, stop.seconds ?? Number.POSITIVE_INFINITY);
      const limit = budget * shareOfBudget;
      const endAfter = hardLimit(budget, cvrp.customers.length);
      const text = await ask(backend, vroomProblem(cvrp), { exploration, threads, limit, endAfter, signal: stop.signal });
      const { routes, unassigned, summary } = readAnswer('VROOM', text, answerSchema);
      if (unassigned.length > 0)
        throw new NeoLrpError(
          'E_BUDGET',
          `VROOM left customer '${cvrp.customers[unassigned[0].id]?.id}' and ${unassigned.length - 1} more unserved`,
        );
      const stops = routes.map(({ steps }) => steps.flatMap(({ type, id }) => (type === 'job' && id !== undefined ? [id] : [])));
      const types = routes.map(({ vehicle }) => Math.floor(vehicle / cvrp.customers.length));
      return {
        routes: acceptRoutes('VROOM', cvrp, stops, types),
        stop: summary.computing_times.solving < 1000 * limit ? 'complete' : 'time',
      };
    },
  };
}

/**
 * Job ids are positions of customers; those of vehicles tell the type, as each has as many as there are customers: with fewer of them,
 * VROOM's heuristics may get stuck and leave customers unserved. Where times do not matter, a duration is a cost (docs/API.md of VROOM,
 * "costs"); where they do, routes begin after loading. A vehicle must have all skills of a job, so that each list of vehicle types that
 * customers name is one skill, which the types in it have.
 */
export function vroomProblem(cvrp: Instance): object {
  const { types, demands, servedBy, lengths, calendar } = integerProblem(cvrp, largestSum);
  const lists = [...new Set(servedBy.map(String))];
  const hasSkills = servedBy.some((allowed) => allowed.length < types.length);
  const skillsOf = (t: number) => [...lists.keys()].filter((k) => lists[k].split(',').includes(String(t)));
  const profile = (t: number) => `type ${t}`;
  const customers = servedBy.length;
  return {
    vehicles: types.flatMap((type, t) =>
      Array.from({ length: type.count }, (_, k) => ({
        id: t * customers + k,
        profile: profile(t),
        start_index: 0,
        end_index: 0,
        capacity: type.capacity,
        costs: { fixed: type.fixedCost },
        ...(hasSkills && { skills: skillsOf(t) }),
        ...(type.maxStops < customers && { max_tasks: type.maxStops }),
        ...(type.maxLength !== null && { max_distance: type.maxLength }),
        ...(type.schedule && { time_window: type.schedule.span }),
      })),
    ),
    jobs: servedBy.map((allowed, id) => ({
      id,
      location_index: id + 1,
      delivery: demands.map((amounts) => amounts[id]),
      ...(hasSkills && { skills: [lists.indexOf(String(allowed))] }),
      ...(calendar && { service: calendar.service[id], time_windows: calendar.windows[id] }),
    })),
    matrices: Object.fromEntries(
      types.map(({ arcs, schedule }, t) => [
        profile(t),
        { ...(schedule ? { durations: schedule.times, costs: arcs } : { durations: arcs }), ...(lengths && { distances: lengths }) },
      ]),
    ),
  };
}

interface Effort {
  readonly exploration: number;
  readonly threads: number;
  /** VROOM's own time limit in seconds; Infinity: until its exploration level is done. */
  readonly limit: number;
  /** Seconds after which it is stopped. */
  readonly endAfter: number;
  readonly signal?: AbortSignal;
}

function ask(backend: VroomBackend, problem: object, effort: Effort): Promise<string> {
  if (backend.kind === 'http') return askServer(backend.url, problem, effort);
  const flags = ['-x', String(effort.exploration), '-t', String(effort.threads)];
  if (Number.isFinite(effort.limit)) flags.push('-l', effort.limit.toFixed(3));
  const run = { name: 'VROOM', input: JSON.stringify(problem), limit: effort.endAfter, signal: effort.signal };
  return backend.kind === 'program'
    ? runProgram({ ...run, command: backend.command, args: flags })
    : runProgram({ ...run, command: backend.interpreter, args: ['-c', pyvroomDriver, ...flags], startUp: pythonStartUp });
}

/** pyvroom includes VROOM's own command line. */
const pyvroomDriver = `
import sys, vroom
print("ready", flush=True)
vroom.main(["vroom", *sys.argv[1:]])
`;

const pyvroomProbe = 'import vroom, importlib.metadata; print(importlib.metadata.version("pyvroom"))';

/** vroom-express: the problem with the flags as `options`, which a server may choose to ignore. */
async function askServer(url: string, problem: object, { exploration, threads, limit, endAfter, signal }: Effort): Promise<string> {
  const options = { x: exploration, t: threads, ...(Number.isFinite(limit) ? { l: limit } : {}) };
  const timeout = Number.isFinite(endAfter) ? [AbortSignal.timeout(1000 * endAfter)] : [];
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...problem, options }),
      signal: AbortSignal.any([...timeout, ...(signal ? [signal] : [])]),
    });
    return await response.text();
  } catch (error) {
    if (signal?.aborted) throw new NeoLrpError('E_BUDGET', 'VROOM was stopped before it had an answer');
    const why = error instanceof Error ? error.message : String(error);
    throw new NeoLrpError('E_SOLVER_FAILED', `the VROOM server at ${url} does not answer: ${why}`, {}, { cause: error });
  }
}

/** The environment variable with the address of a VROOM server, for example that of a vroom-express container. */
const vroomVariable = 'VROOM_URL';

export async function locateVroom(): Promise<Located> {
  const url = process.env[vroomVariable];
  if (url) return { state: 'present', router: vroomRouter({ kind: 'http', url }), how: `server at ${url}` };
  try {
    const version = await runProgram({ name: 'VROOM', command: 'vroom', args: ['--help'], input: '', limit: 10 });
    const shown = /Version: (\S+)/.exec(version)?.[1] ?? '';
    return { state: 'present', router: vroomRouter({ kind: 'program', command: 'vroom' }), how: `vroom ${shown} on PATH` };
  } catch {
    const found = await locateInPython('pyvroom', pyvroomProbe, (interpreter) => vroomRouter({ kind: 'python', interpreter }));
    return found.state === 'present' ? found : { ...found, reason: `no ${vroomVariable}, no vroom on PATH; ${found.reason}` };
  }
}
