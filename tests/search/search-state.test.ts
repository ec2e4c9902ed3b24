import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { randomInstance, randomRoutes } from './random-instance.ts';
import { stateOn } from './states.ts';
import { brimful } from './tight-instances.ts';

const none = { vehicle: 0, depot: 0, rule: 0, distance: 0, time: 0 };
const instance = randomInstance(new Random(3), { customers: 15, depots: 3 });

describe('the state of the search', () => {
  it('keeps the best by more than rounding noise, and when it was found', async () => {
    const { state, data, engine } = await stateOn(instance);
    const drawn = engine.evaluate(randomRoutes(new Random(1), data), new Uint8Array(3));
    const feasible = { ...drawn, feasible: true, cost: 100 };
    state.keep(feasible);
    state.iterations = 5;
    state.keep({ ...feasible, cost: 100 - data.epsilon / 2 });
    expect(state).toMatchObject({ best: feasible, improvedAt: 0 });
    state.keep({ ...feasible, cost: 99 });
    expect(state).toMatchObject({ best: { cost: 99 }, improvedAt: 5 });
    state.keep({ ...feasible, feasible: false, cost: 1 });
    expect(state.best?.cost).toBe(99);
  });

  it('shows the least bad while nothing is feasible', async () => {
    const { state, data, engine } = await stateOn(instance);
    const drawn = engine.evaluate(randomRoutes(new Random(1), data), new Uint8Array(3));
    const overfull = { ...drawn, feasible: false, cost: 100, excess: { ...none, vehicle: 1 } };
    state.keep(overfull);
    state.keep({ ...overfull, cost: 50, excess: { ...none, vehicle: 2 } });
    const excess = state.strict.vehicle;
    expect(state.leastBad?.cost).toBe(excess > 50 ? 100 : 50);
    state.keep({ ...overfull, cost: 40 });
    expect(state.leastBad?.cost).toBe(40);
    expect(state.best).toBeUndefined();
  });

  it('goes on from a feasible construction where the descent from it is lost', async () => {
    const { state } = await stateOn(brimful(3, 40, 4));
    const construction = state.construct(Uint8Array.of(1, 1, 1, 1));
    expect(construction.constructed.feasible).toBe(true);
    expect(state.best).toBe(construction.constructed);
    const entered = state.improve(construction);
    expect(entered.feasible).toBe(true);
    expect(entered.cost).toBeLessThanOrEqual(construction.constructed.cost + state.data.epsilon);
  });

  it('is stricter by the factor of a repair', async () => {
    const { state } = await stateOn(instance, { parameters: { evolution: { repairFactor: 7 } } });
    expect(state.strict.depot).toBeCloseTo(7 * state.penalties.current.depot, 9);
    expect(state.strictCost(undefined)).toBe(Number.POSITIVE_INFINITY);
  });

  it('sends tight favourites to the finals, and no others', async () => {
    const finalists = async (capacity: number | null) => {
      const drawn = randomInstance(new Random(5), { customers: 12, depots: 3 });
      const depots = drawn.depots.map((depot) => ({ ...depot, capacity }));
      const two = createInstance({ ...drawn, depots });
      const depotSets = [Uint8Array.of(1, 0, 0), Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)];
      const { state } = await stateOn(two, { depotSets });
      for (let k = 0; !state.race.over; k++)
        state.race.record({ ...state.improve(state.construct(state.race.next.open)), cost: 100 - k }, 0);
      return state.race.finalists().length;
    };
    const demand = randomInstance(new Random(5), { customers: 12, depots: 3 }).customers.reduce(
      (sum, customer) => sum + customer.demand,
      0,
    );
    expect(await finalists(demand)).toBeGreaterThan(0);
    expect(await finalists(null)).toBe(0);
  });
});
