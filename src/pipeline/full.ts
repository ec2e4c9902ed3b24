/** The full pipeline: a first plan, the network's decision and its routes, then a joint search from all of these until the budget is spent. */
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { firstPlan } from '../search/construction/first-plan.ts';
import { quickRoutes } from '../search/construction/quick-routes.ts';
import { searchParallel } from '../search/islands/islands.ts';
import { decideBeforeSearch, forSearch, hurriedShares, screen } from './decision-stage.ts';
import { routeBeforeSearch } from './routing-stage.ts';
import type { Outcome, Run } from './run.ts';

export async function fullPipeline(run: Run): Promise<Outcome> {
  const { instance, watch, seed, threads, onProgress } = run;
  const fallback = tellFirstPlan(run);
  const screening = run.decide ? await screen(run, hurriedShares.beforeSearch) : {};
  const decision = await decideBeforeSearch(run, screening);
  const decided = watch.elapsed();
  const routing = decision && (await routeBeforeSearch(run, decision));
  const routed = watch.elapsed();
  if (routing && watch.interrupted() === 'aborted') return { decision, routing, routes: routing.plan, stop: 'aborted', decided, routed };

  const planned = routing?.plan ?? (decision && quickRoutes(instance, decision.proposals[0].assignment));
  const { lost, routes, stop, iterations } = await searchParallel(instance, {
    stop: watch.rest(),
    seed,
    threads,
    start: [...(planned ? [planned] : []), ...run.start],
    ...forSearch(screening),
    fallback,
    parameters: run.parameters,
    onProgress: (progress) => onProgress({ stage: 'improvement', ...progress, seconds: routed + progress.seconds }),
  });
  run.notes.push(...(decision?.notes ?? []), ...lost);
  return { decision, routing, routes, stop, iterations, decided, routed };
}

/** A plan to show at once, before anything is optimised. */
function tellFirstPlan({ instance, onProgress }: Run): readonly IndexedRoute[] | undefined {
  const routes = firstPlan(instance);
  if (!routes) return undefined;
  const { cost, openDepots } = describeRoutes(instance, routes);
  const progress = { seconds: 0, iterations: 0, cost: cost.total, feasible: true, openDepots: openDepots.length, vehicles: routes.length };
  onProgress({ stage: 'construction', ...progress, routes });
  return routes;
}
