import { describe, expect, it } from 'vitest';
import { acceptPoint, checkPoint, relativeGap } from '../../src/mip/check.ts';
import { MipBuilder, objectiveAt } from '../../src/mip/model.ts';
import { audit, type Claim } from '../../src/mip/solver.ts';

describe('the model', () => {
  it('merges duplicate columns of a row and drops zeros', () => {
    const builder = new MipBuilder();
    const [a, b] = [builder.addBinary(), builder.addBinary()];
    builder.atMost({ columns: [a, b, a, b], coefficients: [1, 2, 3, -2] }, 5);
    const model = builder.build();
    expect([...model.columns]).toEqual([a]);
    expect([...model.coefficients]).toEqual([4]);
  });

  it('grows past its first arrays and leaves earlier snapshots alone', () => {
    const builder = new MipBuilder();
    builder.addColumn({ cost: 7, name: 'first' });
    const early = builder.build();
    for (let c = 1; c < 1000; c++) builder.addColumn({ cost: c });
    builder.addCost(0, 1);
    expect(early.cost).toEqual(Float64Array.of(7));
    expect(builder.build().cost[999]).toBe(999);
    expect(builder.build().cost[0]).toBe(8);
  });

  it.each([
    ['a coefficient that is no number', (b: MipBuilder) => b.atMost({ columns: [0], coefficients: [Number.NaN] }, 1), /coefficient NaN/],
    ['a column that is not there', (b: MipBuilder) => b.atMost({ columns: [4], coefficients: [1] }, 1), /none with index 4/],
    ['an empty interval', (b: MipBuilder) => b.addColumn({ lower: 2, upper: 1, name: 'w' }), /column w has the empty interval \[2, 1\]/],
    ['an infinite cost', (b: MipBuilder) => b.addColumn({ cost: Number.POSITIVE_INFINITY }), /costs must be finite/],
    ['a row without a side', (b: MipBuilder) => b.atMost({ columns: [0], coefficients: [1] }, Number.NaN), /empty interval/],
  ])('refuses %s', (_, act, message) => {
    const builder = new MipBuilder();
    builder.addBinary();
    expect(() => act(builder)).toThrow(message);
  });
});

describe('the check', () => {
  const builder = new MipBuilder();
  builder.offset = 10;
  const x = builder.addBinary(3, 'x');
  const z = builder.addColumn({ lower: -1, upper: 4, cost: -2, name: 'z' });
  builder.addRow({ columns: [x, z], coefficients: [1, 1] }, 0, 3, { name: 'sum' });
  const model = builder.build();

  it('recomputes the objective', () => {
    expect(checkPoint(model, [1, 2])).toEqual({ objective: 9 });
    expect(objectiveAt(model, [1, 2])).toBe(9);
  });

  it.each([
    [[1, 2.5], /row sum = 3.5 is outside \[0, 3\]/],
    [[0.5, 1], /integer column x = 0.5/],
    [[0, -2], /z = -2|sum = -2/],
    [[1, Number.NaN], /column z = NaN/],
    [[1], /1 values for 2 columns/],
  ])('refuses %j', (point, reason) => {
    expect(checkPoint(model, point).reason).toMatch(reason);
    expect(acceptPoint(model, point)).toHaveProperty('reason');
  });

  it('rounds what is nearly integer', () => {
    expect(acceptPoint(model, [1 - 1e-7, 2])).toEqual({ values: Float64Array.of(1, 2), objective: 9 });
  });

  it('keeps a point that rounding would break', () => {
    const scaled = new MipBuilder();
    const w = scaled.addBinary(1);
    scaled.atMost({ columns: [w], coefficients: [1e6] }, 1e6 * (1 - 9e-6));
    expect(acceptPoint(scaled.build(), [1 - 9e-6])).toEqual({ values: Float64Array.of(1 - 9e-6), objective: 1 - 9e-6 });
  });

  it('measures the gap', () => {
    expect(relativeGap(200, 198)).toBeCloseTo(0.01, 12);
    expect(relativeGap(-100, -110)).toBeCloseTo(0.1, 12);
    expect(relativeGap(5, 6)).toBe(0);
    expect(relativeGap(5, Number.NEGATIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  const claim = (rest: Partial<Claim>): Claim => ({
    solver: { name: 'liar', version: '1' },
    status: 'optimal',
    points: [],
    seconds: 0,
    stop: 'complete',
    ...rest,
  });

  describe('of a claim', () => {
    it('cuts the bound to the verified objective', () => {
      expect(audit(model, claim({ points: [[0, 3]], bound: 4 + 1e-9 }))).toMatchObject({
        status: 'optimal',
        objective: 4,
        bound: 4,
        gap: 0,
        notes: [],
      });
    });

    it('drops a bound that a better start disproves', () => {
      const result = audit(model, claim({ points: [[1, 2]], bound: 9 }), { start: Float64Array.of(0, 3) });
      expect(result).toMatchObject({ status: 'feasible', objective: 4, bound: Number.NEGATIVE_INFINITY });
      expect(result.notes[0]).toMatch(/claims a bound of 9, but a verified point costs 4/);
    });

    it('does not call optimal what is not within the gap', () => {
      expect(audit(model, claim({ points: [[0, 3]], bound: 3 }), { gap: 0.1 })).toMatchObject({ status: 'feasible', gap: 0.25 });
    });

    it('refuses a point outside the model', () => {
      expect(audit(model, claim({ points: [[0, 3.5]], bound: 3 }))).toMatchObject({ status: 'failed' });
      expect(audit(model, claim({ points: [[0, 3.5]], bound: 3 }), { start: Float64Array.of(1, 1) })).toMatchObject({
        status: 'feasible',
        objective: 11,
      });
    });

    it('does not believe infeasibility against a verified point', () => {
      const result = audit(model, claim({ status: 'infeasible' }), { start: Float64Array.of(0, 3) });
      expect(result).toMatchObject({ status: 'feasible', objective: 4 });
      expect(result.notes.join()).toMatch(/claims the model is infeasible/);
    });

    it('passes infeasible, unbounded and nothing found on', () => {
      expect(audit(model, claim({ status: 'infeasible' }))).toMatchObject({ status: 'infeasible', bound: Number.POSITIVE_INFINITY });
      expect(audit(model, claim({ status: 'unbounded' }))).toMatchObject({ status: 'unbounded', bound: Number.NEGATIVE_INFINITY });
      expect(audit(model, claim({ status: 'limit', bound: 1 }))).toMatchObject({ status: 'no-solution', bound: 1 });
    });
  });
});
