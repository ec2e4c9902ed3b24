/** The stage that decides on depots and assignment, with the time it is given. Trials behind the figures: docs/lab/pipeline.md. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import { searchData } from '../search/data.ts';
import { proposeConfigurations } from '../search/depots/ranking.ts';
import type { Decide, Decision } from './decide.ts';
import { type Run, restOf } from './run.ts';

/** Up to this many pairs of customer and depot, the decision starts from the sets of depots that the search would race. */
const screenedPairs = 20_000;
const screenedCustomers = 1000;
/** Up to this many pairs a decision can be interrupted in time. Beyond, a search runs without one. */
const mostPairs = 30_000;
/** Seconds that a new process needs to compile the code of a decision. */
const compiling = 0.1;

const pairsOf = ({ depots, customers }: Instance) => depots.length * customers.length;

/** The sets of depots that a search would race. Undefined if the instance is too large or nothing is found. */
export async function screen({ instance, seed, watch, onProgress }: Run): Promise<readonly Uint8Array[] | undefined> {
  onProgress({ stage: 'allocation', seconds: watch.elapsed() });
  const { depots, customers } = instance;
  if (depots.length === 1 || customers.length > screenedCustomers || pairsOf(instance) > screenedPairs) return undefined;
  const sets = await proposeConfigurations(searchData(instance), new Random(seed), watch);
  return sets.length > 0 ? sets : undefined;
}

/** Takes half of the time, as only routing follows. */
export function decideForRouting(run: Run, decide: Decide, sets: readonly Uint8Array[] | undefined): Promise<Decision> {
  return decideWithin(run, decide, sets, (seconds) => 0.5 * seconds);
}

/** If a decision would take too long or finds nothing in time, the search runs without it. */
export async function decideBeforeSearch(run: Run, sets: readonly Uint8Array[] | undefined): Promise<Decision | undefined> {
  const { instance, decide, notes, watch } = run;
  if (!decide) return undefined;
  const embedding = pairsOf(instance) / (decide.pairsPerSecond ?? Number.POSITIVE_INFINITY);
  // An embedding cannot be interrupted.
  if (!decide.insists && pairsOf(instance) > mostPairs) {
    notes.push(
      'for an instance of this size the search decides alone; name a MIP solver (--mip-solver highs) to let a network decide first',
    );
    return undefined;
  }
  if (3 * embedding >= watch.remaining()) {
    notes.push(`${watch.remaining().toFixed(1)} s are too short for an allocation of this size, so the search started without one`);
    return undefined;
  }
  // The search improves the borders between depots itself. More time if there are no sets to start from, or a MIP to solve.
  const thorough = sets === undefined || decide.insists === true;
  try {
    return await decideWithin(run, decide, sets, (seconds) => {
      const least = thorough ? Math.min(0.05 * seconds, 10) : compiling;
      return Math.min(least + embedding + 0.01 * seconds, 0.5 * seconds);
    });
  } catch (error) {
    if (!(error instanceof NeoLrpError && error.code === 'E_BUDGET')) throw error;
    notes.push(`the search started without an allocation: ${error.reason}`);
    return undefined;
  }
}

function decideWithin(
  run: Run,
  decide: Decide,
  sets: readonly Uint8Array[] | undefined,
  share: (seconds: number) => number,
): Promise<Decision> {
  const { stop, ...options } = restOf(run);
  const began = run.watch.elapsed();
  run.onProgress({ stage: 'allocation', seconds: began });
  const limited: Stop = stop.seconds === undefined ? stop : { ...stop, seconds: share(stop.seconds) };
  const onProgress = (allocation: AllocationProgress) =>
    run.onProgress({ stage: 'allocation', seconds: began + allocation.seconds, allocation });
  return decide(run.instance, { ...options, stop: limited, sets, onProgress });
}
