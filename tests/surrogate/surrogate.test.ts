/** Surrogates on instances: what must not change a prediction, what must scale it, and that heads and networks agree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { contextFeatures, contextWidth } from '../../src/surrogate/context.ts';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { spreadOf } from '../../src/surrogate/features.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { neighbourhoodOf, planeOf, viewFrom } from '../../src/surrogate/plane.ts';
import type { Target } from '../../src/surrogate/target.ts';
import { scaled as times } from '../scaled.ts';
import { embeddedCost, headCost } from './embedded-cost.ts';
import { deepSetsShape, graphShape, parts, randomModel, scaled, universalShape, unscaled } from './random-models.ts';

const surrogates = {
  'deep sets, scaled': new NetworkSurrogate(randomModel(deepSetsShape, scaled)),
  'deep sets, N4': new NetworkSurrogate(
    randomModel(deepSetsShape, { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation: 'N4', range: [3, 90] }),
  ),
  universal: new NetworkSurrogate(randomModel(universalShape, parts)),
  'graph transformer': new NetworkSurrogate(randomModel(graphShape, scaled)),
};

const coordinate = fc.integer({ min: 0, max: 1000 }).map((value) => value / 10);
const instanceInput = fc.record({
  depots: fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 3 }),
  customers: fc.array(fc.record({ x: coordinate, y: coordinate, demand: fc.integer({ min: 1, max: 40 }) }), { minLength: 2, maxLength: 9 }),
});
type Drawn = typeof instanceInput extends fc.Arbitrary<infer T> ? T : never;

function instanceOf({ depots, customers }: Drawn, change: Partial<InstanceInput> = {}): Instance {
  return createInstance({
    name: 'drawn',
    depots: depots.map((place, id) => ({ id, ...place })),
    customers: customers.map((place, id) => ({ id, ...place })),
    vehicleCapacity: 70,
    vehicleCost: 1000,
    travel: { kind: 'euclidean', scale: 100 },
    ...change,
  });
}

const moved = (drawn: Drawn, move: (place: { x: number; y: number }) => { x: number; y: number }): Drawn => ({
  depots: drawn.depots.map((place) => ({ ...place, ...move(place) })),
  customers: drawn.customers.map((place) => ({ ...place, ...move(place) })),
});

const close = (actual: number, expected: number, relative = 1e-9) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relative * (1 + Math.abs(expected)) * 1e3);

describe.each(Object.entries(surrogates))('%s', (_name, surrogate) => {
  it('heads on summed embeddings give the price of the network', () => {
    fc.assert(
      fc.property(instanceInput, fc.infiniteStream(fc.boolean()), (drawn, coin) => {
        const instance = instanceOf(drawn);
        const embedded = surrogate.embed(instance);
        const chosen = drawn.customers.map((_, i) => i).filter(() => coin.next().value);
        drawn.depots.forEach((_, d) => {
          close(embeddedCost(embedded, d, chosen), surrogate.predict(instance, d, chosen));
        });
      }),
      { numRuns: times(30) },
    );
  });

  /** Of the set inside its instance and, for networks that distinguish it, on its own. */
  const pricesOf = (instance: Instance, customers: readonly number[]) => [
    surrogate.predict(instance, 0, customers),
    ...(surrogate.appraise ? [surrogate.appraise(instance, 0, customers)] : []),
  ];
  const agree = (actual: readonly number[], expected: readonly number[], relative?: number) => {
    expect(actual.length).toBe(expected.length);
    actual.forEach((price, k) => {
      close(price, expected[k], relative);
    });
  };

  it('the order of customers does not matter', () => {
    fc.assert(
      fc.property(instanceInput, (drawn) => {
        const instance = instanceOf(drawn);
        const reversed = instanceOf({ ...drawn, customers: [...drawn.customers].reverse() });
        const all = drawn.customers.map((_, i) => i);
        agree(pricesOf(reversed, all), pricesOf(instance, all));
      }),
      { numRuns: times(30) },
    );
  });

  it('translation does not matter', () => {
    fc.assert(
      fc.property(instanceInput, coordinate, coordinate, (drawn, dx, dy) => {
        const there = moved(drawn, ({ x, y }) => ({ x: x + dx, y: y - dy }));
        const all = drawn.customers.map((_, i) => i);
        agree(pricesOf(instanceOf(there), all), pricesOf(instanceOf(drawn), all), 1e-8);
      }),
      { numRuns: times(30) },
    );
  });

  it('travel that costs twice as much, with vehicles that do, costs twice as much', () => {
    fc.assert(
      fc.property(instanceInput, (drawn) => {
        const all = drawn.customers.map((_, i) => i);
        const double = instanceOf(drawn, { travel: { kind: 'euclidean', scale: 200 }, vehicleCost: 2000 });
        agree(
          pricesOf(double, all),
          pricesOf(instanceOf(drawn), all).map((price) => 2 * price),
        );
      }),
      { numRuns: times(20) },
    );
  });
});

describe('a set on its own', () => {
  it('costs the same whoever else is in the instance, which a set inside it does not', () => {
    const surrogate = surrogates.universal;
    fc.assert(
      fc.property(instanceInput, fc.record({ x: coordinate, y: coordinate, demand: fc.constant(7) }), (drawn, another) => {
        const all = drawn.customers.map((_, i) => i);
        const [alone, joined] = [drawn, { ...drawn, customers: [...drawn.customers, another] }].map((input) => instanceOf(input));
        close(surrogate.appraise?.(joined, 0, all) ?? 0, surrogate.appraise?.(alone, 0, all) ?? 1);
      }),
      { numRuns: times(30) },
    );
    const crowd = { depots: [{ x: 0, y: 0 }], customers: [1, 2, 3].map((x) => ({ x, y: 9 * x, demand: 5 })) };
    const larger = { ...crowd, customers: [...crowd.customers, { x: 50, y: 50, demand: 5 }] };
    const [few, more] = [crowd, larger].map((input) => surrogate.predict(instanceOf(input), 0, [0, 1, 2]));
    expect(Math.abs(few - more)).toBeGreaterThan(1e-3 * Math.abs(few));
  });

  it('is told apart from the same set as a whole instance', () => {
    const surrogate = surrogates.universal;
    const instance = instanceOf({ depots: [{ x: 0, y: 0 }], customers: [1, 2, 3].map((x) => ({ x, y: 9 * x, demand: 5 })) });
    expect(surrogate.appraise?.(instance, 0, [0, 1, 2])).not.toBeCloseTo(surrogate.predict(instance, 0, [0, 1, 2]), 3);
  });

  it('is not for networks that never learnt of one', () => {
    for (const name of ['deep sets, scaled', 'graph transformer'] as const) expect(surrogates[name].appraise).toBeUndefined();
  });
});

describe('scale', () => {
  const drawn: Drawn = {
    depots: [{ x: 10, y: 20 }],
    customers: [
      { x: 0, y: 5, demand: 10 },
      { x: 30, y: 50, demand: 20 },
      { x: 42, y: 7, demand: 5 },
    ],
  };
  const all = [0, 1, 2];

  /** Travel without a price of vehicles, and routes by the difference that a price makes. */
  const partsOf = (surrogate: NetworkSurrogate, d: typeof drawn) => {
    const [travel, both] = [0, 1000].map((vehicleCost) => surrogate.predict(instanceOf(d, { vehicleCost }), 0, all));
    return { travel, routes: (both - travel) / 1000 };
  };

  it('a map of double size doubles travel, not routes', () => {
    const surrogate = surrogates.universal;
    const larger = moved(drawn, ({ x, y }) => ({ x: 2 * x, y: 2 * y }));
    const [small, large] = [drawn, larger].map((d) => partsOf(surrogate, d));
    close(large.travel, 2 * small.travel);
    close(large.routes, small.routes);
  });

  it('the universal surrogate adds vehicles at any price', () => {
    const surrogate = surrogates.universal;
    const { routes } = partsOf(surrogate, drawn);
    const price = (vehicleCost: number) => surrogate.predict(instanceOf(drawn, { vehicleCost }), 0, all);
    close(price(700) - price(0), 700 * routes);
  });

  it('a cost model counts a different vehicle price by the least number of vehicles', () => {
    const surrogate = new NetworkSurrogate(randomModel(deepSetsShape, unscaled));
    const plain: Partial<InstanceInput> = { travel: { kind: 'euclidean' } };
    const price = (vehicleCost: number) => surrogate.predict(instanceOf(drawn, { ...plain, vehicleCost }), 0, all);
    close(price(10) - price(0), 10 * (35 / 70));
  });

  it('denormalises N1–N4 as the paper defines them', () => {
    const outputs = (target: Target) => {
      const model = randomModel(deepSetsShape, target);
      const surrogate = new NetworkSurrogate(model);
      const instance = instanceOf(drawn);
      const plane = planeOf(instance);
      const x = plane.x.slice(1).map((value) => value - 10);
      const y = plane.y.slice(1).map((value) => value - 20);
      const spread = spreadOf(x, y);
      expect(spread).toBe(45);
      return { cost: surrogate.predict(instance, 0, all), raw: setOutputs(model.network, { x, y, load: plane.load }, 0, 3, spread)[0] };
    };
    const target = (normalisation: 'N1' | 'N2' | 'N3' | 'N4'): Target => ({
      kind: 'cost',
      distanceScale: 100,
      vehicleCost: 1000,
      normalisation,
      range: [20, 500],
    });
    const [n1, n2, n3, n4] = (['N1', 'N2', 'N3', 'N4'] as const).map((n) => outputs(target(n)));
    close(n1.cost, n1.raw);
    close(n2.cost, 45 * n2.raw);
    close(n3.cost, 20 + 480 * n3.raw);
    close(n4.cost, 45 * (20 + 480 * n4.raw));
  });
});

describe('planes', () => {
  it('a great circle instance is projected to its unit of travel', () => {
    const instance = createInstance({
      name: 'globe',
      depots: [{ id: 'd', x: 10, y: 50 }],
      customers: [
        { id: 'north', x: 10, y: 51, demand: 1 },
        { id: 'east', x: 11, y: 50, demand: 1 },
      ],
      vehicleCapacity: 5,
      travel: { kind: 'great-circle', unit: 'km' },
    });
    const { x, y, distanceScale } = planeOf(instance);
    expect(distanceScale).toBe(1);
    expect(y[1] - y[0]).toBeCloseTo(111.195, 2);
    // One degree of longitude at the mean latitude of 50⅓°.
    expect(x[2] - x[0]).toBeCloseTo(111.195 * Math.cos((50 + 1 / 3) * (Math.PI / 180)), 1);
  });

  it('a matrix instance gets the factor that fits best', () => {
    const places = [
      [0, 0],
      [3, 4],
      [6, 8],
    ];
    const values = places.map(([x, y]) => places.map(([u, v]) => 2.5 * Math.hypot(x - u, y - v)));
    const instance = createInstance({
      name: 'matrix',
      depots: [{ id: 'd', x: 0, y: 0 }],
      customers: [
        { id: 'a', x: 3, y: 4, demand: 1 },
        { id: 'b', x: 6, y: 8, demand: 1 },
      ],
      vehicleCapacity: 5,
      travel: { kind: 'matrix', values },
    });
    expect(planeOf(instance).distanceScale).toBeCloseTo(2.5, 10);
  });

  it('a matrix says how far places are, coordinates in which direction', () => {
    // A river between a and b, who are beside each other: the way around is ten times as long.
    const places = [
      [0, 0],
      [10, 0],
      [10, 1],
      [14, 0],
    ];
    const values = places.map(([x, y], i) => places.map(([u, v], j) => (i + j === 3 && i * j === 2 ? 10 : 1) * Math.hypot(x - u, y - v)));
    const instance = createInstance({
      name: 'river',
      depots: [{ id: 'd', x: 0, y: 0 }],
      customers: ['a', 'b', 'c'].map((id, i) => ({ id, x: places[i + 1][0], y: places[i + 1][1], demand: 1 })),
      vehicleCapacity: 5,
      travel: { kind: 'matrix', values },
    });
    const plane = planeOf(instance);
    const unit = 1 / plane.distanceScale;
    const { x, y, context = [] } = viewFrom(plane, 1, 0, neighbourhoodOf(plane, 1));
    expect(Math.hypot(x[1], y[1])).toBeCloseTo(unit * Math.hypot(10, 1), 9);
    expect(y[1] / x[1]).toBeCloseTo(0.1, 9);
    const nearest = Array.from({ length: 3 }, (_, i) => context[i * contextWidth + contextFeatures.indexOf('nearest1')]);
    expect(nearest[0]).toBeCloseTo(unit * 4, 9);
    expect(nearest[1]).toBeCloseTo(unit * Math.hypot(4, 1), 9);
  });

  it('customers that stand on the depot have spread 1', () => {
    expect(spreadOf([0, 0], [0, 0])).toBe(1);
  });
});

it('a head by hand: 2 · (1 + 3·1 + 4·relu(2·1 − 1) − 1·relu(−5))', () => {
  const head = {
    scale: 2,
    bias: 1,
    linear: Float64Array.of(3),
    hidden: Float64Array.of(2, -5),
    hiddenBias: Float64Array.of(-1, 0),
    output: Float64Array.of(4, -1),
  };
  expect(headCost(head, [1])).toBe(16);
});
