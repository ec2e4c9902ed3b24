import { describe, expect, it } from 'vitest';
import { brokenLock, depotsOf, keepsDepotRules, keepsLimits, keyOf } from '../../src/problem/depot-set.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { firstPlan } from '../../src/search/construction/first-plan.ts';
import { drawInstance } from '../search/brute-force.ts';

/** Three depots that supply 5 each for 1, 2 and 3, and a demand of 6. */
const three = (change: Partial<InstanceInput> = {}, statuses: readonly ('open' | 'closed' | 'candidate')[] = []) =>
  modelOf(
    createInstance({
      name: 'three',
      depots: [1, 2, 3].map((openingCost, d) => ({
        id: `d${d}`,
        x: d,
        y: 0,
        capacity: 5,
        openingCost,
        status: statuses[d] ?? 'candidate',
      })),
      customers: ['a', 'b', 'c'].map((id) => ({ id, x: 0, y: 1, demand: 2 })),
      vehicleCapacity: 10,
      ...change,
    }),
  ).depotRules;

const kept = (rules: ReturnType<typeof three>) =>
  ['000', '001', '010', '011', '100', '101', '110', '111'].filter((key) => keepsDepotRules(Uint8Array.from(key, Number), rules));

describe('the rules on a set of depots', () => {
  it.each([
    ['supply', three(), ['011', '101', '110', '111']],
    ['a count at least', three({ rules: { minOpen: 3 } }), ['111']],
    ['a count at most', three({ rules: { maxOpen: 2 } }), ['011', '101', '110']],
    ['a budget', three({ rules: { openingBudget: 4 } }), ['101', '110']],
    ['locks', three({}, ['open', 'closed']), ['101']],
    ['somebody must serve', three({ customers: [{ id: 'a', x: 0, y: 1, demand: 0 }] }), ['001', '010', '011', '100', '101', '110', '111']],
  ])('%s', (_, rules, expected) => {
    expect(kept(rules)).toEqual(expected);
  });

  it('tells locks from limits', () => {
    const rules = three({}, ['open', 'candidate', 'closed']);
    const open = Uint8Array.of(0, 1, 1);
    expect([brokenLock(open, rules), brokenLock(open, rules, 1), brokenLock(Uint8Array.of(1, 1, 0), rules)]).toEqual([0, 2, -1]);
    expect(keepsLimits(open, rules)).toBe(true);
  });

  it('lets rounding noise pass, as the verifier does', () => {
    const tenths = ['a', 'b', 'c'].map((id) => ({ id, x: 0, y: 1, demand: 0.1 }));
    const depots = [{ id: 'd', x: 0, y: 0, capacity: 0.3, openingCost: 0.1 + 0.2 }];
    const rules = three({ customers: tenths, depots, rules: { openingBudget: 0.3 } });
    expect(keepsDepotRules(Uint8Array.of(1), rules)).toBe(true);
  });

  it('are no stricter than the verifier: the depots of every plan that holds keep them', () => {
    let plans = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const instance = drawInstance(seed);
      const routes = firstPlan(instance);
      if (!routes) continue;
      plans++;
      const { openDepots } = describeRoutes(instance, routes);
      const open = Uint8Array.from(instance.depots, ({ id }) => Number(openDepots.includes(id)));
      expect(keepsDepotRules(open, modelOf(instance).depotRules), `seed ${seed}`).toBe(true);
    }
    expect(plans).toBeGreaterThan(50);
  });
});

it('names the depots of a set', () => {
  expect(depotsOf(Uint8Array.of(1, 0, 1))).toEqual([0, 2]);
  expect(keyOf(Uint8Array.of(1, 0, 1))).toBe('101');
});
