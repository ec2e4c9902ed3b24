/** Time and timers of a process, as values: whoever waits is handed a clock, and a simulation hands out its own. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(work: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  setInterval(work: () => void, milliseconds: number): unknown;
  clearInterval(timer: unknown): void;
}

type Timer = ReturnType<typeof setTimeout>;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as Timer),
};

/** Milliseconds since 1970: the one clock that threads share. */
export const sharedClock = (): number => performance.timeOrigin + performance.now();

/** A wait that news ends early. News that comes while nobody waits is kept for the next wait. */
export class Bell {
  private rung = false;
  private wake: () => void = () => {};

  constructor(private readonly clock: Clock) {}

  ring(): void {
    this.rung = true;
    this.wake();
  }

  /** Until it rings, the time is over, or the signal fires; tells whether it rang. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.rung && !signal?.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          this.clock.clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = this.clock.setTimeout(done, milliseconds);
        signal?.addEventListener('abort', done);
        this.wake = done;
      });
    const { rung } = this;
    this.rung = false;
    return rung;
  }
}

/** So many milliseconds, or until the signal fires. */
export const pause = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<boolean> =>
  new Bell(clock).wait(milliseconds, signal);
