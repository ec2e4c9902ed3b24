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

/** Spans that follow each other: on the clock, or any doubles. */
const spans = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 1500 }), real(0, 1e5)), { minLength: 2, maxLength: 6 })
  .map((marks) => marks.sort((a, b) => a - b))
  .map((marks) => Array.from({ length: Math.floor(marks.length / 2) }, (_, k) => [marks[2 * k], marks[2 * k + 1]]));
const span = spans.map(([first]) => first);

/** What a customer, a depot and the vehicles may say beyond loads and costs. */
function hoursAndVehicles(depotIds: readonly string[], typeIds: readonly string[]) {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const amount = real(0, 1e6);
  const positive = fc.double({ min: 0.1, max: 1e6, noNaN: true });
  const perDepot = depotIds.filter((id) => id !== '__proto__');
  return {
    customer: {
      serviceTime: maybe(amount),
      timeWindows: maybe(spans),
      vehicles: maybe(fc.subarray([...typeIds], { minLength: 1 })),
      quantities: maybe(fc.constant({ kg: 5, 'm³': 0.25 })),
    },
    depot: {
      openingHours: maybe(span),
      loadingTime: maybe(amount),
      handlingCost: maybe(amount),
      minLoad: maybe(amount),
      maxVehicles: maybe(fc.nat(9)),
    },
    vehicles: fc.tuple(
      ...typeIds.map((id) =>
        fc.record({
          id: fc.constant(id),
          name: maybe(label),
          capacity: fc.oneof(positive, fc.constant({ demand: 7, kg: 2.5 })),
          fixedCost: amount,
          costPerDistance: maybe(amount),
          costPerHour: amount,
          available: maybe(fc.nat(9)),
          availablePerDepot: maybe(fc.oneof(fc.nat(9), fc.constant(Object.fromEntries(perDepot.map((depot, k) => [depot, k]))))),
          depots: maybe(fc.subarray([...depotIds], { minLength: 1 })),
          maxDistance: maybe(positive),
          maxDuration: maybe(positive),
          maxStops: maybe(fc.integer({ min: 1, max: 9 })),
          shift: maybe(span),
          speedFactor: positive,
          emissionPerDistance: amount,
        }),
      ),
    ),
  };
}

export const anyInstance: fc.Arbitrary<Instance> = fc
  .record({
    depotIds: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
    customerIds: fc.uniqueArray(label, { minLength: 2, maxLength: 7 }),
    onEarth: fc.boolean(),
    typeIds: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
    modern: fc.boolean(),
  })
  .chain(({ depotIds, customerIds, onEarth, typeIds, modern }) => {
    const more = hoursAndVehicles(depotIds, typeIds);
    const size = depotIds.length + customerIds.length;
    const x = onEarth ? real(-180, 180) : real(-1e8, 1e8);
    const y = onEarth ? real(-90, 90) : real(-1e8, 1e8);
    const amount = real(0, 1e7);
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const groups = fc.array(fc.subarray(customerIds, { minLength: 2 }), { maxLength: 2 });
    const lists = fc.array(fc.tuple(fc.constantFrom(...customerIds), fc.subarray(depotIds)), { maxLength: 3 }).map(Object.fromEntries);
    const shape = {
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
            ...(modern ? more.depot : {}),
            ...information,
          }),
        ),
      ),
      customers: fc.tuple(
        ...customerIds.map((id) =>
          fc.record({ id: fc.constant(id), x, y, demand: amount, ...(modern ? more.customer : {}), ...information }),
        ),
      ),
      ...(modern
        ? { vehicles: more.vehicles, emissionPrice: maybe(amount), speed: fc.double({ min: 0.1, max: 1e4, noNaN: true }) }
        : {
            vehicleCapacity: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
            vehicleCost: amount,
            maxRouteDistance: maybe(fc.double({ min: 0.1, max: 1e7, noNaN: true })),
          }),
      costPerDistance: fc.constantFrom(1, 0.66, 0, 0.1),
      units: fc.record({
        currency: maybe(label),
        distance: maybe(label),
        demand: maybe(label),
        time: maybe(fc.constantFrom('s' as const, 'min' as const, 'h' as const)),
      }),
      travel: onEarth ? greatCircle : fc.oneof(euclidean, matrix(size, fc.option(amount, { freq: 5 }))),
      rules: fc.oneof(
        fc.constant({}),
        fc.record({ minOpen: maybe(fc.nat(4)), maxOpen: maybe(fc.nat(4)), openingBudget: maybe(amount) }),
        fc.record({ oneOf: maybe(fc.constant(depotIds.length > 1 ? [depotIds.slice(0, 2)] : [])), apart: groups }),
        fc.record({ minOpen: maybe(fc.nat(4)), apart: groups, together: groups, allowed: lists, forbidden: lists }),
      ),
    };
    return fc.record(shape as Record<string, fc.Arbitrary<unknown>>);
  })
  .map((drawn) => {
    const { speed, ...input } = JSON.parse(JSON.stringify(drawn)) as InstanceInput & { speed?: number };
    return createInstance(speed === undefined ? input : withTimes(input, speed));
  });

/** A quantity that a vehicle carries must be some customer's. */
const withTimes = (input: InstanceInput, speed: number): InstanceInput => ({
  ...input,
  customers: input.customers.map((customer, i) => (i === 0 ? { ...customer, quantities: { kg: 1 } } : customer)),
  travel: { kind: 'euclidean', ...input.travel, speed },
});

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
