/** What the page and the worker that solves tell each other. */
import {
  type ErrorCode,
  type Instance,
  type MethodName,
  NeoLrpError,
  type Place,
  type Solution,
  type SolveProgress,
} from '../../../src/index.ts';
import type { IndexedRoute } from '../../../src/problem/solution.ts';

export interface RunOptions {
  readonly seconds?: number;
  readonly iterations?: number;
  readonly seed: number;
  readonly threads: number;
  readonly method: MethodName;
  /** Plans to start from, by position. */
  readonly start?: readonly (readonly IndexedRoute[])[];
}

export type ToSolver = { readonly kind: 'solve'; readonly instance: Instance; readonly options: RunOptions } | { readonly kind: 'stop' };

/** An error on its way between threads, where classes do not survive. */
export interface Fault {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly place: Place;
}

export type FromSolver =
  | { readonly kind: 'progress'; readonly progress: SolveProgress }
  | { readonly kind: 'solved'; readonly solution: Solution }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** News of a stage that has plans to show. */
export type PlanNews = Extract<SolveProgress, { readonly iterations: number }>;
export const isPlanNews = (progress: SolveProgress): progress is PlanNews => 'iterations' in progress;

/** Whatever was thrown: what is not of the library's catalogue is a fault of the program, or a part of it that could not be loaded. */
export function faultOf(error: unknown): Fault {
  if (error instanceof NeoLrpError) return { code: error.code, reason: error.reason, place: error.place };
  return { code: 'E_INTERNAL', reason: error instanceof Error ? error.message : String(error), place: {} };
}
