import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../../src/formats/read.ts';
import type { IndexedRoute } from '../../../src/problem/solution.ts';
import { Random } from '../../../src/run/random.ts';
import { StopWatch } from '../../../src/run/stop.ts';
import { searchData } from '../../../src/search/data.ts';
import { proposeDepotSets } from '../../../src/search/depots/ranking.ts';
import { searchParallel } from '../../../src/search/islands/islands.ts';

const instance = readInstance({ name: 'plain.json', text: readFileSync('examples/plain.json', 'utf8') });

const data = searchData(instance);
const sets = await proposeDepotSets(data, new Random(1), new StopWatch({}));
const last = sets.at(-1) ?? new Uint8Array();
const openOf = (routes: readonly IndexedRoute[]) => Uint8Array.from(last, (_, d) => Number(routes.some(({ depot }) => depot === d)));

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
