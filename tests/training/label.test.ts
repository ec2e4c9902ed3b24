import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Router } from '../../src/routing/router.ts';
import { collectSets, routingSetAt } from '../../src/training/dataset.ts';
import { loadDataset, saveDataset } from '../../src/training/dataset-file.ts';
import { paperSets } from '../../src/training/generator.ts';
import { type LabelPlan, labelSeed, labelSet, routerLabeller, stopOf } from '../../src/training/label.ts';
import { completeLabels, drawSample, meanExcess, shardOf } from '../../src/training/label-dataset.ts';
import { LabelLogFile, mergeLogs } from '../../src/training/label-log.ts';
import { sweepLabel } from './toy-labeller.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-label-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const plan: LabelPlan = { router: 'sweep', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };
const card = { ...plan, quality: null };
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
    const label = await labelSet({ plan, index: 0, set }, routerLabeller(out, stopOf(plan)));
    const direct = set.x.reduce((sum, x, i) => sum + 2 * Math.hypot(x, set.y[i]), 0);
    expect(label.travel).toBeCloseTo(direct, 9);
    expect(label.routes).toBe(set.x.length);
    expect(label.cost).toBeCloseTo(direct + 10 * set.x.length, 9);
  });

  it('take seeds from the set, not from the order of work', () => {
    expect(labelSeed(1, 5)).toBe(labelSeed(1, 5));
    expect(labelSeed(1, 5)).not.toBe(labelSeed(1, 6));
    expect(labelSeed(1, 5)).not.toBe(labelSeed(2, 5));
  });

  it('are budgeted in iterations, seconds or both', () => {
    expect(stopOf(plan)).toEqual({ iterations: 1 });
    expect(stopOf({ iterations: null, seconds: 2 })).toEqual({ seconds: 2 });
  });

  it('divide into shards that meet once', () => {
    const shards = [1, 2, 3].flatMap((part) => [...shardOf(10, [part, 3])]);
    expect(shards.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
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

describe('a label log file', () => {
  it('continues after a kill, without what was torn', async () => {
    const name = file('killed.labels');
    const first = await LabelLogFile.open(name, dataset, card);
    for (const set of [4, 7, 1]) await first.append(set, await labelOf(set));
    await first.close();
    appendFileSync(name, 'torn record');
    const second = await LabelLogFile.open(name, dataset, card);
    expect([...second.labels.keys()]).toEqual([4, 7, 1]);
    await second.append(2, await labelOf(2));
    await second.close();
    const third = await LabelLogFile.open(name, dataset, card);
    expect([...third.labels.keys()]).toEqual([4, 7, 1, 2]);
    expect(third.labels.get(2)).toEqual(await labelOf(2));
    await third.close();
  });

  it('loses only the torn label when cut', async () => {
    const name = file('cut.labels');
    const log = await LabelLogFile.open(name, dataset, card);
    for (const set of [0, 1]) await log.append(set, await labelOf(set));
    await log.close();
    truncateSync(name, statSync(name).size - 1);
    const again = await LabelLogFile.open(name, dataset, card);
    expect([...again.labels.keys()]).toEqual([0]);
    await again.close();
  });

  it('refuses other options, other data, and what is no log', async () => {
    const name = file('other.labels');
    await (await LabelLogFile.open(name, dataset, card)).close();
    await expect(LabelLogFile.open(name, dataset, { ...card, iterations: 2 })).rejects.toThrow(/started with other options/);
    await expect(LabelLogFile.open(name, collectSets(paperSets(3), 10, 'paper', 3), card)).rejects.toThrow(/belongs to another data set/);
    writeFileSync(file('no.labels'), 'this is a shopping list');
    await expect(LabelLogFile.open(file('no.labels'), dataset, card)).rejects.toThrow(/this is not a label log/);
  });

  it('merges with those of other shards', async () => {
    for (const part of [1, 2]) {
      const log = await LabelLogFile.open(file(`${part}.labels`), dataset, card);
      for (const set of shardOf(dataset.count, [part, 2])) await log.append(set, await labelOf(set));
      await log.close();
    }
    const merged = await mergeLogs([file('1.labels'), file('2.labels')], dataset);
    expect(merged.labels.size).toBe(10);
    expect(completeLabels(10, merged.labels).travel).toHaveLength(10);
  });
});
