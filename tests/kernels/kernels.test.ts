/** Each SIMD kernel against its float64 twin, on random sizes and values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Kernels, padded, panelIndex } from '../../src/kernels/kernels.ts';
import { wasmKernels } from '../../src/kernels/wasm.ts';
import { Random } from '../../src/run/random.ts';
import { scaled } from '../scaled.ts';
import { twinKernels } from './twin.ts';

const space = 60_000;

/** Runs the same calls on both and compares every element of memory. */
function expectAlike(seed: number, calls: (kernels: Kernels) => void, relative = 2e-5): void {
  const random = new Random(seed);
  const [simd, twin] = [wasmKernels(space), twinKernels(space)];
  for (let k = 0; k < space; k++) {
    simd.memory[k] = 2 * random.float() - 1;
    twin.memory[k] = simd.memory[k];
  }
  calls(simd);
  calls(twin);
  let worst = 0;
  for (let k = 0; k < space; k++) worst = Math.max(worst, Math.abs(simd.memory[k] - twin.memory[k]) / (1 + Math.abs(twin.memory[k])));
  expect(worst).toBeLessThan(relative);
}

const seed = fc.integer({ min: 0, max: 1e6 });
const rows = fc.integer({ min: 1, max: 12 }).map((n) => 4 * n);
const inputs = fc.integer({ min: 1, max: 12 }).map((n) => 4 * n);
const outputs = fc.integer({ min: 1, max: 3 }).map((n) => 16 * n);
/** Disjoint places in memory. */
const [a, b, c, d, e] = [0, 10_000, 20_000, 30_000, 40_000];

describe('dense layers', () => {
  it('forward, with and without ReLU', () => {
    fc.assert(
      fc.property(seed, rows, inputs, outputs, fc.boolean(), (s, n, i, o, relu) => {
        expectAlike(s, (kernels) => kernels.dense(n, i, o, a, b, c, d, relu));
      }),
      { numRuns: scaled(30) },
    );
  });

  it('backward through a ReLU', () => {
    fc.assert(
      fc.property(seed, rows, outputs, outputs, (s, n, i, o) => {
        expectAlike(s, (kernels) => kernels.denseBackward(n, i, o, a, b, c, d));
      }),
      { numRuns: scaled(30) },
    );
  });

  it('gradient of the weights', () => {
    fc.assert(
      fc.property(seed, rows, inputs, outputs, (s, n, i, o) => {
        expectAlike(s, (kernels) => kernels.denseWeightGradient(n, i, o, a, b, c));
      }),
      { numRuns: scaled(30) },
    );
  });

  it('a worked example: two rows of one input, W = (1, −2), bias (0, 3)', () => {
    const kernels = wasmKernels(1000);
    const { memory } = kernels;
    memory[0] = 1;
    memory[4] = 2;
    memory[100 + panelIndex(4, 0, 0)] = 1;
    memory[100 + panelIndex(4, 0, 1)] = -2;
    memory[201] = 3;
    kernels.dense(4, 4, 16, 0, 100, 200, 300, true);
    expect([...memory.subarray(300, 302), ...memory.subarray(316, 318)]).toEqual([1, 1, 2, 0]);
  });
});

describe('other kernels', () => {
  it('transpose panels', () => {
    fc.assert(
      fc.property(seed, outputs, outputs, (s, i, o) => {
        expectAlike(s, (kernels) => kernels.transpose(i, o, a, b), 1e-12);
      }),
      { numRuns: scaled(20) },
    );
  });

  it('sum rows, any number of them', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 70 }), outputs, (s, n, o) => {
        expectAlike(s, (kernels) => kernels.addRows(n, o, a, b));
      }),
      { numRuns: scaled(30) },
    );
  });

  it('spread a gradient through a ReLU', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 50 }), outputs, (s, n, o) => {
        expectAlike(s, (kernels) => kernels.spreadThroughRelu(n, o, a, b, c), 1e-12);
      }),
      { numRuns: scaled(20) },
    );
  });

  it('Adam and schedule-free AdamW, several steps', () => {
    expectAlike(
      7,
      (kernels) => {
        for (let k = 0; k < 400; k++) kernels.memory[d + k] = Math.abs(kernels.memory[d + k]);
        for (let t = 1; t <= 5; t++)
          kernels.adam(400, a, b, c, d, 0.1, 1e-2 / (1 - 0.9 ** t), 1 / Math.sqrt(1 - 0.999 ** t), 0.9, 0.999, 1e-8, 0.999);
      },
      1e-4,
    );
    expectAlike(
      8,
      (kernels) => {
        for (let k = 0; k < 400; k++) kernels.memory[d + k] = Math.abs(kernels.memory[d + k]);
        for (let t = 1; t <= 5; t++)
          kernels.scheduleFree(400, a, b, c, d, 0.1, 1e-2, 1 / Math.sqrt(1 - 0.999 ** t), 0.9, 0.999, 1e-8, 1e-3, 1 / t);
      },
      1e-4,
    );
    expect(e).toBeGreaterThan(d);
  });
});

describe('attention', () => {
  const nodes = fc.integer({ min: 2, max: 23 });
  const heads = fc.constantFrom(1, 2, 4);
  const channels = fc.constantFrom(1, 3, 4, 6);

  /** One forward and one backward pass on random queries, keys and values. */
  function pass(kernels: Kernels, n: number, h: number, c: number, dropout: number): void {
    const [columns, width] = [padded(n, 4), h * c];
    // Start bits of the generator: finite float32.
    for (let lane = 0; lane < 4; lane++) kernels.memory[e + 9000 + lane] = 0.1 + lane;
    kernels.distances(n, columns, a, 4, 0, 1, b);
    kernels.transposeRows(n, width, a + 1000, width, b + 2000, columns);
    kernels.transposeRows(n, width, a + 2000, width, b + 4000, columns);
    kernels.attend(n, columns, h, c, a + 3000, width, b + 2000, b + 4000, b, a + 5000, c0, d, width, dropout, e + 9000, e);
    kernels.attendBackward(
      ...([n, columns, h, c, a + 3000, width, b + 2000, b + 4000, b, a + 5000, c0, a + 6000, width, dropout] as const),
      ...([d + 2000, width, d + 4000, d + 6000, d + 8000, e] as const),
    );
    kernels.transposeBack(n, width, d + 4000, columns, e + 1000, width);
    // Scratch rows may hold anything.
    kernels.memory.fill(0, e, e + 2 * columns);
  }
  const c0 = c;

  it('forward and backward, with and without dropout', () => {
    fc.assert(
      fc.property(seed, nodes, heads, channels, fc.constantFrom(0, 0.3), (s, n, h, c, dropout) => {
        expectAlike(s, (kernels) => pass(kernels, n, h, c, dropout), 1e-4);
      }),
      { numRuns: scaled(40) },
    );
  });

  it('weights of a node sum to one, and none is its own', () => {
    const kernels = wasmKernels(space);
    for (let k = 0; k < space; k++) kernels.memory[k] = Math.sin(k);
    pass(kernels, 9, 2, 4, 0);
    for (let row = 0; row < 18; row++) {
      const weights = Float64Array.from(kernels.memory.subarray(c0 + row * 12, c0 + (row + 1) * 12));
      expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
      expect(weights[row % 9]).toBe(0);
    }
  });

  it('drops the share of weights it is told to', () => {
    const kernels = wasmKernels(space);
    pass(kernels, 40, 4, 1, 0.3);
    const weights = kernels.memory.subarray(c0, c0 + 4 * 40 * 40);
    const [dropped, kept] = [weights.filter((w) => w < 0).length, weights.filter((w) => w > 0).length];
    expect(dropped / (dropped + kept)).toBeGreaterThan(0.27);
    expect(dropped / (dropped + kept)).toBeLessThan(0.33);
  });

  it('ELU, forward and backward', () => {
    fc.assert(
      fc.property(seed, nodes, (s, n) => {
        expectAlike(
          s,
          (kernels) => {
            kernels.elu(4 * n, a, b);
            kernels.eluBackward(4 * n, c0, b, d);
          },
          1e-4,
        );
      }),
      { numRuns: scaled(30) },
    );
  });

  it('graph norm and ELU, forward and backward', () => {
    fc.assert(
      fc.property(seed, nodes, outputs, (s, n, o) => {
        expectAlike(
          s,
          (kernels) => {
            kernels.graphNorm(n, o, a, a + 8000, a + 8100, a + 8200, b, b + 8000, b + 8100);
            kernels.graphNormBackward(n, o, d, b, b + 8000, b + 8100, a + 8000, a + 8200, e + 8000, e + 8100, e + 8200);
          },
          1e-4,
        );
      }),
      { numRuns: scaled(30) },
    );
  });
});
