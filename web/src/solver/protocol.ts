/** What the page asks of the worker that solves, and what it hears from it. */
import type { Instance, MethodName, Plan, Solution, SolveProgress } from '../../../src/page.ts';

export interface RunOptions {
  /** What to continue from. */
  readonly start?: Solution | Plan;
  readonly seconds?: number;
  readonly iterations?: number;
  /** Ends once the search has settled; the seconds only cap it. */
  readonly auto?: boolean;
  readonly seed: number;
  readonly threads: number;
  readonly method: MethodName;
}

export interface RunRequest {
  readonly instance: Instance;
  readonly options: RunOptions;
}

/** Progress of a stage that has plans to show. */
export type PlanProgress = Extract<SolveProgress, { readonly iterations: number }>;
export const isPlanProgress = (progress: SolveProgress): progress is PlanProgress => 'iterations' in progress;

export const versions = { 'neo-lrp': __VERSION__, browser: navigator.userAgent } as const;
