/** When a run ends. Any criterion of a stop ends the run, and the result says which one did. */

/** When a run ends: the first of these that is met. */
export interface Stop {
  /** Wall seconds (or those of `clock`). */
  readonly seconds?: number;
  /** Descents of each thread. */
  readonly iterations?: number;
  /** Iterations without a better solution. */
  readonly stall?: number;
  /** Once the search has settled; `seconds` then only cap it. */
  readonly auto?: boolean;
  /** A cost at or below this. */
  readonly target?: number;
  /** Ends the run with the best solution so far. */
  readonly signal?: AbortSignal;
  /** Seconds from any origin; the wall clock by default (benchmarks count CPU seconds). Not sent to other threads. */
  readonly clock?: () => number;
}

export type StopReason = 'time' | 'iterations' | 'no-improvement' | 'settled' | 'target' | 'aborted' | 'complete';

/** Seconds that a run without a solution may take beyond its budget. Users are promised 5 % + 100 ms; the rest is for later stages. */
export const lateness = (seconds: number): number => 0.03 * seconds + 0.02;
/** The same after an abort, when a person is waiting. */
const abortLateness = 0.3;

/** Most seconds of an automatic run where the caller names none. */
export const autoSeconds = 600;
/** Share of the seconds of an automatic run that plans nothing: a run that needs no more ends the same on any machine. */
const freeShare = 0.25;

const wallClock = () => performance.now() / 1000;

/** A stop together with the time when the run began. */
export class StopWatch {
  readonly stop: Stop;
  private readonly clock: () => number;
  private readonly start: number;
  private abortedAt: number | undefined;

  constructor(stop: Stop) {
    this.stop = stop;
    this.clock = stop.clock ?? wallClock;
    this.start = this.clock();
  }

  elapsed(): number {
    return this.clock() - this.start;
  }

  /** Seconds left; Infinity without a time criterion. */
  remaining(): number {
    return this.stop.seconds === undefined ? Number.POSITIVE_INFINITY : this.stop.seconds - this.elapsed();
  }

  /** Share of the budget spent, in time or iterations, whichever is larger; 0 if neither is limited. */
  spent(iterations: number): number {
    const { seconds, iterations: most, auto } = this.stop;
    const elapsedShare = seconds === undefined ? 0 : seconds > 0 ? this.elapsed() / seconds : 1;
    const ofTime = auto ? Math.max(0, elapsedShare - freeShare) / (1 - freeShare) : elapsedShare;
    const ofIterations = most === undefined ? 0 : most > 0 ? iterations / most : 1;
    return Math.min(1, Math.max(ofTime, ofIterations));
  }

  /** The reason, as soon as time is up or the run is aborted; cheap enough to call every millisecond. */
  interrupted(): StopReason | undefined {
    if (this.stop.signal?.aborted) {
      this.abortedAt ??= this.elapsed();
      return 'aborted';
    }
    return this.remaining() <= 0 ? 'time' : undefined;
  }

  /** True when even a run without a solution must end. */
  overdue(): boolean {
    switch (this.interrupted()) {
      case undefined:
        return false;
      case 'aborted':
        return this.elapsed() - (this.abortedAt ?? 0) > abortLateness;
      default:
        return this.remaining() < -lateness(this.stop.seconds ?? 0);
    }
  }

  reason(iterations: number, sinceImprovement: number, best: number, hasSettled = false): StopReason | undefined {
    const { iterations: most, stall, target, auto } = this.stop;
    if (target !== undefined && best <= target) return 'target';
    if (most !== undefined && iterations >= most) return 'iterations';
    if (stall !== undefined && sinceImprovement >= stall) return 'no-improvement';
    if (auto && hasSettled) return 'settled';
    return this.interrupted();
  }

  /** What is left of this stop, for a later stage. */
  rest(): Stop {
    return this.stop.seconds === undefined ? this.stop : { ...this.stop, seconds: Math.max(0, this.remaining()) };
  }
}
