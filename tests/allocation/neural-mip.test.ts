import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { facilityLocation } from '../../src/allocation/facility-location.ts';
import { locationProblem } from '../../src/allocation/location-problem.ts';
import { modelReport } from '../../src/allocation/model-report.ts';
import { neuralMip } from '../../src/allocation/neural-mip.ts';
import { neuralModel } from '../../src/allocation/neural-model.ts';
import { readInstance } from '../../src/formats/read.ts';
import { formulations } from '../../src/mip/relu/formulation.ts';
import { hasSolution, type MipResult, type MipSolver } from '../../src/mip/solver.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { Worker } from '../../src/parallel/worker.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import type { Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { importDeepSets } from '../../src/surrogate/model.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';
import { fixColumns } from '../mip/random-models.ts';
import { deepSetsShape, randomModel } from '../surrogate/random-models.ts';
import { deep, graph, peaked, plain, priceOf, tinyInstance, violationsOf, wild } from './tiny.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

const names = Object.keys(formulations) as (keyof typeof formulations)[];

describe.each(names)('formulation %s', (formulation) => {
  it.each<readonly [string, (seed: number) => Surrogate]>([
    ['Deep Sets', plain],
    ['two heads, sums and context', wild],
    ['a Graph Transformer, whose sum holds the depot itself', graph],
    ['a maximum over the customers', peaked],
    ['two hidden layers in the regressor', deep],
  ])('with the decision fixed costs what the network predicts: %s', async (_, surrogateOf) => {
    for (let seed = 1; seed <= 4; seed++) {
      const instance = tinyInstance(seed, { rules: { together: [['c0', 'c1']] } });
      const surrogate = surrogateOf(seed);
      const problem = locationProblem(instance, surrogate.embed(instance));
      const { builder, open, assign } = neuralModel(problem, formulation);
      const model = builder.build();
      const random = new Random(seed);
      for (let trial = 0; trial < 12; trial++) {
        const depotOfUnit = Array.from({ length: problem.units }, () => random.int(problem.depots));
        const decision = {
          open: Array.from({ length: problem.depots }, (_, d) => Number(depotOfUnit.includes(d) || random.int(2) === 0)),
          depotOf: Array.from(problem.unitOf, (u) => depotOfUnit[u]),
        };
        if (violationsOf(instance, decision).length > 0) continue;
        const fixed = new Map<number, number>();
        open.forEach((y, d) => {
          fixed.set(y, decision.open[d]);
        });
        for (let d = 0; d < problem.depots; d++)
          depotOfUnit.forEach((at, u) => {
            fixed.set(assign[d * problem.units + u], at === d ? 1 : 0);
          });
        const result = await highs.solve(fixColumns(model, fixed));
        if (!hasSolution(result)) throw new Error(`${result.status}: ${result.notes.join()}`);
        const price = priceOf(instance, surrogate, decision);
        expect(Math.abs(result.objective - price)).toBeLessThan(1e-6 * Math.max(1, Math.abs(price)));
      }
    }
  });
});

describe('contradicting rules are named', () => {
  const fault = async (instance: Instance) => {
    const error = await neuralMip(plain(1), { solver: highs })
      .allocate(instance)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof NeoLrpError)) throw new Error(`no error, but ${JSON.stringify(error)}`);
    return error;
  };

  it('where no single rule is at fault', async () => {
    const error = await fault(
      tinyInstance(3, {
        rules: {
          minOpen: 1,
          maxOpen: 3,
          apart: [['c0', 'c1', 'c2']],
          together: [['c3', 'c4']],
          forbidden: { c0: ['D2'], c1: ['D2'], c2: ['D2'] },
        },
      }),
    );
    expect(error.code).toBe('E_INFEASIBLE_RULES');
    for (const rule of ["'c0', 'c1', 'c2' are kept apart", "'c0' may not use 'D2'", "'c1' may not use", "'c2' may not use"])
      expect(error.message).toContain(rule);
    expect(error.message).not.toMatch(/minOpen|maxOpen|tied together/);
  });

  it('by the problem itself where one rule is enough', async () => {
    expect(await fault(tinyInstance(3, { rules: { minOpen: 4 } }))).toMatchObject({
      code: 'E_INFEASIBLE_RULES',
      place: { field: 'rules.minOpen' },
    });
  });
});

describe('a MIP solver gone wrong', () => {
  const instance = tinyInstance(3);
  const report = { solver: { name: 'broken', version: '1' }, seconds: 0, stop: 'complete', notes: ['a note of its own'] } as const;
  const answering = (answer: (columns: number) => MipResult): MipSolver => ({
    name: 'broken',
    solve: async (model) => answer(model.columnCount),
  });

  it.each<[string, (columns: number) => MipResult]>([
    ['fails', () => ({ ...report, status: 'failed', bound: Number.NEGATIVE_INFINITY })],
    ['runs out of time', () => ({ ...report, status: 'no-solution', bound: Number.NEGATIVE_INFINITY })],
    ['denies what exists', () => ({ ...report, status: 'infeasible', bound: Number.POSITIVE_INFINITY })],
    [
      'answers nonsense',
      (columns) => ({ ...report, status: 'optimal', objective: 1, bound: 1, gap: 0, values: new Float64Array(columns) }),
    ],
  ])('that %s leaves the answer of the heuristic, and a note', async (_, answer) => {
    const { best, mip, notes } = await neuralMip(wild(1), { solver: answering(answer) }).allocate(instance, { gap: 0 });
    expect(violationsOf(instance, best)).toEqual([]);
    expect(mip.solver).toBe('lagrangian');
    expect(mip.gap).toBeGreaterThan(0);
    expect(notes.join('; ')).toMatch(/a note of its own.*broken .*the Lagrangian heuristic/);
  });

  it('such as HiGHS in a worker that dies leaves the same', async () => {
    const dying = new HighsSolver({ spawn: () => new Worker(new URL('data:text/javascript,process.exit(134)'), { type: 'module' }) });
    const { best, mip, notes } = await neuralMip(wild(1), { solver: dying }).allocate(instance, { gap: 0 });
    expect(violationsOf(instance, best)).toEqual([]);
    expect(mip.solver).toBe('lagrangian');
    expect(notes.join('; ')).toMatch(/HiGHS failed.*the Lagrangian heuristic/);
  });

  it('is not asked where the heuristic has proved the gap', async () => {
    const never: MipSolver = { name: 'never', solve: () => Promise.reject(new Error('asked')) };
    expect((await facilityLocation({ solver: never }).allocate(instance, { gap: 0.5 })).mip.gap).toBeLessThanOrEqual(0.5);
  });
});

it('stops when told, with the best so far', async () => {
  const controller = new AbortController();
  const result = await neuralMip(wild(2), { solver: highs }).allocate(tinyInstance(5, { customers: 60, depots: 8 }), {
    gap: 0,
    stop: { signal: controller.signal },
    onProgress: ({ objective }) => {
      if (Number.isFinite(objective)) controller.abort();
    },
  });
  expect(result.stop).toBe('aborted');
  expect(result.pool.length).toBeGreaterThan(0);
});

it('equal seeds give equal allocations', async () => {
  const instance = tinyInstance(7, { customers: 40, depots: 6 });
  const run = () => neuralMip(plain(9), { solver: highs }).allocate(instance, { seed: 3, gap: 0.2 });
  const [a, b] = [await run(), await run()];
  expect(a.best).toEqual(b.best);
  expect(a.pool).toEqual(b.pool);
});

describe('model report', () => {
  const surrogate = new NetworkSurrogate(
    randomModel(deepSetsShape, { kind: 'cost', distanceScale: 1, vehicleCost: 30, normalisation: 'N2' }),
  );

  it.each([
    [50, 5, 12_755, 285, 12_750, 35],
    [100, 10, 101_010, 1_070, 101_000, 70],
    [200, 10, 402_010, 2_070, 402_000, 70],
  ])(
    'has the counts of the paper’s table for %i customers and %i depots',
    (customers, depots, arcBinaries, binaries, arcContinuous, continuous) => {
      const { arcFlow, neural, tight } = modelReport(tinyInstance(1, { customers, depots }), surrogate);
      expect(arcFlow).toMatchObject({ binaries: arcBinaries, continuous: arcContinuous });
      expect(neural).toMatchObject({ binaries, continuous });
      expect(Object.values(tight.neurons).reduce((a, b) => a + b, 0)).toBe(6 * depots);
      expect(tight.binaries).toBe(depots + customers * depots + tight.neurons.concave);
    },
  );
});

const benchmarks = '../shared/benchmarks/P';
const authors = '../shared/models/authors-ds-scaled-110000';
const instanceAt = (name: string) => readInstance({ name, text: readFileSync(`${benchmarks}/${name}.dat`, 'utf8') });

describe.skipIf(!existsSync(benchmarks))('facility location on the benchmark files (where they lie beside the repository)', () => {
  // F of FLP-VRP in the paper's table of instance-wise comparisons: found with one-way direct distances.
  it.each([
    ['coord20-5-1', 25549],
    ['coord20-5-1b', 15497],
    ['coord20-5-2', 24196],
    ['coord20-5-2b', 21739],
    ['coord50-5-1', 25442],
    ['coord50-5-2BIS', 19785],
    ['coord50-5-3b', 37954],
    ['coord100-5-1', 132890],
    ['coord100-5-2', 102246],
    ['coord100-5-3', 88287],
    ['coord200-10-2', 280370],
    ['coord200-10-3b', 272528],
  ])('%s opens depots for %i, as in the paper', async (name, opening) => {
    const instance = instanceAt(name);
    const { best } = await facilityLocation({ solver: highs }).allocate(instance, { gap: 1e-4 });
    expect(best.open.reduce((sum, open, d) => sum + open * instance.depots[d].openingCost, 0)).toBe(opening);
  });
});

describe.skipIf(!existsSync(`${authors}.rho.onnx`) || !existsSync(benchmarks))(
  'the authors’ network (where it lies beside the repository)',
  () => {
    it('decides the same under both formulations at zero gap', async () => {
      const [phi, rho] = ['phi', 'rho'].map((part) => readFileSync(`${authors}.${part}.onnx`));
      const surrogate = new NetworkSurrogate(
        importDeepSets('authors', phi, rho, { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation: 'N2' }),
      );
      const instance = instanceAt('coord20-5-1');
      const tight = await neuralMip(surrogate, { solver: highs }).allocate(instance, { gap: 0 });
      const paper = await neuralMip(surrogate, { solver: highs, formulation: 'paper' }).allocate(instance, { gap: 0 });
      expect([tight.mip.solver, paper.mip.solver]).toEqual(['highs', 'highs']);
      expect(paper.best.open).toEqual(tight.best.open);
      expect(paper.best.depotOf).toEqual(tight.best.depotOf);
      expect(tight.mip.gap).toBeLessThan(1e-6);
      expect(paper.mip.gap).toBeLessThan(1e-6);
    });
  },
);
