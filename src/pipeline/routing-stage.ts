/** The stage that routes the decision. Trials behind the figures: docs/lab/pipeline.md. */
import { NeoLrpError } from '../problem/errors.ts';
import { routeDepots } from '../routing/route-depots.ts';
import type { Router } from '../routing/router.ts';
import type { Stop } from '../run/stop.ts';
import { audition } from './audition.ts';
import type { Decision, Proposal } from './decide.ts';
import { type Routing, type Run, restOf } from './run.ts';

/** A depot's routes are done after this many descents without better ones. */
const routedWhenStalled = 300;

/** The best of the decision's proposals, routed until there is no more improvement. */
export async function routeToTheEnd(run: Run, decision: Decision): Promise<Routing> {
  try {
    const proposal = await audition(run, decision);
    return await routeProposal(run, proposal, (stop) => ({ ...stop, stall: stop.stall ?? routedWhenStalled }));
  } catch (error) {
    if (!isOfPart(error)) throw error;
    throw new NeoLrpError('E_BUDGET', `the depots and assignment that '${decision.method}' chose cannot be routed: ${error.reason}`);
  }
}

const isOfPart = (error: unknown): error is NeoLrpError =>
  error instanceof NeoLrpError && (error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'));

async function routeProposal(run: Run, proposal: Proposal, limit: (stop: Stop) => Stop): Promise<Routing> {
  tell(run, 0, 1);
  const { routes, stop, bound } = await route(run, proposal, run.router, limit);
  const { depots } = run.instance;
  const whole = depots.length === 1 && bound !== undefined ? bound + depots[0].openingCost : undefined;
  return { proposal, plan: routes, stop, bound: whole };
}

/** A target is one of the total cost, so no single depot is held to it. */
function route(run: Run, { assignment }: Proposal, router: Router, limit: (stop: Stop) => Stop) {
  const { stop, ...options } = restOf(run);
  const { target: _, ...rest } = stop;
  return routeDepots(run.instance, assignment, router, { ...options, stop: limit(rest) });
}

const tell = ({ onProgress, watch }: Run, routed: number, of: number) =>
  onProgress({ stage: 'routing', seconds: watch.elapsed(), routed, of });
