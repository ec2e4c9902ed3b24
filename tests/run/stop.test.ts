import { describe, expect, it } from 'vitest';
import { type Stop, StopWatch } from '../../src/run/stop.ts';

/** A watch whose clock the test moves. */
function watch(stop: Stop) {
  const time = { now: 100 };
  return { time, watch: new StopWatch({ ...stop, clock: () => time.now }) };
}

describe('StopWatch', () => {
  it('counts from its making', () => {
    const { time, watch: w } = watch({ seconds: 5 });
    expect([w.elapsed(), w.remaining(), w.interrupted()]).toEqual([0, 5, undefined]);
    time.now = 104;
    expect([w.elapsed(), w.remaining(), w.interrupted()]).toEqual([4, 1, undefined]);
    time.now = 105;
    expect(w.interrupted()).toBe('time');
    expect(w.reason(0, 0, 0)).toBe('time');
  });

  it('never ends without a criterion', () => {
    const { time, watch: w } = watch({});
    time.now = 1e9;
    expect(w.remaining()).toBe(Number.POSITIVE_INFINITY);
    expect(w.reason(1e9, 1e9, -1e9)).toBeUndefined();
  });

  it('ends at once with zero seconds', () => {
    expect(watch({ seconds: 0 }).watch.interrupted()).toBe('time');
  });

  it.each<[Stop, [number, number, number], string | undefined]>([
    [{ iterations: 10 }, [9, 0, 0], undefined],
    [{ iterations: 10 }, [10, 0, 0], 'iterations'],
    [{ iterations: 0 }, [0, 0, 0], 'iterations'],
    [{ stall: 3 }, [9, 2, 0], undefined],
    [{ stall: 3 }, [9, 3, 0], 'no-improvement'],
    [{ target: 50 }, [0, 0, 50.1], undefined],
    [{ target: 50 }, [0, 0, 50], 'target'],
    [{ target: 50, iterations: 10, stall: 3, seconds: 0 }, [10, 3, 50], 'target'],
    [{ iterations: 10, stall: 3, seconds: 0 }, [10, 3, 50], 'iterations'],
  ])('%j at %j says %s', (stop, [iterations, stall, best], expected) => {
    expect(watch(stop).watch.reason(iterations, stall, best)).toBe(expected);
  });

  it('hears an abort before it looks at the clock', () => {
    const controller = new AbortController();
    const { watch: w } = watch({ seconds: 0, signal: controller.signal });
    controller.abort();
    expect(w.interrupted()).toBe('aborted');
  });

  it('is overdue a little after the time, or after an abort was noticed', () => {
    const { time, watch: w } = watch({ seconds: 10 });
    time.now = 110.3;
    expect([w.interrupted(), w.overdue()]).toEqual(['time', false]);
    time.now = 110.4;
    expect(w.overdue()).toBe(true);

    const controller = new AbortController();
    const { time: later, watch: aborted } = watch({ seconds: 10, signal: controller.signal });
    expect(aborted.overdue()).toBe(false);
    controller.abort();
    expect(aborted.overdue()).toBe(false);
    later.now = 100.25;
    expect(aborted.overdue()).toBe(false);
    later.now = 100.35;
    expect(aborted.overdue()).toBe(true);
  });

  it('hands the rest to a later stage, never less than nothing', () => {
    const { time, watch: w } = watch({ seconds: 5, target: 7 });
    time.now = 102;
    expect(w.rest()).toMatchObject({ seconds: 3, target: 7 });
    time.now = 200;
    expect(w.rest().seconds).toBe(0);
    const endless = { iterations: 4 };
    expect(watch(endless).watch.rest()).toMatchObject(endless);
  });

  it('reads the wall clock by default', () => {
    const w = new StopWatch({ seconds: 1000 });
    expect(w.elapsed()).toBeGreaterThanOrEqual(0);
    expect(w.remaining()).toBeLessThanOrEqual(1000);
  });
});
