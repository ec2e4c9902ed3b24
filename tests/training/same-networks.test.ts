/** Training with a seed gives the networks that it gave before (same-networks.json), of each architecture, loss and optimiser. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { inLocalLengths } from '../../src/training/sample.ts';
import { train } from '../../src/training/train.ts';
import { trainingPresets } from '../../src/training/train-presets.ts';
import type { TrainingInput } from '../../src/training/trainer/config.ts';
import { syntheticSamples } from './train-samples.ts';

const expected: Record<string, number[]> = JSON.parse(readFileSync(new URL('same-networks.json', import.meta.url), 'utf8'));
const sets = { training: syntheticSamples(200, 1), validation: syntheticSamples(40, 2) };

const { universal, local, 'ds-paper': paper, 'ds-scaled': ds, 'gt-scaled': gt } = trainingPresets;
const small = { layers: 2, width: 16 };
const graph = { ...gt.architecture, layers: 2, width: 8 };
const configs: Record<string, TrainingInput> = {
  'ds-paper': { ...paper, architecture: { ...paper.architecture, ...small }, optimiser: ds.optimiser, replaceDeadUnits: true },
  'ds-scaled': { ...ds, architecture: { ...ds.architecture, ...small } },
  universal: { ...universal, architecture: { ...universal.architecture, ...small } },
  local: { ...local, architecture: { ...local.architecture, ...small } },
  'gt-scaled': { ...gt, architecture: graph },
  'graph norm, dropout, schedule-free': {
    ...gt,
    architecture: { ...graph, width: 12, norm: true, dropout: 0.3 },
    loss: 'huber',
    optimiser: { kind: 'schedule-free', learningRate: 1e-3 },
  },
  'N4 and smooth-l1': {
    ...ds,
    architecture: { ...ds.architecture, ...small, sums: false, linear: false },
    target: { ...ds.target, normalisation: 'N4' },
    loss: 'smooth-l1',
  },
  ranking: { ...universal, architecture: { ...universal.architecture, ...small }, ranking: { weight: 0.05 } },
};

async function outputsOf(config: TrainingInput): Promise<number[]> {
  const { network, history } = await train({ ...config, epochs: 3 }, sets);
  const seen = network.shape.kind === 'local-sets' ? inLocalLengths(sets.validation) : sets.validation;
  const outputs = [0, 1, 2].flatMap((k) => [...setOutputs(network, seen, seen.start[k], seen.start[k + 1], seen.spread[k])]);
  return [...outputs, ...history.flatMap(({ trainLoss, validationError }) => [trainLoss, validationError])];
}

describe('training', () => {
  it.each(Object.keys(configs))('gives the same network: %s', async (name) => {
    const outputs = await outputsOf(configs[name]);
    expect(outputs).toHaveLength(expected[name].length);
    outputs.forEach((output, k) => {
      expect(Math.abs(output - expected[name][k])).toBeLessThanOrEqual(1e-9 * Math.abs(expected[name][k]));
    });
  });
});
