import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder, type MipModel } from '../../src/mip/model.ts';
import { writeMps } from '../../src/mip/mps.ts';
import { hasSolution } from '../../src/mip/solver.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { randomMip } from './random-models.ts';

const solver = new HighsSolver();
afterAll(() => solver.close());

const module = await import('highs');
const highs = await (module.default as unknown as typeof module.default.default)();

/** The model as HiGHS reads it from a file, and its optimum. */
function readBack(data: string) {
  return highs.withModel({ format: 'mps', data }, (model) => {
    // Without presolve, which errs on integer columns with fractional bounds.
    model.options.set({ output_flag: false, mip_rel_gap: 0, presolve: 'off' });
    const lp = model.getLp('csr');
    model.run();
    return { lp, status: model.getModelStatus(), objective: model.getObjectiveValue() };
  });
}

describe('MPS', () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed))('comes back through HiGHS as it went (seed %i)', async (seed) => {
    const model = randomMip(seed);
    const direct = await solver.solve(model);
    const mps = readBack(writeMps(model));
    expect([...mps.lp.colCost]).toEqual([...model.cost]);
    expect([...mps.lp.colLower]).toEqual([...model.lower]);
    expect([...mps.lp.colUpper]).toEqual([...model.upper]);
    expect([...mps.lp.integrality]).toEqual([...model.integer]);
    expect([...mps.lp.rowLower]).toEqual([...model.rowLower]);
    mps.lp.rowUpper.forEach((upper, row) => {
      expect(upper).toBeCloseTo(model.rowUpper[row], 12);
    });
    expect(mps.lp.offset).toBeCloseTo(model.offset, 12);
    expect(denseRows(mps.lp.matrix.starts, mps.lp.matrix.indices, mps.lp.matrix.values)).toEqual(
      denseRows(model.rowStarts, model.columns, model.coefficients),
    );
    if (hasSolution(direct)) expect(mps.objective).toBeCloseTo(direct.objective, 6);
    else expect(mps.status).toBe(highs.constants.modelStatus.infeasible);
  });

  it('is of models that mostly have solutions', async () => {
    let solved = 0;
    for (let seed = 0; seed < 25; seed++) if (hasSolution(await solver.solve(randomMip(seed)))) solved++;
    expect(solved).toBeGreaterThan(15);
  });

  it('writes an empty row, a free row and a column nobody uses', () => {
    const builder = new MipBuilder('corners');
    const x = builder.addColumn({ lower: -1, upper: 1, cost: 1 });
    builder.addColumn({ lower: Number.NEGATIVE_INFINITY });
    builder.addRow({ columns: [x, x], coefficients: [1, -1] }, -1, 1);
    builder.addRow({ columns: [x], coefficients: [1] }, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const model: MipModel = builder.build();
    expect(readBack(writeMps(model))).toMatchObject({ objective: -1, lp: { numCols: 2 } });
  });
});

function denseRows(starts: Int32Array, columns: Int32Array, values: Float64Array): Map<number, number>[] {
  return Array.from({ length: starts.length - 1 }, (_, row) => {
    const entries = Array.from({ length: starts[row + 1] - starts[row] }, (_, t) => starts[row] + t);
    return new Map(entries.map((entry) => [columns[entry], values[entry]] as const).sort((a, b) => a[0] - b[0]));
  });
}
