/** Random instances of every shape that the schema allows, with ids and names that test the quoting of each format. */
import fc from 'fast-check';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';

const label = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a,b',
      '"',
      'x;y',
      ' edge ',
      'two\nlines',
      'tab\t',
      "it's",
      '0',
      '1',
      'null',
      '-',
      '{',
      '\u2028',
      'Šiška',
      '\0',
      '__proto__',
      'id',
    ),
  },
);

/** Any finite double; text formats do not distinguish -0 from 0. */
const real = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true })).map((value) => (value === 0 ? 0 : value));

const rounding = fc.constantFrom('none' as const, 'ceil' as const, 'floor' as const, 'nearest' as const);

const matrix = (size: number, entry: fc.Arbitrary<number | null>) =>
  fc.record({
    kind: fc.constant('matrix' as const),
    values: fc.array(fc.array(entry, { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
  });

const euclidean = fc.record({
  kind: fc.constant('euclidean' as const),
  scale: fc.oneof(fc.constant(1), fc.double({ min: 0.001, max: 1000, noNaN: true })),
  rounding,
});

const greatCircle = fc.record({
  kind: fc.constant('great-circle' as const),
  unit: fc.constantFrom('km' as const, 'm' as const, 'mi' as const),
  detour: fc.double({ min: 0.5, max: 3, noNaN: true }),
  rounding,
});

/** Names that would be fields, suspects or information as columns; details may have any name. */
const detail = fc.oneof(
  label,
  fc.constantFrom(
    'Phone',
    'City',
    'Address',
    'name',
    'Demand',
    'Opening cost',
    'Delivery window',
    'details',
    'Notes',
    'notes',
    'column 3',
    '__proto__',
    'x',
  ),
);

const information = {
  name: fc.option(label, { nil: undefined }),
  address: fc.option(label, { nil: undefined }),
  details: fc.option(fc.dictionary(detail, fc.oneof(label, fc.constant('')), { minKeys: 1, maxKeys: 3, noNullPrototype: true }), {
    nil: undefined,
  }),
};

export const anyInstance: fc.Arbitrary<Instance> = fc
  .record({
    depotIds: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
    customerIds: fc.uniqueArray(label, { minLength: 2, maxLength: 7 }),
    onEarth: fc.boolean(),
  })
  .chain(({ depotIds, customerIds, onEarth }) => {
    const size = depotIds.length + customerIds.length;
    const x = onEarth ? real(-180, 180) : real(-1e8, 1e8);
    const y = onEarth ? real(-90, 90) : real(-1e8, 1e8);
    const amount = real(0, 1e7);
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const groups = fc.array(fc.subarray(customerIds, { minLength: 2 }), { maxLength: 2 });
    const lists = fc.array(fc.tuple(fc.constantFrom(...customerIds), fc.subarray(depotIds)), { maxLength: 3 }).map(Object.fromEntries);
    return fc.record({
      name: label,
      depots: fc.tuple(
        ...depotIds.map((id) =>
          fc.record({
            id: fc.constant(id),
            x,
            y,
            capacity: fc.option(amount),
            openingCost: amount,
            status: fc.constantFrom('candidate' as const, 'open' as const, 'closed' as const),
            ...information,
          }),
        ),
      ),
      customers: fc.tuple(...customerIds.map((id) => fc.record({ id: fc.constant(id), x, y, demand: amount, ...information }))),
      vehicleCapacity: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
      vehicleCost: amount,
      costPerDistance: fc.constantFrom(1, 0.66, 0, 0.1),
      maxRouteDistance: maybe(fc.double({ min: 0.1, max: 1e7, noNaN: true })),
      units: fc.record({ currency: maybe(label), distance: maybe(label), demand: maybe(label) }),
      travel: onEarth ? greatCircle : fc.oneof(euclidean, matrix(size, fc.option(amount, { freq: 5 }))),
      rules: fc.oneof(
        fc.constant({}),
        fc.record({ minOpen: maybe(fc.nat(4)), maxOpen: maybe(fc.nat(4)), openingBudget: maybe(amount) }),
        fc.record({ minOpen: maybe(fc.nat(4)), apart: groups, together: groups, allowed: lists, forbidden: lists }),
      ),
    });
  })
  .map((input) => createInstance(JSON.parse(JSON.stringify(input)) as InstanceInput));

/** What VRPLIB can express: one open depot that costs nothing, nodes numbered from 1, distances by its own rules. */
export const cvrpInstance: fc.Arbitrary<Instance> = fc
  .record({
    name: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .map((name) => name.trim())
      .filter((name) => name !== '' && !/[\r\n]/.test(name)),
    places: fc.array(fc.record({ x: real(-1e6, 1e6), y: real(-1e6, 1e6), demand: real(0, 1e4) }), { minLength: 2, maxLength: 8 }),
    vehicleCapacity: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
    maxRouteDistance: fc.option(fc.double({ min: 0.1, max: 1e7, noNaN: true }), { nil: undefined }),
  })
  .chain(({ name, places, vehicleCapacity, maxRouteDistance }) =>
    fc
      .oneof(
        rounding.map((rule) => ({ kind: 'euclidean' as const, scale: 1, rounding: rule })),
        matrix(places.length, real(0, 1e6)),
      )
      .map((travel) =>
        createInstance({
          name,
          depots: [{ id: '1', x: places[0].x, y: places[0].y, status: 'open' }],
          customers: places.slice(1).map((place, k) => ({ id: String(k + 2), ...place })),
          vehicleCapacity,
          ...(maxRouteDistance !== undefined && { maxRouteDistance }),
          travel,
        }),
      ),
  );
