/** The shipped models price sets, and what the MIP sees of them, as they did when they were published (same-predictions.json). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadInstance } from '../../src/node/files.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { shippedModels } from '../../src/surrogate/registry.ts';

const expected: Record<string, number[]> = JSON.parse(readFileSync(new URL('same-predictions.json', import.meta.url), 'utf8'));
const instance = await loadInstance('examples/town.json');

async function pricesOf(name: string): Promise<number[]> {
  const surrogate = new NetworkSurrogate(await loadModel(name));
  const sets = instance.depots.map((_, d) => [...instance.customers.keys()].filter((i) => i % instance.depots.length <= d));
  const { embeddings, heads, peaks = [] } = surrogate.embed(instance);
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((all, value, k) => all + value * (1 + (k % 7)), 0);
  return [
    ...sets.map((set, d) => surrogate.predict(instance, d, set)),
    ...(surrogate.appraise ? sets.map((set, d) => surrogate.appraise?.(instance, d, set) ?? 0) : []),
    sum(embeddings),
    sum(peaks),
    ...heads.map(({ bias, linear, hidden, hiddenBias, output }) => bias + sum(linear) + sum(hidden) + sum(hiddenBias) + sum(output)),
  ];
}

describe('shipped models', () => {
  it.each(shippedModels)('%s predicts the same', async (name) => {
    const prices = await pricesOf(name);
    expect(prices).toHaveLength(expected[name].length);
    prices.forEach((price, k) => {
      expect(Math.abs(price - expected[name][k])).toBeLessThanOrEqual(1e-12 * Math.abs(expected[name][k]));
    });
  });
});
