import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/node/model-files.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { unseenByNetworks } from '../../src/surrogate/unseen.ts';

const places = (count: number, place: (k: number) => object) =>
  Array.from({ length: count }, (_, k) => ({ id: `c${k}`, demand: 10, ...(place(k) as { x: number; y: number }) }));
const scattered = places(30, (k) => ({ x: (k * 37) % 100, y: (k * 61) % 100 }));
const plain: InstanceInput = {
  name: 'plain',
  depots: [
    { id: 'D', x: 50, y: 50 },
    { id: 'E', x: 10, y: 80 },
  ],
  customers: scattered,
  vehicleCapacity: 100,
};
const van = { id: 'van', capacity: 100, fixedCost: 50, costPerDistance: 2 };
const { vehicleCapacity: _, ...withoutVehicle } = plain;
const fleet = (...vehicles: object[]) => ({ ...withoutVehicle, vehicles }) as InstanceInput;
const depots = (own: object) => ({ ...plain, depots: plain.depots.map((depot) => ({ ...depot, ...own })) });
const customers = (own: object, base: InstanceInput = plain) => ({ ...base, customers: scattered.map((one) => ({ ...one, ...own })) });
const timed = { travel: { kind: 'euclidean', speed: 40 } } as const;
const crowd = (count: number, x: number) => ({ ...plain, customers: [...scattered, ...places(count, (k) => ({ id: `f${k}`, x, y: 50 }))] });

describe('what networks do not see', () => {
  it.each<[string, InstanceInput]>([
    ['one vehicle type', plain],
    ['one vehicle type, as a list', fleet(van)],
    ['rounded distances', { ...plain, travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' } }],
    ['rules', { ...plain, rules: { maxOpen: 1, oneOf: [['D', 'E']] } }],
    ['a speed that nothing needs', { ...plain, ...timed }],
    ['three customers at one place among others', crowd(3, 60)],
    ['two customers at one place far away', crowd(2, 500)],
  ])('%s is seen', (_, input) => expect(unseenByNetworks(createInstance(input))).toEqual([]));

  it.each<[RegExp, InstanceInput]>([
    [/several vehicle types/, fleet(van, { ...van, id: 'truck', capacity: 200 })],
    [/costs per hour/, { ...fleet({ ...van, costPerHour: 20 }), ...timed }],
    [/times/, { ...customers({ serviceTime: 5 }), ...timed }],
    [/times/, { ...depots({ openingHours: [480, 960] }), ...timed }],
    [/limits of a route/, { ...plain, maxRouteDistance: 400 }],
    [/limits of a route/, fleet({ ...van, maxStops: 5 })],
    [/how many vehicles/, fleet({ ...van, available: 9 })],
    [/how many vehicles/, fleet({ ...van, availablePerDepot: 9 })],
    [/how many vehicles/, depots({ maxVehicles: 9 })],
    [/which vehicles may serve/, customers({ vehicles: ['van'] }, fleet(van))],
    [/quantities/, customers({ quantities: { 'm³': 1 } }, fleet({ ...van, capacity: { demand: 100, 'm³': 10 } }))],
    [/handling costs/, depots({ handlingCost: 1 })],
    [/least loads/, depots({ minLoad: 20 })],
    [/CO₂/, { ...fleet({ ...van, emissionPerDistance: 1 }), emissionPrice: 2 }],
    [/at one place: 'f0', 'f1', 'f2' and 2 more$/, crowd(5, 500)],
    [
      /without coordinates/,
      {
        ...plain,
        customers: places(3, () => ({ x: 0, y: 0 })),
        travel: { kind: 'matrix', values: Array.from({ length: 5 }, (_, a) => Array.from({ length: 5 }, (_, b) => Math.abs(a - b))) },
      },
    ],
  ])('%s is not', (reason, input) => expect(unseenByNetworks(createInstance(input)).join('; ')).toMatch(reason));

  describe('with the card of a network', async () => {
    const { card } = await loadModel('local');
    const scatteredOver = (count: number, demand: (k: number) => number, out = 1) => ({
      ...plain,
      customers: places(count, (k) => ({ x: ((k * 37) % 101) * (k % 40 === 0 ? out : 1), y: (k * 61) % 97, demand: demand(k) })),
    });
    const ordinary = (k: number) => 5 + (k % 20);
    const reasons = (input: InstanceInput, of = card) => unseenByNetworks(createInstance(input), of).join('; ');

    it.each<[string, InstanceInput]>([
      ['thirty customers', plain],
      ['900 customers, as sizes half beyond the training data do no harm', scatteredOver(900, ordinary)],
      ['a few customers far away', scatteredOver(400, ordinary, 20)],
    ])('%s are in distribution', (_, input) => expect(reasons(input)).toBe(''));

    it.each<[RegExp, InstanceInput]>([
      [/^so many customers: 1500, where it learnt from at most 600$/, scatteredOver(1500, ordinary)],
      [/^so many customers on a route: \d+/, { ...scatteredOver(400, ordinary), vehicleCapacity: 10_000 }],
      [/^demands that differ so much .*: \d/, { ...scatteredOver(400, (k) => (k % 2 === 0 ? 0.01 : 90)), vehicleCapacity: 100 }],
      [/^customers so far out .*: \d+/, scatteredOver(400, ordinary, 1e4)],
    ])('%s is out of distribution', (reason, input) => expect(reasons(input)).toMatch(reason));

    it('and one that was adapted to a region has seen what is new in it', () => {
      const large = scatteredOver(1500, ordinary);
      const adapted = { ...card, data: { ...card.data, taught: unseenByNetworks(createInstance(large), card) } };
      expect(reasons(large, adapted)).toBe('');
      expect(reasons({ ...large, maxRouteDistance: 400 }, adapted)).toBe('limits of a route');
    });
  });

  it('far crowds are priced wrongly, which is why nothing is predicted there', async () => {
    const surrogate = new NetworkSurrogate(await loadModel('local'));
    const instance = createInstance(crowd(20, 500));
    const far = instance.customers.flatMap(({ id }, i) => (id.startsWith('f') ? [i] : []));
    const true_ = 2 * 2 * 450;
    expect(surrogate.appraise?.(instance, 0, far)).toBeGreaterThan(1.5 * true_);
  });
});
