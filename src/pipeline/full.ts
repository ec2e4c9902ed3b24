/** The full pipeline: a first plan, the network's decision and its routes, then a joint search from all of these until the budget is spent. */
import { usedFeatures } from '../problem/features.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import type { Stop } from '../run/stop.ts';
import { firstPlan, quickRoutes } from '../search/construction/first-plan.ts';
import { searchParallel } from '../search/islands/islands.ts';
import { slowCustomers } from '../search/schedule.ts';
import { decideBeforeSearch, forSearch, hurriedShares, screen } from './decision-stage.ts';
import { routeBeforeSearch } from './routing-stage.ts';
import type { Outcome, Run } from './run.ts';

export async function fullPipeline(run: Run): Promise<Outcome> {
  const { instance, watch, seed, threads, onProgress } = run;
  const fallback = tellFirstPlan(run);
  const checked = watch.elapsed();
  const isLarge = instance.customers.length > slowCustomers;
  // The search needs about as long again before its first step.
  if (fallback && isLarge && watch.remaining() < checked)
    return { routes: fallback.routes, stop: watch.interrupted() ?? 'time', decided: checked, routed: checked };
  const screening = run.decide ? await screen(run, hurriedShares.beforeSearch) : {};
  const decision = await decideBeforeSearch(run, screening);
  const decided = watch.elapsed();
  const routing = decision && (await routeBeforeSearch(run, decision));
  const routed = watch.elapsed();
  if (routing && watch.interrupted() === 'aborted') return { decision, routing, routes: routing.plan, stop: 'aborted', decided, routed };

  const planned = routing?.plan ?? (decision && quickRoutes(instance, decision.proposals[0].assignment));
  const start = [...(planned ? [planned] : []), ...run.start];
  const { lost, routes, stop, iterations } = await searchParallel(instance, {
    stop: lessSeconds(watch.rest(), fallback?.describing ?? 0),
    seed,
    threads,
    start: start.length === 0 && fallback && isLarge && usedFeatures(instance).length > 0 ? [fallback.routes] : start,
    ...forSearch(screening),
    fallback: fallback?.routes,
    parameters: run.parameters,
    onProgress: (progress) => onProgress({ stage: 'improvement', ...progress, seconds: routed + progress.seconds }),
  });
  run.notes.push(...(decision?.notes ?? []), ...lost);
  return { decision, routing, routes, stop, iterations, decided, routed };
}

interface FirstPlan {
  readonly routes: readonly IndexedRoute[];
  /** Seconds to describe it; a solution found later takes as long. */
  readonly describing: number;
}

/** A plan to show at once, before anything is optimised. */
function tellFirstPlan({ instance, watch, onProgress }: Run): FirstPlan | undefined {
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
