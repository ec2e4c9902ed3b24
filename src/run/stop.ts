/** When a run ends. A stop is a small value; any of its criteria ends the run, and the result says which did. */

export interface Stop {
  /** Wall seconds (or those of `clock`). */
  readonly seconds?: number;
  readonly iterations?: number;
  /** Iterations without a better solution. */
  readonly stall?: number;
  /** A cost at or below which nobody needs more. */
  readonly target?: number;
  readonly signal?: AbortSignal;
  /** Seconds from any origin; the wall clock unless said otherwise (benchmarks count CPU seconds). Does not cross threads. */
  readonly clock?: () => number;
}

export type StopReason = 'time' | 'iterations' | 'no-improvement' | 'target' | 'aborted' | 'complete';

/** Seconds by which a run may be late where a little longer is worth more than nothing: of the 5 % + 100 ms that a user is promised, the rest is for what comes after. */
export const lateness = (seconds: number): number => 0.03 * seconds + 0.02;
/** The same after an abort: a person waits. */
const abortLateness = 0.3;

const wallClock = () => performance.now() / 1000;

/** A stop put to work: knows when the run began. */
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

  /** Share of the budget that is spent, in time or iterations, whichever is further; 0 where neither is limited. */
  spent(iterations: number): number {
    const { seconds, iterations: most } = this.stop;
    const ofTime = seconds === undefined ? 0 : seconds > 0 ? this.elapsed() / seconds : 1;
    const ofIterations = most === undefined ? 0 : most > 0 ? iterations / most : 1;
    return Math.min(1, Math.max(ofTime, ofIterations));
  }

  /** True as soon as time is up or somebody said stop; cheap enough for once a millisecond. */
  interrupted(): StopReason | undefined {
    if (this.stop.signal?.aborted) {
      this.abortedAt ??= this.elapsed();
      return 'aborted';
    }
    return this.remaining() <= 0 ? 'time' : undefined;
  }

  /** True when even a run that has nothing to show yet must end. */
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

  reason(iterations: number, sinceImprovement: number, best: number): StopReason | undefined {
    const { iterations: most, stall, target } = this.stop;
    if (target !== undefined && best <= target) return 'target';
    if (most !== undefined && iterations >= most) return 'iterations';
    if (stall !== undefined && sinceImprovement >= stall) return 'no-improvement';
    return this.interrupted();
  }

  /** What is left of this stop, for a later stage. */
  rest(): Stop {
    return this.stop.seconds === undefined ? this.stop : { ...this.stop, seconds: Math.max(0, this.remaining()) };
  }
}
