import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
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
