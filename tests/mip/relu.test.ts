import { afterAll, describe, expect, it } from 'vitest';
import { checkPoint } from '../../src/mip/check.ts';
import { MipBuilder } from '../../src/mip/model.ts';
import { boundsOf } from '../../src/mip/relu/bounds.ts';
import { type EmbeddedHead, formulations } from '../../src/mip/relu/formulation.ts';
import { evaluateHead, latentSum, type ReluNetwork, type SwitchedSum } from '../../src/mip/relu/head.ts';
import { neuronCase } from '../../src/mip/relu/projection.ts';
import { headsSize, modelSize } from '../../src/mip/size.ts';
import { hasSolution } from '../../src/mip/solver.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { Random } from '../../src/run/random.ts';
import { fixColumns, type Location, randomDecision, randomLocation } from './random-models.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

type Name = keyof typeof formulations;
const names = Object.keys(formulations) as Name[];

interface Embedded extends EmbeddedHead {
  /** R by the network, from w and y alone. */
  predict(point: ArrayLike<number>): number;
  /** R by the columns of the model: what embedding it has added to the costs. */
  output(point: ArrayLike<number>): number;
}

function embed(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum, name: Name): Embedded {
  const before = builder.build().cost;
  const head = formulations[name](builder, network, sum);
  const added = builder.build().cost.map((cost, column) => cost - (before[column] ?? 0));
  const predict = (point: ArrayLike<number>) =>
    point[sum.onOff] < 0.5 ? 0 : evaluateHead(network, latentSum(network.linear.length, sum, point));
  return { ...head, predict, output: (point) => added.reduce((total, cost, column) => total + cost * point[column], 0) };
}

const embedAll = ({ builder, network, sums }: Location, name: Name) => sums.map((sum) => embed(builder, network, sum, name));

/** How far the model's R is from the network's at a point, relative to max(1, |R|). */
function headError(head: Embedded, point: ArrayLike<number>): number {
  const predicted = head.predict(point);
  return Math.abs(head.output(point) - predicted) / Math.max(1, Math.abs(predicted));
}

describe.each(names.flatMap((name) => [0, 3].map((second) => [name, second] as const)))(
  'formulation %s, second layer of %i',
  (name, second) => {
    it.each([1, 2, 3, 4, 5, 6])('equals the network where inputs are fixed (seed %i)', async (seed) => {
      const location = randomLocation(seed, { second });
      const heads = embedAll(location, name);
      const model = location.builder.build();
      for (let trial = 0; trial < 4; trial++) {
        const decision = randomDecision(location, 100 * seed + trial);
        if (decision === undefined) continue;
        const result = await highs.solve(fixColumns(model, decision.fixed));
        if (!hasSolution(result)) throw new Error(`${result.status}: ${result.notes.join()}`);
        expect(result.status).toBe('optimal');
        for (const head of heads) expect(headError(head, result.values)).toBeLessThan(1e-6);
        const opening = location.open.reduce((sum, y) => sum + openingCost(seed, y) * result.values[y], 0);
        const predicted = heads.reduce((sum, head) => sum + head.predict(result.values), 0);
        expect(Math.abs(result.objective - opening - predicted)).toBeLessThan(1e-6 * Math.max(1, Math.abs(result.objective)));
      }
    });

    it('completes a decision to a feasible point of the network’s price', () => {
      for (let seed = 1; seed <= 20; seed++) {
        const location = randomLocation(seed, { second });
        const heads = embedAll(location, name);
        const model = location.builder.build();
        const decision = randomDecision(location, seed);
        if (decision === undefined) continue;
        const point = new Float64Array(model.columnCount);
        for (const [column, value] of decision.fixed) point[column] = value;
        for (const head of heads) head.complete(point);
        expect(checkPoint(model, point).reason).toBeUndefined();
        for (const head of heads) expect(headError(head, point)).toBeLessThan(1e-9);
      }
    });
  },
);

describe.each(names)('the constants of formulation %s', (name) => {
  /** One dimension, so that sums of inputs reach every bound of the interval arithmetic. */
  const corners = [
    { weight: 2, bias: -3, output: 1.5, linear: 0.5, constant: 1 },
    { weight: -2, bias: 3, output: -1.5, linear: -0.5, constant: 4 },
    { weight: 1, bias: 10, output: 2, linear: 0, constant: 0 },
    { weight: 1, bias: -10, output: -2, linear: 1, constant: 2 },
  ];

  it.each(corners)('leave room for every set of customers: %j', ({ weight, bias, output, linear, constant }) => {
    const values = [1, -2, 3];
    const builder = new MipBuilder('corners');
    const onOff = builder.addBinary(0, 'y');
    const inputs = Int32Array.from(values, (_, i) => builder.addBinary(0, `w${i}`));
    for (const column of inputs) builder.atMost({ columns: [column, onOff], coefficients: [1, -1] }, 0);
    const network = {
      weights: Float64Array.of(weight),
      biases: Float64Array.of(bias),
      outputWeights: Float64Array.of(output),
      linear: Float64Array.of(linear),
      constant,
    };
    const sum = { name: 'd', inputs, embeddings: Float64Array.from(values), onOff };
    const head = embed(builder, network, sum, name);
    const model = builder.build();
    for (let set = 0; set <= 8; set++) {
      const point = new Float64Array(model.columnCount);
      point[onOff] = set < 8 ? 1 : 0;
      inputs.forEach((column, i) => {
        point[column] = set < 8 ? (set >> i) & 1 : 0;
      });
      head.complete(point);
      expect(checkPoint(model, point).reason, `set ${set}`).toBeUndefined();
      expect(headError(head, point)).toBeLessThan(1e-9);
    }
  });
});

/** Costs of the switches before any head is embedded. */
function openingCost(seed: number, column: number): number {
  return randomLocation(seed).builder.build().cost[column];
}

describe('tight and paper', () => {
  it.each([11, 12, 13, 14, 15])('have the same optimum at zero gap (seed %i)', async (seed) => {
    const objectives: number[] = [];
    for (const name of names) {
      const location = randomLocation(seed, { customers: 6, depots: 3 });
      embedAll(location, name);
      const result = await highs.solve(location.builder.build(), { gap: 0 });
      if (!hasSolution(result)) throw new Error(result.status);
      expect(result.status).toBe('optimal');
      objectives.push(result.objective);
    }
    expect(objectives[1]).toBeCloseTo(objectives[0], 5);
  });

  it('is also the optimum of all assignments, enumerated', async () => {
    const location = randomLocation(21, { customers: 5, depots: 3 });
    const heads = embedAll(location, 'tight');
    const model = location.builder.build();
    const opening = location.open.map((y) => randomLocation(21, { customers: 5, depots: 3 }).builder.build().cost[y]);
    let best = Number.POSITIVE_INFINITY;
    for (let code = 0; code < 3 ** 5; code++) {
      const depotOf = Array.from({ length: 5 }, (_, i) => Math.floor(code / 3 ** i) % 3);
      const used = new Float64Array(model.columnCount);
      const load = [0, 0, 0];
      depotOf.forEach((d, i) => {
        used[location.assign[i][d]] = 1;
        load[d] += location.demands[i];
      });
      if (load.some((q) => q > location.capacity)) continue;
      // A depot may open without customers: ρ of the empty set can be negative.
      for (let empty = 0; empty < 8; empty++) {
        const point = Float64Array.from(used);
        location.open.forEach((y, d) => {
          point[y] = load[d] > 0 || (empty >> d) & 1 ? 1 : 0;
        });
        const price = location.open.reduce((sum, y, d) => sum + opening[d] * point[y] + heads[d].predict(point), 0);
        best = Math.min(best, price);
      }
    }
    const result = await highs.solve(model);
    expect(hasSolution(result) && result.objective).toBeCloseTo(best, 6);
  });
});

describe('bounds', () => {
  const box = (n: number) => ({ lower: new Float64Array(n), upper: new Float64Array(n).fill(1) });

  it('by hand', () => {
    const gains = Float64Array.of(6, -4, 3);
    expect(boundsOf(gains, 1, box(3))).toEqual({ lower: -3, upper: 10 });
    // Room for 3: all of the first (2), a third of the last (3 / 3 per unit): 6 + 1 + 1.
    const capacity = { demands: Float64Array.of(2, 4, 3), limit: 3 };
    expect(boundsOf(gains, 1, { ...box(3), capacity })).toEqual({ lower: -2, upper: 8 });
    // The middle one forced, nothing else fits.
    const forced = { lower: Float64Array.of(0, 1, 0), upper: Float64Array.of(1, 1, 1), capacity: { ...capacity, limit: 4 } };
    expect(boundsOf(gains, 1, forced)).toEqual({ lower: -3, upper: -3 });
  });

  it('hold for every feasible subset, knapsack within interval', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const n = 8;
      const gains = Float64Array.from({ length: n }, () => random.normal());
      const demands = Float64Array.from({ length: n }, () => random.int(6));
      const inputs = { ...box(n), capacity: { demands, limit: 8 } };
      const wide = boundsOf(gains, 0.3, box(n));
      const tight = boundsOf(gains, 0.3, inputs);
      expect(tight.lower).toBeGreaterThanOrEqual(wide.lower - 1e-12);
      expect(tight.upper).toBeLessThanOrEqual(wide.upper + 1e-12);
      for (let subset = 0; subset < 2 ** n; subset++) {
        const chosen = [...gains.keys()].filter((j) => (subset >> j) & 1);
        if (chosen.reduce((sum, j) => sum + demands[j], 0) > 8) continue;
        const x = chosen.reduce((sum, j) => sum + gains[j], 0.3);
        expect(x).toBeGreaterThanOrEqual(tight.lower - 1e-9);
        expect(x).toBeLessThanOrEqual(tight.upper + 1e-9);
      }
    }
  });
});

describe('the table', () => {
  it.each([
    [1, -1, 1, 'convex'],
    [-1, -1, 1, 'concave'],
    [-1, 0, 1, 'active'],
    [1, -2, 0, 'inactive'],
    [0, -1, 1, 'inactive'],
  ] as const)('v = %d, [%d, %d]: %s', (weight, lower, upper, expected) => {
    expect(neuronCase(weight, { lower, upper })).toBe(expected);
  });

  it('adds binaries for concave neurons only, and the report counts them', () => {
    const builder = new MipBuilder();
    const y = builder.addBinary();
    const w = builder.addBinary();
    const sum = { name: 'd', inputs: Int32Array.of(w), embeddings: Float64Array.of(1), onOff: y };
    const head = formulations.tight(
      builder,
      {
        weights: Float64Array.of(2, 2, 2, -2),
        biases: Float64Array.of(-1, -1, 0, 0),
        outputWeights: Float64Array.of(1, -1, -1, 1),
        linear: Float64Array.of(0),
        constant: 0,
      },
      sum,
    );
    expect(head.neurons.map((n) => n.kind)).toEqual(['convex', 'concave', 'active', 'inactive']);
    expect(modelSize(builder.build())).toEqual({
      binaries: 3,
      generalIntegers: 0,
      continuous: 3,
      fixed: 0,
      rows: 4,
      nonzeros: 3 + 4 + 2 + 3,
    });
    expect(headsSize([head])).toEqual({
      neurons: { active: 1, inactive: 1, convex: 1, concave: 1, literal: 0 },
      settled: 2,
      preActivation: { lower: -2, upper: 2, meanWidth: 2 },
    });
  });

  it('refuses a network whose shapes do not fit', () => {
    const { builder, network, sums } = randomLocation(1);
    for (const name of names) {
      expect(() => formulations[name](builder, { ...network, outputWeights: new Float64Array(3) }, sums[0])).toThrow(
        /output weights should have \d+ numbers, not 3/,
      );
    }
  });
});
