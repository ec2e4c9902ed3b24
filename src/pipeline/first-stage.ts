/**
 * Decides on depots and assignment, then routes what was decided. Pure, as in the paper: an allocator, one routing of each open depot, and
 * nothing else. Otherwise the search first proposes sets of depots to decide between, and neighbouring allocations are routed as well
 * (rank-by-routing.ts). Trials behind the figures: docs/lab/pipeline.md.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { exceeds } from '../problem/tolerance.ts';
import { type RouteDepotsOptions, routeDepots } from '../routing/route-depots.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import { firstPlan } from '../search/construction/first-plan.ts';
import { searchData } from '../search/data.ts';
import { proposeDepotSets } from '../search/depots/ranking.ts';
import { decidedBy, hurriedShare } from './budget.ts';
import type { Decide, DecideOptions, Decision, Proposal } from './decide.ts';
import { rankByRouting } from './rank-by-routing.ts';
import type { Outcome, Run } from './run.ts';

/** Size up to which the sets of depots are searched as thoroughly as the search itself would; beyond, in a share of the time. */
const thoroughPairs = 20_000;
const thoroughCustomers = 1000;
/** Pairs that the decision prices per customer, at most about: near depots only, once sets are known. */
const pairsPerCustomer = 12;
/** Customers times sets of depots that are priced in a second; only so many sets of a hurried proposal are worth embedding. */
const pricedPerSecond = 20_000;
/** A depot's routes are done after this many descents without better ones. */
const routedWhenStalled = 300;

export async function decideAndRoute(run: Run, decide: Decide): Promise<Outcome> {
  const { watch, notes, pure } = run;
  watchStage(run, 'allocation');
  const decision = await (pure ? decidePurely(run, decide) : decideAmongProposed(run, decide));
  notes.push(...(decision.notes ?? []));
  const decidedAt = watch.elapsed();
  const proposal = pure ? decision.proposals[0] : await rankByRouting(run, decision);
  const { routes, stop, bound } = await routeDecision(run, decision, proposal);
  return {
    decision,
    routed: { proposal, plan: routes },
    routes,
    stop: watch.interrupted() === 'aborted' ? 'aborted' : stop,
    bound,
    decidedAt,
    routedAt: watch.elapsed(),
  };
}

function watchStage({ onProgress, watch }: Run, stage: 'allocation' | 'routing'): void {
  const seconds = watch.elapsed();
  onProgress(stage === 'routing' ? { stage, seconds, routed: 0, of: 1 } : { stage, seconds });
}

const restOf = ({ watch, seed, threads }: Run): RouteDepotsOptions => ({ stop: watch.rest(), seed, threads });

/** Half of the time, if it is limited: what is left is for routes. */
const decidePurely = (run: Run, decide: Decide): Promise<Decision> => decideWithin(run, decide, (seconds) => decidedBy.routing * seconds);

/** Of sets of depots that the search would begin with; decided before its share of the time is over, proposals included. */
async function decideAmongProposed(run: Run, decide: Decide): Promise<Decision> {
  const { watch, instance, notes, seed } = run;
  const { depots, customers } = instance;
  const pairs = depots.length * customers.length;
  const hurried = customers.length > thoroughCustomers || pairs > thoroughPairs;
  const proposed =
    decide.takesDepotSets && depots.length > 1
      ? await proposeDepotSets(searchData(instance), new Random(seed), watch, hurried ? hurriedShare : undefined)
      : [];
  const spent = watch.elapsed();
  // An embedding cannot be interrupted.
  const embedding =
    (proposed.length > 0 ? Math.min(pairs, pairsPerCustomer * customers.length) : pairs) /
    (decide.pairsPerSecond ?? Number.POSITIVE_INFINITY);
  const withoutAllocation = 2 * embedding >= watch.remaining() && !decide.constrained ? decisionOfFirstPlan(instance) : undefined;
  if (withoutAllocation) {
    notes.push(`${watch.remaining().toFixed(1)} s are too short for an allocation of this size, so the first plan was routed without one`);
    return withoutAllocation;
  }
  // The set that is being priced when time is up is priced to its end.
  const pricing = customers.length / pricedPerSecond;
  const share = (hurried && proposed.length > 0) || !decide.takesDepotSets ? decidedBy.routing : decidedBy.ranking;
  const limit = (seconds: number) => Math.max(0, share * (seconds + spent) - spent - pricing);
  const inTime = Math.max(1, Math.floor((limit(watch.remaining()) - embedding) / pricing));
  const depotSets = hurried && Number.isFinite(inTime) ? proposed.slice(0, inTime) : proposed;
  return decideWithin(run, decide, limit, depotSets.length > 0 ? depotSets : undefined);
}

function decisionOfFirstPlan(instance: Instance): Decision | undefined {
  const plan = firstPlan(instance);
  if (!plan) return undefined;
  const assignment = instance.customers.map(() => 0);
  for (const { depot, stops } of plan) for (const i of Array.from(stops)) assignment[i] = depot;
  return { method: 'search', proposals: [{ assignment }] };
}

/** `share`: how many of the seconds that are left the decision may take. */
function decideWithin(
  run: Run,
  decide: Decide,
  share: (seconds: number) => number,
  depotSets?: DecideOptions['depotSets'],
): Promise<Decision> {
  const { stop, ...options } = restOf(run);
  const began = run.watch.elapsed();
  const limited: Stop = stop.seconds === undefined ? stop : { ...stop, seconds: share(stop.seconds) };
  const onProgress: DecideOptions['onProgress'] = (allocation) =>
    run.onProgress({ stage: 'allocation', seconds: began + allocation.seconds, allocation });
  return decide(run.instance, { ...options, stop: limited, depotSets, onProgress });
}

async function routeDecision(run: Run, { method }: Decision, { assignment }: Proposal) {
  const { instance, router } = run;
  const { stop, ...options } = restOf(run);
  const unroutable = (why: string) =>
    new NeoLrpError('E_BUDGET', `the depots and assignment that '${method}' chose cannot be routed: ${why}`);
  const idle = underusedDepot(instance, assignment);
  if (idle !== undefined) throw unroutable(`depot '${idle}' would supply less than its minimum load`);
  watchStage(run, 'routing');
  try {
    // A target is one of the total cost, so no single depot is held to it.
    const limited = { ...stop, target: undefined, stall: stop.stall ?? routedWhenStalled };
    const { bound, ...routing } = await routeDepots(instance, assignment, router, { ...options, stop: limited });
    const [{ openingCost }, ...others] = instance.depots;
    return { ...routing, bound: others.length === 0 && bound !== undefined ? bound + openingCost : undefined };
  } catch (error) {
    if (!(error instanceof NeoLrpError) || !(error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'))) throw error;
    throw unroutable(error.reason);
  }
}

/** Allocators do not know least loads. */
function underusedDepot({ depots, customers }: Instance, assignment: readonly number[]): string | undefined {
  const load = depots.map(() => 0);
  assignment.forEach((d, i) => {
    load[d] += customers[i].demand;
  });
  const isOpen = new Set(assignment);
  return depots.find(({ status, minLoad = 0 }, d) => (status === 'open' || isOpen.has(d)) && exceeds(minLoad, load[d]))?.id;
}
