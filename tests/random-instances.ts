/** Random instances of every shape that the schema allows, with ids and names that test the quoting of each format. */
import fc from 'fast-check';
import { createInstance, type Instance, type InstanceInput } from '../src/problem/instance.ts';

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

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const square = <T>(size: number, entry: fc.Arbitrary<T>) =>
  fc.array(fc.array(entry, { minLength: size, maxLength: size }), { minLength: size, maxLength: size });

const matrix = (size: number, entry: fc.Arbitrary<number | null>) =>
  fc.record({ kind: fc.constant('matrix' as const), values: square(size, entry) });

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

const amount = real(0, 1e6);
const positive = fc.double({ min: 0.1, max: 1e6, noNaN: true });

const times = {
  customer: { serviceTime: maybe(amount), timeWindows: maybe(spans) },
  depot: { openingHours: maybe(span), loadingTime: maybe(amount) },
  vehicle: { costPerHour: amount, maxDuration: maybe(positive), shift: maybe(span), speedFactor: positive },
};

const operations = { handlingCost: maybe(amount), minLoad: maybe(amount), maxVehicles: maybe(fc.nat(9)) };

const fleet = (typeIds: readonly string[], depotIds: readonly string[], timed: boolean, quantified: boolean) => {
  const perDepot = depotIds.filter((id) => id !== '__proto__');
  return fc.tuple(
    ...typeIds.map((id) =>
      fc.record({
        id: fc.constant(id),
        name: maybe(label),
        capacity: quantified ? fc.oneof(positive, fc.constant({ demand: 7, kg: 2.5 })) : positive,
        fixedCost: amount,
        costPerDistance: maybe(amount),
        available: maybe(fc.nat(9)),
        availablePerDepot: maybe(fc.oneof(fc.nat(9), fc.constant(Object.fromEntries(perDepot.map((depot, k) => [depot, k]))))),
        depots: maybe(fc.subarray([...depotIds], { minLength: 1 })),
        maxDistance: maybe(positive),
        maxStops: maybe(fc.integer({ min: 1, max: 9 })),
        emissionPerDistance: amount,
        ...(timed ? times.vehicle : {}),
      }),
    ),
  );
};

/** Each part of the model is there or not, whatever the others are. */
const parts = fc.record({
  depotIds: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
  customerIds: fc.uniqueArray(label, { minLength: 2, maxLength: 7 }),
  typeIds: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
  onEarth: fc.boolean(),
  timed: fc.boolean(),
  listed: fc.boolean(),
  operated: fc.boolean(),
  quantified: fc.boolean(),
  ruled: fc.boolean(),
});

/** What the schema allows, with labels that test the quoting of each format. Few of these can be solved. */
const legalInstance: fc.Arbitrary<Instance> = parts
  .chain(({ depotIds, customerIds, typeIds, onEarth, timed, listed, operated, quantified, ruled }) => {
    const size = depotIds.length + customerIds.length;
    const x = onEarth ? real(-180, 180) : real(-1e8, 1e8);
    const y = onEarth ? real(-90, 90) : real(-1e8, 1e8);
    const groups = fc.array(fc.subarray(customerIds, { minLength: 2 }), { maxLength: 2 });
    const lists = fc.array(fc.tuple(fc.constantFrom(...customerIds), fc.subarray(depotIds)), { maxLength: 3 }).map(Object.fromEntries);
    const place = { x, y, ...information };
    const depot = {
      ...place,
      capacity: fc.option(amount),
      openingCost: amount,
      status: fc.constantFrom('candidate' as const, 'open' as const, 'closed' as const),
      ...(operated ? operations : {}),
      ...(timed ? times.depot : {}),
    };
    const customer = {
      ...place,
      demand: amount,
      ...(listed ? { vehicles: maybe(fc.subarray(typeIds, { minLength: 1 })) } : {}),
      ...(quantified ? { quantities: maybe(fc.constant({ kg: 5, 'm³': 0.25 })) } : {}),
      ...(timed ? times.customer : {}),
    };
    const of = <T extends object>(ids: readonly string[], shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
      fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), ...shape })));
    return fc.record({
      name: label,
      depots: of(depotIds, depot),
      customers: of(customerIds, customer),
      emissionPrice: maybe(amount),
      fleet: listed
        ? fc.record({ vehicles: fleet(typeIds, depotIds, timed, quantified) })
        : fc.record({ vehicleCapacity: positive, vehicleCost: amount, maxRouteDistance: maybe(positive) }),
      costPerDistance: fc.constantFrom(1, 0.66, 0, 0.1),
      units: fc.record({
        currency: maybe(label),
        distance: maybe(label),
        demand: maybe(label),
        time: maybe(fc.constantFrom('s' as const, 'min' as const, 'h' as const)),
      }),
      travel: onEarth ? greatCircle : fc.oneof(euclidean, matrix(size, fc.option(amount, { freq: 5 }))),
      // Travel times: by a speed, or where there is a matrix by one of their own.
      speed: timed ? fc.double({ min: 0.1, max: 1e4, noNaN: true }) : fc.constant(undefined),
      durations: timed ? maybe(square(size, amount)) : fc.constant(undefined),
      rules: ruled
        ? fc.record({
            minOpen: maybe(fc.nat(4)),
            maxOpen: maybe(fc.nat(4)),
            openingBudget: maybe(amount),
            oneOf: maybe(fc.constant(depotIds.length > 1 ? [depotIds.slice(0, 2)] : [])),
            apart: groups,
            together: groups,
            incompatible: maybe(fc.subarray(customerIds, { minLength: 2 }).map(([first, ...others]) => [[[first], others]])),
            allowed: lists,
            forbidden: lists,
          })
        : fc.constant({}),
      quantified: fc.constant(quantified),
    });
  })
  .map((drawn) => {
    const { speed, durations, quantified, fleet: vehicles, travel, customers, ...input } = JSON.parse(JSON.stringify(drawn));
    return createInstance({
      ...input,
      ...vehicles,
      // A quantity that a vehicle carries must be some customer's.
      customers: quantified ? [{ ...customers[0], quantities: { kg: 1 } }, ...customers.slice(1)] : customers,
      travel: { ...travel, ...(durations && travel.kind === 'matrix' ? { durations } : speed && { speed }) },
    } as InstanceInput);
  });

/**
 * What files of benchmarks can say, give or take: depots that are open and cost nothing, hours, windows, service, and vehicles that are
 * listed at their depots or are of one kind.
 */
export const benchmarkInstance: fc.Arbitrary<Instance> = fc
  .record({
    m: fc.integer({ min: 1, max: 3 }),
    n: fc.integer({ min: 1, max: 6 }),
    listed: fc.boolean(),
    timed: fc.boolean(),
    limited: fc.boolean(),
    types: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ m, n, listed, timed, limited, types }) => {
    const whole = (max: number) => fc.nat(max);
    const point = { x: whole(100), y: whole(100) };
    const typeIds = Array.from({ length: types }, (_, k) => `v${k}`);
    const hours = maybe(fc.tuple(whole(100), fc.integer({ min: 200, max: 900 })));
    return fc.record({
      depots: fc.array(fc.record({ ...point, ...(timed ? { openingHours: hours } : {}) }), { minLength: m, maxLength: m }),
      customers: fc.array(
        fc.record({
          ...point,
          demand: whole(9),
          serviceTime: maybe(whole(9)),
          ...(timed ? { timeWindows: maybe(hours.map((span) => [span ?? [0, 50]])) } : {}),
          ...(listed && limited ? { vehicles: maybe(fc.subarray(typeIds, { minLength: 1 })) } : {}),
        }),
        { minLength: n, maxLength: n },
      ),
      fleet: listed
        ? fc.record({
            vehicles: fc.tuple(
              ...typeIds.map((id) =>
                fc.record({
                  id: fc.constant(id),
                  capacity: fc.constantFrom(10, 10, 20),
                  availablePerDepot: m > 1 ? fc.oneof(whole(3), fc.constant({ 1: 2 })) : whole(3),
                  ...(limited ? { fixedCost: whole(9), maxDistance: maybe(fc.constant(99)), maxDuration: maybe(fc.constant(99.5)) } : {}),
                }),
              ),
            ),
          })
        : fc.record({ vehicleCapacity: fc.constant(12), maxRouteDistance: maybe(fc.integer({ min: 20, max: 200 })) }),
      travel: fc.oneof(
        rounding.map((rule) => ({ kind: 'euclidean' as const, rounding: rule })),
        matrix(m + n, whole(50)),
      ),
    });
  })
  .map((drawn) => {
    const { depots, customers, fleet: vehicles, travel } = JSON.parse(JSON.stringify(drawn));
    const numbered = (list: readonly object[], before = 0) => list.map((place, k) => ({ id: String(before + k + 1), ...place }));
    return createInstance({
      name: 'as in a benchmark',
      depots: numbered(depots).map((depot) => ({ ...depot, status: 'open' })),
      customers: numbered(customers, depots.length),
      ...vehicles,
      travel: { ...travel, speed: 60 },
    } as InstanceInput);
  });

/** Instances with any of the model's parts; `benchmarkInstance` gives formats that express less a chance. */
export const anyInstance: fc.Arbitrary<Instance> = fc.oneof(
  { weight: 3, arbitrary: legalInstance },
  { weight: 1, arbitrary: benchmarkInstance },
);

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
