import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder } from '../../../src/mip/model.ts';
import { HighsSolver } from '../../../src/mip/solvers/highs.ts';
import { searchData } from '../../../src/search/data.ts';
import { Transport } from '../../../src/search/depots/transport.ts';
import { scaled } from '../../scaled.ts';
import { brimful } from '../tight-instances.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

describe('the transportation problem', () => {
  /** Two depots: the exact optimum is a fractional knapsack over what customers lose at the second. */
  const exact = (share: number[], demand: number[], [first, second]: number[]) => {
    const total = demand.reduce((a, b) => a + b, 0);
    const order = demand.map((_, i) => i).sort((a, b) => loss(a) - loss(b));
    function loss(i: number) {
      return (share[2 * i + 1] - share[2 * i]) / demand[i];
    }
    let cost = share.reduce((sum, value, k) => sum + (k % 2 === 0 ? value : 0), 0);
    let load = total;
    let moved = 0;
    for (const i of order) {
      const wanted = Math.min(demand[i], second - moved);
      const needed = Math.max(0, load - first);
      const part = loss(i) < 0 ? wanted : Math.min(wanted, needed);
      cost += part * loss(i);
      load -= part;
      moved += part;
    }
    return cost;
  };

  it('is bounded from below, closely, for two depots', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            demand: fc.integer({ min: 1, max: 20 }),
            near: fc.integer({ min: 1, max: 100 }),
            far: fc.integer({ min: 1, max: 100 }),
          }),
          {
            minLength: 4,
            maxLength: 40,
          },
        ),
        fc.double({ min: 0.4, max: 1, noNaN: true }),
        (customers, part) => {
          const demand = customers.map((c) => c.demand);
          const total = demand.reduce((a, b) => a + b, 0);
          const share = customers.flatMap((c) => [c.near * c.demand, c.far * c.demand]);
          const capacity = [part * total, 0.7 * total];
          const transport = new Transport(Float64Array.from(share), Float64Array.from(demand), Float64Array.from(capacity), 1e4);
          const bound = transport.cost([0, 1], Number.POSITIVE_INFINITY);
          const optimum = exact(share, demand, capacity);
          expect(bound).toBeLessThanOrEqual(optimum * (1 + 1e-9));
          expect(bound).toBeGreaterThanOrEqual(optimum * 0.95);
        },
      ),
      { numRuns: scaled(200) },
    );
  });

  it('bounds every neighbour of a set from below', () => {
    const data = searchData(brimful(9, 50, 6));
    const { n, m, travel } = data;
    const share = new Float64Array(n * m);
    for (let i = 0; i < n; i++) for (let d = 0; d < m; d++) share[i * m + d] = data.demand[i] * travel.out[i * m + d];
    const fresh = () =>
      new Transport(
        share,
        data.demand,
        data.depotCapacity.map((c) => 2 * c),
        1e6,
      );
    const transport = fresh();
    transport.cost([0, 1, 2, 3], Number.POSITIVE_INFINITY);
    const view = transport.view();
    for (const [close, open, after] of [
      [[0], [], [1, 2, 3]],
      [[], [4], [0, 1, 2, 3, 4]],
      [[1], [5], [0, 2, 3, 5]],
      [[2], [4, 5], [0, 1, 3, 4, 5]],
    ] as const)
      expect(transport.boundFrom(view, close, open)).toBeLessThanOrEqual(fresh().cost(after, Number.POSITIVE_INFINITY) * 1.001);
  });
});

it('comes within a hundredth of the transport that a linear program finds, where depots must be filled completely', async () => {
  const { n, m, travel, demand, depotCapacity } = searchData(brimful(4, 120, 6));
  const share = Float64Array.from({ length: n * m }, (_, k) => demand[Math.floor(k / m)] * travel.out[k]);
  const capacity = depotCapacity.map((c) => 1.01 * c);
  const model = new MipBuilder('transport');
  const part = Array.from(share, (price) => model.addColumn({ cost: price }));
  for (let i = 0; i < n; i++) model.equal({ columns: part.slice(i * m, (i + 1) * m), coefficients: new Array<number>(m).fill(1) }, 1);
  for (let d = 0; d < m; d++) model.atMost({ columns: part.filter((_, k) => k % m === d), coefficients: demand }, capacity[d]);
  const { status, bound: optimum } = await highs.solve(model.build());
  expect(status).toBe('optimal');
  const bound = new Transport(share, demand, capacity, 1e6).cost([...capacity.keys()], Number.POSITIVE_INFINITY);
  expect(bound).toBeLessThanOrEqual(optimum * (1 + 1e-6));
  expect(bound).toBeGreaterThan(0.99 * optimum);
});
