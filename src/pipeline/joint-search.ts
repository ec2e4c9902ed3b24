/** A first plan, what a named method decides and routes, then a joint search from both until the budget is spent. */
import { NeoLrpError } from '../problem/errors.ts';
import { usedFeatures } from '../problem/features.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { type Stop, StopWatch } from '../run/stop.ts';
import { firstPlan } from '../search/construction/first-plan.ts';
import { slowCustomers } from '../search/hybrid-search.ts';
import { searchParallel } from '../search/islands/islands.ts';
import { beforeSearch } from './budget.ts';
import { decideAndRoute } from './first-stage.ts';
import type { Outcome, Run } from './run.ts';

export async function jointSearch(run: Run): Promise<Outcome> {
  const { instance, watch, seed, threads, onProgress } = run;
  const first = showFirstPlan(run);
  const checked = watch.elapsed();
  const isLarge = instance.customers.length > slowCustomers;
  // The search needs about twice as long again before its first step.
  if (first && isLarge && watch.remaining() < 2 * checked)
    return { routes: first.routes, stop: watch.interrupted() ?? 'time', decidedAt: checked, routedAt: checked };
  const decided = await decideFirst(run);
  if (decided && watch.interrupted() === 'aborted') return { ...decided, stop: 'aborted' };
  const began = watch.elapsed();
  const start = [...(decided ? [decided.routes] : []), ...run.start];
  const { lost, routes, stop, iterations, evidence } = await searchParallel(instance, {
    stop: lessSeconds(watch.rest(), 2 * (first?.describing ?? 0)),
    seed,
    threads,
    start: start.length === 0 && first && isLarge && usedFeatures(instance).length > 0 ? [first.routes] : start,
    fallback: first?.routes,
    parameters: run.parameters,
    onProgress: (progress) => onProgress({ stage: 'improvement', ...progress, seconds: began + progress.seconds }),
  });
  run.notes.push(...lost);
  return { decidedAt: began, routedAt: began, ...decided, bound: undefined, routes, stop, iterations, evidence };
}

/** An allocation that takes too long, or cannot be routed, does not make the instance infeasible: the search goes on without it. */
async function decideFirst(run: Run): Promise<Outcome | undefined> {
  const { decide, watch } = run;
  if (!decide) return undefined;
  const { seconds } = watch.stop;
  const began = watch.elapsed();
  const part = new StopWatch({
    ...watch.rest(),
    ...(seconds !== undefined && { seconds: beforeSearch * seconds }),
    target: undefined,
    auto: undefined,
  });
  try {
    const onProgress: Run['onProgress'] = (progress) => run.onProgress({ ...progress, seconds: began + progress.seconds });
    const outcome = await decideAndRoute({ ...run, watch: part, onProgress }, decide);
    return { ...outcome, decidedAt: began + outcome.decidedAt, routedAt: began + outcome.routedAt };
  } catch (error) {
    if (!(error instanceof NeoLrpError && error.code === 'E_BUDGET')) throw error;
    run.notes.push(`the search started without an allocation: ${error.reason}`);
    return undefined;
  }
}

/** A plan to show at once, before anything is optimised, and the seconds to describe it: one found later has to be described and verified. */
function showFirstPlan({ instance, watch, onProgress }: Run): { routes: readonly IndexedRoute[]; describing: number } | undefined {
  const routes = firstPlan(instance);
  if (!routes) return undefined;
  const began = watch.elapsed();
  const { cost, openDepots } = describeRoutes(instance, routes);
  const progress = { seconds: 0, iterations: 0, cost: cost.total, feasible: true, openDepots: openDepots.length, vehicles: routes.length };
  const describing = watch.elapsed() - began;
  onProgress({ stage: 'construction', ...progress, routes });
  return { routes, describing };
}

const lessSeconds = ({ seconds, ...stop }: Stop, less: number): Stop => ({
  ...stop,
  ...(seconds !== undefined && { seconds: Math.max(0, seconds - less) }),
});
