/** Every analytic gradient against central differences, in float64. */
import { describe, expect, it } from 'vitest';
import { wasmKernels } from '../../src/kernels/wasm.ts';
import { Random } from '../../src/run/random.ts';
import type { Architecture } from '../../src/surrogate/architecture.ts';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { plainView, writeDepotFeatures, writeFeatures } from '../../src/surrogate/features.ts';
import { normalisations } from '../../src/surrogate/target.ts';
import { Objective } from '../../src/training/trainer/objective.ts';
import { rankingGradient } from '../../src/training/trainer/ranking.ts';
import type { Trainable } from '../../src/training/trainer/trainable.ts';
import { trainableOf } from '../../src/training/trainer/trainable-of.ts';
import { twinKernels } from '../kernels/twin.ts';
import { syntheticSamples } from './train-samples.ts';

const architectures: Record<string, { architecture: Architecture; outputs: number; onlySeen?: number }> = {
  'deep sets': {
    architecture: {
      kind: 'deep-sets',
      features: ['x', 'y', 'load'],
      layers: 3,
      width: 10,
      latent: 6,
      units: 6,
      linear: false,
      sums: false,
    },
    outputs: 1,
  },
  'universal, with context': {
    architecture: {
      kind: 'deep-sets',
      features: ['x', 'y', 'load', 'distance', 'nearest2', 'inward1'],
      layers: 2,
      width: 16,
      latent: 8,
      units: 8,
      linear: true,
      sums: true,
    },
    outputs: 2,
  },
  'local sets': {
    architecture: {
      kind: 'local-sets',
      features: ['load', 'east', 'north', 'lgNearest2', 'shareInward1', 'lgReach4', 'innerLoad'],
      layers: 2,
      width: 16,
      latent: 5,
      plain: 2,
      units: 6,
      linear: true,
    },
    outputs: 2,
  },
  'graph transformer': {
    architecture: {
      kind: 'graph-transformer',
      features: ['x', 'y', 'depot', 'load'],
      layers: 2,
      width: 16,
      attentionHeads: 4,
      dropout: 0,
      norm: true,
      latent: 6,
      units: 8,
      linear: false,
    },
    outputs: 1,
  },
  'graph transformer with dropout and odd sizes': {
    architecture: {
      kind: 'graph-transformer',
      features: ['x', 'y', 'depot', 'load'],
      layers: 2,
      width: 12,
      attentionHeads: 4,
      dropout: 0.3,
      norm: true,
      latent: 6,
      units: 8,
      linear: false,
    },
    outputs: 1,
  },
  'graph transformer with a gate and odd sizes': {
    architecture: {
      kind: 'graph-transformer',
      features: ['x', 'y', 'depot', 'load'],
      layers: 2,
      width: 12,
      attentionHeads: 4,
      dropout: 0,
      norm: true,
      gate: true,
      latent: 6,
      units: 8,
      linear: false,
    },
    outputs: 1,
  },
  'graph transformer without norm, of which three customers are only seen': {
    architecture: {
      kind: 'graph-transformer',
      features: ['x', 'y', 'depot', 'load'],
      layers: 2,
      width: 12,
      attentionHeads: 4,
      dropout: 0,
      norm: false,
      latent: 6,
      units: 8,
      linear: true,
    },
    outputs: 2,
    onlySeen: 3,
  },
};

/** Two samples if the network takes several at once. */
const startsOf = (network: Trainable) => (network.maxSamples > 1 ? Int32Array.of(0, 3, 7) : Int32Array.of(0, 7));

function prepare(network: Trainable, rows: number, seed: number): void {
  const random = new Random(seed);
  network.initialise(random, 5);
  const { memory } = network.state.kernels;
  for (let k = 0; k < rows; k++)
    for (let f = 0; f < network.shape.features.length; f++) memory[network.input + k * network.inputStride + f] = 2 * random.float() - 1;
  const { beside } = network;
  if (!beside) return;
  for (let k = 0; k < rows * beside.stride; k++) memory[beside.at + k] = random.float();
}

describe.each(Object.entries(architectures))('%s', (_name, { architecture, outputs, onlySeen = 0 }) => {
  const rows = 7;

  it('the gradient of a weighted sum of outputs is that of finite differences, for every weight', () => {
    const network = trainableOf(architecture, outputs, rows, twinKernels);
    prepare(network, rows, 3);
    const { memory } = network.state.kernels;
    const start = startsOf(network);
    const samples = start.length - 1;
    const direction = Float64Array.from({ length: samples * outputs }, (_, h) => 1 + h);
    const out = new Float64Array(samples * outputs);
    const value = () => {
      network.refresh();
      network.forward(start, samples, out, new Random(5), onlySeen);
      return out.reduce((sum, o, h) => sum + direction[h] * o, 0);
    };
    value();
    memory.fill(0, network.state.gradient, network.state.gradient + network.state.parameters);
    network.backward(direction);
    const analytic = memory.slice(network.state.gradient, network.state.gradient + network.state.parameters);
    const step = 1e-6;
    let largest = 0;
    for (let k = 0; k < network.state.parameters; k++) {
      const kept = memory[network.state.weights + k];
      memory[network.state.weights + k] = kept + step;
      const above = value();
      memory[network.state.weights + k] = kept - step;
      const below = value();
      memory[network.state.weights + k] = kept;
      const numeric = (above - below) / (2 * step);
      expect(Math.abs(analytic[k] - numeric)).toBeLessThan(1e-5 * (1 + Math.abs(numeric)));
      largest = Math.max(largest, Math.abs(numeric));
    }
    expect(largest).toBeGreaterThan(0.1);
  });

  it('SIMD and twin agree on outputs and gradients', () => {
    const simd = trainableOf(architecture, outputs, rows, wasmKernels);
    const twin = trainableOf(architecture, outputs, rows, twinKernels);
    prepare(simd, rows, 4);
    prepare(twin, rows, 4);
    const results = [simd, twin].map((network) => {
      const start = startsOf(network);
      const out = new Float64Array(outputs * (start.length - 1));
      network.forward(start, start.length - 1, out, new Random(5), onlySeen);
      network.backward(new Float64Array(out.length).fill(1));
      return {
        out,
        gradient: network.state.kernels.memory.slice(network.state.gradient, network.state.gradient + network.state.parameters),
      };
    });
    results[0].out.forEach((value, h) => {
      expect(value).toBeCloseTo(results[1].out[h], 4);
    });
    results[0].gradient.forEach((value, k) => {
      expect(Math.abs(value - results[1].gradient[k])).toBeLessThan(1e-4 * (1 + Math.abs(results[1].gradient[k])));
    });
  });
});

describe.each(Object.entries(architectures))('%s', (_name, { architecture, outputs, onlySeen = 0 }) => {
  it('a network taken over is extracted as it was', () => {
    const network = trainableOf(architecture, outputs, 24, twinKernels);
    if (!network.adopt) return;
    network.initialise(new Random(8), 12);
    const scale = Array.from({ length: outputs }, (_, h) => 4 + 4 * h);
    const value = network.extract(scale);
    const other = trainableOf(architecture, outputs, 24, twinKernels);
    other.initialise(new Random(9), 12);
    other.adopt?.(value, scale);
    expect(other.extract(scale)).toEqual(value);
  });

  it('the extracted network predicts what the one in training does', () => {
    const set = syntheticSamples(6, 11);
    const network = trainableOf(architecture, outputs, 24, twinKernels);
    network.initialise(new Random(8), 12);
    const scale = Array.from({ length: outputs }, (_, h) => 3 + h);
    const value = network.extract(scale);
    for (let k = 0; k < set.count; k++) {
      const [from, to] = [set.start[k], set.start[k + 1]];
      const depotRows = network.seesDepot ? 1 : 0;
      const { memory } = network.state.kernels;
      if (depotRows) writeDepotFeatures(network.shape.features, memory, network.input);
      const first = network.input + depotRows * network.inputStride;
      writeFeatures(network.shape.features, set, from, to, plainView(set.spread[k]), memory, first, network.inputStride);
      const { beside } = network;
      if (beside) writeFeatures(beside.features, set, from, to, plainView(set.spread[k]), memory, beside.at, beside.stride);
      const found = new Float64Array(outputs);
      network.forward(Int32Array.of(0, to - from + depotRows), 1, found, undefined, onlySeen);
      const expected = setOutputs(value, set, from, to, set.spread[k], { members: to - from - onlySeen, kernels: twinKernels });
      expected.forEach((output, h) => {
        expect(scale[h] * found[h]).toBeCloseTo(output, 9);
      });
    }
  });
});

describe('losses', () => {
  const set = syntheticSamples(20, 9);
  it.each([
    ['mse', 'cost'],
    ['huber', 'cost'],
    ['smooth-l1', 'cost'],
    ['relative', 'cost'],
    ['parts', 'travel-and-routes'],
    ['shares', 'travel-and-routes'],
  ] as const)('%s', (loss, kind) => {
    const target = kind === 'cost' ? ({ kind, distanceScale: 100, vehicleCost: 1000, normalisation: 'N2' } as const) : ({ kind } as const);
    const objective = Objective.of({ loss, target }, set);
    const [outputs, targets, gradient, scratch] = Array.from({ length: 4 }, () => new Float64Array(objective.outputs));
    for (const shift of [-2.5, -0.4, 0.3, 1.9]) {
      objective.targets(set, 3, 1.2, targets);
      targets.forEach((t, h) => {
        outputs[h] = t + shift * (1 + h);
      });
      objective.lossAndGradient(outputs, 0, targets, gradient);
      for (let h = 0; h < objective.outputs; h++) {
        const at = (delta: number) => {
          const moved = outputs.slice();
          moved[h] += delta;
          return objective.lossAndGradient(moved, 0, targets, scratch);
        };
        expect(gradient[h]).toBeCloseTo((at(1e-6) - at(-1e-6)) / 2e-6, 5);
      }
    }
  });

  it('relative errors are those of the cost under every normalisation', () => {
    const ofTenPercent = normalisations.map((normalisation) => {
      const target = { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation } as const;
      const objective = Objective.of({ loss: 'relative', target }, set);
      const outputs = new Float64Array(1);
      objective.targets(set, 3, 1, outputs);
      const targets = outputs.slice();
      const slope = new Float64Array(1);
      const cost = objective.cost(set, 3, 1, outputs, 0, slope);
      outputs[0] += (0.1 * cost) / slope[0];
      return objective.lossAndGradient(outputs, 0, targets, new Float64Array(1));
    });
    // Not quite √2 − 1 tenths, because of the floor under the cost.
    for (const loss of ofTenPercent) expect(Math.abs(loss - 0.1 * (Math.SQRT2 - 1))).toBeLessThan(0.004);
  });

  it('ranking', () => {
    const batch = [0, 1, 2, 3, 4, 5];
    const predicted = Float64Array.from([100, 130, 90, 80, 120, 121]);
    const actual = Float64Array.from([110, 120, 80, 95, 100, 100.01]);
    const gradient = new Float64Array(6);
    rankingGradient(set, batch, predicted, actual, 0.05, gradient);
    for (let slot = 0; slot < 6; slot++) {
      const at = (delta: number) => {
        const moved = predicted.slice();
        moved[slot] += delta;
        return rankingGradient(set, batch, moved, actual, 0.05, new Float64Array(6));
      };
      expect(gradient[slot]).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 6);
    }
    expect([gradient[4], gradient[5]]).toEqual([0, 0]);
    expect(gradient[2]).toBeGreaterThan(0);
  });
});
