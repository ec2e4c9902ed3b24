import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { Random } from '../../src/run/random.ts';
import { StopWatch } from '../../src/run/stop.ts';
import { coreModule } from '../../src/search/core-module.ts';
import { searchData } from '../../src/search/data.ts';
import { proposeDepotSets } from '../../src/search/depots/ranking.ts';
import { Engine } from '../../src/search/engine.ts';
import { HybridSearch } from '../../src/search/hybrid-search.ts';
import { stopsOf } from './random-instance.ts';

const data = searchData(readInstance({ name: 'plain.json', text: readFileSync('examples/plain.json', 'utf8') }));
const sets = await proposeDepotSets(data, new Random(1), new StopWatch({}));
const last = sets.at(-1) ?? new Uint8Array();

it('races the sets of depots that it is given, in their order', async () => {
  const search = new HybridSearch(data, new Random(1), await Engine.create(data), [last, ...sets.slice(0, 3)]);
  search.step();
  expect(search.incumbent?.open).toEqual(last);
  const own = new HybridSearch(data, new Random(1), await Engine.create(data), sets);
  own.step();
  expect(own.incumbent?.open).not.toEqual(last);
});

it('completes a plan that leaves customers out or has them twice', async () => {
  const search = new HybridSearch(data, new Random(1), await Engine.create(data), sets);
  search.addSolution([
    { depot: 0, stops: [3, 1] },
    { depot: 1, stops: [1, 2] },
  ]);
  expect(stopsOf(data, search.incumbent?.routes ?? Int32Array.of(0)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: data.n }, (_, i) => i),
  );
});

/** Notes the depots with which each annealing begins, at one mean arc. */
class Notebook extends Engine {
  readonly heats: string[] = [];

  override anneal(seed: number, iterations: number, hot: number, cold: number): void {
    if (hot === 1) this.heats.push(this.toIndividual().open.join(''));
    super.anneal(seed, iterations, hot, cold);
  }
}

it('runs heats of eight sets of depots, of the better four and of the better two, before the long annealing', async () => {
  expect(sets.length).toBeGreaterThanOrEqual(16);
  const engine = new Notebook(data, await coreModule(data));
  const search = new HybridSearch(data, new Random(1), engine, sets);
  while (engine.heats.length < 8 + 4 + 2 + 1) search.step();
  const [eight, four, two] = [engine.heats.slice(0, 8), engine.heats.slice(8, 12), engine.heats.slice(12, 14)].map(
    (heats) => new Set(heats),
  );
  for (const first of sets.slice(0, 4)) expect(eight).toContain(first.join(''));
  expect([...four].every((set) => eight.has(set))).toBe(true);
  expect([...two].every((set) => four.has(set))).toBe(true);
  expect(two).toContain(search.best?.open.join(''));
});
