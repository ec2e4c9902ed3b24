import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { IndexedRoute } from '../../src/problem/solution.ts';
import { Random } from '../../src/run/random.ts';
import { StopWatch } from '../../src/run/stop.ts';
import { searchData } from '../../src/search/data.ts';
import { proposeDepotSets } from '../../src/search/depots/ranking.ts';
import { searchParallel } from '../../src/search/islands/islands.ts';
import { Schedule } from '../../src/search/schedule.ts';
import { search } from '../../src/search/search.ts';

const instance = readInstance({ name: 'plain.json', text: readFileSync('examples/plain.json', 'utf8') });

it('a plan to start from is never lost, and does not hold the search back', async () => {
  const poor = await search(instance, { stop: { iterations: 1 }, seed: 5 });
  const kept = await search(instance, { stop: { iterations: 0 }, start: [poor.routes] });
  expect(kept.cost).toBeLessThanOrEqual(poor.cost + 1e-6);
  const alone = await search(instance, { stop: { iterations: 80 }, seed: 1 });
  const warm = await search(instance, { stop: { iterations: 80 }, seed: 1, start: [poor.routes] });
  expect(warm.cost).toBeLessThanOrEqual(1.01 * alone.cost);
  expect(warm.cost).toBeLessThan(poor.cost);
});

const data = searchData(instance);
const sets = await proposeDepotSets(data, new Random(1), new StopWatch({}));
const last = sets.at(-1) ?? new Uint8Array();
const openOf = (routes: readonly IndexedRoute[]) => Uint8Array.from(last, (_, d) => Number(routes.some(({ depot }) => depot === d)));

it('races the sets of depots that it is given, in their order', () => {
  const schedule = new Schedule(data, new Random(1), [last, ...sets.slice(0, 3)]);
  schedule.step();
  expect(schedule.incumbent?.open).toEqual(last);
  const own = new Schedule(data, new Random(1), sets);
  own.step();
  expect(own.incumbent?.open).not.toEqual(last);
});

it.each([1, 2])('hands them on to %i threads, or finds its own where none can be used', async (threads) => {
  const once = { stop: { iterations: 1 }, threads };
  const { routes } = await searchParallel(instance, { ...once, depotSets: [last] });
  const found = await searchParallel(instance, once);
  if (threads === 1) expect(openOf(routes)).toEqual(last);
  expect(openOf(found.routes)).not.toEqual(last);
  for (const depotSets of [[], [new Uint8Array(last.length)]])
    expect((await searchParallel(instance, { ...once, depotSets })).cost).toBe(found.cost);
});

it('keeps rules on depots whatever it is told to race', async () => {
  const one = { ...instance, rules: { ...instance.rules, maxOpen: last.length - 1 } };
  const { routes } = await searchParallel(one, { stop: { iterations: 3 }, depotSets: [new Uint8Array(last.length).fill(1)] });
  expect(openOf(routes)).not.toEqual(new Uint8Array(last.length).fill(1));
});
