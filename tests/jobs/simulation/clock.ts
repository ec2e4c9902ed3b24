/** A clock that stands still until it is told to go to the next timer. */
import type { Clock } from '../../../src/run/clock.ts';

interface Timer {
  due: number;
  readonly work: () => void;
  readonly every?: number;
  readonly isAlive: () => boolean;
}

export class VirtualClock {
  time = Date.UTC(2030, 0, 1);
  private readonly timers: Timer[] = [];

  /** Runs the next timer at its time. False where there is none. */
  step(): boolean {
    let timer = this.timers.shift();
    while (timer && !timer.isAlive()) timer = this.timers.shift();
    if (!timer) return false;
    this.time = Math.max(this.time, timer.due);
    if (timer.every !== undefined) {
      timer.due = this.time + timer.every;
      this.insert(timer);
    }
    timer.work();
    return true;
  }

  /** The clock as one process has it: its timers die with it. */
  of(isAlive: () => boolean): Clock {
    const add = (work: () => void, milliseconds: number, every?: number) =>
      this.insert({ due: this.time + Math.max(0, milliseconds), work, every, isAlive });
    const remove = (timer: unknown) => {
      const place = this.timers.indexOf(timer as Timer);
      if (place >= 0) this.timers.splice(place, 1);
    };
    return {
      now: () => this.time,
      setTimeout: (work, milliseconds) => add(work, milliseconds),
      setInterval: (work, milliseconds) => add(work, milliseconds, Math.max(1, milliseconds)),
      clearTimeout: remove,
      clearInterval: remove,
    };
  }

  /** By time; of the same time, the first to be set comes first. */
  private insert(timer: Timer): Timer {
    const place = this.timers.findLastIndex(({ due }) => due <= timer.due);
    this.timers.splice(place + 1, 0, timer);
    return timer;
  }
}
