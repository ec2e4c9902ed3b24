/**
 * OR-Tools in WebAssembly (the npm package `or-tools-wasm`), for machines without Python. Its routing interface has neither a time limit
 * nor a metaheuristic, so this is a first solution and one descent to a local optimum; it is killed if it exceeds the budget. It runs in
 * its own Node process, since it blocks its thread.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAnswer, runProgram } from '../parallel/process.ts';
import { acceptRoutes } from './accept.ts';
import { hardLimit, type Located } from './external.ts';
import { integerCvrp, requireSingleDepot } from './integer-costs.ts';
import { parseOrToolsAnswer } from './ortools-answer.ts';
import type { Router } from './router.ts';

/** It may keep only 32 bits of costs passed from JavaScript. */
const largestSum = 2 ** 31;

/** Seconds; compiling the module usually takes one or two. */
const startUp = 60;

/**
 * The interface has no vehicle cost, so it is added to arcs that leave the depot. Not an ES module by flag, because threads of the package
 * inherit the flag and refuse it.
 */
const driver = (moduleUrl: string) => `
(async () => {
  const ortools = await import(${JSON.stringify(moduleUrl)});
  await ortools.initRouting();
  console.log('ready');

  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  const { arcs, demands, capacity, fixedCost, fleet, lengths } = JSON.parse(text);
  const priced = arcs.map((row, from) => row.map((cost, to) => (from === 0 && to !== 0 ? cost + fixedCost : cost)));
  const manager = new ortools.RoutingIndexManager(arcs.length, fleet, 0);
  await manager.ready;
  const routing = new ortools.RoutingModel(manager);
  await routing.ready;
  routing.SetArcCostEvaluatorOfAllVehicles(routing.RegisterTransitMatrix(priced));
  routing.AddDimension(routing.RegisterUnaryTransitVector([0, ...demands]), 0, capacity, true, 'load');
  if (lengths) routing.AddDimension(routing.RegisterTransitMatrix(lengths.arcs), 0, lengths.limit, true, 'length');
  const parameters = ortools.DefaultRoutingSearchParameters();
  parameters.firstSolutionStrategy = ortools.FirstSolutionStrategy.PATH_CHEAPEST_ARC;
  const best = await routing.SolveWithParameters(parameters);
  if (best === null) throw new Error('no first solution');

  const routes = Array.from({ length: fleet }, (_, vehicle) => {
    const stops = [];
    for (let at = best.Value(routing.NextVar(routing.Start(vehicle))); !routing.IsEnd(at); at = best.Value(routing.NextVar(at)))
      stops.push(manager.IndexToNode(at) - 1);
    return stops;
  });
  process.stdout.write(JSON.stringify({ routes, complete: true }), () => process.exit(0));
})();
`;

function ortoolsWasmRouter(moduleUrl: string): Router {
  return {
    name: 'ortools',
    async solve(cvrp, { stop }) {
      requireSingleDepot('ortools', cvrp);
      const stdout = await runProgram({
        name: 'OR-Tools (WebAssembly)',
        command: process.execPath,
        args: ['-e', driver(moduleUrl)],
        input: JSON.stringify(integerCvrp(cvrp, largestSum)),
        startUp,
        limit: hardLimit(stop.seconds ?? Number.POSITIVE_INFINITY, cvrp.customers.length),
        signal: stop.signal,
      });
      const { routes } = parseOrToolsAnswer(parseAnswer('OR-Tools', stdout));
      return { routes: acceptRoutes('OR-Tools', cvrp, routes), stop: 'complete' };
    },
  };
}

/** Looks in the packages of the user's project. */
export function locateOrToolsWasm(project = process.cwd()): Located {
  try {
    const path = createRequire(join(project, 'package.json')).resolve('or-tools-wasm/routing');
    const how = 'or-tools-wasm: one descent, without time limit or guided local search';
    return { state: 'present', router: ortoolsWasmRouter(pathToFileURL(path).href), how };
  } catch {
    return { state: 'absent', reason: 'no or-tools-wasm package' };
  }
}
