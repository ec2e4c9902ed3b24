/** The verifier with fleets and hours, by hand: each limit is kept exactly where it is reached, and broken one step beyond. */
import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { timetables } from '../../src/problem/timetable.ts';
import { verify } from '../../src/problem/verify.ts';

/** A line on which a unit takes a minute: depots at 0 and 100, three customers at 10, 20 and 30. */
const line = (change: Partial<Record<'depot' | 'other' | 'customer' | 'van', object>> = {}, more: Partial<InstanceInput> = {}) =>
  createInstance({
    name: 'line',
    depots: [
      { id: 'A', x: 0, y: 0, ...change.depot },
      { id: 'B', x: 100, y: 0, openingCost: 5, ...change.other },
    ],
    customers: [10, 20, 30].map((x, i) => ({ id: `c${i}`, x, y: 0, demand: 2, ...change.customer })),
    vehicles: [
      { id: 'van', capacity: 6, ...change.van },
      { id: 'spare', capacity: 6 },
    ],
    travel: { kind: 'euclidean', speed: 60 },
    ...more,
  });
const van = (...stops: number[]) => ({ depot: 'A', vehicle: 'van', stops: stops.map((i) => `c${i}`) });
const three = [van(0), van(1), van(2)];
const kinds = (instance: ReturnType<typeof line>, routes: readonly object[], more: object = {}) =>
  verify(instance, { routes, ...more } as Parameters<typeof verify>[1]).violations.map(({ kind }) => kind);

describe('a limit that is reached is kept, and one step beyond is not', () => {
  it.each<[string, Parameters<typeof line>[0], Parameters<typeof line>[0], readonly object[], string]>([
    ['vehicles in all', { van: { available: 3 } }, { van: { available: 2 } }, three, 'too-many-vehicles'],
    ['vehicles at each depot', { van: { availablePerDepot: 3 } }, { van: { availablePerDepot: 2 } }, three, 'too-many-vehicles'],
    ['room at the depot', { depot: { maxVehicles: 3 } }, { depot: { maxVehicles: 2 } }, three, 'too-many-vehicles'],
    ['stops', { van: { maxStops: 3 } }, { van: { maxStops: 2 } }, [van(0, 1, 2)], 'over-route-stops'],
    ['distance', { van: { maxDistance: 60 } }, { van: { maxDistance: 59.9 } }, [van(0, 1, 2)], 'over-route-distance'],
    ['duration', { van: { maxDuration: 60 } }, { van: { maxDuration: 59.9 } }, [van(0, 1, 2)], 'over-route-duration'],
    ['the end of the shift', { van: { shift: [5, 65] } }, { van: { shift: [5, 64.9] } }, [van(0, 1, 2)], 'late-return'],
    ['closing time', { depot: { openingHours: [5, 65] } }, { depot: { openingHours: [5, 64.9] } }, [van(0, 1, 2)], 'late-return'],
    ['a window', { customer: { timeWindows: [[0, 30]] } }, { customer: { timeWindows: [[0, 29.9]] } }, [van(0, 1, 2)], 'late-arrival'],
    ['a load', {}, { van: { capacity: 5.9 } }, [van(0, 1, 2)], 'over-vehicle-capacity'],
    ['capacity of the depot', { depot: { capacity: 6 } }, { depot: { capacity: 5.9 } }, three, 'over-depot-capacity'],
    ['least load', { depot: { minLoad: 6 } }, { depot: { minLoad: 6.1 } }, three, 'under-depot-load'],
  ])('%s', (_, kept, broken, routes, kind) => {
    expect(kinds(line(kept), routes)).toEqual([]);
    expect(kinds(line(broken), routes)).toEqual([kind]);
  });

  it('no vehicle may start where it is not, though another depot has some', () => {
    expect(kinds(line({ van: { availablePerDepot: { B: 5 } } }), three)).toEqual(['wrong-vehicle', 'wrong-vehicle', 'wrong-vehicle']);
  });

  it('a least load is asked of depots that are open, used or not, and of no other', () => {
    const instance = line({ other: { minLoad: 1 } });
    expect(kinds(instance, three)).toEqual([]);
    expect(kinds(instance, three, { openDepots: ['A'] })).toEqual([]);
    expect(kinds(instance, three, { openDepots: ['A', 'B'] })).toEqual(['under-depot-load']);
    expect(kinds(line({ other: { minLoad: 1, status: 'open' } }), three)).toEqual(['under-depot-load']);
  });
});

describe('what a plan states', () => {
  const instance = createInstance({
    ...(line({ depot: { handlingCost: 2, openingCost: 7, loadingTime: 3 } }) as InstanceInput),
    vehicles: [{ id: 'van', capacity: 6, fixedCost: 11, costPerDistance: 2, costPerHour: 30, emissionPerDistance: 0.5 }],
    emissionPrice: 3,
  });
  const plan = describeRoutes(instance, [{ depot: 0, stops: [0, 1, 2] }]);

  it.each(['total', 'opening', 'vehicles', 'travel', 'time', 'emission', 'handling'] as const)('is checked: %s cost', (part) => {
    const amount = plan.cost[part] ?? 0;
    expect(amount).toBeGreaterThan(0);
    expect(kinds(instance, plan.routes, { cost: { [part]: amount } })).toEqual([]);
    expect(kinds(instance, plan.routes, { cost: { [part]: amount + 0.01 } })).toEqual(['cost-misreported']);
    expect(kinds(instance, plan.routes, { cost: { [part]: 0 } })).toEqual(['cost-misreported']);
  });

  it('is checked: the times of a route', () => {
    const bare = van(0, 1, 2);
    expect(kinds(instance, [{ ...bare, duration: 63, times: { start: 0, return: 63 } }])).toEqual([]);
    for (const wrong of [{ duration: 62 }, { times: { start: 1 } }, { times: { return: 62 } }])
      expect(kinds(instance, [{ ...bare, ...wrong }])).toEqual(['time-misreported']);
  });

  it('is checked: load, distance and cost of a route', () => {
    expect(kinds(instance, [{ ...van(0, 1, 2), load: 6, distance: 60, cost: 120 }])).toEqual([]);
    expect(kinds(instance, [{ ...van(0, 1, 2), load: 5 }])).toEqual(['load-misreported']);
    expect(kinds(instance, [{ ...van(0, 1, 2), distance: 61 }])).toEqual(['distance-misreported']);
    expect(kinds(instance, [{ ...van(0, 1, 2), cost: 119 }])).toEqual(['cost-misreported']);
  });
});

describe('when a route starts', () => {
  const startOf = (instance: ReturnType<typeof line>) => timetables(modelOf(instance))(0, modelOf(instance).types[0], [0]).start;

  it('is when both the depot and the shift are open', () => {
    expect(startOf(line({ depot: { openingHours: [30, 500] }, van: { shift: [10, 500] } }))).toBe(30);
    expect(startOf(line({ depot: { openingHours: [10, 500] }, van: { shift: [30, 500] } }))).toBe(30);
  });

  it('is the earliest of those that are equally good', () => {
    // Either window is met without waiting, from 15 and from 50 on.
    const windows = {
      timeWindows: [
        [25, 30],
        [60, 70],
      ],
    };
    expect(startOf(line({ customer: windows }))).toBe(15);
  });
});
