import { describe, expect, it } from 'vitest';
import { expectation, instanceOfDay, likenessOf, meanDay } from '../../src/problem/days.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { verify } from '../../src/problem/verify.ts';

const days: NonNullable<InstanceInput['days']> = [
  { name: 'Mon', orders: [{ customer: 'b', demand: 2 }] },
  {
    name: 'Tue',
    weight: 3,
    orders: [
      { customer: 'b', demand: 4 },
      { customer: 'a', demand: 5 },
    ],
  },
];
const input: InstanceInput = {
  name: 'days',
  depots: [
    { id: 'W', x: 0, y: 0, openingCost: 10 },
    { id: 'E', x: 9, y: 0, openingCost: 1 },
  ],
  customers: [
    { id: 'a', x: 3, y: 4, demand: 1 },
    { id: 'b', x: 0, y: 1, demand: 1 },
    { id: 'c', x: 1, y: 1, demand: 1 },
  ],
  vehicleCapacity: 9,
  rules: { together: [['a', 'b']], allowed: { c: ['W'] } },
  days,
};
const instance = createInstance(input);

describe('days of an instance', () => {
  it('has on each day those who order, with what they order, and the rules among them', () => {
    const [monday, tuesday] = (instance.days ?? []).map((day) => instanceOfDay(instance, day));
    expect(monday.customers.map(({ id, demand }) => [id, demand])).toEqual([['b', 2]]);
    expect(monday.rules).toMatchObject({ together: [], allowed: {} });
    expect(tuesday.customers.map(({ id, demand }) => [id, demand])).toEqual([
      ['a', 5],
      ['b', 4],
    ]);
    expect(tuesday.rules.together).toEqual([['a', 'b']]);
    expect(tuesday.days).toBeUndefined();
  });

  it('cuts the matrix of a day', () => {
    const values = Array.from({ length: 5 }, (_, from) => Array.from({ length: 5 }, (_, to) => 10 * from + to));
    const withMatrix = createInstance({ ...input, travel: { kind: 'matrix', values } });
    expect(instanceOfDay(withMatrix, days[0] as never).travel).toMatchObject({
      values: [
        [0, 1, 3],
        [10, 11, 13],
        [30, 31, 33],
      ],
    });
  });

  it('scales what everybody orders where a day has no orders of its own, and closes sites', () => {
    const scenario = createInstance({ ...input, days: [{ name: 'fire', demandFactor: 2, closed: ['W'] }] });
    const day = instanceOfDay(scenario, scenario.days?.[0] as never);
    expect(day.customers.map(({ demand }) => demand)).toEqual([2, 2, 2]);
    expect(day.depots.map(({ status }) => status)).toEqual(['closed', 'candidate']);
  });

  it('has a mean day, in which days count as often as they come', () => {
    expect(meanDay(instance).orders).toEqual([
      { customer: 'b', demand: 0.25 * 2 + 0.75 * 4 },
      { customer: 'a', demand: 0.75 * 5 },
    ]);
  });

  it('tells days that are alike, whatever the order of their rows', () => {
    const [, tuesday] = instance.days ?? [];
    const reversed = { ...tuesday, name: 'Wed', orders: [...(tuesday.orders ?? [])].reverse() };
    expect(likenessOf(instance, reversed)).toBe(likenessOf(instance, tuesday));
  });

  it('changes the hash, and leaves that of other instances alone', () => {
    const { days: _, ...plain } = input;
    expect(instanceHash(instance)).not.toBe(instanceHash(createInstance(plain)));
  });

  it.each([
    ['E_DUPLICATE_ID', { name: 'Mon', orders: [] }, 'days[2].name'],
    [
      'E_DUPLICATE_ID',
      {
        name: 'x',
        orders: [
          { customer: 'a', demand: 1 },
          { customer: 'a', demand: 1 },
        ],
      },
      'days[2].orders[1].customer',
    ],
    ['E_UNKNOWN_ID', { name: 'x', orders: [{ customer: 'z', demand: 1 }] }, 'days[2].orders[0].customer'],
    ['E_UNKNOWN_ID', { name: 'x', closed: ['Z'] }, 'days[2].closed[0]'],
  ])('refuses with %s and the place: %j', (expected, day, field) => {
    expect(() => createInstance({ ...input, days: [...days, day] })).toThrow(
      expect.objectContaining({ code: expected, place: expect.objectContaining({ field }) }),
    );
  });
});

describe('the mean of the dearest share', () => {
  it('is the mean for all, and takes parts of days', () => {
    expect(expectation([1, 2, 6], [1, 1, 1])).toBe(3);
    expect(expectation([1, 2, 6], [1, 1, 1], 1 / 3)).toBeCloseTo(6);
    expect(expectation([1, 2, 6], [1, 1, 1], 0.5)).toBeCloseTo((6 + 0.5 * 2) / 1.5);
    expect(expectation([1, 5], [3, 1])).toBe(2);
  });
});

describe('the verifier, with days', () => {
  const trip = (stops: string[], depot = 'W') => ({ depot, stops });
  const plan = {
    routes: [],
    openDepots: ['W'],
    days: [
      { day: 'Mon', routes: [trip(['b'])] },
      { day: 'Tue', routes: [trip(['b', 'a'])] },
    ],
  };

  it('has the weighted mean of what days cost', () => {
    const { feasible, violations, cost, days: each = [] } = verify(instance, plan);
    expect(violations).toEqual([]);
    expect(feasible).toBe(true);
    const tuesday = 1 + Math.hypot(3, 3) + 5;
    expect(each.map(({ cost: ofDay }) => ofDay.total)).toEqual([10 + 2, 10 + tuesday]);
    expect(cost.total).toBeCloseTo(10 + 0.25 * 2 + 0.75 * tuesday);
  });

  it('counts days held back alone, where there are any', () => {
    const held = { ...plan, days: [{ ...plan.days[0], heldBack: true }, plan.days[1]] };
    expect(verify(instance, held).cost.total).toBe(12);
  });

  it.each([
    ['unserved', { ...plan, days: [plan.days[0]] }, /day 'Tue'/],
    ['unserved', { ...plan, days: [plan.days[0], { day: 'Tue', routes: [trip(['b'])] }] }, /on Tue.*'a'/],
    ['unknown-id', { ...plan, days: [...plan.days, { day: 'Sun', routes: [] }] }, /'Sun'/],
    ['closed-depot-used', { ...plan, days: [plan.days[0], { day: 'Tue', routes: [trip(['b', 'a'], 'E')] }] }, /on Tue/],
    ['cost-misreported', { ...plan, cost: { total: 1 } }, /total/],
    ['cost-misreported', { ...plan, days: [{ ...plan.days[0], cost: { travel: 5 } }, plan.days[1]] }, /on Mon/],
    ['unserved', { routes: [trip(['b'])], openDepots: ['W'], days: plan.days }, /no day/],
  ])('finds %s: %#', (kind, wrong, message) => {
    const { feasible, violations } = verify(instance, wrong);
    expect(feasible).toBe(false);
    expect(violations).toContainEqual(expect.objectContaining({ kind, message: expect.stringMatching(message) }));
  });
});
