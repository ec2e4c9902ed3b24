import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { createIndividual } from '../../../src/search/population/individual.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';
import { brimful } from '../tight-instances.ts';
import { benchOn } from './benches.ts';

const instance = randomInstance(new Random(3), { customers: 15, depots: 3 });

describe('the workbench', () => {
  it('keeps the best by more than rounding noise, and when it was found', async () => {
    const { bench, data } = await benchOn(instance);
    const drawn = createIndividual(data, randomRoutes(new Random(1), data), new Uint8Array(3));
    const feasible = { ...drawn, feasible: true, cost: 100 };
    bench.keep(feasible);
    bench.iterations = 5;
    bench.keep({ ...feasible, cost: 100 - data.epsilon / 2 });
    expect(bench).toMatchObject({ best: feasible, improvedAt: 0 });
    bench.keep({ ...feasible, cost: 99 });
    expect(bench).toMatchObject({ best: { cost: 99 }, improvedAt: 5 });
    bench.keep({ ...feasible, feasible: false, cost: 1 });
    expect(bench.best?.cost).toBe(99);
  });

  it('shows the least bad while nothing is feasible', async () => {
    const { bench, data } = await benchOn(instance);
    const drawn = createIndividual(data, randomRoutes(new Random(1), data), new Uint8Array(3));
    const overfull = { ...drawn, feasible: false, cost: 100, vehicleExcess: 1, depotExcess: 0, broken: 0 };
    bench.keep(overfull);
    bench.keep({ ...overfull, cost: 50, vehicleExcess: 2 });
    const excess = bench.strict.vehicle;
    expect(bench.leastBad?.cost).toBe(excess > 50 ? 100 : 50);
    bench.keep({ ...overfull, cost: 40 });
    expect(bench.leastBad?.cost).toBe(40);
    expect(bench.best).toBeUndefined();
  });

  it('goes on from a feasible construction where the descent from it is lost', async () => {
    const { bench } = await benchOn(brimful(3, 40, 4));
    const construction = bench.construct(Uint8Array.of(1, 1, 1, 1));
    expect(construction.constructed.feasible).toBe(true);
    expect(bench.best).toBe(construction.constructed);
    const entered = bench.enter(construction);
    expect(entered.feasible).toBe(true);
    expect(entered.cost).toBeLessThanOrEqual(construction.constructed.cost + bench.data.epsilon);
  });

  it('is stricter by the factor of a repair', async () => {
    const { bench } = await benchOn(instance, { parameters: { evolution: { repairFactor: 7 } } });
    expect(bench.strict.depot).toBeCloseTo(7 * bench.penalties.current.depot, 9);
    expect(bench.strictCost(undefined)).toBe(Number.POSITIVE_INFINITY);
  });

  it('sends tight favourites to the finals, and no others', async () => {
    const finalists = async (capacity: number | null) => {
      const drawn = randomInstance(new Random(5), { customers: 12, depots: 3 });
      const depots = drawn.depots.map((depot) => ({ ...depot, capacity }));
      const two = createInstance({ ...drawn, depots });
      const depotSets = [Uint8Array.of(1, 0, 0), Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)];
      const { bench } = await benchOn(two, { depotSets });
      for (let k = 0; !bench.race.over; k++) bench.race.record({ ...bench.enter(bench.construct(bench.race.next.open)), cost: 100 - k }, 0);
      return bench.race.finalists().length;
    };
    const demand = randomInstance(new Random(5), { customers: 12, depots: 3 }).customers.reduce(
      (sum, customer) => sum + customer.demand,
      0,
    );
    expect(await finalists(demand)).toBeGreaterThan(0);
    expect(await finalists(null)).toBe(0);
  });
});
