import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadModel } from '../../src/node/model-files.ts';
import { collectSets } from '../../src/training/dataset.ts';
import { paperSets } from '../../src/training/generator.ts';
import { trainModel } from '../../src/training/train-model.ts';
import { trainingPresets } from '../../src/training/train-presets.ts';
import type { TrainingInput } from '../../src/training/trainer/config.ts';
import { defaultHold, trainingSetsOf } from '../../src/training/training-sets.ts';
import { tuneModel } from '../../src/training/tune.ts';
import { sweepLabelled } from './toy-labeller.ts';

const home = mkdtempSync(join(tmpdir(), 'neo-lrp-train-'));
afterAll(() => rmSync(home, { recursive: true }));

const labelled = (count: number, seed: number) => sweepLabelled(collectSets(paperSets(seed), count, 'paper', seed));
const preset = trainingPresets['ds-scaled'];
const sets = trainingSetsOf(await labelled(60, 1), undefined, defaultHold, preset);
const test = await labelled(20, 2);
const config: TrainingInput = { ...preset, name: 'small', architecture: { ...preset.architecture, layers: 2, width: 8 }, epochs: 4 };

describe('training a model', () => {
  it('writes it with its card, and the errors on sets of its own', async () => {
    const folder = join(home, 'card');
    const { file, model, result } = await trainModel(config, sets, { folder, test, tuning: { plan: 'by hand' } });
    expect(readdirSync(folder).sort()).toEqual(['small.json', 'small.phi.onnx', 'small.rho.onnx']);
    expect((await loadModel(file)).card).toEqual(JSON.parse(JSON.stringify(model.card)));
    expect(model.card).toMatchObject({
      name: 'small',
      training: { bestEpoch: result.bestEpoch, tuning: { plan: 'by hand' } },
      data: { training: 54, validation: 6, sources: [{ kind: 'paper', labels: { router: 'sweep' } }] },
      errors: { overall: { count: 20 }, sources: [{ seed: 2 }] },
    });
  });

  it('continues from the last epoch, to the same bytes', async () => {
    const whole = await trainModel(config, sets, { folder: join(home, 'whole') });
    const folder = join(home, 'resumed');
    const controller = new AbortController();
    const stopped = trainModel(config, sets, {
      folder,
      signal: controller.signal,
      onProgress: ({ epoch }) => {
        if (epoch === 2) controller.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'E_BUDGET', place: { file: join(folder, 'small.checkpoint') } });
    const resumed: string[] = [];
    const { file } = await trainModel(config, sets, { folder, onResume: (checkpoint) => resumed.push(checkpoint) });
    expect(resumed).toEqual([join(folder, 'small.checkpoint')]);
    const weights = (card: string) => readFileSync(card.replace('.json', '.rho.onnx'));
    expect(weights(file).equals(weights(whole.file))).toBe(true);
    expect(readdirSync(folder)).not.toContain('small.checkpoint');
  });
});

describe('tuning a model', () => {
  it('repeats nothing that its journal holds', async () => {
    const asked = { space: 'deep-sets', trials: 2, eta: 2, firstEpochs: 1, mostEpochs: 2, mostWidth: 32, seed: 1 } as const;
    const counts: number[] = [];
    const tune = () =>
      tuneModel(asked, config.target, sets, {
        journal: join(home, 'tuning.jsonl'),
        onEarlier: (trials) => counts.push(trials),
        onTrial: () => counts.push(-1),
      });
    const first = await tune();
    expect(counts).toEqual([-1, -1, -1]);
    expect(await tune()).toEqual(first);
    expect(counts).toEqual([-1, -1, -1, 3]);
  });
});
