import { describe, expect, it } from 'vitest';
import { trainingConfig } from '../../src/training/train.ts';
import { drawConfigs, roundEpochs, successiveHalving, type TrialResult, type TuningPlan } from '../../src/training/tune.ts';

const plan: TuningPlan = { space: 'deep-sets', trials: 9, eta: 3, firstEpochs: 2, mostEpochs: 18, mostWidth: 256, seed: 4, data: 'x' };
const target = { kind: 'cost', distanceScale: 100, vehicleCost: 1000 } as const;
/** Trial 5 starts badly and ends best; trial 0 diverges. */
const errorOf = (trial: number, epochs: number) => (trial === 0 ? null : trial === 5 ? 0.5 / epochs : 0.1 + trial / 100);
const run = async ({ epochs }: { epochs: number }, trial: number) => ({ error: errorOf(trial, epochs), seconds: 1 });

describe('successive halving', () => {
  it('gives survivors more epochs', () => {
    expect(roundEpochs(plan)).toEqual([2, 6, 18]);
    expect(roundEpochs({ ...plan, mostEpochs: 10 })).toEqual([2, 6, 10]);
    expect(roundEpochs({ ...plan, trials: 1 })).toEqual([2]);
  });

  it('keeps the best third of each round, and never one that diverged', async () => {
    const { results, best } = await successiveHalving(plan, target, run, [], () => {});
    const alive = (round: number) => results.filter((result) => result.round === round).map(({ trial }) => trial);
    expect(alive(0)).toHaveLength(9);
    // At two epochs trial 5 has 0.25, behind all but the diverged one: the first round is where halving can err.
    expect(alive(1)).toEqual([1, 2, 3]);
    expect(alive(2)).toEqual([1]);
    expect(best).toMatchObject({ trial: 1, error: 0.11, config: { epochs: 18 } });
  });

  it('continues an interrupted run with the same end, and runs nothing twice', async () => {
    const journal: TrialResult[] = [];
    const whole = await successiveHalving(plan, target, run, [], (result) => void journal.push(result));
    for (const cut of [0, 4, 9, 11]) {
      const again: number[] = [];
      const counted = (config: { epochs: number }, trial: number) => {
        again.push(trial);
        return run(config, trial);
      };
      const resumed = await successiveHalving(plan, target, counted, journal.slice(0, cut), () => {});
      expect(resumed).toEqual(whole);
      expect(again).toHaveLength(journal.length - cut);
    }
  });

  it('says so when everything diverges', async () => {
    await expect(
      successiveHalving(
        plan,
        target,
        async () => ({ error: null, seconds: 1 }),
        [],
        () => {},
      ),
    ).rejects.toThrow(/every configuration diverged/);
  });
});

describe("the paper's own search", () => {
  it('trains every configuration for its own epochs, in one round', async () => {
    const { results, best, configs } = await successiveHalving({ ...plan, paper: true, mostWidth: 2048 }, target, run, [], () => {});
    expect(results.map(({ round, epochs }) => [round, epochs])).toEqual(configs.map(({ epochs }) => [0, epochs]));
    expect(best.config.epochs).toBe(configs[best.trial].epochs);
  });

  it('draws from its tables: squared errors, a constant rate, and for Graph Transformers the gate', () => {
    const drawn = drawConfigs({ ...plan, paper: true, trials: 60, mostWidth: 2048 }, target);
    for (const config of drawn) {
      expect(config).toMatchObject({ loss: 'mse', optimiser: { kind: 'adam', learningRate: 1e-3 }, batch: 32 });
      expect(config.optimiser).not.toHaveProperty('finalLearningRate');
    }
    expect(new Set(drawn.map(({ epochs }) => epochs))).toEqual(new Set([50, 100, 200, 400, 600, 800, 1000]));
    expect(Math.max(...drawn.map(({ architecture }) => (architecture.kind === 'deep-sets' ? architecture.width : 0)))).toBe(2048);
    const graphs = drawConfigs({ ...plan, space: 'graph-transformer', paper: true, trials: 40, mostWidth: 128 }, target);
    expect(new Set(graphs.map(({ architecture }) => 'gate' in architecture)).size).toBe(2);
    for (const config of graphs) expect(trainingConfig({ ...config, epochs: 1 }).loss).not.toBe('relative');
  });
});

describe('search spaces', () => {
  it('hold only configurations that can be trained, within the width asked for', () => {
    for (const space of ['deep-sets', 'graph-transformer'] as const) {
      const configs = drawConfigs({ ...plan, space, trials: 60, mostWidth: 64 }, target);
      expect(configs).toHaveLength(60);
      for (const config of configs) {
        expect(trainingConfig({ ...config, epochs: 1 }).architecture.width).toBeLessThanOrEqual(64);
      }
    }
  });

  it('are drawn from the seed', () => {
    expect(drawConfigs(plan, target)).toEqual(drawConfigs(plan, target));
    expect(drawConfigs(plan, target)).not.toEqual(drawConfigs({ ...plan, seed: 5 }, target));
  });
});
