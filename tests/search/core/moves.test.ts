import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance, randomRoutes, stopsOf } from '../random-instance.ts';
import { coreOn, oneOrTwo, penalisedCost } from './oracle.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50, distance: 50, time: 5 };

/** Every build: where arcs come from, with and without rules; and odd magnitudes. */
interface Kind {
  readonly seed: number;
  readonly travel: 'whole matrix' | 'matrix' | 'plane' | 'globe';
  readonly ruled: boolean;
  /** The longest route: none, or one that binds, also where distance is free. */
  readonly longest: 'none' | 'short' | 'free';
  readonly minOpen: boolean;
  readonly magnitude: number;
}
const kinds: fc.Arbitrary<Kind> = fc.record({
  seed: fc.integer({ min: 0, max: 1e9 }),
  travel: fc.constantFrom('whole matrix', 'matrix', 'plane', 'globe'),
  ruled: fc.boolean(),
  longest: fc.constantFrom('none', 'short', 'free'),
  minOpen: fc.boolean(),
  magnitude: fc.constantFrom(1, 1e-3, 1e6),
});

async function coreOf({ seed, travel, magnitude, longest, ...kind }: Kind) {
  const random = new Random(seed);
  const drawn = randomInstance(random, {
    customers: 3 + random.int(12),
    depots: 1 + random.int(4),
    asymmetric: travel.endsWith('matrix'),
    ...kind,
  });
  const instance = createInstance({
    ...drawn,
    vehicleCost: drawn.vehicleCost * magnitude,
    depots: drawn.depots.map((depot) => ({ ...depot, openingCost: depot.openingCost * magnitude })),
    costPerDistance: longest === 'free' ? 0 : travel === 'whole matrix' ? 1 : magnitude * 1.1,
    ...(longest !== 'none' && { maxRouteDistance: travel === 'globe' ? 9000 : 150 }),
    ...(travel === 'globe' && { travel: { kind: 'great-circle', unit: 'km', detour: 1.3, rounding: 'none' } }),
    ...(travel === 'globe' && { customers: drawn.customers.map((place) => ({ ...place, x: place.x - 50, y: place.y - 50 })) }),
    ...(travel === 'globe' && { depots: drawn.depots.map((place) => ({ ...place, x: place.x - 50, y: place.y - 50 })) }),
  });
  const made = await coreOn(instance, travel.endsWith('matrix') ? undefined : 0);
  made.engine.load(randomRoutes(random, made.data), new Uint8Array(made.data.m).fill(1), penalties);
  const costNow = () => penalisedCost(instance, made.engine.toIndividual(), penalties, made.data);
  return { random, instance, costNow, ...made };
}
type Made = Awaited<ReturnType<typeof coreOf>>;

/** Several times on each core, which a check may change; it returns early where a draw makes no case. */
async function forEachCore(check: (made: Made) => unknown, { runs = 60, times = 10 } = {}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(kinds, async (kind) => {
      const made = await coreOf(kind);
      for (let k = 0; k < times; k++) check(made);
    }),
    { numRuns: scaled(runs) },
  );
}

/** A delta that gains is what the oracle finds; one that does not may leave out penalties that could not make it gain. */
function expectDelta({ costNow, ...made }: Made, delta: number, apply: () => void): void {
  const before = costNow();
  apply();
  const change = costNow() - before;
  // Capacities and limits carry half of the noise that the verifier lets pass.
  const noise = 1e-6 * Math.max(1, Math.abs(before));
  if (delta < -noise || change < -noise) expect(Math.abs(change - delta), `${change} for ${delta}`).toBeLessThan(noise);
  expectConsistent(made);
}

/** Everybody is on one route, and an empty route stands ready at each open depot. */
function expectConsistent({ engine, data, emptyRoute, next, first }: Omit<Made, 'costNow'>): void {
  const plan = engine.toIndividual();
  expect(stopsOf(data, plan.routes).sort((a, b) => a - b)).toEqual(Array.from({ length: data.n }, (_, i) => i));
  for (const r of emptyRoute()) if (r >= 0) expect(next()[first(r)]).toBe(first(r) + 1);
}

describe('the delta of every move equals full recomputation, in every build', () => {
  it('relocate one or two customers, reversed or not, also to an empty route', () =>
    forEachCore((made) => {
      const { random, data, core, first: start, emptyRoute, next: nextOf } = made;
      const next = nextOf();
      const i = random.int(data.n);
      const last = random.float() < 0.5 || next[i] >= data.n ? i : next[i];
      const v = random.float() < 0.3 ? start(emptyRoute()[random.int(data.m)]) : random.int(data.n);
      if (v === i || v === last || next[v] === i) return;
      const reversed = random.float() < 0.5;
      expectDelta(made, core.relocateDelta(i, last, v, reversed), () => core.relocate(i, last, v, reversed));
    }));

  it('swap one or two customers with one or two others', () =>
    forEachCore((made) => {
      const { random, data, core, next: nextOf } = made;
      const next = nextOf();
      const [a, aEnd] = oneOrTwo(random, next, data.n);
      const [b, bEnd] = oneOrTwo(random, next, data.n);
      if ([a, aEnd].some((i) => i === b || i === bEnd) || next[aEnd] === b || next[bEnd] === a) return;
      expectDelta(made, core.swapDelta(a, aEnd, b, bEnd), () => core.swap(a, aEnd, b, bEnd));
    }));

  it('2-opt', () =>
    forEachCore((made) => {
      const { random, data, core, first, next, route, position } = made;
      const v = random.int(data.n);
      const u = random.float() < 0.3 ? first(route()[v]) : random.int(data.n);
      if (route()[u] !== route()[v] || (u < data.n && position()[u] >= position()[v]) || next()[u] === v) return;
      expectDelta(made, core.twoOptDelta(u, v), () => core.twoOpt(u, v));
    }));

  it('2-opt*, tails and heads, from route starts and with empty routes', () =>
    forEachCore((made) => {
      const { random, data, core, first, route, emptyRoute } = made;
      const node = () => {
        const roll = random.float();
        if (roll < 0.2) return first(emptyRoute()[random.int(data.m)]);
        const i = random.int(data.n);
        return roll < 0.4 ? first(route()[i]) : i;
      };
      const [u, v] = [node(), node()];
      if (route()[u] === route()[v]) return;
      if (random.float() < 0.5) expectDelta(made, core.swapTailsDelta(u, v), () => core.swapTails(u, v));
      else expectDelta(made, core.joinHeadsDelta(u, v), () => core.joinHeads(u, v));
    }));

  it('SWAP* and its relocations', () =>
    forEachCore((made) => {
      const { random, data, core, route } = made;
      const [a, b] = [route()[random.int(data.n)], route()[random.int(data.n)]];
      if (a === b || !core.findSwapStar(a, b)) return;
      expectDelta(made, core.swapStarDelta.value, () => core.applySwapStar());
    }));

  it('a whole route to another depot, or turned where it is', () =>
    forEachCore((made) => {
      const { random, data, core, route } = made;
      const r = route()[random.int(data.n)];
      if (!core.findRehoming(r)) return;
      expectDelta(made, core.rehomingDelta.value, () => core.applyRehoming(r));
    }));

  it('depots opened, closed and exchanged never cost more, and keep the rules on depots', () =>
    forEachCore((made) => {
      const { engine, data, costNow } = made;
      const before = costNow();
      const rules = made.instance.rules;
      const coupled = rules.apart.length + rules.together.length > 0;
      if (engine.relocateDepots() && !coupled) expect(costNow()).toBeLessThan(before);
      expectConsistent(made);
      const { open } = engine.toIndividual();
      const count = open.reduce((a, b) => a + b, 0);
      expect(count).toBeLessThanOrEqual(data.rules.maxOpen);
      expect(count).toBeGreaterThanOrEqual(Math.min(data.m, data.rules.minOpen));
    }));
});

describe('the descent', () => {
  it('ends no dearer than it began, with everybody served', () =>
    forEachCore(
      (made) => {
        const before = made.costNow();
        made.engine.descend(made.random.uint32());
        expect(made.costNow()).toBeLessThanOrEqual(before * (1 + 1e-9) + 1e-6);
        expectConsistent(made);
      },
      { times: 1 },
    ));
});

it('ruin and recreate ends feasible, no dearer than it began, and at what it says it costs', () =>
  forEachCore(
    (made) => {
      const { engine, random } = made;
      engine.load(randomRoutes(random, made.data), new Uint8Array(made.data.m).fill(1), {
        vehicle: 1e9,
        depot: 1e9,
        rule: 1e9,
        distance: 1e9,
        time: 1,
      });
      engine.descend(1);
      const before = engine.toIndividual();
      if (!before.feasible) return;
      engine.refine(random.uint32(), 300);
      const after = engine.toIndividual();
      expect(after.feasible).toBe(true);
      expect(after.cost).toBeLessThanOrEqual(before.cost * (1 + 1e-9) + 1e-6);
      expectConsistent(made);
    },
    { times: 3 },
  ));
