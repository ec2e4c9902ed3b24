/** Every method on tiny instances with features by chance: a verified plan or a reason that a user can act on. */
import { describe, expect, it } from 'vitest';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { chooseMethod, type MethodChoice } from '../../src/pipeline/methods.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import type { Router } from '../../src/routing/router.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { drawFleetInstance } from '../search/tiny-fleets.ts';
import { graphShape, localShape, parts, randomModel, scaled } from '../surrogate/random-models.ts';

const networks = new Map([
  ['local', new NetworkSurrogate(randomModel(localShape, parts, 3))],
  ['gt-scaled', new NetworkSurrogate(randomModel(graphShape, scaled, 3))],
]);
const highs = new HighsSolver();
const sources = { loadSurrogate: async (name: string) => networks.get(name) as NetworkSurrogate, mipSolver: async () => highs };

/** The plan's cost, or the code of the reason why there is none. */
async function outcome(instance: Instance, choice: MethodChoice, router?: Router): Promise<number | string> {
  try {
    const { decide } = await chooseMethod(choice, sources);
    const { improve, pure } = choice;
    const solution = await solve(instance, { stop: { iterations: 3, seconds: 20 }, decide, improve, pure, router });
    expect(verify(instance, solution).violations).toEqual([]);
    return solution.cost.total;
  } catch (error) {
    if (error instanceof NeoLrpError) return error.code;
    throw error;
  }
}

/** Every other customer without further quantities, so that a depot may serve only such. */
function thinned(instance: Instance): Instance {
  if (!instance.vehicles) return instance;
  const customers = instance.customers.map(({ quantities, ...rest }, i) => (i % 2 === 0 && quantities ? { ...rest, quantities } : rest));
  const { vehicleCapacity: _, ...rest } = instance;
  return createInstance({ ...rest, customers });
}

const choices: readonly MethodChoice[] = [
  { method: 'neo-ds' },
  { method: 'neo-ds', improve: false },
  { method: 'neo-gt', improve: false },
  { method: 'neo-ds', pure: true },
  { method: 'flp' },
  { method: 'flp', improve: false, formulation: 'tight', mipGap: 0 },
];

describe('methods on instances with features by chance', () => {
  it('find a plan, or say why there is none', { timeout: 120_000 }, async () => {
    const codes = new Map<string, number>();
    for (let seed = 30; seed < 60; seed++) {
      const instance = thinned(drawFleetInstance(seed));
      const searched = await outcome(instance, { method: 'search' });
      for (const choice of choices) {
        const found = await outcome(instance, choice);
        const kind = typeof found === 'number' ? 'plan' : found;
        codes.set(kind, (codes.get(kind) ?? 0) + 1);
        const told = [seed, JSON.stringify(choice), kind];
        if (typeof searched === 'number') expect(told).toEqual([seed, JSON.stringify(choice), expect.stringMatching(/^(plan|E_BUDGET)$/)]);
        else expect(told).toEqual([seed, JSON.stringify(choice), expect.stringMatching(/^(plan|E_BUDGET|E_INFEASIBLE.*)$/)]);
      }
    }
    expect(codes.get('plan')).toBeGreaterThan(60);
  });
});

const base: InstanceInput = {
  name: 'sites',
  depots: [
    { id: 'A', x: 0, y: 0, openingCost: 10 },
    { id: 'B', x: 100, y: 0, openingCost: 10 },
  ],
  customers: [
    { id: 'a', x: 1, y: 0, demand: 5 },
    { id: 'b', x: 99, y: 0, demand: 0 },
  ],
  vehicleCapacity: 10,
};

describe('methods on instances that once failed', () => {
  it.each(choices)('%j opens one of two sizes of a site, though a customer needs nothing', async (choice) => {
    const instance = createInstance({ ...base, rules: { oneOf: [['A', 'B']] } });
    expect(await outcome(instance, choice)).toBeTypeOf('number');
  });

  it.each(choices)('%j routes a depot where nobody needs a quantity', async (choice) => {
    const { vehicleCapacity: _, ...rest } = base;
    const instance = createInstance({
      ...rest,
      customers: [{ ...base.customers[0], quantities: { 'm³': 2 } }, base.customers[1]],
      vehicles: [{ id: 'van', capacity: { demand: 10, 'm³': 4 } }],
    });
    expect(await outcome(instance, choice)).toBeTypeOf('number');
  });

  it.each(choices)('%j does not return a plan that leaves an open depot below its least load', async (choice) => {
    const [a, b] = base.depots;
    const instance = createInstance({ ...base, depots: [a, { ...b, status: 'open', minLoad: 4 }], rules: { forbidden: { b: ['B'] } } });
    expect(['E_BUDGET', expect.any(Number)]).toContainEqual(await outcome(instance, choice));
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no routes', { routes: [], stop: 'complete' }],
  ])('a router of one’s own that returns %s is named as the one at fault', async (_, answer) => {
    const router = { name: 'mine', solve: async () => answer } as unknown as Router;
    for (const improve of [true, false])
      expect(await outcome(createInstance(base), { method: 'flp', improve }, router)).toBe('E_SOLVER_FAILED');
  });
});
