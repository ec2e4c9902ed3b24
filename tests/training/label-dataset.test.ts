import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collectSets } from '../../src/training/dataset.ts';
import { paperSets } from '../../src/training/generator.ts';
import type { LabelPlan } from '../../src/training/label.ts';
import { checkLabels, type Labelling, labelDataset, labelled, mergeShards } from '../../src/training/label-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-labelling-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const plan: LabelPlan = { router: 'hgs', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };
const dataset = collectSets(paperSets(2), 8, 'paper', 2);

describe('labelling a data set', () => {
  it('continues after an interrupt and ends as if there had been none', async () => {
    const whole = await labelDataset(dataset, plan, { log: file('whole'), threads: 1 });
    expect([whole.made, whole.labels.size]).toEqual([8, 8]);

    const controller = new AbortController();
    let made = 0;
    const stopAfterThree = () => {
      if (++made === 3) controller.abort();
    };
    const interrupted = labelDataset(dataset, plan, { log: file('log'), threads: 1, signal: controller.signal, onLabel: stopAfterThree });
    await expect(interrupted).rejects.toMatchObject({ code: 'E_BUDGET', place: { file: file('log') } });
    const seen: number[] = [];
    const resumed = await labelDataset(dataset, plan, {
      log: file('log'),
      threads: 1,
      onEarlier: (count) => seen.push(count),
      onStart: (wanted) => seen.push(wanted),
    });
    expect(seen).toEqual([made, 8 - made]);
    expect(labelled(dataset, resumed, null)).toEqual(labelled(dataset, whole, null));
  });

  it('comes together from shards, and not from some of them', async () => {
    const shards: Labelling[] = [];
    for (const part of [1, 2]) shards.push(await labelDataset(dataset, plan, { log: file(`${part}`), shard: [part, 2], threads: 1 }));
    expect(shards.map(({ labels }) => labels.size)).toEqual([4, 4]);
    expect(() => labelled(dataset, shards[0], null)).toThrow(/lack 4 of 8 labels/);
    await expect(mergeShards([file('1')], dataset)).rejects.toMatchObject({
      code: 'E_DATASET',
      message: expect.stringMatching(/lack 4 of 8/),
    });
    const merged = await mergeShards([file('1'), file('2')], dataset);
    expect(labelled(dataset, merged, null).travel).toBeDefined();
  });

  it('is checked against more effort, which never finds more', async () => {
    const labelling = await labelDataset(dataset, plan, { log: file('checked'), threads: 1 });
    const quality = await checkLabels(dataset, labelling, { sample: 4, factor: 3, threads: 1 });
    expect(quality).toMatchObject({ sample: 4, factor: 3 });
    expect(quality?.meanExcess).toBeGreaterThanOrEqual(0);
    expect(await checkLabels(dataset, labelling, { sample: 0, factor: 3, threads: 1 })).toBeNull();
    expect(labelled(dataset, labelling, quality).sources[0].labels?.quality).toEqual(quality);
    const stopped = checkLabels(dataset, labelling, { sample: 4, factor: 3, threads: 1, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'E_BUDGET' });
  });
});
