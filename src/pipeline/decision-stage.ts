/** The stage that decides on depots and assignment, with the time it is given. Trials behind the figures: docs/lab/pipeline.md. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import type { DepotSet } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import { firstPlan } from '../search/construction/first-plan.ts';
import { searchData } from '../search/data.ts';
import { proposeDepotSets } from '../search/depots/ranking.ts';
import type { Decide, Decision } from './decide.ts';
import { type Run, restOf } from './run.ts';

/** Size up to which the sets of depots are searched as thoroughly as the search itself would; beyond, in a share of the time. */
const thoroughPairs = 20_000;
const thoroughCustomers = 1000;
/** Of the whole time, otherwise. */
const hurriedShare = 0.2;
/** Shares of the whole time by which the decision is made; less where there will be time for auditions. */
const decidedBy = { auditions: 0.25, routing: 0.5 } as const;
/** Pairs that the decision prices per customer, at most about: near depots only, once sets are known. */
const pairsPerCustomer = 12;
/** Customers times sets of depots that are priced in a second; only so many sets of a hurried screening are worth embedding. */
const pricedPerSecond = 20_000;

const pairsOf = ({ depots, customers }: Instance) => depots.length * customers.length;

/** The sets of depots that the search would begin with; nothing where there is one depot. */
interface Screening {
  /** At least one, if any. */
  readonly depotSets?: readonly DepotSet[];
  /** Found in a hurry. */
  readonly hurried?: boolean;
}

export async function screen({ instance, seed, watch, onProgress }: Run): Promise<Screening> {
  onProgress({ stage: 'allocation', seconds: watch.elapsed() });
  const { depots, customers } = instance;
  if (depots.length === 1) return {};
  const data = searchData(instance);
  const hurried = customers.length > thoroughCustomers || pairsOf(instance) > thoroughPairs;
  const depotSets = await proposeDepotSets(data, new Random(seed), watch, hurried ? hurriedShare : undefined);
  return depotSets.length > 0 ? { depotSets, hurried } : {};
}

/** Decided before its share of the time is over, screening included. */
export function decideForRouting(run: Run, decide: Decide, { depotSets, hurried }: Screening): Promise<Decision> {
  const { watch, instance, notes } = run;
  const spent = watch.elapsed();
  const embedding = embeddingSeconds(instance, decide, depotSets);
  const plan = 2 * embedding >= watch.remaining() && !decide.constrained ? firstPlan(instance) : undefined;
  if (plan) {
    notes.push(`${watch.remaining().toFixed(1)} s are too short for an allocation of this size, so the first plan was routed without one`);
    return Promise.resolve({ method: 'search', proposals: [{ assignment: depotsOfStops(instance, plan) }] });
  }
  // The set that is being priced when time is up is priced to its end.
  const pricing = instance.customers.length / pricedPerSecond;
  const share = hurried || !decide.takesDepotSets ? decidedBy.routing : decidedBy.auditions;
  const limit = (seconds: number) => Math.max(0, share * (seconds + spent) - spent - pricing);
  const inTime = (limit(watch.remaining()) - embedding) / pricing;
  const sets = hurried && Number.isFinite(inTime) ? depotSets?.slice(0, Math.max(1, Math.floor(inTime))) : depotSets;
  return decideWithin(run, decide, sets, limit);
}

/** An embedding cannot be interrupted. */
function embeddingSeconds(
  instance: Instance,
  { pairsPerSecond = Number.POSITIVE_INFINITY }: Decide,
  depotSets?: readonly DepotSet[],
): number {
  const pairs = depotSets ? Math.min(pairsOf(instance), pairsPerCustomer * instance.customers.length) : pairsOf(instance);
  return pairs / pairsPerSecond;
}

function depotsOfStops({ customers }: Instance, plan: readonly IndexedRoute[]): number[] {
  const assignment = customers.map(() => 0);
  for (const { depot, stops } of plan) for (const i of Array.from(stops)) assignment[i] = depot;
  return assignment;
}

function decideWithin(
  run: Run,
  decide: Decide,
  depotSets: readonly DepotSet[] | undefined,
  share: (seconds: number) => number,
): Promise<Decision> {
  const { stop, ...options } = restOf(run);
  const began = run.watch.elapsed();
  run.onProgress({ stage: 'allocation', seconds: began });
  const limited: Stop = stop.seconds === undefined ? stop : { ...stop, seconds: share(stop.seconds) };
  const onProgress = (allocation: AllocationProgress) =>
    run.onProgress({ stage: 'allocation', seconds: began + allocation.seconds, allocation });
  return decide(run.instance, { ...options, stop: limited, depotSets, onProgress });
}
