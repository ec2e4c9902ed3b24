import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { Random } from '../../src/run/random.ts';
import { proposeConfigurations } from '../../src/search/configurations.ts';
import { searchData } from '../../src/search/data.ts';
import { GeneticSearch } from '../../src/search/genetic.ts';
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

it('races the sets of depots that it is given, in their order', () => {
  const data = searchData(instance);
  const sets = proposeConfigurations(data, new Random(1), () => 0);
  const last = sets.at(-1) ?? new Uint8Array();
  const genetic = new GeneticSearch(data, 1, { configurations: [last, ...sets.slice(0, 3)] });
  genetic.step();
  expect(genetic.incumbent?.open).toEqual(last);
  const own = new GeneticSearch(data, 1);
  own.step();
  expect(own.incumbent?.open).not.toEqual(last);
});
