import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder, type MipModel } from '../../src/mip/model.ts';
import { hasSolution } from '../../src/mip/solver.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { Worker } from '../../src/parallel/worker.ts';
import { Random } from '../../src/run/random.ts';
import { randomMip } from './random-models.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

function knapsack(): MipModel {
  const builder = new MipBuilder('knapsack');
  const columns = [60, 100, 120].map((value) => builder.addBinary(-value));
  builder.atMost({ columns, coefficients: [10, 20, 30] }, 50);
  return builder.build();
}

/** Market split (Cornuéjols & Dawande 1998): tiny, and far beyond any MIP solver's minute. Every point is feasible at a price. */
function marketSplit(products = 6, customers = 50): MipModel {
  const random = new Random(1);
  const builder = new MipBuilder('market-split');
  const shares = Array.from({ length: customers }, () => builder.addBinary());
  for (let p = 0; p < products; p++) {
    const demand = shares.map(() => random.int(100));
    const half = Math.floor(demand.reduce((a, b) => a + b, 0) / 2);
    const [over, under] = [builder.addColumn({ cost: 1 }), builder.addColumn({ cost: 1 })];
    builder.equal({ columns: [...shares, over, under], coefficients: [...demand, -1, 1] }, half);
  }
  return builder.build();
}

/** All customers on one side: over = half rounded up. */
function marketSplitStart(model: MipModel): Float64Array {
  const point = new Float64Array(model.columnCount);
  for (let row = 0; row < model.rowCount; row++) {
    const under = model.columns[model.rowStarts[row + 1] - 1];
    point[under] = model.rowUpper[row];
  }
  return point;
}

describe('HiGHS in a worker', () => {
  it('solves a knapsack', async () => {
    const result = await highs.solve(knapsack());
    expect(result).toMatchObject({ status: 'optimal', objective: -220, bound: -220, gap: 0, stop: 'complete', notes: [] });
    expect(hasSolution(result) && [...result.values]).toEqual([0, 1, 1]);
    expect(result.solver.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('solves a linear program, and one without rows or columns', async () => {
    const builder = new MipBuilder();
    builder.offset = 5;
    const x = builder.addColumn({ cost: -1 });
    builder.atMost({ columns: [x], coefficients: [2] }, 3);
    expect(await highs.solve(builder.build())).toMatchObject({ status: 'optimal', objective: 3.5, bound: 3.5 });
    const lonely = new MipBuilder();
    lonely.addColumn({ lower: -2, cost: 1 });
    expect(await highs.solve(lonely.build())).toMatchObject({ status: 'optimal', objective: -2 });
    expect(await highs.solve(new MipBuilder().build())).toMatchObject({ status: 'optimal', objective: 0 });
  });

  it('tells infeasible from unbounded', async () => {
    const builder = new MipBuilder();
    const x = builder.addColumn({ cost: -1, integer: true });
    const y = builder.addColumn({ cost: -1 });
    builder.atMost({ columns: [x, y], coefficients: [1, -1] }, 0.5);
    expect(await highs.solve(builder.build())).toMatchObject({ status: 'unbounded' });
    builder.atLeast({ columns: [x, y], coefficients: [1, -1] }, 0.6);
    expect(await highs.solve(builder.build())).toMatchObject({ status: 'infeasible', bound: Number.POSITIVE_INFINITY });
  });

  it('finds the optima of integer columns with fractional bounds, where its presolve would cut them off', async () => {
    // Values on which Gurobi 13, SCIP 10 and CBC 2.10 agree.
    for (const [seed, optimum] of [
      [4, -4.01386],
      [21, -11.45355],
    ]) {
      const result = await highs.solve(randomMip(seed));
      expect(hasSolution(result) && result.objective).toBeCloseTo(optimum, 5);
    }
    const none = new MipBuilder();
    none.addColumn({ lower: 0.2, upper: 0.8, integer: true });
    expect(await highs.solve(none.build())).toMatchObject({ status: 'infeasible' });
  });

  it('runs several models at once', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => highs.solve(knapsack())));
    expect(results.map((result) => hasSolution(result) && result.objective)).toEqual([-220, -220, -220, -220]);
  });

  it('keeps to another clock than that on the wall', async () => {
    const model = marketSplit();
    let looks = 0;
    // An hour passes between two readings.
    const stop = { seconds: 36_000, clock: () => 3600 * looks++ };
    const result = await highs.solve(model, { stop, start: marketSplitStart(model) });
    expect(result).toMatchObject({ stop: 'time', notes: [] });
    expect(hasSolution(result)).toBe(true);
  });

  it('returns the start if the time is too short for better, and never worse', async () => {
    const model = marketSplit();
    const start = marketSplitStart(model);
    const result = await highs.solve(model, { start, stop: { seconds: 0.001 } });
    const price = start.reduce((sum, value, column) => sum + model.cost[column] * value, 0);
    expect(hasSolution(result) && result.objective).toBeLessThanOrEqual(price);
  });

  it('begins at the start, reports bounds on the way, and keeps the last incumbent when aborted', async () => {
    const model = marketSplit();
    /** Runs until that many different incumbents have been seen. */
    const until = async (incumbents: number, start?: Float64Array) => {
      const controller = new AbortController();
      const seen: number[] = [];
      const result = await highs.solve(model, {
        start,
        stop: { signal: controller.signal },
        onProgress: ({ objective, bound, gap }) => {
          if (objective === undefined) return;
          if (bound !== undefined) expect(gap).toBeCloseTo((objective - bound) / objective, 9);
          if (seen.at(-1) !== objective) seen.push(objective);
          if (seen.length >= incumbents) controller.abort();
        },
      });
      expect(result).toMatchObject({ status: 'feasible', stop: 'aborted' });
      if (!hasSolution(result)) throw new Error(result.status);
      return { seen, result };
    };
    const cold = await until(4);
    expect(cold.result.objective).toBeCloseTo(cold.seen[3], 5);
    const warm = await until(1, cold.result.values);
    expect(warm.seen[0]).toBeLessThanOrEqual(cold.result.objective + 1e-6);
    expect(warm.seen[0]).toBeLessThan(cold.seen[0]);
  });

  it('refuses an infeasible start and goes on', async () => {
    const result = await highs.solve(knapsack(), { start: Float64Array.of(1, 1, 1) });
    expect(result).toMatchObject({ status: 'optimal', objective: -220 });
    expect(result.notes.join()).toMatch(/the start was rejected: row r0 = 60/);
  });

  it('stops at the time limit', async () => {
    const model = marketSplit();
    const result = await highs.solve(model, { stop: { seconds: 1 }, start: marketSplitStart(model) });
    expect(result).toMatchObject({ status: 'feasible', stop: 'time' });
  });

  it('does not begin once aborted', async () => {
    const signal = AbortSignal.abort();
    expect(await highs.solve(knapsack(), { stop: { signal } })).toMatchObject({ status: 'no-solution', stop: 'aborted' });
  });
});

describe('a worker gone wrong', () => {
  const broken = (script: string) =>
    new HighsSolver({ spawn: () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { type: 'module' }) });
  const receive = "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {";
  const start = Float64Array.of(1, 1, 0);

  it.each([
    ['throws', `${receive} throw new Error('out of memory') })`, /HiGHS failed: out of memory/],
    ['exits', `${receive} process.exit(134) })`, /ended with code 134/],
    ['never loads', "import 'no-such-module'", /HiGHS failed/],
    ['cannot start', 'syntax error here', /HiGHS failed/],
    ['reports a failure', `${receive} parentPort.postMessage({ kind: 'failed', reason: 'Aborted()' }) })`, /HiGHS failed: Aborted/],
  ])('that %s leaves the start and a note', async (_, script, note) => {
    const result = await broken(script).solve(knapsack(), { start });
    expect(result).toMatchObject({ status: 'feasible', objective: -160 });
    expect(result.notes.join()).toMatch(note);
    expect(await broken(script).solve(knapsack())).toMatchObject({ status: 'failed' });
  });

  it('that answers nonsense is not believed', async () => {
    const reply = "{ version: '1.0.0', status: 'optimal', modelStatus: 7, point: Float64Array.of(1, 1, 1), bound: -280 }";
    const solver = broken(`${receive} parentPort.postMessage({ kind: 'reply', reply: ${reply} }) })`);
    const result = await solver.solve(knapsack(), { start });
    expect(result).toMatchObject({ status: 'feasible', objective: -160 });
    expect(result.notes.join()).toMatch(/a point of highs was rejected/);
    expect(await solver.solve(knapsack())).toMatchObject({ status: 'failed' });
    solver.close();
  });

  it('that loops is ended from outside, its incumbent kept', async () => {
    const progress = '{ seconds: 0, objective: -180, bound: -300, point: Float64Array.of(1, 0, 1) }';
    const solver = broken(`${receive} parentPort.postMessage({ kind: 'progress', progress: ${progress} }); for (;;); })`);
    const result = await solver.solve(knapsack(), { start, stop: { seconds: 2 } });
    expect(result).toMatchObject({ status: 'feasible', objective: -180, bound: -300, stop: 'time' });
    expect(result.notes.join()).toMatch(/terminated/);
  });

  it('that answers in gibberish is a failure too', async () => {
    const solver = broken(`${receive} parentPort.postMessage(42) })`);
    expect(await solver.solve(knapsack(), { start })).toMatchObject({ status: 'feasible', objective: -160 });
  });
});
