import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBestKnown, loadPublished, recogniseSet } from '../../src/benchmark/reference.ts';
import { findInstances } from '../../src/benchmark/sets.ts';
import { rightAngles } from './runs.ts';

const benchmarks = fileURLToPath(new URL('../../../shared/benchmarks', import.meta.url));

describe('finding instances', () => {
  let folder = '';
  const put = (file: string, content: unknown) =>
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neo-lrp-sets-'));
    for (const inner of ['mine', 'mine/deep', 'other', 'other/deep']) mkdirSync(join(folder, inner));
    put('mine/b10.json', rightAngles('b10'));
    put('mine/b2.json', rightAngles('b2'));
    put('mine/c.json', rightAngles('b2'));
    put('mine/broken.dat', '3 2 oops');
    put('mine/b2.solution.json', { routes: [] });
    put('mine/README.md', 'not an instance');
    put('mine/deep/x.json', rightAngles('x'));
    put('other/deep/x.json', rightAngles('x'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('reads folders and what is inside them, in natural order, and keeps what fails with its reason', async () => {
    const found = await findInstances([join(folder, 'mine')], {});
    expect(found.map(({ set, file }) => `${set}/${file}`)).toEqual([
      'mine/b2.json',
      'mine/b10.json',
      'mine/broken.dat',
      'mine/c.json',
      'deep/x.json',
    ]);
    expect(found[2]).toMatchObject({ error: { code: expect.stringMatching(/^E_/) } });
    expect(found[3]).toMatchObject({ error: { message: expect.stringMatching(/b2\.json has the same name 'b2'/) } });
  });

  it('tells two folders of one name apart', async () => {
    const found = await findInstances([join(folder, 'mine/deep'), join(folder, 'other/deep')], {});
    expect(new Set(found.map(({ set }) => set)).size).toBe(2);
    expect(found.every((one) => 'instance' in one)).toBe(true);
  });

  it('says so where there is nothing', async () => {
    await expect(findInstances([join(folder, 'none')], {})).rejects.toMatchObject({ code: 'E_FILE' });
    mkdirSync(join(folder, 'empty'));
    await expect(findInstances([join(folder, 'empty')], {})).rejects.toThrow(/no instances/);
  });
});

describe('the reference data', () => {
  it('holds 281 best-known costs and the paper’s figures for each', async () => {
    const bestKnown = await loadBestKnown();
    expect(Object.fromEntries(Object.entries(bestKnown).map(([set, costs]) => [set, Object.keys(costs).length]))).toEqual({
      P: 30,
      T: 36,
      B: 13,
      S: 202,
    });
    const published = await loadPublished();
    expect(published.filter(({ method }) => method === 'NEO-DS')).toHaveLength(281);
    expect(published.filter(({ method }) => method === 'NEO-GT')).toHaveLength(30);
    expect(published.every(({ set, instance }) => bestKnown[set][instance] > 0)).toBe(true);
    expect(published.find(({ set, method }) => set === 'P' && method === 'NEO-DS')).toEqual({
      set: 'P',
      instance: 'coord20-5-1',
      method: 'NEO-DS',
      gap: 3.24,
      allocation: 0.14,
      total: 0.16,
    });
  });

  it('recognises a set by its instances, not by the folder', async () => {
    const bestKnown = await loadBestKnown();
    expect(recogniseSet(['coord20-5-1', 'coord50-5-1'], bestKnown)).toBe('P');
    expect(recogniseSet(['100-5-1c', 'my-own'], bestKnown)).toBe('S');
    expect(recogniseSet(['a', 'b', 'coord20-5-1'], bestKnown)).toBeUndefined();
  });

  describe.skipIf(!existsSync(benchmarks))('with the benchmark files beside the repository', () => {
    it('finds the four sets, every instance but coordOr117 with a best-known cost', async () => {
      const bestKnown = await loadBestKnown();
      const found = await findInstances(
        ['B', 'P', 'S', 'T'].map((set) => `${benchmarks}/${set}`),
        bestKnown,
      );
      expect([...new Set(found.map(({ set }) => set))].sort()).toEqual(['B', 'P', 'S', 'T']);
      const names = found.flatMap((one) =>
        'instance' in one && bestKnown[one.set][one.instance.name] === undefined ? [one.instance.name] : [],
      );
      expect(names.filter((name) => name !== 'coordOr117')).toEqual([]);
    });
  });
});
