import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder, type MipModel } from '../../src/mip/model.ts';
import { formulations } from '../../src/mip/relu/formulation.ts';
import { hasSolution } from '../../src/mip/solver.ts';
import { cbc } from '../../src/mip/solvers/cbc.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { pythonSolver } from '../../src/mip/solvers/python-solver.ts';
import { availableMipSolvers, mipSolver, mipSolverNames } from '../../src/mip/solvers/registry.ts';
import { randomLocation, randomMip } from './random-models.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());
const present = await availableMipSolvers();

function knapsack(offset = 0): MipModel {
  const builder = new MipBuilder('knapsack');
  builder.offset = offset;
  const columns = [60, 100, 120].map((value) => builder.addBinary(-value));
  builder.atMost({ columns, coefficients: [10, 20, 30] }, 50);
  return builder.build();
}

describe('the registry', () => {
  it('knows its solvers and refuses others', () => {
    expect(mipSolverNames).toEqual(['highs', 'gurobi', 'cbc', 'scip']);
    expect(() => mipSolver('cplex')).toThrow(/there is no MIP solver 'cplex'; choose one of highs, gurobi, cbc, scip/);
    expect(() => mipSolver('toString')).toThrow(/no MIP solver/);
  });

  it('says of each whether it is here', () => {
    for (const solver of present) expect(solver).toHaveProperty(solver.available ? 'version' : 'reason');
    expect(present[0]).toMatchObject({ name: 'highs', available: true });
  });

  it('names what is missing in one sentence', async () => {
    await expect(cbc('no-such-program').solve(knapsack())).rejects.toMatchObject({
      code: 'E_SOLVER_MISSING',
      message: "cbc is not installed or not on PATH ('no-such-program' cannot be run)",
    });
    const absent = pythonSolver({ name: 'oracle', package: 'no_such_package', probe: 'import no_such_package', driver: '' });
    await expect(absent.solve(knapsack())).rejects.toMatchObject({ code: 'E_SOLVER_MISSING' });
  });

  it.each([
    ['crashes', "raise RuntimeError('no licence')", /no licence/],
    ['answers nonsense', "print('ready'); print('hello')", /not JSON/],
    ['gives an invalid answer', 'print(\'ready\'); print(\'{"status": "splendid"}\')', /gave an invalid answer/],
    ['never ends', "print('ready', flush=True)\nwhile True: pass", /still running/],
  ])('turns a driver that %s into a result with a note', async (_, driver, note) => {
    const solver = pythonSolver({ name: 'oracle', package: 'json', probe: "print('1')", driver });
    const result = await solver.solve(knapsack(), { start: Float64Array.of(1, 0, 0), stop: { seconds: 0.1 } });
    expect(result).toMatchObject({ status: 'feasible', objective: -60 });
    expect(result.notes.join()).toMatch(note);
  });
});

for (const entry of present.filter(({ name }) => name !== 'highs')) {
  const title = entry.available ? `${entry.name} ${entry.version}` : `${entry.name} (not installed here: ${entry.reason})`;
  describe.skipIf(!entry.available)(title, () => {
    const solver = mipSolver(entry.name);

    it('solves a knapsack with a constant in its objective, from a start', async () => {
      expect(await solver.solve(knapsack(1000))).toMatchObject({ status: 'optimal', objective: 780, notes: [] });
      const started = await solver.solve(knapsack(), { start: Float64Array.of(1, 1, 0), stop: { seconds: 10 } });
      expect(started).toMatchObject({ status: 'optimal', objective: -220, bound: -220, notes: [] });
    });

    it('solves a linear program', async () => {
      const builder = new MipBuilder();
      const x = builder.addColumn({ cost: -1 });
      builder.atMost({ columns: [x], coefficients: [3] }, 1);
      const result = await solver.solve(builder.build());
      expect(result).toMatchObject({ status: 'optimal' });
      expect(hasSolution(result) && result.objective).toBeCloseTo(-1 / 3, 9);
    });

    it('tells infeasible from unbounded', async () => {
      const builder = new MipBuilder();
      const x = builder.addColumn({ cost: -1, integer: true });
      const y = builder.addColumn({ cost: -1 });
      builder.atMost({ columns: [x, y], coefficients: [1, -1] }, 0.5);
      expect(await solver.solve(builder.build())).toMatchObject({ status: 'unbounded' });
      builder.atLeast({ columns: [x, y], coefficients: [1, -1] }, 0.6);
      expect(await solver.solve(builder.build())).toMatchObject({ status: 'infeasible' });
    });

    it('agrees with HiGHS on random models', async () => {
      for (const seed of [4, 21]) {
        const [theirs, ours] = [await solver.solve(randomMip(seed)), await highs.solve(randomMip(seed))];
        expect(theirs.status).toBe(ours.status);
        if (hasSolution(theirs) && hasSolution(ours)) expect(theirs.objective).toBeCloseTo(ours.objective, 5);
      }
    });

    it('agrees with HiGHS on networks', async () => {
      const location = randomLocation(41, { customers: 7, depots: 3, costLike: true });
      for (const sum of location.sums) formulations.paper(location.builder, location.network, sum);
      const model = location.builder.build();
      const [theirs, ours] = [await solver.solve(model), await highs.solve(model)];
      if (!hasSolution(theirs) || !hasSolution(ours)) throw new Error(`${theirs.status} ${theirs.notes.join()} ${ours.status}`);
      expect(theirs.status).toBe('optimal');
      expect(theirs.objective).toBeCloseTo(ours.objective, 5);
    });

    it('stops when told to', async () => {
      const controller = new AbortController();
      const run = solver.solve(knapsack(), { stop: { signal: controller.signal }, start: Float64Array.of(1, 0, 0) });
      controller.abort();
      expect(await run).toMatchObject({ stop: 'aborted', status: 'feasible', objective: -60 });
    });
  });
}
