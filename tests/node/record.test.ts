import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadInstance } from '../../src/node/files.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { type NodeSolveOptions, solve } from '../../src/node/solve.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { modelHash } from '../../src/surrogate/model.ts';

describe('the record of a solution', async () => {
  const example = (name: string) => loadInstance(fileURLToPath(new URL(`../../examples/${name}.json`, import.meta.url)));
  const [instance, tiny] = [await example('plain'), await example('tiny')];
  const first = await solve(instance, { stop: { iterations: 2 }, seed: 3 });

  /** As another program would, which has only the file. */
  const again = ({ options, seed, threads }: Solution, of = instance) =>
    solve(of, { ...JSON.parse(JSON.stringify(options)), seed, threads } as NodeSolveOptions);
  const found = ({ routes, cost, openDepots, predicted, mip, iterations, method, model, modelHash: hash, options }: Solution) => ({
    ...{ routes, cost, openDepots, predicted, mip, iterations, method, model, hash, options },
  });

  it.each<[string, NodeSolveOptions]>([
    ['the search', { stop: { iterations: 20 }, seed: 7 }],
    ['the search from a plan', { stop: { iterations: 5 }, seed: 7, start: first }],
    ['the search with parameters', { stop: { iterations: 20 }, seed: 7, parameters: { evolution: { refineShare: 0.2 } } }],
    ['a network, then the search', { stop: { iterations: 10 }, method: 'neo-ds', model: 'universal', mipGap: 0.5 }],
    ["the paper's pipeline", { stop: { iterations: 10 }, model: 'universal', improve: false, mipGap: 0.5 }],
    ['facility location by a MIP', { stop: { iterations: 10 }, method: 'flp', formulation: 'tight', mipSolver: 'highs', improve: false }],
  ])('repeats %s', { timeout: 60_000 }, async (_, options) => {
    const of = options.model !== undefined || options.improve === false ? tiny : instance;
    const once = await solve(of, options);
    expect(found(await again(once, of))).toEqual(found(once));
    const { stop, seed = 1, threads = 1, start, improve = true, ...told } = options;
    expect(once).toMatchObject({ seed, threads, options: { ...told, stop, improve, router: 'hgs' } });
    expect(once.options?.start?.[0].length).toBe(start && first.routes.length);
  });

  it('names versions, and the model by its content', async () => {
    const { versions, modelHash: hash } = await solve(instance, {
      stop: { iterations: 2 },
      method: 'flp',
      formulation: 'tight',
      mipGap: 0,
      improve: false,
    });
    expect(hash).toBeUndefined();
    expect(Object.keys(versions)).toEqual(expect.arrayContaining(['neo-lrp', 'node']));
    const hashes = await Promise.all(['universal', 'local', 'universal'].map(async (name) => modelHash(await loadModel(name))));
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(hashes[1]).not.toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
  });
});
