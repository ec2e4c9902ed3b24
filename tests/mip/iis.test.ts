import { afterAll, describe, expect, it } from 'vitest';
import { explainContradiction } from '../../src/mip/iis.ts';
import { MipBuilder } from '../../src/mip/model.ts';
import type { MipSolver } from '../../src/mip/solver.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

/** Three switches; rules about how many are on. */
function rules(...which: readonly (readonly [group: string, coefficients: readonly number[], lower: number, upper: number])[]) {
  const builder = new MipBuilder();
  const columns = [0, 1, 2].map(() => builder.addBinary(1));
  for (const [group, coefficients, lower, upper] of which) builder.addRow({ columns, coefficients }, lower, upper, { group });
  return builder;
}

describe('an explanation of infeasibility', () => {
  it('names the contradicting groups and no other', async () => {
    const builder = rules(
      ['first stays closed', [1, 0, 0], 0, 0],
      ['at most two', [1, 1, 1], 0, 2],
      ['second or third, not both', [0, 1, 1], 1, 1],
      ['at least two', [1, 1, 1], 2, 3],
      ['third before second', [0, -1, 1], 0, 1],
    );
    expect(await explainContradiction(builder.build(), highs)).toEqual({
      status: 'contradiction',
      groups: ['first stays closed', 'second or third, not both', 'at least two'],
      irreducible: true,
    });
  });

  it('needs integrality where the relaxation is feasible', async () => {
    const builder = rules(['odd', [2, 2, 0], 1, 1], ['idle', [1, 1, 1], 0, 3]);
    expect(await explainContradiction(builder.build(), highs)).toMatchObject({ groups: ['odd'] });
  });

  it('takes a group of several rows as one', async () => {
    const builder = rules(['pair', [1, 0, 0], 1, 1], ['pair', [0, 1, 0], 1, 1], ['one', [1, 1, 0], 0, 1]);
    expect(await explainContradiction(builder.build(), highs)).toMatchObject({ groups: ['pair', 'one'] });
  });

  it('blames nobody when the rest is infeasible by itself', async () => {
    const builder = rules(['idle', [1, 1, 1], 0, 3]);
    builder.atLeast({ columns: [0], coefficients: [1] }, 2);
    expect(await explainContradiction(builder.build(), highs)).toEqual({ status: 'contradiction', groups: [], irreducible: true });
  });

  it('says feasible of a feasible model, and unknown when the solver cannot tell', async () => {
    const model = rules(['idle', [1, 1, 1], 0, 3]).build();
    expect(await explainContradiction(model, highs)).toEqual({ status: 'feasible' });
    const tired: MipSolver = {
      name: 'tired',
      solve: async () => ({
        status: 'no-solution',
        bound: Number.NEGATIVE_INFINITY,
        solver: { name: 'tired', version: '0' },
        seconds: 0,
        stop: 'time',
        notes: [],
      }),
    };
    expect(await explainContradiction(model, tired)).toEqual({ status: 'unknown' });
  });

  it('keeps what it could not try', async () => {
    const builder = rules(['a', [1, 1, 1], 3, 3], ['b', [1, 0, 0], 0, 0], ['c', [0, 1, 0], 0, 0]);
    const watched = new AbortController();
    const once: MipSolver = {
      name: 'once',
      solve: async (model, options) => {
        const result = await highs.solve(model, { ...options, stop: {} });
        watched.abort();
        return result;
      },
    };
    expect(await explainContradiction(builder.build(), once, { signal: watched.signal })).toEqual({
      status: 'contradiction',
      groups: ['a', 'b', 'c'],
      irreducible: false,
    });
  });
});
