import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { PlainEngine } from '../../../src/search/engine/engine.ts';
import { KernelEngine } from '../../../src/search/engine/kernel-engine.ts';
import { individualRoutes } from '../../../src/search/population/individual.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const kinds = fc.record({ seed: fc.integer({ min: 0, max: 1e9 }), asymmetric: fc.boolean(), minOpen: fc.boolean() });
const loose = { vehicle: 3, depot: 2, rule: 50 };
const strict = { vehicle: 1e4, depot: 1e4, rule: 1e4 };

/** Both makes of the engine, loaded with the same random routes. */
function engines({ seed, ...kind }: { seed: number; asymmetric: boolean; minOpen: boolean }, penalties = loose) {
  const random = new Random(seed);
  const data = searchData(randomInstance(random, { customers: 3 + random.int(40), depots: 1 + random.int(5), ...kind }));
  const routes = randomRoutes(random, data);
  const open = new Uint8Array(data.m).fill(1);
  const pair = [new PlainEngine(data), new KernelEngine(data)] as const;
  for (const engine of pair) engine.load(routes, open, penalties);
  return pair;
}

const routesOf = (engine: PlainEngine | KernelEngine) => individualRoutes(engine.toIndividual());

describe('the kernel gives the answers of the plain engine, to the bit', () => {
  it('descent', () => {
    fc.assert(
      fc.property(kinds, (kind) => {
        const [plain, kernel] = engines(kind);
        for (const engine of [plain, kernel]) engine.descend(kind.seed);
        expect(routesOf(kernel)).toEqual(routesOf(plain));
      }),
      { numRuns: 150 },
    );
  });

  it('ruin and recreate', () => {
    fc.assert(
      fc.property(kinds, (kind) => {
        const [plain, kernel] = engines(kind, strict);
        for (const engine of [plain, kernel]) engine.descend(1);
        fc.pre(plain.toIndividual().feasible);
        for (const engine of [plain, kernel]) engine.refine(kind.seed, 200);
        expect(routesOf(kernel)).toEqual(routesOf(plain));
        expect(kernel.toIndividual().feasible).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('a long annealing, in parts, with more customers than a wide look takes in', () => {
    fc.assert(
      fc.property(kinds, ({ seed, asymmetric }) => {
        const random = new Random(seed);
        const data = searchData(randomInstance(random, { customers: 1 + random.int(120), depots: 1 + random.int(3), asymmetric }));
        const routes = randomRoutes(random, data);
        const pair = [new PlainEngine(data), new KernelEngine(data)] as const;
        const [plain, kernel] = pair.map((engine) => {
          engine.load(routes, new Uint8Array(data.m).fill(1), strict);
          engine.descend(1);
          if (!engine.toIndividual().feasible) return [];
          engine.startAnnealing();
          return [1, 2, 3].map((part) => {
            engine.anneal(seed + part, 150, 1 / part, 0.5 / part);
            return individualRoutes(engine.annealed());
          });
        });
        fc.pre(plain.length > 0);
        expect(kernel).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });

  it('depot moves, and a descent after them', () => {
    fc.assert(
      fc.property(kinds, (kind) => {
        const [plain, kernel] = engines(kind);
        expect(kernel.relocateDepots()).toBe(plain.relocateDepots());
        for (const engine of [plain, kernel]) engine.descend(2);
        expect(routesOf(kernel)).toEqual(routesOf(plain));
      }),
      { numRuns: 60 },
    );
  });
});

it('ruin and recreate never ends dearer than it began', () => {
  fc.assert(
    fc.property(kinds, (kind) => {
      const [, kernel] = engines(kind, strict);
      kernel.descend(1);
      const before = kernel.toIndividual();
      fc.pre(before.feasible);
      kernel.refine(kind.seed, 300);
      const after = kernel.toIndividual();
      expect(after.feasible).toBe(true);
      expect(after.cost).toBeLessThanOrEqual(before.cost + 1e-6);
    }),
    { numRuns: 100 },
  );
});
