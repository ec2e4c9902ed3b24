/** The training loop: it learns, repeats itself to the bit, resumes, stops, and refuses bad data. */
import { describe, expect, it } from 'vitest';
import { wasmKernels } from '../../src/kernels/wasm.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { Random } from '../../src/run/random.ts';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import type { SampleSet } from '../../src/training/sample.ts';
import { selectSets } from '../../src/training/set-table.ts';
import { type TrainingOptions, type TrainingProgress, train } from '../../src/training/train.ts';
import { trainingPresets } from '../../src/training/train-presets.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/training/trainer/checkpoint.ts';
import type { TrainingInput } from '../../src/training/trainer/config.ts';
import { replaceDeadUnits, UnitActivity } from '../../src/training/trainer/dead-units.ts';
import { TrainableDeepSets } from '../../src/training/trainer/trainable-sets.ts';
import { syntheticSamples } from './train-samples.ts';

const sets = { training: syntheticSamples(600, 1), validation: syntheticSamples(150, 2) };

const small = { layers: 2, width: 16 } as const;
const deepSets: TrainingInput = {
  ...trainingPresets['ds-scaled'],
  architecture: { ...trainingPresets['ds-scaled'].architecture, ...small },
  epochs: 6,
};
const universal: TrainingInput = {
  ...trainingPresets.universal,
  architecture: { ...trainingPresets.universal.architecture, ...small },
  epochs: 6,
};

const graphTransformer: TrainingInput = {
  ...trainingPresets['gt-scaled'],
  architecture: { ...trainingPresets['gt-scaled'].architecture, layers: 2, width: 8, dropout: 0.3, norm: true },
  optimiser: { kind: 'schedule-free', learningRate: 1e-3 },
  epochs: 6,
};

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NeoLrpError);
  return (error as NeoLrpError).code;
};

describe('learning', () => {
  it.each([
    ['deep sets', deepSets],
    ['universal', universal],
    ['graph transformer', graphTransformer],
  ])('%s lowers the validation error well below that of the mean', async (_name, config) => {
    const errors: number[] = [];
    await train({ ...config, epochs: 25 }, sets, { onProgress: (progress) => errors.push(progress.validationError) });
    const costs = Array.from({ length: sets.validation.count }, (_, k) => sets.validation.travel[k]);
    const mean = costs.reduce((a, b) => a + b) / costs.length;
    const naive = costs.reduce((sum, cost) => sum + Math.abs(mean - cost) / cost, 0) / costs.length;
    expect(Math.min(...errors)).toBeLessThan(naive / 3);
  });

  it.each(['N1', 'N2', 'N3', 'N4'] as const)('%s is denormalised to the same cost', async (normalisation) => {
    const config: TrainingInput = {
      ...deepSets,
      epochs: 15,
      target: { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation },
    };
    let last: TrainingProgress | undefined;
    const result = await train(config, sets, {
      onProgress: (progress) => {
        last = progress;
      },
    });
    expect(last?.validationMedian).toBeLessThan(0.25);
    expect(result.target.kind === 'cost' && result.target.range !== undefined).toBe(normalisation === 'N3' || normalisation === 'N4');
  });

  it.each([
    ['Adam', universal],
    ['schedule-free', { ...universal, optimiser: { kind: 'schedule-free', learningRate: 1e-3 } }],
  ] as const)('only the free units of ρ have negative output weights, by %s', async (_, config) => {
    const bentDown = async (freeUnits?: number) => {
      const { output, units } = (await train({ ...config, freeUnits }, sets)).network.rho;
      return [...new Set([...output.keys()].filter((k) => output[k] < 0).map((k) => k % units))];
    };
    expect(await bentDown(0)).toEqual([]);
    expect((await bentDown(3)).filter((k) => k >= 3)).toEqual([]);
    expect((await bentDown()).length).toBeGreaterThan(1);
  });

  it('more free units than there are are refused', async () => {
    expect(await codeOf(train({ ...universal, freeUnits: 99 }, sets))).toBe('E_USAGE');
  });

  it('a ranking loss changes the weights and still learns', async () => {
    const plain = await train(universal, sets);
    const ranked = await train({ ...universal, ranking: { weight: 0.05 } }, sets);
    expect([...ranked.network.rho.hidden]).not.toEqual([...plain.network.rho.hidden]);
    expect(ranked.history[5].validationError).toBeLessThan(ranked.history[0].validationError);
  });
});

describe('repetition', () => {
  const weights = async (config: TrainingInput, options?: TrainingOptions) => {
    const { network } = await train(config, sets, options);
    const layers = 'phi' in network ? network.phi : [network.encoder, ...network.attention.map((block) => block.query), network.decoder];
    return [...layers.flatMap((layer) => [...layer.weights, ...layer.bias]), ...network.rho.hidden, ...network.rho.output];
  };

  it('same seed: same weights to the bit; other seed: others', async () => {
    const first = await weights(universal);
    expect(await weights(universal)).toEqual(first);
    expect(await weights({ ...universal, seed: 2 })).not.toEqual(first);
  });

  it('two threads repeat themselves to the bit, and agree with one up to rounding', async () => {
    const config = { ...universal, epochs: 3 };
    const two = await weights(config, { threads: 2 });
    expect(await weights(config, { threads: 2 })).toEqual(two);
    const one = await weights(config, { threads: 1 });
    const gap = Math.max(...one.map((w, k) => Math.abs(w - two[k])));
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(0.05);
  });

  it.each([
    ['one thread', universal, 1],
    ['two threads', universal, 2],
    ['graph transformer with dropout, schedule-free, two threads', graphTransformer, 2],
  ])('a resumed run ends like an uninterrupted one, to the bit (%s)', async (_name, config, threads) => {
    const saved: Uint8Array[] = [];
    const whole = await weights(config, { threads, checkpoint: { save: (bytes) => saved.push(bytes) } });
    expect(saved).toHaveLength(6);
    expect(await weights(config, { threads, checkpoint: { resume: saved[2] } })).toEqual(whole);
  });

  it('a checkpoint of other data, another configuration or thread count is refused', async () => {
    const saved: Uint8Array[] = [];
    await train({ ...deepSets, epochs: 1 }, sets, { checkpoint: { save: (bytes) => saved.push(bytes) } });
    const [resume] = saved;
    const other = { ...sets, training: syntheticSamples(600, 3) };
    expect(await codeOf(train(deepSets, other, { checkpoint: { resume } }))).toBe('E_USAGE');
    expect(await codeOf(train({ ...deepSets, seed: 5 }, sets, { checkpoint: { resume } }))).toBe('E_USAGE');
    expect(await codeOf(train(deepSets, sets, { checkpoint: { resume: resume.subarray(0, resume.length - 3) } }))).toBe('E_DATASET');
    expect((await train(deepSets, sets, { checkpoint: { resume } })).history).toHaveLength(6);
  });
});

describe('ending', () => {
  it('stops at an abort with what it has, in one thread and in two', async () => {
    for (const threads of [1, 2]) {
      const controller = new AbortController();
      const result = await train({ ...deepSets, epochs: 10_000 }, sets, {
        threads,
        signal: controller.signal,
        onProgress: ({ epoch }) => {
          if (epoch === 2) controller.abort();
        },
      });
      expect(result.end).toBe('aborted');
      expect(result.bestEpoch).toBeGreaterThan(0);
      expect(result.history.length).toBeLessThan(10_000);
    }
  });

  it('stops when patience runs out', async () => {
    const result = await train({ ...deepSets, epochs: 400, patience: 2, optimiser: { kind: 'adam', learningRate: 0.03 } }, sets);
    expect(result.end).toBe('patience');
    expect(result.history.length - result.bestEpoch).toBe(2);
  });

  it('a loss that is no number ends the run and keeps the last good epoch', async () => {
    const saved: Uint8Array[] = [];
    const config: TrainingInput = { ...deepSets, epochs: 3 };
    await train(config, sets, { checkpoint: { save: (bytes) => saved.push(bytes) } });
    // With infinite weights in a checkpoint, the next epoch diverges.
    const state = decodeCheckpoint(saved[1]);
    state.weights.fill(Number.POSITIVE_INFINITY, 0, 40);
    const broken = encodeCheckpoint(state);
    const result = await train(config, sets, { checkpoint: { resume: broken } });
    expect(result.end).toBe('diverged');
    expect(result.history).toHaveLength(2);
    expect(result.network.rho.output.every(Number.isFinite)).toBe(true);
  });
});

describe('bad input', () => {
  const withTraining = (change: Partial<SampleSet>) => train(deepSets, { ...sets, training: { ...sets.training, ...change } });
  const changed = (values: Float64Array, k: number, value: number) => {
    const copy = values.slice();
    copy[k] = value;
    return copy;
  };

  it('empty', async () => {
    expect(await codeOf(train(deepSets, { ...sets, training: selectSets(sets.training, []) }))).toBe('E_DATASET');
  });
  it('broken: offsets, NaN, no label, no spread, too few routes', async () => {
    const { training } = sets;
    expect(await codeOf(withTraining({ start: training.start.map((value) => value + 1) }))).toBe('E_DATASET');
    expect(await codeOf(withTraining({ travel: changed(training.travel, 17, Number.NaN) }))).toBe('E_DATASET');
    expect(await codeOf(withTraining({ routes: changed(training.routes, 17, 0) }))).toBe('E_DATASET');
    expect(await codeOf(withTraining({ spread: changed(training.spread, 17, 0) }))).toBe('E_DATASET');
  });
  it('mixed scales: some labels of 100 · distance', async () => {
    const travel = sets.training.travel.map((value, k) => (k % 3 ? value : 100 * value));
    expect(await codeOf(withTraining({ travel }))).toBe('E_DATASET');
  });
  it('context inputs that the data lack', async () => {
    const { context: _, ...bare } = sets.training;
    const context = { ...universal, architecture: { ...universal.architecture, features: ['x', 'y', 'load', 'distance', 'nearest2'] } };
    expect(await codeOf(train(context as TrainingInput, { ...sets, training: bare }))).toBe('E_DATASET');
  });
  it('a loss that does not fit the target', async () => {
    expect(await codeOf(train({ ...deepSets, loss: 'parts' }, sets))).toBe('E_USAGE');
  });
});

describe('dead units', () => {
  it.each([false, true])('are re-placed without changing any prediction (linear term: %s)', (linear) => {
    const shape = { ...trainingPresets['ds-paper'].architecture, ...small, linear };
    const network = new TrainableDeepSets({ ...shape, sums: false, features: [...shape.features] }, 1, 30, wasmKernels);
    network.initialise(new Random(1), 12);
    const { memory } = network.state.kernels;
    const { regressor } = network;
    const { weights } = network.state;
    // Units 0 and 1 always active, unit 2 never.
    [1e3, 1e3, -1e3].forEach((bias, k) => {
      memory[weights + regressor.hiddenBias + k] = bias;
      memory[weights + regressor.output + k] = 1e-3;
    });
    const predictions = () => {
      const activity = new UnitActivity(6);
      const { network: value } = { network: network.extract([1]) };
      const list = Array.from({ length: 100 }, (_, k) => {
        const { training: set } = sets;
        for (let i = set.start[k], row = 0; i < set.start[k + 1]; i++, row++)
          memory.set([set.x[i] / set.spread[k], set.y[i] / set.spread[k], set.load[i]], network.input + row * network.inputStride);
        network.forward(Int32Array.of(0, set.start[k + 1] - set.start[k]), 1, new Float64Array(1));
        activity.record(regressor.preActivation, 1);
        return setOutputs(value, set, set.start[k], set.start[k + 1], set.spread[k])[0];
      });
      return { list, activity };
    };
    const before = predictions();
    const random = new Random(3);
    const replaced = replaceDeadUnits(network, before.activity, random, (source) => Float64Array.from({ length: 6 }, () => source.float()));
    expect(replaced).toBeGreaterThanOrEqual(linear ? 3 : 2);
    const after = predictions();
    after.list.forEach((value, k) => {
      expect(value).toBeCloseTo(before.list[k], 3);
    });
  });
});
