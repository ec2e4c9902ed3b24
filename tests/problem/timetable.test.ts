import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { timetables } from '../../src/problem/timetable.ts';
import { scaled } from '../scaled.ts';

/** Places on a line, a minute a unit: the depot at 0. */
const line = (change: Partial<InstanceInput> = {}) =>
  createInstance({
    name: 'line',
    depots: [{ id: 'D', x: 0, y: 0, openingHours: [0, 100], loadingTime: 2 }],
    customers: [
      { id: 'a', x: 3, y: 0, demand: 1, serviceTime: 4, timeWindows: [[20, 30]] },
      {
        id: 'b',
        x: 5,
        y: 0,
        demand: 1,
        timeWindows: [
          [10, 12],
          [40, 45],
        ],
      },
    ],
    vehicles: [{ id: 'van', capacity: 9, shift: [1, 90], speedFactor: 1 }],
    travel: { kind: 'euclidean', speed: 60 },
    ...change,
  });
const timesOf = (instance = line(), stops = [0, 1]) => timetables(modelOf(instance))(0, modelOf(instance).types[0], stops);

describe('a timetable, by hand', () => {
  it('starts as late as makes the route shortest, and not later', () => {
    // The second window of b opens at 40: leaving a at 34 at the latest means arriving there at 30 and starting at 25.
    expect(timesOf()).toMatchObject({
      start: 25,
      departure: 27,
      stops: [
        { arrival: 30, waiting: 0, departure: 34 },
        { arrival: 36, waiting: 4, departure: 40 },
      ],
      return: 45,
      duration: 20,
      waiting: 4,
      lateAt: [],
      lateReturn: false,
    });
    // b first, in its first window; then a as it opens.
    expect(timesOf(line(), [1, 0])).toMatchObject({ start: 5, return: 27, duration: 22, waiting: 6 });
  });

  it('starts with the shift where nothing is to be gained, and counts no time that a faster vehicle saves', () => {
    const free = line({ customers: [{ id: 'a', x: 3, y: 0, demand: 1 }] });
    expect(timesOf(free, [0])).toMatchObject({ start: 1, departure: 3, return: 9, duration: 8 });
    const fast = line({ customers: [{ id: 'a', x: 3, y: 0, demand: 1 }], vehicles: [{ id: 'v', capacity: 1, speedFactor: 2 }] });
    expect(timesOf(fast, [0])).toMatchObject({ start: 0, return: 5, duration: 5 });
  });

  it('says where it is late', () => {
    const late = line({ customers: [{ id: 'a', x: 40, y: 0, demand: 1, timeWindows: [[0, 20]] }] });
    expect(timesOf(late, [0])).toMatchObject({ start: 1, lateAt: [0], lateReturn: false });
    expect(timesOf(line({ customers: [{ id: 'a', x: 45, y: 0, demand: 1 }] }), [0])).toMatchObject({ return: 93, lateReturn: true });
  });

  it('takes durations from their own matrix, in the unit of the instance', () => {
    const matrix = {
      kind: 'matrix' as const,
      values: [
        [0, 1],
        [1, 0],
      ],
      durations: [
        [0, 0.5],
        [0.25, 0],
      ],
    };
    const hours = { travel: matrix, units: { time: 'h' as const }, customers: [{ id: 'a', x: 0, y: 0, demand: 1, serviceTime: 1 }] };
    expect(timesOf(line({ ...hours, depots: [{ id: 'D', x: 0, y: 0 }] }), [0])).toMatchObject({ start: 1, return: 2.75, duration: 1.75 });
  });
});

describe('a timetable, against every start on a grid', () => {
  const halves = (max: number) => fc.integer({ min: 0, max: 2 * max }).map((k) => k / 2);
  const windows = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 6 })
    .map((marks) => marks.sort((a, b) => a - b))
    .map((marks) => Array.from({ length: Math.floor(marks.length / 2) }, (_, k) => [marks[2 * k], marks[2 * k + 1]] as [number, number]));
  const course = fc.record({
    stops: fc.array(
      fc.record({ x: fc.integer({ min: -9, max: 9 }), serviceTime: halves(5), timeWindows: fc.option(windows, { nil: undefined }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    loadingTime: halves(3),
    shift: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 30, max: 80 })),
  });

  it('is feasible exactly where some start is, and shortest', () => {
    const seen = { feasible: 0, late: 0, waiting: 0 };
    fc.assert(
      fc.property(course, ({ stops, loadingTime, shift }) => {
        const instance = line({
          depots: [{ id: 'D', x: 0, y: 0, loadingTime }],
          customers: stops.map(({ timeWindows, ...stop }, id) => ({ id, y: 0, demand: 1, ...stop, ...(timeWindows && { timeWindows }) })),
          vehicles: [{ id: 'van', capacity: 9, shift }],
        });
        const found = timesOf(instance, [...stops.keys()]);
        let least = Number.POSITIVE_INFINITY;
        // All data are multiples of a half, so some best start is.
        for (let start = shift[0]; start <= shift[1]; start += 0.5) {
          const back = drive(start + loadingTime, stops);
          if (back <= shift[1]) least = Math.min(least, back - start);
        }
        const holds = found.lateAt.length === 0 && !found.lateReturn;
        expect(holds).toBe(least < Number.POSITIVE_INFINITY);
        seen[holds ? 'feasible' : 'late']++;
        if (!holds) return;
        if (found.waiting > 0) seen.waiting++;
        expect(found.duration).toBeCloseTo(least, 9);
        expect(drive(found.departure, stops) - found.start).toBeCloseTo(least, 9);
      }),
      { numRuns: scaled(3000) },
    );
    expect(Math.min(seen.feasible, seen.late, seen.waiting)).toBeGreaterThan(50);
  });
});

/** When a vehicle that leaves the depot at `now` is back; Infinity where it comes too late somewhere. */
function drive(
  now: number,
  stops: readonly { readonly x: number; readonly serviceTime: number; readonly timeWindows?: readonly (readonly [number, number])[] }[],
): number {
  let [at, time] = [0, now];
  for (const { x, serviceTime, timeWindows = [[0, Number.POSITIVE_INFINITY] as const] } of stops) {
    time += Math.abs(x - at);
    at = x;
    const window = timeWindows.find(([, closes]) => closes >= time);
    if (!window) return Number.POSITIVE_INFINITY;
    time = Math.max(time, window[0]) + serviceTime;
  }
  return time + Math.abs(at);
}
