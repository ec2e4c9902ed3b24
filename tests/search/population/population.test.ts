import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { Engine } from '../../../src/search/engine.ts';
import type { Individual } from '../../../src/search/population/individual.ts';
import { Population } from '../../../src/search/population/population.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const data = searchData(randomInstance(new Random(1), { customers: 12, depots: 3 }));
const engine = await Engine.create(data);
const none = { vehicle: 0, depot: 0, rule: 0, distance: 0, time: 0 };
const size = { survivors: 4, newcomers: 6, elite: 2, closest: 3 };
const penalties = { vehicle: 1, depot: 1, rule: 1, distance: 1, time: 1 };

/** A random plan that claims a cost, and to overload nothing. */
function plan(random: Random, cost: number, feasible = true): Individual {
  return { ...engine.evaluate(randomRoutes(random, data), new Uint8Array(data.m)), cost, feasible, excess: none };
}

describe('the population', () => {
  it('is culled to its survivors as soon as it is full, each pool for itself', () => {
    const population = new Population(size);
    const random = new Random(2);
    for (let k = 0; k < 10; k++) population.add(plan(random, k), penalties);
    population.add(plan(random, 0, false), penalties);
    expect(population.count).toBe(11);
    population.add(plan(random, 10), penalties);
    expect(population.members.filter(({ feasible }) => feasible)).toHaveLength(4);
    expect(population.count).toBe(5);
    population.clear();
    expect(population.count).toBe(0);
  });

  it('never loses the cheapest of a pool', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const random = new Random(seed);
        const population = new Population(size);
        let least = Number.POSITIVE_INFINITY;
        for (let k = 0; k < count; k++) {
          const cost = random.int(1000);
          least = Math.min(least, cost);
          population.add(plan(random, cost), penalties);
          expect(Math.min(...population.members.map((member) => member.cost))).toBe(least);
          expect(population.count).toBeLessThanOrEqual(size.survivors + size.newcomers);
        }
      }),
    );
  });

  it('drops clones before anybody else, however cheap', () => {
    const random = new Random(3);
    const population = new Population(size);
    const twin = plan(random, 1);
    for (let k = 0; k < 6; k++) population.add(twin, penalties);
    const others = Array.from({ length: 5 }, (_, k) => plan(random, 100 + k));
    for (const other of others) population.add(other, penalties);
    expect(population.members.filter((member) => member === twin)).toHaveLength(1);
    expect(population.members).toHaveLength(4);
  });

  it('gives up a plan much like the best for a dearer one that is different', () => {
    const random = new Random(4);
    const population = new Population({ survivors: 2, newcomers: 1, elite: 1, closest: 1 });
    const best = plan(random, 1);
    const near = { ...best, cost: 2, successor: best.successor.with(0, best.successor[0] === 5 ? 6 : 5) };
    for (const individual of [best, near, plan(random, 3), plan(random, 4)]) population.add(individual, penalties);
    expect(population.members).toHaveLength(2);
    expect(population.members).toContain(best);
    expect(population.members).not.toContain(near);
  });

  it('selects the better of two, so the best most often and the worst least', () => {
    const random = new Random(5);
    const population = new Population(size);
    const members = Array.from({ length: 4 }, (_, k) => plan(random, 100 * k));
    for (const member of members) population.add(member, penalties);
    const wins = new Map(members.map((member) => [member, 0]));
    for (let k = 0; k < 4000; k++) {
      const chosen = population.select(random, penalties);
      wins.set(chosen, (wins.get(chosen) ?? 0) + 1);
    }
    expect(wins.size).toBe(4);
    const [best, , , worst] = members.map((member) => wins.get(member) ?? 0);
    expect(best).toBeGreaterThan(3 * worst);
    expect(worst).toBeGreaterThan(0);
  });

  it('orders infeasible plans by the penalties in force', () => {
    const random = new Random(6);
    const population = new Population(size);
    const overfull = { ...plan(random, 10, false), excess: { ...none, vehicle: 5 } };
    const dear = plan(random, 20, false);
    population.add(overfull, penalties);
    population.add(dear, penalties);
    const share = (vehicle: number) => {
      let count = 0;
      for (let k = 0; k < 1000; k++) if (population.select(random, { ...penalties, vehicle }) === overfull) count++;
      return count / 1000;
    };
    expect(share(0.1)).toBeGreaterThan(0.6);
    expect(share(100)).toBeLessThan(0.4);
  });
});
