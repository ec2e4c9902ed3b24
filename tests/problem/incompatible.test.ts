/** Customers of two groups who may not share a vehicle, from the file to the plan. */
import { describe, expect, it } from 'vitest';
import { solve } from '../../src/pipeline/solve.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { usedFeatures } from '../../src/problem/features.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { depotSubproblem } from '../../src/problem/subproblem.ts';
import { verify } from '../../src/problem/verify.ts';

/** Four customers on one side of the depot, whom one vehicle could serve. */
const town = (change: Partial<InstanceInput> = {}, incompatible: unknown = [[['a', 'b'], ['d']]]) =>
  createInstance({
    name: 'town',
    depots: [{ id: 'D', x: 0, y: 0 }],
    customers: ['a', 'b', 'c', 'd'].map((id, k) => ({ id, x: 10 + k, y: 0, demand: 1 })),
    vehicleCapacity: 9,
    vehicleCost: 5,
    rules: { incompatible } as InstanceInput['rules'],
    ...change,
  });
const routes = (...stops: string[][]) => ({ routes: stops.map((list) => ({ depot: 'D', stops: list })) });

describe('incompatible customers', () => {
  it.each([
    ['one vehicle for all', [['a', 'b', 'c', 'd']], 1],
    [
      'the group of two and the other one',
      [
        ['a', 'c'],
        ['b', 'd'],
      ],
      1,
    ],
    [
      'each group on its own',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      0,
    ],
  ])('are looked for on every vehicle: %s', (_, stops, broken) => {
    const { violations } = verify(town(), routes(...stops));
    expect(violations.map(({ kind }) => kind)).toEqual(Array.from({ length: broken }, () => 'rule-broken'));
    if (broken) expect(violations[0].message).toMatch(/serves customers '.' and 'd', who may not share a vehicle/);
  });

  it('take a vehicle each, the cheapest way', async () => {
    for (const seed of [1, 2, 3]) {
      const { routes: found, cost } = await solve(town(), { stop: { iterations: 20 }, seed });
      expect(found).toHaveLength(2);
      // Out to d and c at 13, and to b at 11.
      expect(cost.total).toBe(2 * 13 + 2 * 11 + 10);
    }
  });

  it('that need more vehicles than there are have no plan, and the reason says so', () => {
    const vehicles = [{ id: 'van', capacity: 9, available: 1 }];
    const { vehicleCapacity: _, vehicleCost: __, ...rest } = town();
    expect(explainInfeasibility(createInstance({ ...rest, vehicles }))?.message).toMatch(/no two of the customers .* can be on one route/);
    const two = [{ id: 'van', capacity: 9, available: 2 }];
    expect(explainInfeasibility(createInstance({ ...rest, vehicles: two }))).toBeUndefined();
  });

  it('stay incompatible in the problem of one depot, as far as they are served there', () => {
    expect(depotSubproblem(town(), 0, [0, 2, 3]).rules.incompatible).toEqual([[['a'], ['d']]]);
    expect(depotSubproblem(town(), 0, [0, 1, 2]).rules.incompatible).toBeUndefined();
  });

  it('are a feature that other routers must know, and change the hash', () => {
    expect(usedFeatures(town())).toEqual(['rules.incompatible']);
    expect(usedFeatures(town({}, []))).toEqual([]);
    expect(instanceHash(town())).not.toBe(instanceHash(town({}, [])));
  });

  it.each([
    ['nobody', [[['a'], ['x']]], 'E_UNKNOWN_ID'],
    ['somebody twice', [[['a', 'b'], ['b']]], 'E_VALUE'],
    ['one group', [[['a', 'b']]], 'E_VALUE'],
    ['an empty group', [[['a'], []]], 'E_VALUE'],
  ])('are refused if they name %s', (_, incompatible, code) => {
    expect(() => town({}, incompatible)).toThrow(expect.objectContaining({ code }));
  });
});
