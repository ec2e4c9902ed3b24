import { describe, expect, it } from 'vitest';
import { Worker } from '../../../src/parallel/worker.ts';
import { createInstance, type Instance } from '../../../src/problem/instance.ts';
import { describeRoutes } from '../../../src/problem/solution.ts';
import { verify } from '../../../src/problem/verify.ts';
import { Random } from '../../../src/run/random.ts';
import type { SearchProgress } from '../../../src/search/hybrid-search.ts';
import { type ParallelOptions, searchParallel } from '../../../src/search/islands/islands.ts';

function town(customers: number, depots = 4): Instance {
  const random = new Random(customers);
  const point = () => ({ x: random.int(1000), y: random.int(1000) });
  return createInstance({
    name: `town of ${customers}`,
    depots: Array.from({ length: depots }, (_, k) => ({ id: `D${k}`, ...point(), capacity: 10 * customers, openingCost: 500 })),
    customers: Array.from({ length: customers }, (_, k) => ({ id: `C${k}`, ...point(), demand: 5 + random.int(20) })),
    vehicleCapacity: 100,
    vehicleCost: 50,
  });
}

async function run(instance: Instance, options: ParallelOptions) {
  const result = await searchParallel(instance, options);
  const described = describeRoutes(instance, result.routes);
  const { feasible, cost } = verify(instance, described);
  expect(feasible).toBe(true);
  expect(cost.total).toBeCloseTo(result.cost, 6);
  return result;
}

/** Real islands, of which the one numbered `victim` dies when it is asked for round `fatal`. */
function doomed(victim: number, fatal: number): () => Worker {
  let spawned = 0;
  return () => {
    const worker = new Worker(new URL('../../../src/search/islands/island.worker.js', import.meta.url), { type: 'module' });
    if (spawned++ !== victim) return worker;
    let round = 0;
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message) => {
      if (++round === fatal) queueMicrotask(() => worker.onDeath('killed for the test'));
      else post(message);
    };
    return worker;
  };
}

describe('islands', () => {
  it('repeat themselves under the same seed, threads and iteration budget', async () => {
    const instance = town(40);
    const options = { stop: { iterations: 250 }, seed: 3, threads: 2 };
    const first = await run(instance, options);
    expect(first.stop).toBe('iterations');
    expect(first.iterations).toBe(500);
    expect(first.lost).toEqual([]);
    expect(await run(instance, options)).toEqual(first);
  });

  it('end no worse than the first of them alone', async () => {
    const instance = town(60);
    const alone = await run(instance, { stop: { iterations: 40 }, seed: 5, threads: 1 });
    const together = await run(instance, { stop: { iterations: 40 }, seed: 5, threads: 3 });
    // No exchange falls within 40 descents, so that the first island does exactly what one thread does.
    expect(together.cost).toBeLessThanOrEqual(alone.cost);
  });

  it('report what they have, from better to better', async () => {
    const seen: SearchProgress[] = [];
    const { cost } = await run(town(50), { stop: { seconds: 1.5 }, threads: 2, onProgress: (progress) => seen.push(progress) });
    const costs = seen.filter((progress) => progress.feasible).map((progress) => progress.cost);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(costs.at(-1)).toBeCloseTo(cost, 6);
    expect(seen.at(-1)?.openDepots).toBeGreaterThan(0);
  });

  it.each([1, 2])('hand out each better plan as they find it, on %i threads', async (threads) => {
    const instance = town(40);
    const told: { readonly claimed: number; readonly verified: number }[] = [];
    const onProgress = ({ cost, routes }: SearchProgress) => {
      if (routes) told.push({ claimed: cost, verified: verify(instance, describeRoutes(instance, routes)).cost.total });
    };
    const { cost } = await run(instance, { stop: { iterations: 120 }, threads, onProgress });
    expect(told.length).toBeGreaterThan(1);
    for (const { claimed, verified } of told) expect(verified).toBeCloseTo(claimed, 6);
    expect(told.at(-1)?.verified).toBeCloseTo(cost, 6);
  });

  it('stop at a target and for lack of improvement', async () => {
    const instance = town(30);
    expect((await run(instance, { stop: { seconds: 30, target: 1e9 }, threads: 2 })).stop).toBe('target');
    expect((await run(instance, { stop: { iterations: 1e6, target: 1e9 }, threads: 2 })).stop).toBe('target');
    expect((await run(instance, { stop: { stall: 50 }, threads: 2 })).stop).toBe('no-improvement');
    expect((await run(instance, { stop: { seconds: 30, iterations: 20 }, threads: 2 })).stop).toBe('iterations');
  });

  it('return the best so far when aborted', async () => {
    const abort = new AbortController();
    let told = 0;
    const onProgress = ({ feasible }: SearchProgress) => {
      if (feasible && ++told === 3) abort.abort();
    };
    expect((await run(town(80), { stop: { signal: abort.signal }, threads: 2, onProgress })).stop).toBe('aborted');
  });

  it.each([1, 2])('make one plan when aborted before the first, on %i threads', async (threads) => {
    expect(await run(town(20), { stop: { signal: AbortSignal.abort() }, threads })).toMatchObject({ stop: 'aborted' });
  });

  it.each([0, 1])('go on when island %i dies, and say so', async (victim) => {
    const { lost, stop } = await run(town(40), { stop: { seconds: 1.8 }, threads: 2, spawn: doomed(victim, 2) });
    expect(stop).toBe('time');
    expect(lost).toEqual([`island ${victim + 1} of 2 was lost: killed for the test`]);
  });

  it('go on in step when one dies', async () => {
    const { lost, stop } = await run(town(40), { stop: { iterations: 220 }, threads: 2, spawn: doomed(1, 2) });
    expect(stop).toBe('iterations');
    expect(lost.length).toBe(1);
  });

  it('keep what a dead island had told of', async () => {
    const instance = town(40);
    let best = Number.POSITIVE_INFINITY;
    const { cost, lost } = await run(instance, {
      stop: { seconds: 1.8 },
      threads: 2,
      spawn: doomed(0, 2),
      onProgress: (progress) => {
        if (progress.feasible) best = Math.min(best, progress.cost);
      },
    });
    expect(lost.length).toBe(1);
    expect(cost).toBeLessThanOrEqual(best);
  });

  it('are replaced by a search in process when none can be had', async () => {
    const spawn = () => {
      throw new Error('no threads here');
    };
    const { lost, stop } = await run(town(30), { stop: { iterations: 30 }, threads: 2, spawn });
    expect(stop).toBe('iterations');
    expect(lost).toEqual(['island 1 of 2 was lost: no threads here', 'island 2 of 2 was lost: no threads here']);
  });

  it('start from a given plan, whole or in part', async () => {
    const instance = town(30);
    const { routes, cost } = await run(instance, { stop: { iterations: 300 } });
    expect((await run(instance, { stop: { iterations: 1 }, threads: 2, start: [routes] })).cost).toBeLessThanOrEqual(cost + 1e-9);
    await run(instance, { stop: { iterations: 1 }, threads: 2, start: [routes.slice(1)] });
  });

  it('refuse at once what cannot be solved or would not end', async () => {
    const instance = createInstance({ ...town(20), vehicleCapacity: 1 });
    await expect(searchParallel(instance, { stop: { seconds: 5 }, threads: 2 })).rejects.toMatchObject({ code: 'E_INFEASIBLE_DEMAND' });
    await expect(searchParallel(town(20), { stop: {}, threads: 2 })).rejects.toMatchObject({ code: 'E_USAGE' });
  });
});
