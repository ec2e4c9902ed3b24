/** Depots for many days: the set that all sets and days together say is best, honest about ties, and the same again after a stop. */
import { describe, expect, it } from 'vitest';
import type { DayTrial, TrialJournal } from '../../src/pipeline/day-trials.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { instanceOfDay, instanceWith } from '../../src/problem/days.ts';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { scaled } from '../scaled.ts';

const stop = { iterations: 16 };

/** Customers around three sites, each of whom orders on half of the days. */
function tiny(seed: number, days = 4): Instance {
  const random = new Random(seed);
  const place = () => ({ x: Math.round(100 * random.float()), y: Math.round(100 * random.float()) });
  const customers = Array.from({ length: 6 }, (_, i) => ({ id: `c${i}`, ...place(), demand: 2 }));
  const input: InstanceInput = {
    name: `tiny ${seed}`,
    depots: Array.from({ length: 3 }, (_, d) => ({ id: `D${d}`, ...place(), capacity: 14, openingCost: 20 + random.int(60) })),
    customers,
    vehicleCapacity: 7,
    vehicleCost: 10,
    days: Array.from({ length: days }, (_, k) => ({
      name: `day ${k}`,
      orders: customers.flatMap(({ id }) => (random.float() < 0.6 ? [{ customer: id, demand: 1 + random.int(4) }] : [])),
    })),
  };
  return createInstance(input);
}

/** What a set costs on average, each day searched for long; Infinity where it falls short. */
async function costOfSet(instance: Instance, mask: number): Promise<number> {
  const open = Uint8Array.from(instance.depots, (_, d) => (mask >> d) & 1);
  let sum = 0;
  for (const day of instance.days ?? []) {
    const ofDay = instanceWith(instanceOfDay(instance, day), open);
    const demand = ofDay.customers.reduce((total, customer) => total + customer.demand, 0);
    if (14 * open.reduce((a, b) => a + b, 0) < demand) return Number.POSITIVE_INFINITY;
    const opening = instance.depots.reduce((total, { openingCost }, d) => total + open[d] * openingCost, 0);
    sum += ofDay.customers.length === 0 ? opening : (await search(ofDay, { stop: { iterations: 60 } })).cost;
  }
  return sum / (instance.days ?? []).length;
}

const journal = (entries: DayTrial[] = []): TrialJournal & { readonly entries: DayTrial[] } => ({
  entries,
  append: async (entry) => void entries.push(entry),
});

describe('depots for many days', () => {
  it('finds the set that costs least on all days', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= scaled(4); seed++) {
      const instance = tiny(seed);
      const costs = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((mask) => costOfSet(instance, mask)));
      const solution = await solve(instance, { stop, days: { heldBack: 0 } });
      expect(solution.cost.total, `seed ${seed}`).toBeCloseTo(Math.min(...costs), 6);
      expect(verify(instance, solution)).toMatchObject({ feasible: true, violations: [] });
      expect(solution.days?.map(({ day }) => day)).toEqual(instance.days?.map(({ name }) => name));
    }
  });

  it('is the same again, with any number of threads', async () => {
    const instance = tiny(7, 13);
    const [one, again, two] = await Promise.all([1, 1, 2].map((threads) => solve(instance, { stop, threads })));
    expect(again.days).toEqual(one.days);
    expect(two.days).toEqual(one.days);
    expect(two.acrossDays).toEqual(one.acrossDays);
  });

  it('reads the cost off days that the choice has not seen', async () => {
    const instance = tiny(3, 16);
    const { days = [], cost, acrossDays } = await solve(instance, { stop });
    const held = days.filter(({ heldBack }) => heldBack);
    expect(held).toHaveLength(4);
    expect(acrossDays).toMatchObject({ chosenBy: 12, heldBack: 4 });
    expect(cost.total).toBeCloseTo(held.reduce((sum, day) => sum + day.cost.total, 0) / 4, 9);
    const mean = cost.total;
    const spread = Math.sqrt(held.reduce((sum, day) => sum + (day.cost.total - mean) ** 2, 0) / 3);
    expect(acrossDays?.spread).toBeCloseTo(spread, 9);
    expect(acrossDays?.error).toBeCloseTo(spread / 2, 9);
  });

  it('chooses for one day, or days all alike, as without days', async () => {
    const instance = tiny(5);
    const [day] = instance.days ?? [];
    const alone = await solve(instanceOfDay(instance, day), { stop });
    const alike = createInstance({ ...instance, days: [1, 2, 3].map((k) => ({ ...day, name: `day ${k}` })) });
    for (const many of [createInstance({ ...instance, days: [day] }), alike]) {
      const { days = [], openDepots, cost } = await solve(many, { stop });
      expect(openDepots).toEqual(alone.openDepots);
      expect(cost).toEqual(alone.cost);
      for (const { routes } of days) expect(routes).toEqual(alone.routes);
    }
  });

  it('calls two equal depots a tie, whatever the seed', async () => {
    const { depots, ...rest } = tiny(2, 8);
    const twins = [0, 1].map((k) => ({ ...depots[0], id: `twin ${k}`, capacity: 100 }));
    const instance = createInstance({ ...rest, depots: [...twins, { ...depots[1], openingCost: 500 }], rules: { maxOpen: 1 } });
    for (let seed = 1; seed <= 20; seed++) {
      const { openDepots, acrossDays } = await solve(instance, { stop: { iterations: 4 }, seed });
      expect(openDepots[0]).toMatch(/twin/);
      expect(acrossDays?.ties).toContainEqual(expect.objectContaining({ openDepots: [openDepots[0] === 'twin 0' ? 'twin 1' : 'twin 0'] }));
    }
  });

  it('goes on where it was ended', async () => {
    const instance = tiny(4, 6);
    const first = journal();
    const whole = await solve(instance, { stop, days: { journal: first } });
    const half = journal(first.entries.slice(0, first.entries.length / 2));
    const rest = await solve(instance, { stop, days: { journal: half } });
    expect(rest.days).toEqual(whole.days);
    expect(rest.iterations).toBeLessThan(whole.iterations ?? 0);
    expect(half.entries).toHaveLength(first.entries.length);
  });

  it('never chooses depots that fall short on a day', async () => {
    const instance = createInstance({
      name: 'short',
      depots: [
        { id: 'small', x: 0, y: 0, capacity: 5, openingCost: 1 },
        { id: 'large', x: 50, y: 0, capacity: 20, openingCost: 30 },
      ],
      customers: [{ id: 'a', x: 1, y: 0, demand: 1 }],
      vehicleCapacity: 20,
      days: [1, 2, 3, 4, 9].map((demand, k) => ({ name: `day ${k}`, orders: [{ customer: 'a', demand }] })),
    });
    const { openDepots, acrossDays } = await solve(instance, { stop });
    expect(openDepots).toContain('large');
    expect(acrossDays?.meanDay).toMatchObject({ openDepots: ['small'], shortDays: ['day 4'] });
  });

  it('guards against the worst days where it is told to, and pays for sites that are closed', async () => {
    const site = (id: string, x: number, openingCost: number) => ({ id, x, y: 0, capacity: 100, openingCost });
    const instance = createInstance({
      name: 'fire',
      depots: [site('near', 0, 10), site('far', 60, 5)],
      customers: [
        { id: 'a', x: 1, y: 0, demand: 1 },
        { id: 'b', x: 2, y: 0, demand: 1 },
      ],
      vehicleCapacity: 9,
      days: [
        { name: 'usual', weight: 9 },
        { name: 'busy', demandFactor: 1.5 },
      ],
    });
    expect((await solve(instance, { stop })).openDepots).toEqual(['near']);
    const burning = createInstance({ ...instance, days: [...(instance.days ?? []), { name: 'fire', closed: ['near'], weight: 0.1 }] });
    const { openDepots, days = [], acrossDays } = await solve(burning, { stop, days: { worst: 0.1 } });
    // Only the far site can serve while the near one burns, and both together are what all days need.
    expect(openDepots).toContain('far');
    const fire = days[2];
    expect(fire.routes.map(({ depot }) => depot)).toEqual(['far']);
    expect(fire.cost.opening).toBe(openDepots.length === 2 ? 15 : 5);
    expect(acrossDays?.worstShare).toMatchObject({ share: 0.1 });
  });

  it('fixes every customer to one depot where that is asked for, within the capacity of every day', async () => {
    for (let seed = 1; seed <= scaled(3); seed++) {
      const instance = tiny(seed, 6);
      const free = await solve(instance, { stop, days: { heldBack: 0 } });
      const fixed = await solve(instance, { stop, days: { heldBack: 0, assignment: 'fixed' } });
      const depotsOf = new Map<string, Set<string>>();
      for (const { routes } of fixed.days ?? [])
        for (const { depot, stops } of routes) for (const id of stops) depotsOf.set(id, (depotsOf.get(id) ?? new Set()).add(depot));
      expect([...depotsOf.values()].every(({ size }) => size === 1)).toBe(true);
      expect(fixed.cost.total).toBeGreaterThan(free.cost.total - 1e-9);
      expect(verify(instance, fixed).violations).toEqual([]);
    }
  });

  it('is found out where a customer leaves its fixed depot', async () => {
    const instance = tiny(1);
    const fixed = await solve(instance, { stop, days: { assignment: 'fixed' } });
    const [stop0] = fixed.days?.flatMap(({ routes }) => routes.flatMap(({ stops }) => stops)) ?? [];
    const assignment = fixed.assignment.map((id, i) =>
      instance.customers[i].id === stop0 ? 'D0 D1 D2'.replace(id, '').trim().split(' ')[0] : id,
    );
    expect(verify(instance, { ...fixed, assignment }).violations).toContainEqual(expect.objectContaining({ kind: 'wrong-depot' }));
  });

  it('answers with a plan for every day even where there is no time to compare, and calls nothing a tie then', async () => {
    const instance = tiny(3, 16);
    const { acrossDays, ...solution } = await solve(instance, { stop: { seconds: 0 } });
    expect(verify(instance, solution)).toMatchObject({ feasible: true });
    expect(acrossDays?.ties).toEqual([]);
  });

  it('plans a day on which nobody orders', async () => {
    const instance = tiny(6);
    const quiet = createInstance({ ...instance, days: [...(instance.days ?? []), { name: 'holiday', orders: [] }] });
    const solution = await solve(quiet, { stop });
    expect(solution.days?.at(-1)).toMatchObject({ day: 'holiday', routes: [], cost: { total: solution.cost.opening } });
  });

  it.each([
    ['E_USAGE', { days: { heldBack: 4 } }, 'heldBack'],
    ['E_USAGE', { days: { worst: 2 } }, 'days.worst'],
    ['E_USAGE', { days: { assignment: 'none' as never } }, 'days.assignment'],
    ['E_USAGE', { pure: true, improve: false }, 'method'],
    ['E_USAGE', { stop: { ...stop, target: 5 } }, 'target'],
  ])('refuses with %s what cannot be done: %j', async (code, options, field) => {
    await expect(solve(tiny(1), { stop, ...options })).rejects.toMatchObject({ code, place: { field } });
  });

  it('says which day cannot be served', async () => {
    const instance = createInstance({
      ...tiny(1),
      days: [
        { name: 'flood', orders: [{ customer: 'c0', demand: 8 }] },
        { name: 'dry', orders: [] },
      ],
    });
    await expect(solve(instance, { stop })).rejects.toMatchObject({ code: 'E_INFEASIBLE_DEMAND' });
  });
});
