/** The paper's pipeline: a network inside a MIP decides, a router routes what it decided, and that is the plan. */
import type { Decide } from './decide.ts';
import { decideForRouting, screen } from './decision-stage.ts';
import { routeToTheEnd } from './routing-stage.ts';
import type { Outcome, Run } from './run.ts';

export async function paperPipeline(run: Run, decide: Decide): Promise<Outcome> {
  const { watch, notes } = run;
  const screening = decide.takesDepotSets ? await screen(run) : {};
  const decision = await decideForRouting(run, decide, screening);
  const decided = watch.elapsed();
  const routing = await routeToTheEnd(run, decision);
  notes.push(...(decision.notes ?? []));
  const stop = watch.interrupted() === 'aborted' ? 'aborted' : routing.stop;
  return { decision, routing, routes: routing.plan, stop, bound: routing.bound, decided, routed: watch.elapsed() };
}
