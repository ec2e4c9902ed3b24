import { describe, expect, it } from 'vitest';
import { solve as solveInNode } from '../../src/node/solve.ts';
import type { Decide, DecideOptions, Decision, Proposal } from '../../src/pipeline/decide.ts';
import type { SolveProgress } from '../../src/pipeline/options.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance } from '../../src/problem/instance.ts';
import type { IndexedRoute } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { hgsRouter } from '../../src/routing/hgs.ts';
import type { Router } from '../../src/routing/router.ts';
import { defaultModel } from '../../src/surrogate/registry.ts';
import { brief, towns } from './towns.ts';

/** A triangle of 3, 4 and 5 beside the depot; and the other town there and back. */
const oneDepot = 1000 + 2 * 10 + 12 + (Math.hypot(96, 3) + 4 + Math.hypot(100, 3));
const bothDepots = 2000 + 2 * 10 + 12 + 12;

const split: Proposal = {
  assignment: [0, 0, 1, 1],
  expect: () => ({
    total: 2040,
    perDepot: [
      { depot: 0, routing: 20 },
      { depot: 1, routing: 20 },
    ],
  }),
};
const west: Proposal = { assignment: [0, 0, 0, 0], expect: () => ({ total: 3000, perDepot: [{ depot: 0, routing: 2000 }] }) };

/** Assigns everyone to the nearest site, like a bad allocator. */
const nearest = async (): Promise<Decision> => ({
  method: 'nearest',
  proposals: [split],
  mip: { objective: 2040, bound: 2040, gap: 0, solver: 'by hand' },
  versions: { nearest: '1' },
});

describe('solve', () => {
  it('chooses vehicles by type, with whichever method', async () => {
    const { vehicleCapacity: _, vehicleCost: __, ...rest } = towns;
    const vehicles = [
      { id: 'van', capacity: 2, fixedCost: 10 },
      { id: 'truck', capacity: 4, fixedCost: 15 },
    ];
    const fleet = createInstance({ ...rest, vehicles });
    const solutions = [await solve(fleet, { stop: brief }), await solve(fleet, { stop: brief, decide: nearest, improve: false })];
    for (const { routes } of solutions) {
      expect(routes.length).toBeGreaterThan(0);
      for (const { vehicle, load } of routes) expect(vehicle).toBe(load > 2 ? 'truck' : 'van');
    }
  });

  it('finds the best depots, customers and routes, and leaves a trace', async () => {
    const solution = await solve(towns, { stop: brief, seed: 4 });
    expect(solution.cost).toEqual({
      total: expect.closeTo(oneDepot, 9),
      opening: 1000,
      vehicles: 20,
      travel: expect.closeTo(oneDepot - 1020, 9),
    });
    expect(solution.openDepots.length).toBe(1);
    expect(solution).toMatchObject({
      instance: 'towns',
      method: 'search',
      seed: 4,
      threads: 1,
      stop: 'iterations',
      iterations: 20,
      versions: {},
    });
    expect(solution.instanceHash).toMatch(/^[0-9a-f]{16}$/);
    expect(solution).not.toHaveProperty('cpu');
    expect(solution).not.toHaveProperty('notes');
    const { allocation, routing, improvement, total } = solution.time;
    expect(allocation + routing + improvement).toBeCloseTo(total, 9);
  });

  it('repeats itself but for the time it took', async () => {
    const timeless = async () => ({ ...(await solve(towns, { stop: brief })), time: 0 });
    expect(await timeless()).toEqual(await timeless());
  });

  it('returns a construction when there is no time at all', async () => {
    const { stop, cost } = await solve(towns, { stop: { seconds: 0 } });
    expect(stop).toBe('time');
    expect(cost.total).toBeLessThanOrEqual(bothDepots + 200);
  });

  it('stays with the allocation where it may not improve', async () => {
    const solution = await solve(towns, { stop: brief, decide: nearest, improve: false });
    expect(solution.cost.total).toBeCloseTo(bothDepots, 9);
    expect(solution).toMatchObject({
      method: 'nearest',
      assignment: ['west', 'west', 'east', 'east'],
      stop: 'iterations',
      predicted: {
        total: 2040,
        actual: expect.closeTo(bothDepots, 9),
        perDepot: [
          { depot: 'west', routing: 20, actual: 22 },
          { depot: 'east', routing: 20, actual: 22 },
        ],
      },
      mip: { solver: 'by hand' },
      versions: { nearest: '1' },
    });
  });

  it('takes the proposal that is cheapest once routed, whatever was predicted', async () => {
    const decide = async (): Promise<Decision> => ({ method: 'two', proposals: [split, west] });
    const solution = await solve(towns, { stop: brief, decide, improve: false });
    expect(solution.assignment).toEqual(['west', 'west', 'west', 'west']);
    expect(solution.cost.total).toBeCloseTo(oneDepot, 9);
    expect(solution.predicted).toMatchObject({ total: 3000, actual: expect.closeTo(oneDepot, 9) });
    const unpriced = async (): Promise<Decision> => ({ method: 'two', proposals: [{ assignment: split.assignment }, west] });
    expect((await solve(towns, { stop: brief, decide: unpriced, improve: false })).assignment).toEqual(['west', 'west', 'east', 'east']);
  });

  it('routes the decision itself and nothing else where it is pure', async () => {
    const asked: number[] = [];
    const counting: Router = {
      name: 'counting',
      solve(cvrp, options) {
        asked.push(cvrp.customers.length);
        return hgsRouter.solve(cvrp, options);
      },
    };
    const told: unknown[] = [];
    const decide = Object.assign(
      async (_: unknown, { stop, depotSets }: DecideOptions): Promise<Decision> => {
        told.push(depotSets, stop.seconds);
        return { method: 'two', proposals: [split, west], neighbours: () => [west] };
      },
      { takesDepotSets: true },
    );
    const solution = await solve(towns, { stop: { seconds: 2 }, decide, pure: true, router: counting });
    expect(asked).toEqual([2, 2]);
    expect(told[0]).toBeUndefined();
    expect(told[1]).toBeLessThanOrEqual(1);
    expect(solution.cost.total).toBeCloseTo(bothDepots, 9);
    expect(solution.options).toMatchObject({ improve: false, pure: true });
    expect(solution.time.allocation + solution.time.routing).toBeLessThanOrEqual(solution.time.total);
    await expect(solve(towns, { stop: brief, decide, pure: true, improve: true })).rejects.toMatchObject({ place: { field: 'pure' } });
    await expect(solve(towns, { stop: brief, pure: true })).rejects.toThrow(/nothing to do/);
  });

  it('goes on to neighbours of the proposals that are cheaper once routed', async () => {
    const proposalOf = (east: number): Proposal => ({
      assignment: towns.customers.map((_, i) => Number(i >= 4 - east)),
      expect: () => ({ total: 0, perDepot: [] }),
    });
    const tried: number[] = [];
    const decide = async (): Promise<Decision> => ({
      method: 'steps',
      proposals: [proposalOf(3), proposalOf(2)],
      neighbours: ({ assignment }) => {
        const east = assignment.filter((d) => d === 1).length;
        tried.push(east);
        return east === 2 ? [proposalOf(3), proposalOf(0)] : [];
      },
    });
    for (const stop of [brief, { seconds: 10 }]) {
      const solution = await solve(towns, { stop, decide, improve: false });
      expect(solution.cost.total).toBeCloseTo(oneDepot, 9);
    }
    expect(tried).toContain(0);
  });

  it('improves on the allocation otherwise', async () => {
    const stages: string[] = [];
    const onProgress = ({ stage }: SolveProgress) => stages.push(stage);
    const solution = await solve(towns, { stop: brief, decide: nearest, onProgress });
    expect(solution.cost.total).toBeCloseTo(oneDepot, 9);
    expect(solution.predicted?.perDepot[0].actual).toBeCloseTo(22, 9);
    expect([...new Set(stages)]).toEqual(['construction', 'allocation', 'routing', 'improvement']);
  });

  it('goes on from a plan, also a partial one', async () => {
    const plan: readonly IndexedRoute[] = [{ depot: 1, stops: [2, 3] }];
    const solution = await solve(towns, { stop: { iterations: 1 }, start: [plan] });
    expect(verify(towns, solution).feasible).toBe(true);
  });

  it('hands each open depot to the router, with its share of the time', async () => {
    const seen: { depot: string; customers: readonly string[]; seconds: number | undefined }[] = [];
    const star: Router = {
      name: 'star',
      async solve({ depots, customers }, { stop }) {
        seen.push({ depot: depots[0].id, customers: customers.map(({ id }) => id), seconds: stop.seconds });
        return {
          stop: 'complete',
          routes: customers.map(({ id, demand }) => ({ depot: depots[0].id, stops: [id], load: demand, distance: 0, cost: 0 })),
        };
      },
    };
    const solution = await solve(towns, { stop: { seconds: 10 }, decide: nearest, router: star, improve: false });
    expect(solution.routes.length).toBe(4);
    expect(solution.stop).toBe('complete');
    expect(seen.map(({ depot, customers }) => [depot, customers])).toEqual([
      ['west', ['w1', 'w2']],
      ['east', ['e1', 'e2']],
    ]);
    // One after the other on one thread: half of the time, then all that is left.
    expect(seen[0].seconds).toBeGreaterThan(4);
    expect(seen[0].seconds).toBeLessThanOrEqual(5);
    expect(seen[1].seconds).toBeGreaterThan(5);
  });

  it('lets nothing out that the verifier refuses', async () => {
    const forgetful: Router = { name: 'forgetful', solve: async () => ({ routes: [], stop: 'complete' }) };
    const run = solve(towns, { stop: brief, decide: nearest, router: forgetful, improve: false });
    await expect(run).rejects.toMatchObject({ code: 'E_SOLVER_FAILED', reason: expect.stringContaining('forgetful') });
  });

  it('passes on the proven bound of an exact router on one depot', async () => {
    const single = createInstance({ ...towns, depots: [towns.depots[0]], customers: [towns.customers[0]] });
    const exact: Router = {
      name: 'exact',
      solve: async () => ({ routes: [{ depot: 'west', stops: ['w1'], load: 1, distance: 6, cost: 6 }], stop: 'complete', bound: 16 }),
    };
    const decide = async (): Promise<Decision> => ({ method: 'exact', proposals: [{ assignment: [0] }] });
    const { bound, cost } = await solve(single, { stop: brief, decide, router: exact, improve: false });
    expect(bound).toBe(1016);
    expect(cost.total).toBe(1016);
  });

  it('refuses what has no solution, and a run with nothing to do', async () => {
    const heavy = createInstance({ ...towns, vehicleCapacity: 0.5 });
    await expect(solve(heavy, { stop: brief })).rejects.toMatchObject({ code: 'E_INFEASIBLE_DEMAND' });
    await expect(solve(towns, { stop: brief, improve: false })).rejects.toMatchObject({ code: 'E_USAGE' });
    await expect(solve(towns, { stop: {} })).rejects.toMatchObject({ code: 'E_USAGE' });
  });

  it('records CPU time and versions in Node', async () => {
    const { cpu, versions } = await solveInNode(towns, { stop: brief, method: 'search' });
    expect(cpu).toBeGreaterThan(0);
    expect(versions).toEqual({ 'neo-lrp': expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node });
  });

  const failing = (code: 'E_BUDGET' | 'E_INFEASIBLE_RULES') => async (): Promise<Decision> => {
    throw new NeoLrpError(code, 'nothing there');
  };

  it('searches without a decision that came to nothing in time, and says so', async () => {
    const solution = await solve(towns, { stop: brief, decide: failing('E_BUDGET') });
    expect(solution.cost.total).toBeCloseTo(oneDepot, 9);
    expect(solution).toMatchObject({ method: 'search', notes: [expect.stringContaining('nothing there')] });
    await expect(solve(towns, { stop: brief, decide: failing('E_BUDGET'), improve: false })).rejects.toMatchObject({ code: 'E_BUDGET' });
    await expect(solve(towns, { stop: brief, decide: failing('E_INFEASIBLE_RULES') })).rejects.toMatchObject({
      code: 'E_INFEASIBLE_RULES',
    });
  });

  it('gives a decision a part of the time, and passes its remarks and progress on', async () => {
    const given: (number | undefined)[] = [];
    const decide: Decide = async (_, { stop, onProgress }) => {
      given.push(stop.seconds);
      onProgress?.({ stage: 'mip', seconds: 0.1, objective: 2040, bound: 2000, gap: 0.02 });
      return { ...(await nearest()), notes: ['a remark'] };
    };
    const seen: SolveProgress[] = [];
    const target = bothDepots + 1;
    const { notes } = await solve(towns, { stop: { seconds: 10, target }, decide, onProgress: (progress) => seen.push(progress) });
    await solve(towns, { stop: { seconds: 1, iterations: 5 }, decide, improve: false });
    expect(given[0]).toBeCloseTo(0.5 * 0.25 * 10, 1);
    expect(given[1]).toBeCloseTo(0.5, 1);
    expect(notes).toEqual(['a remark']);
    expect(seen).toContainEqual({
      stage: 'allocation',
      seconds: expect.any(Number),
      allocation: expect.objectContaining({ stage: 'mip', gap: 0.02 }),
    });
    expect(seen).toContainEqual({ stage: 'routing', seconds: expect.any(Number), routed: 0, of: 1 });
  });

  it('routes the first plan where only routing follows and there is no time for a decision, unless that would break constraints', async () => {
    let asked = 0;
    const decide: Decide = async () => {
      asked++;
      return nearest();
    };
    const late = { pairsPerSecond: 2, takesDepotSets: true };
    const stop = { seconds: 0.5 };
    const { notes, method, openDepots } = await solve(towns, { stop, improve: false, decide: Object.assign(decide.bind(null), late) });
    expect([asked, method, openDepots.length > 0]).toEqual([0, 'search', true]);
    expect(notes).toEqual([expect.stringContaining('the first plan was routed')]);
    await solve(towns, { stop, improve: false, decide: Object.assign(decide.bind(null), { ...late, constrained: true }) });
    expect(asked).toBe(1);
  });

  it('tells a decision which sets of depots the search would race, if it takes any', async () => {
    const told: (readonly string[] | undefined)[] = [];
    const decide: Decide = async (_, { depotSets }) => {
      told.push(depotSets?.map((open) => open.join('')));
      return nearest();
    };
    await solve(towns, { stop: brief, decide, improve: false });
    for (const improve of [false, true])
      await solve(towns, { stop: brief, decide: Object.assign(decide.bind(null), { takesDepotSets: true }), improve });
    const all = ['01', '10', '11'];
    expect(told.map((sets) => sets?.toSorted())).toEqual([undefined, all, all]);
  });

  it('holds no single depot to the target of the whole', async () => {
    const targets: (number | undefined)[] = [];
    const watched: Router = {
      name: 'watched',
      solve: (cvrp, options) => {
        targets.push(options.stop.target);
        return hgsRouter.solve(cvrp, options);
      },
    };
    const { stop } = await solve(towns, { stop: { iterations: 50, target: 5000 }, decide: nearest, router: watched });
    expect(targets).toEqual([undefined, undefined]);
    expect(stop).toBe('target');
  });

  it("has a plan, no dearer than the decision's, where it is stopped by then", async () => {
    const controller = new AbortController();
    const decide: Decide = async () => {
      controller.abort();
      return nearest();
    };
    const { stop, cost } = await solve(towns, { stop: { seconds: 60, signal: controller.signal }, decide });
    expect(stop).toBe('aborted');
    expect(cost.total).toBeLessThanOrEqual(bothDepots + 1e-9);
  });

  it('counts depots that a rule keeps open', async () => {
    const both = createInstance({ ...towns, rules: { minOpen: 2 }, customers: towns.customers.slice(0, 2) });
    for (const options of [
      {},
      { decide: async (): Promise<Decision> => ({ method: 'west', proposals: [{ assignment: [0, 0] }] }), improve: false },
    ]) {
      const solution = await solve(both, { stop: brief, ...options });
      expect(solution.openDepots).toEqual(['west', 'east']);
      expect(solution.cost).toMatchObject({ opening: 2000, travel: expect.closeTo(12, 9) });
    }
  });

  it('searches alone where nothing is named, and decides by the default model where routing ends it or a MIP is asked for', async () => {
    const { method, model, notes } = await solveInNode(towns, { stop: brief });
    expect([method, model, notes]).toEqual(['search', undefined, undefined]);
    for (const options of [{ improve: false }, { mipGap: 0.1 }, { method: 'neo-ds' as const }]) {
      const decided = await solveInNode(towns, { stop: brief, ...options });
      expect([decided.method, decided.model]).toEqual(['neo-ds', defaultModel]);
    }
  });

  it('on the CPU clock counts work, not waiting', async () => {
    const asleep = 0.3;
    const decide: Decide = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000 * asleep));
      return nearest();
    };
    const byClock = (clock: 'wall' | 'cpu') => solveInNode(towns, { stop: brief, clock, decide });
    expect(await byClock('wall')).toMatchObject({ clock: 'wall', time: { allocation: expect.toSatisfy((spent) => spent > 0.9 * asleep) } });
    expect(await byClock('cpu')).toMatchObject({ clock: 'cpu', time: { allocation: expect.toSatisfy((spent) => spent < 0.9 * asleep) } });
  });

  it('refuses the CPU clock where it would not see all the work', async () => {
    for (const options of [{ threads: 2 }, { router: 'vroom' }, { mipSolver: 'gurobi' }])
      await expect(solveInNode(towns, { stop: brief, clock: 'cpu', ...options })).rejects.toThrow(/the CPU clock.*wall clock/);
  });
});

it('an allocation that cannot be routed is no reason to call the whole infeasible', async () => {
  // Nobody can be reached from 'west', but the decision chooses it.
  const instance = createInstance({
    name: 'one way',
    depots: [
      { id: 'west', x: 0, y: 0 },
      { id: 'east', x: 9, y: 0 },
    ],
    customers: [{ id: 'c', x: 1, y: 0, demand: 1 }],
    vehicleCapacity: 1,
    travel: {
      kind: 'matrix',
      values: [
        [0, 1, null],
        [1, 0, 2],
        [1, 3, 0],
      ],
    },
  });
  const decide = async (): Promise<Decision> => ({ method: 'stubborn', proposals: [{ assignment: [0] }] });
  const { cost, notes } = await solve(instance, { stop: brief, decide });
  expect(cost.total).toBe(5);
  expect(notes?.join()).toContain('cannot be routed');
  await expect(solve(instance, { stop: brief, decide, improve: false })).rejects.toMatchObject({ code: 'E_BUDGET' });
});

it('starts from a solution as it is, and from a target alone', async () => {
  const solution = await solve(towns, { stop: brief });
  const again = await solve(towns, { stop: { iterations: 1 }, start: solution });
  expect(again.cost.total).toBeLessThanOrEqual(solution.cost.total + 1e-9);
  expect((await solveInNode(towns, { stop: { target: solution.cost.total } })).stop).toBe('target');
});
