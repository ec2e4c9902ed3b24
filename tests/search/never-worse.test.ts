/** What more choice, or more effort, may never do: make a plan dearer. On instances with every feature, by iterations, never by time. */
import { describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { scaled } from '../scaled.ts';
import { featuredInstance } from './featured-instance.ts';

const iterations = 150;
/** Of the cost: a heuristic may miss the last of it. */
const slack = 1.001;

/** The least cost found; Infinity where no plan keeps the rules. */
async function costOf(instance: Instance, more = 1): Promise<number> {
  try {
    return (await search(instance, { stop: { iterations: more * iterations }, seed: 1 })).cost;
  } catch (error) {
    if (error instanceof NeoLrpError && /^E_INFEASIBLE|^E_BUDGET$/.test(error.code)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

const seeds = Array.from({ length: scaled(3) }, (_, k) => k + 1);
const drawn = (seed: number) => featuredInstance(seed, 10 + (seed % 3) * 5, 3 + (seed % 3));

describe.each(seeds)('a search of instance %i', (seed) => {
  const instance = drawn(seed);
  const random = new Random(seed);
  const free = costOf(instance);

  it('is no dearer than the same with some depots closed', async () => {
    const closed = instance.depots.filter(({ status }) => status === 'candidate' && random.float() < 0.5);
    const depots = instance.depots.map((depot) => (closed.includes(depot) ? { ...depot, status: 'closed' as const } : depot));
    expect(await free).toBeLessThanOrEqual(slack * (await costOf(createInstance({ ...instance, depots }))));
  });

  it('is no dearer with twice the iterations', async () => {
    expect(await costOf(instance, 2)).toBeLessThanOrEqual(slack * (await free));
  });

  it('is no dearer with one more site, or without windows', async () => {
    const cost = await free;
    const customers = instance.customers.map(({ timeWindows: _, ...customer }) => customer);
    expect(await costOf(createInstance({ ...instance, customers }))).toBeLessThanOrEqual(slack * cost);
    if (instance.travel.kind === 'matrix') return;
    const site = { id: 'new', x: random.int(101), y: random.int(101), capacity: null, openingCost: random.int(200) };
    const wider = createInstance({ ...instance, depots: [...instance.depots, { ...site, status: 'candidate' }] });
    expect(await costOf(wider)).toBeLessThanOrEqual(slack * cost);
  });
});
