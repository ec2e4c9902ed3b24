/** One call of `solve`, as its stages see it. */
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Router } from '../routing/router.ts';
import type { StopReason, StopWatch } from '../run/stop.ts';
import type { SearchEvidence } from '../search/evidence.ts';
import type { Decide, Decision, Proposal } from './decide.ts';
import type { SolveOptions, SolveProgress } from './options.ts';

export interface Run extends Pick<SolveOptions, 'parameters'> {
  readonly instance: Instance;
  readonly watch: StopWatch;
  readonly seed: number;
  readonly threads: number;
  readonly decide?: Decide;
  readonly router: Router;
  readonly improve: boolean;
  readonly pure: boolean;
  readonly start: readonly (readonly IndexedRoute[])[];
  readonly onProgress: (progress: SolveProgress) => void;
  /** What the user should know; stages add to it. */
  readonly notes: string[];
}

/** The result of a pipeline. */
export interface Outcome {
  readonly decision?: Decision;
  /** What was routed of the decision, and the routes. */
  readonly routed?: { readonly proposal: Proposal; readonly plan: readonly IndexedRoute[] };
  readonly routes: readonly IndexedRoute[];
  readonly stop: StopReason;
  readonly iterations?: number;
  /** What the joint search says about how sure it is. */
  readonly evidence?: SearchEvidence;
  /** On the total cost; only if there is just one depot to choose. */
  readonly bound?: number;
  /** Seconds after which the decision and its routes were made. */
  readonly decidedAt: number;
  readonly routedAt: number;
}
