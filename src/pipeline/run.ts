/** One call of `solve`, as its stages see it. */
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Router } from '../routing/router.ts';
import type { StopReason, StopWatch } from '../run/stop.ts';
import type { Decide, Decision, Proposal, StageOptions } from './decide.ts';
import type { SolveOptions, SolveProgress } from './options.ts';

export interface Run {
  readonly instance: Instance;
  readonly watch: StopWatch;
  readonly seed: number;
  readonly threads: number;
  readonly decide?: Decide;
  readonly router: Router;
  readonly improve: boolean;
  readonly start: readonly (readonly IndexedRoute[])[];
  readonly parameters: SolveOptions['parameters'];
  readonly onProgress: (progress: SolveProgress) => void;
  /** What the user should know; stages add to it. */
  readonly notes: string[];
}

/** The options of a stage that begins now. */
export const restOf = ({ watch, seed, threads }: Run): StageOptions => ({ stop: watch.rest(), seed, threads });

export interface Routing {
  readonly proposal: Proposal;
  readonly plan: readonly IndexedRoute[];
  readonly stop: StopReason;
  /** Bound on the total cost; only if there is just one depot to choose. */
  readonly bound?: number;
}

/** The result of a pipeline. */
export interface Outcome {
  readonly decision?: Decision;
  readonly routing?: Routing;
  readonly routes: readonly IndexedRoute[];
  readonly stop: StopReason;
  readonly iterations?: number;
  readonly bound?: number;
  /** Seconds after which the decision and its routes were made. */
  readonly decided: number;
  readonly routed: number;
}
