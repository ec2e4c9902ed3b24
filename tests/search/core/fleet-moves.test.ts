import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsDepotRules } from '../../../src/problem/depot-set.ts';
import type { Instance } from '../../../src/problem/instance.ts';
import { describeRoutes } from '../../../src/problem/solution.ts';
import { verify } from '../../../src/problem/verify.ts';
import { Random } from '../../../src/run/random.ts';
import { leaving } from '../../../src/search/curve-order.ts';
import { startsAt } from '../../../src/search/fleet.ts';
import { penalisedCost } from '../../../src/search/population/penalties.ts';
import { listOf, routesOf } from '../../../src/search/routes.ts';
import { scaled } from '../../scaled.ts';
import { randomRoutes } from '../random-instance.ts';
import { drawFleetInstance } from '../tiny-fleets.ts';
import { coreOn, oneOrTwo } from './oracle.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50, distance: 7, time: 5 };

async function coreOf(seed: number) {
  const instance = drawFleetInstance(seed);
  const random = new Random(seed + 1);
  const made = await coreOn(instance);
  const { data, engine } = made;
  const { fleet } = data;
  if (!fleet || data.n < 2 || isOdd(instance)) return undefined;
  const routes = routesOf(data, randomRoutes(random, data)).flatMap((route) => {
    const types = Array.from({ length: fleet.types }, (_, type) => type).filter((type) => startsAt(fleet, data.m, type, route.depot));
    return types.length > 0 ? [{ ...route, vehicle: types[random.int(types.length)] }] : [];
  });
  if (routes.reduce((sum, { stops }) => sum + stops.length, 0) < data.n) return undefined;
  // Rules on the set of open depots hold at all times.
  const open = new Uint8Array(data.m).map((_, d) => Number(data.rules.lockedOpen[d] || routes.some(({ depot }) => depot === d)));
  if (!keepsDepotRules(open, data.depotRules)) return undefined;
  engine.load(listOf(data, routes), open, penalties);
  return { instance, random, ...made };
}

/** Rules that contradict each other, and customers without a demand where a depot has a least load: counted otherwise, and never feasible. */
const isOdd = ({ rules, customers, depots }: Instance) =>
  (rules.together.length > 0 && rules.apart.length > 0) ||
  (customers.some(({ demand }) => demand === 0) && depots.some(({ minLoad }) => minLoad));

type Made = NonNullable<Awaited<ReturnType<typeof coreOf>>>;

/** Instances with vehicles, hours or charges, some changes to each; a draw on which no vehicle may drive makes no case. */
const forEachCore = (check: (made: Made) => void) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1e6 }), async (seed) => {
      const made = await coreOf(seed);
      if (made) for (let k = 0; k < 6; k++) check(made);
    }),
    { numRuns: scaled(150) },
  );

function expectDelta({ engine }: Made, delta: number, apply: () => void): void {
  const before = engine.toIndividual();
  apply();
  const after = engine.toIndividual();
  const [was, is] = [penalisedCost(before, penalties), penalisedCost(after, penalties)];
  const noise = 1e-6 * Math.max(1e-3, Math.abs(was), Math.abs(is));
  // A delta that does not gain may leave out penalties that could not make it gain.
  if (delta < -noise || is - was < -noise) expect(Math.abs(is - was - delta), `${is - was} for ${delta}`).toBeLessThan(noise);
}

describe('with hours and fleets, the delta of a move equals full recomputation', () => {
  it('relocate and swap', () =>
    forEachCore((made) => {
      const { random, data, core, next: nextOf } = made;
      const next = nextOf();
      const [a, aEnd] = oneOrTwo(random, next, data.n);
      const [b, bEnd] = oneOrTwo(random, next, data.n);
      if ([a, aEnd].some((i) => i === b || i === bEnd)) return;
      const reversed = random.float() < 0.5;
      if (random.float() < 0.5) {
        if (next[b] !== a) expectDelta(made, core.relocateDelta(a, aEnd, b, reversed), () => core.relocate(a, aEnd, b, reversed));
      } else if (next[aEnd] !== b && next[bEnd] !== a)
        expectDelta(made, core.swapDelta(a, aEnd, b, bEnd), () => core.swap(a, aEnd, b, bEnd));
    }));

  it('2-opt, and 2-opt* with tails and heads', () =>
    forEachCore((made) => {
      const { random, data, core, next, route, position } = made;
      const [u, v] = [random.int(data.n), random.int(data.n)];
      if (route()[u] === route()[v]) {
        if (position()[u] < position()[v] && next()[u] !== v) expectDelta(made, core.twoOptDelta(u, v), () => core.twoOpt(u, v));
      } else if (random.float() < 0.5) expectDelta(made, core.swapTailsDelta(u, v), () => core.swapTails(u, v));
      else expectDelta(made, core.joinHeadsDelta(u, v), () => core.joinHeads(u, v));
    }));

  it('SWAP*, and whole routes to another depot or vehicle', () =>
    forEachCore((made) => {
      const { random, data, core, route } = made;
      const [a, b] = [route()[random.int(data.n)], route()[random.int(data.n)]];
      if (a === b) {
        if (core.findRehoming(a)) expectDelta(made, core.rehomingDelta.value, () => core.applyRehoming(a));
      } else if (core.findSwapStar(a, b)) expectDelta(made, core.swapStarDelta.value, () => core.applySwapStar());
    }));
});

it('ruin and recreate with hours and fleets stays feasible, and costs what it says: cold, it never gets dearer', () =>
  forEachCore(({ engine, random, data, instance }) => {
    const strict = { vehicle: 1e7, depot: 1e7, rule: 1e9, distance: 1e7, time: 1e7 };
    const { open } = engine.toIndividual();
    engine.load(engine.toIndividual().routes, open, strict);
    engine.descend(random.uint32());
    const before = engine.toIndividual();
    if (!before.feasible) return;
    engine.startAnnealing();
    engine.anneal(random.uint32(), 200, 1e-9, 1e-9);
    const after = engine.annealed();
    expect(after.feasible).toBe(true);
    // Gains below the search's own noise are none.
    expect(after.cost).toBeLessThanOrEqual(before.cost * (1 + 1e-5) + data.epsilon);
    const plan = leaving(data.order, routesOf(data, after.routes));
    expect(verify(instance, describeRoutes(instance, plan)).violations).toEqual([]);
  }));
