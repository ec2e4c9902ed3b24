/** An allocator as a stage of the pipeline: the prediction for its choice. */
import { describe, expect, it } from 'vitest';
import type { Allocation, Allocator } from '../../src/allocation/allocation.ts';
import { decideBy } from '../../src/pipeline/decide.ts';
import { createInstance } from '../../src/problem/instance.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';

const instance = createInstance({
  name: 'three sites',
  depots: [0, 10, 20].map((x, d) => ({ id: `D${d}`, x, y: 0, openingCost: 100 * (d + 1), status: d === 2 ? 'open' : 'candidate' })),
  customers: [1, 2, 11, 12].map((x, i) => ({ id: `c${i}`, x, y: 1, demand: 1 })),
  vehicleCapacity: 4,
});
const allocation: Allocation = {
  open: Uint8Array.of(1, 1, 1),
  depotOf: Int32Array.of(0, 0, 1, 1),
  objective: 675,
  predicted: Float64Array.of(30, 40, 5),
};
const other: Allocation = { ...allocation, depotOf: Int32Array.of(0, 1, 1, 1), objective: 680 };
const allocator: Allocator = {
  name: 'stub',
  allocate: async () => ({
    best: allocation,
    pool: [allocation, other],
    mip: { objective: 675, bound: 600, gap: 0.1, solver: 'stub' },
    seconds: 0,
    stop: 'complete',
    notes: [],
  }),
};
const plain: Surrogate = {
  name: 'plain',
  embed: () => {
    throw new Error('nobody asks');
  },
  predict: () => Number.NaN,
};
/** Twenty for each customer and the depot's number. */
class Knowing implements Surrogate {
  readonly name = 'knowing';
  private readonly each = 20;
  readonly embed = plain.embed;
  readonly predict = plain.predict;
  appraise(_: unknown, depot: number, customers: ArrayLike<number>): number {
    return this.each * customers.length + depot;
  }
}
const decided = (surrogate?: Surrogate) =>
  decideBy(allocator, { method: 'stub', ...(surrogate && { surrogate }) })(instance, { stop: {}, seed: 1, threads: 1 });

describe('a decision', () => {
  it('is appraised where the surrogate can, set by set; a depot that serves nobody drives nowhere', async () => {
    const { proposals, model } = await decided(new Knowing());
    expect(model).toBe('knowing');
    expect(proposals.map(({ expect: expected }) => expected?.())).toEqual([
      { total: 600 + 40 + 41, perDepot: [40, 41, 0].map((routing, depot) => ({ depot, routing })) },
      { total: 600 + 20 + 61, perDepot: [20, 61, 0].map((routing, depot) => ({ depot, routing })) },
    ]);
  });

  it('is else expected to cost what the objective says of its sets', async () => {
    const [{ expect: expected, assignment }] = (await decided(plain)).proposals;
    expect(assignment).toEqual([0, 0, 1, 1]);
    expect(expected?.()).toEqual({ total: 670, perDepot: [30, 40, 0].map((routing, depot) => ({ depot, routing })) });
  });

  it('is no prediction without a surrogate', async () => {
    const { proposals, model } = await decided();
    expect(model).toBeUndefined();
    expect(proposals.every((proposal) => proposal.expect === undefined)).toBe(true);
  });

  it('goes to neighbours that are appraised lower, unless it must stay what the allocator chose', async () => {
    // Depot 1 costs 20 a customer less: one customer after the other goes there.
    const toEast = ({ depotOf }: Pick<Allocation, 'open' | 'depotOf'>) =>
      [...depotOf.keys()].filter((i) => depotOf[i] === 0).map((i) => ({ ...allocation, depotOf: depotOf.with(i, 1) }));
    const climbing: Allocator = {
      ...allocator,
      allocate: async (...args) => ({ ...(await allocator.allocate(...args)), neighbours: toEast }),
    };
    class Cheap extends Knowing {
      override appraise = (_: unknown, depot: number, customers: ArrayLike<number>) => (40 - 20 * depot) * customers.length;
    }
    const surrogate = new Cheap();
    const assignmentOf = async (options: object) => {
      const { proposals } = await decideBy(climbing, { method: 'stub', surrogate, ...options })(instance, {
        stop: {},
        seed: 1,
        threads: 1,
      });
      return proposals.map(({ assignment }) => assignment.join(''));
    };
    expect(await assignmentOf({})).toEqual(['1111', '0011', '0111']);
    expect(await assignmentOf({ appraise: false })).toEqual(['0011', '0111']);
  });
});
