/** The solution as users get it: the plan with its costs, and how it came about. */
import type { ObjectiveProof } from '../allocation/allocation.ts';
import { usedFeatures } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import {
  type Confidence,
  createSolution,
  describeRoutes,
  type IndexedRoute,
  routeCost,
  type Solution,
  type SolveRecord,
} from '../problem/solution.ts';
import type { SearchEvidence } from '../search/evidence.ts';
import { unseenByNetworks } from '../surrogate/unseen.ts';
import type { Expectation } from './decide.ts';
import type { Outcome, Run } from './run.ts';

/** The object that `solve --json` prints. */
export function describeOutcome(run: Run, outcome: Outcome): Solution {
  const { instance, watch, seed, threads, notes } = run;
  const { decision, routed, routes, stop, iterations, evidence, bound, decidedAt, routedAt } = outcome;
  const total = watch.elapsed();
  const unseen = usedFeatures(instance);
  const solution = createSolution(instance, routes, {
    method: decision?.method ?? 'search',
    model: decision?.model,
    ...(decision?.model !== undefined && run.decide?.modelHash !== undefined && { modelHash: run.decide.modelHash }),
    ...(decision?.model !== undefined && unseen.length > 0 && { unseenFeatures: unseen }),
    ...(bound !== undefined && { bound }),
    ...(routed?.proposal.expect && prediction(run, routed.proposal.expect, routed.plan)),
    ...(decision?.mip && { mip: proofOf(decision.mip) }),
    time: { allocation: decidedAt, routing: routedAt - decidedAt, improvement: total - routedAt, total },
    seed,
    threads,
    options: optionsOf(run),
    stop,
    ...(iterations !== undefined && { iterations }),
    notes,
    versions: versionsOf(run),
  });
  return evidence ? { ...solution, confidence: confidenceOf(instance, solution, evidence) } : solution;
}

/** Other depots whose best plan costs more than this many times the plan are out of reach. */
const withinReach = 1.1;
const mostOthers = 3;

function confidenceOf(instance: Instance, { openDepots, cost }: Solution, evidence: SearchEvidence): Confidence {
  const { iterations, lastImprovement, settled, sets } = evidence;
  const others = sets
    .map(({ depots, ...set }) => ({ openDepots: depots.map((d) => instance.depots[d].id), ...set }))
    .filter((other) => other.cost <= withinReach * cost.total && other.openDepots.join('\n') !== openDepots.join('\n'))
    .slice(0, mostOthers);
  return {
    verdict: settled === 1 ? 'settled' : 'improving',
    iterations,
    lastImprovement,
    ...(others.length > 0 && { others }),
  };
}

/** What repeats the run, beside seed and threads. */
function optionsOf({ decide, router, improve, pure, watch, parameters, start }: Run): SolveRecord {
  const { seconds, iterations, stall, auto, target } = watch.stop;
  const stop = Object.entries({ seconds, iterations, stall, auto, target }).filter(([, value]) => value === true || Number.isFinite(value));
  return {
    ...decide?.choice,
    router: router.name,
    improve,
    ...(pure && { pure }),
    stop: Object.fromEntries(stop),
    ...(parameters && { parameters }),
    ...(start.length > 0 && { start: start.map((routes) => routes.map((route) => ({ ...route, stops: Array.from(route.stops) }))) }),
  };
}

const versionsOf = ({ router: { name, version } }: Run): Readonly<Record<string, string>> =>
  version === undefined ? {} : { [name]: version };

/** JSON knows no infinity. */
const proofOf = ({ bound, gap, ...mip }: ObjectiveProof): Solution['mip'] =>
  Number.isFinite(bound) ? { ...mip, bound, gap } : { ...mip, bound: null, gap: null };

/** Nothing is predicted where the network does not see all that costs. */
function prediction({ instance, decide }: Run, expect: () => Expectation, plan: readonly IndexedRoute[]) {
  const unpredicted = (decide?.unseen ?? unseenByNetworks)(instance);
  return unpredicted.length > 0 ? { predicted: null, unpredicted } : { predicted: compareWithRoutes(instance, expect(), plan) };
}

function compareWithRoutes(instance: Instance, predicted: Expectation, plan: readonly IndexedRoute[]) {
  const { routes, cost } = describeRoutes(instance, plan);
  const actualOf = (depot: string) =>
    routes.filter((route) => route.depot === depot).reduce((sum, route) => sum + routeCost(instance, route), 0);
  return {
    total: predicted.total,
    actual: cost.total,
    perDepot: predicted.perDepot.map(({ depot, routing }) => {
      const { id } = instance.depots[depot];
      return { depot: id, routing, actual: actualOf(id) };
    }),
  };
}
