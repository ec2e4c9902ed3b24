import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { searchParameters } from '../../../src/search/parameters.ts';
import type { Individual } from '../../../src/search/population/individual.ts';
import { AdaptivePenalties, penalisedCost, scaled } from '../../../src/search/population/penalties.ts';
import { randomInstance } from '../random-instance.ts';

const data = searchData(randomInstance(new Random(1), { customers: 8, depots: 3 }));
const { penalties: parameters } = searchParameters();
/** All that the penalties look at. */
const outcome = (vehicle: number, depot: number, rule: number, distance = 0, time = 0) =>
  ({ cost: 100, excess: { vehicle, depot, rule, distance, time } }) as Individual;

const fresh = () => new AdaptivePenalties(data, parameters);
const pricesAfter = (descents: number, individual: Individual) => {
  const penalties = fresh();
  for (let k = 0; k < descents; k++) penalties.record(individual);
  return penalties.current;
};

describe('penalties', () => {
  it('add up to the penalised cost', () => {
    expect(penalisedCost(outcome(2, 3, 4, 5, 6), { vehicle: 10, depot: 100, rule: 1000, distance: 1, time: 50 })).toBe(
      100 + 20 + 300 + 4000 + 5 + 300,
    );
    expect(scaled({ vehicle: 1, depot: 2, rule: 3, distance: 3, time: 1 }, 10)).toEqual({
      vehicle: 10,
      depot: 20,
      rule: 30,
      distance: 30,
      time: 10,
    });
  });

  it('stay as they are until a window of descents is full', () => {
    expect(pricesAfter(parameters.window - 1, outcome(1, 1, 1))).toEqual(fresh().current);
  });

  it('rise or fall each by what is seen of its own kind', () => {
    const { vehicle, depot, rule, distance, time } = fresh().current;
    expect(pricesAfter(parameters.window, outcome(1, 0, 1))).toEqual({
      vehicle: vehicle * parameters.raise,
      depot: depot * parameters.lower,
      rule: rule * parameters.raise,
      distance: distance * parameters.lower,
      time: time * parameters.lower,
    });
  });

  it('stay where the share of feasible descents is on target', () => {
    const penalties = fresh();
    const before = penalties.current;
    for (let k = 0; k < parameters.window; k++) {
      const over = (share: number) => Number(k >= share * parameters.window);
      const { vehicleShare, depotShare, ruleShare } = parameters;
      penalties.record(outcome(over(vehicleShare), over(depotShare), over(ruleShare), over(vehicleShare), over(vehicleShare)));
    }
    expect(penalties.current).toEqual(before);
  });

  it('never leave their range, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { maxLength: 30 }), fc.nat(40), (kinds, tightened) => {
        const penalties = fresh();
        const first = penalties.current;
        for (let k = 0; k < tightened; k++) penalties.tighten(3);
        for (const kind of kinds)
          for (let k = 0; k < parameters.window; k++) penalties.record(outcome(Number(kind[0]), Number(kind[1]), Number(kind[2])));
        for (const key of ['vehicle', 'depot', 'rule', 'distance', 'time'] as const) {
          expect(penalties.current[key]).toBeGreaterThan(0);
          expect(penalties.current[key]).toBeLessThanOrEqual(first[key] * parameters.mostRaised);
        }
      }),
    );
  });
});
