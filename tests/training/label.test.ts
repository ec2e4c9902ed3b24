import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Router } from '../../src/routing/router.ts';
import { isInShard } from '../../src/run/shard.ts';
import { collectSets, type Dataset, routingSetAt } from '../../src/training/dataset.ts';
import { loadDataset, saveDataset } from '../../src/training/dataset-file.ts';
import { paperSets } from '../../src/training/generator.ts';
import { type LabelPlan, type LabelSomewhere, labelSet, routerLabeller } from '../../src/training/label.ts';
import { completeLabels, drawSample, labelDataset, meanExcess, mergeShards } from '../../src/training/label-dataset.ts';
import { sweepLabel } from './toy-labeller.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-label-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const plan: LabelPlan = { router: 'sweep', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };
const dataset = collectSets(paperSets(2), 10, 'paper', 2);
const labelOf = (index: number) => labelSet({ plan, index, set: routingSetAt(dataset, index) }, sweepLabel);

describe('labels', () => {
  it('are the router’s routes, priced by us', async () => {
    const out: Router = {
      name: 'one route each',
      solve: async ({ customers, depots: [depot] }) => ({
        routes: customers.map(({ id, demand }) => ({ depot: depot.id, stops: [id], load: demand, distance: 0, cost: 0 })),
        stop: 'complete',
      }),
    };
    const set = routingSetAt(dataset, 0);
    const label = await labelSet({ plan, index: 0, set }, routerLabeller(out, plan));
    const direct = set.x.reduce((sum, x, i) => sum + 2 * Math.hypot(x, set.y[i]), 0);
    expect(label.travel).toBeCloseTo(direct, 9);
    expect(label.routes).toBe(set.x.length);
    expect(label.cost).toBeCloseTo(direct + 10 * set.x.length, 9);
  });

  it('take seeds from the set, not from the order of work, and their budget from the plan', async () => {
    const asked: unknown[] = [];
    const router: Router = {
      name: 'asked',
      solve: async (_, { stop, seed }) => {
        asked.push([stop, seed]);
        return { routes: [], stop: 'complete' };
      },
    };
    const ask = (change: Partial<LabelPlan>, index: number) =>
      labelSet({ plan: { ...plan, ...change }, index, set: routingSetAt(dataset, index) }, routerLabeller(router, { ...plan, ...change }));
    await ask({}, 5);
    await ask({ iterations: null, seconds: 2 }, 5);
    await ask({}, 6);
    await ask({ seed: 2 }, 5);
    const [[first, seed], [second, same], [, other], [, otherPlan]] = asked as [object, number][];
    expect([first, second]).toEqual([{ iterations: 1 }, { seconds: 2 }]);
    expect(same).toBe(seed);
    expect(new Set([seed, other, otherPlan]).size).toBe(3);
  });

  it('divide into shards that meet once', () => {
    for (let index = 0; index < 10; index++) expect([1, 2, 3].filter((part) => isInShard(index, [part, 3]))).toHaveLength(1);
  });

  it('know which are missing', () => {
    const label = { travel: 1, routes: 1, cost: 11 };
    expect(() => completeLabels(3, new Map([[1, label]]))).toThrow(/lack 2 of 3 labels, the first for set 0/);
  });

  it('are measured against better ones', () => {
    const of = (cost: number) => ({ travel: cost, routes: 1, cost });
    const labels = new Map([
      [0, of(102)],
      [1, of(100)],
    ]);
    const better = new Map([
      [0, of(100)],
      [1, of(110)],
    ]);
    expect(meanExcess(labels, better)).toBeCloseTo(0.01, 12);
  });

  it('are sampled without repetition', () => {
    const sample = drawSample(50, 20, 3);
    expect(new Set(sample).size).toBe(20);
    expect(drawSample(5, 20, 3)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('a data set file', () => {
  it('comes back from disk, several as one', async () => {
    await saveDataset(file('a.set'), dataset);
    expect(await loadDataset(file('a.set'))).toEqual(dataset);
    expect((await loadDataset(file('a.set'), file('a.set'))).count).toBe(20);
    await expect(loadDataset(file('none.set'))).rejects.toThrow(/none\.set: there is no such file/);
  });
});

describe('a label log', () => {
  const label: LabelSomewhere = async (_, picks, __, { onLabel, signal }) => {
    for (const set of picks) if (!signal?.aborted) await onLabel(set, await labelOf(set));
  };
  const run = (name: string, options: { shard?: [number, number]; plan?: LabelPlan; dataset?: Dataset } = {}) =>
    labelDataset(options.dataset ?? dataset, options.plan ?? plan, { log: file(name), threads: 1, label, shard: options.shard });

  it('cut anywhere, loses only the torn label, and ends as if it had not been', async () => {
    const whole = await run('whole.labels');
    const text = readFileSync(file('whole.labels'));
    const head = text.indexOf(10) + 1;
    for (let cut = 0; cut < text.length; cut += 37) {
      writeFileSync(file('cut.labels'), text.subarray(0, cut));
      const again = await run('cut.labels');
      const lines =
        text
          .subarray(head, cut + 1)
          .toString()
          .split('\n').length - 1;
      expect(again.made).toBe(10 - (cut < head - 1 ? 0 : lines));
      expect(completeLabels(10, again.labels)).toEqual(completeLabels(10, whole.labels));
      expect(readFileSync(file('cut.labels'))).toEqual(text);
    }
  });

  it('refuses other options, other data, two labels for one set that differ, and what is no log', async () => {
    await run('other.labels');
    await expect(run('other.labels', { plan: { ...plan, iterations: 2 } })).rejects.toThrow(/started with other options/);
    const others = collectSets(paperSets(3), 10, 'paper', 3);
    await expect(run('other.labels', { dataset: others })).rejects.toThrow(/belongs to another data set/);
    appendFileSync(file('other.labels'), '{"set":2,"routes":9,"travel":9,"cost":99}\n');
    await expect(run('other.labels')).rejects.toThrow(/set 2 is labelled a second time, and differently/);
    writeFileSync(file('no.labels'), 'this is a shopping list');
    await expect(run('no.labels')).rejects.toMatchObject({ code: 'E_DATASET' });
  });

  it('merges with those of other shards', async () => {
    for (const part of [1, 2]) await run(`${part}.labels`, { shard: [part, 2] });
    const merged = await mergeShards([file('1.labels'), file('2.labels')], dataset);
    expect(merged.labels.size).toBe(10);
    expect(completeLabels(10, merged.labels).travel).toHaveLength(10);
    await run('3.labels', { plan: { ...plan, seed: 9 } });
    await expect(mergeShards([file('1.labels'), file('3.labels')], dataset)).rejects.toThrow(/shards and repeated runs need the same/);
    await expect(mergeShards([file('none.labels')], dataset)).rejects.toMatchObject({ code: 'E_DATASET' });
  });
});
