import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { LocalSearch } from '../../../src/search/engine/local-search.ts';
import { findRehoming, rehomeRoute } from '../../../src/search/engine/moves/rehome-route.ts';
import { relocate, relocateDelta } from '../../../src/search/engine/moves/relocate.ts';
import { relocateDepots } from '../../../src/search/engine/moves/relocate-depots.ts';
import { swap, swapDelta } from '../../../src/search/engine/moves/swap.ts';
import { SwapStarSearch } from '../../../src/search/engine/moves/swap-star.ts';
import { twoOpt, twoOptDelta } from '../../../src/search/engine/moves/two-opt.ts';
import { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from '../../../src/search/engine/moves/two-opt-star.ts';
import { RoutingState } from '../../../src/search/engine/state.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50 };

/** A random state, on symmetric or asymmetric costs, with or without rules, with depots that serve nobody. */
interface Kind {
  readonly seed: number;
  readonly asymmetric: boolean;
  readonly ruled: boolean;
  readonly minOpen: boolean;
}
const kinds: fc.Arbitrary<Kind> = fc.record({
  seed: fc.integer({ min: 0, max: 1e9 }),
  asymmetric: fc.boolean(),
  ruled: fc.boolean(),
  minOpen: fc.boolean(),
});

function stateOf({ seed, ...kind }: Kind) {
  const random = new Random(seed);
  const instance = randomInstance(random, { customers: 3 + random.int(12), depots: 1 + random.int(4), ...kind });
  const data = searchData(instance);
  const state = new RoutingState(data);
  state.load(randomRoutes(random, data), new Uint8Array(data.m).fill(1), penalties);
  state.prunes = false;
  return { random, data, state };
}

function forEachState(check: (made: ReturnType<typeof stateOf>) => void, runs = 300): void {
  fc.assert(
    fc.property(kinds, (kind) => check(stateOf(kind))),
    { numRuns: runs },
  );
}

/** Tries a move: its delta must be what the oracle finds. */
function expectDelta(state: RoutingState, delta: number, apply: () => void): void {
  const before = state.penalisedCost();
  apply();
  expect(state.penalisedCost() - before).toBeCloseTo(delta, 6);
  expectConsistent(state);
}

/** What the state stores is what its links say. */
function expectConsistent(state: RoutingState): void {
  const { n, m } = state.data;
  const seen = new Set<number>();
  const depotLoad = new Float64Array(m);
  for (const { depot, stops } of state.routes()) {
    for (const i of Array.from(stops)) {
      expect(seen.has(i)).toBe(false);
      seen.add(i);
      expect(state.routeDepot[state.route[i]]).toBe(depot);
      depotLoad[depot] += state.data.demand[i];
    }
  }
  expect(seen.size).toBe(n);
  for (let d = 0; d < m; d++) {
    expect(state.depotLoad[d]).toBeCloseTo(depotLoad[d], 6);
    if (state.open[d]) expect(state.routeSize[state.emptyRoute[d]]).toBe(0);
  }
}

describe('the delta of every move equals full recomputation', () => {
  it('relocate one or two customers, reversed or not, also to an empty route', () => {
    forEachState(({ random, data, state }) => {
      const first = random.int(data.n);
      const last = random.float() < 0.5 || state.next[first] >= data.n ? first : state.next[first];
      const d = random.int(data.m);
      const v = random.float() < 0.3 ? state.first(state.emptyRoute[d]) : random.int(data.n);
      fc.pre(v !== first && v !== last && state.next[v] !== first);
      const reversed = random.float() < 0.5;
      expectDelta(state, relocateDelta(state, first, last, v, reversed), () => relocate(state, first, last, v, reversed));
    });
  });

  it('swap segments of one or two customers', () => {
    forEachState(({ random, data, state }) => {
      const { next } = state;
      const segment = () => {
        const first = random.int(data.n);
        return [first, random.float() < 0.5 || next[first] >= data.n ? first : next[first]];
      };
      const [a, aEnd] = segment();
      const [b, bEnd] = segment();
      fc.pre(![a, aEnd].some((i) => i === b || i === bEnd));
      fc.pre(next[aEnd] !== b && next[bEnd] !== a);
      expectDelta(state, swapDelta(state, a, aEnd, b, bEnd), () => swap(state, a, aEnd, b, bEnd));
    });
  });

  it('2-opt', () => {
    forEachState(({ random, data, state }) => {
      const v = random.int(data.n);
      const u = random.float() < 0.3 ? state.first(state.route[v]) : random.int(data.n);
      fc.pre(state.route[u] === state.route[v] && (u >= data.n || state.position[u] < state.position[v]) && state.next[u] !== v);
      expectDelta(state, twoOptDelta(state, u, v), () => twoOpt(state, u, v));
    });
  });

  it('2-opt*, tails and heads, from route starts and with empty routes', () => {
    forEachState(({ random, data, state }) => {
      const tails = random.float() < 0.5;
      const node = () => {
        const roll = random.float();
        if (roll < 0.2) return state.first(state.emptyRoute[random.int(data.m)]);
        const i = random.int(data.n);
        return roll < 0.4 ? state.first(state.route[i]) : i;
      };
      const u = node();
      const v = node();
      fc.pre(state.route[u] !== state.route[v]);
      if (tails) expectDelta(state, swapTailsDelta(state, u, v), () => swapTails(state, u, v));
      else expectDelta(state, joinHeadsDelta(state, u, v), () => joinHeads(state, u, v));
    }, 600);
  });

  it('SWAP* and its relocations', () => {
    forEachState(({ random, data, state }) => {
      const a = state.route[random.int(data.n)];
      const b = state.route[random.int(data.n)];
      fc.pre(a !== b);
      const search = new SwapStarSearch(data.n);
      fc.pre(search.find(state, a, b));
      expectDelta(state, search.best.delta, () => search.apply(state));
    });
  });

  it('a whole route to another depot, or turned where it is', () => {
    forEachState(({ random, data, state }) => {
      const r = state.route[random.int(data.n)];
      const rehoming = { depot: -1, first: -1, delta: 0 };
      fc.pre(findRehoming(state, r, rehoming, { ...rehoming }));
      expectDelta(state, rehoming.delta, () => rehomeRoute(state, r, rehoming));
    });
  });

  it('depots opened, closed and exchanged never cost more, and keep the rules on depots', () => {
    forEachState(({ state }) => {
      const before = state.penalisedCost();
      if (!relocateDepots(state)) return;
      if (!state.ruled) expect(state.penalisedCost()).toBeLessThan(before);
      expectConsistent(state);
      const open = state.open.reduce((a, b) => a + b, 0);
      expect(open).toBeLessThanOrEqual(state.data.rules.maxOpen);
      expect(open).toBeGreaterThanOrEqual(Math.min(state.data.m, state.data.rules.minOpen));
    });
  });
});

describe('the descent', () => {
  it('ends no dearer than it began, with everybody served', () => {
    forEachState(({ random, data, state }) => {
      const before = state.penalisedCost();
      new LocalSearch(data).run(state, random.uint32());
      expect(state.penalisedCost()).toBeLessThanOrEqual(before + 1e-6);
      expectConsistent(state);
    });
  });

  it('leaves a whole solution when interrupted', () => {
    forEachState(({ random, data, state }) => {
      new LocalSearch(data).run(state, random.uint32(), () => true);
      expectConsistent(state);
    }, 20);
  });
});
