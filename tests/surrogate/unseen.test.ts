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

  it('far crowds are priced wrongly, which is why nothing is predicted there', async () => {
    const surrogate = new NetworkSurrogate(await loadModel('local'));
    const instance = createInstance(crowd(20, 500));
    const far = instance.customers.flatMap(({ id }, i) => (id.startsWith('f') ? [i] : []));
    const true_ = 2 * 2 * 450;
    expect(surrogate.appraise?.(instance, 0, far)).toBeGreaterThan(1.5 * true_);
  });
});
