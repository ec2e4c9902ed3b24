/** Each SIMD kernel against its float64 twin, on random sizes and values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Kernels, padded, panelIndex } from '../../src/kernels/kernels.ts';
import { twinKernels } from '../../src/kernels/twin.ts';
import { wasmKernels } from '../../src/kernels/wasm.ts';
import { Random } from '../../src/run/random.ts';

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
const outputs = fc.integer({ min: 1, max: 6 }).map((n) => 8 * n);
/** Disjoint places in memory. */
const [a, b, c, d, e] = [0, 10_000, 20_000, 30_000, 40_000];

describe('dense layers', () => {
  it('forward, with and without ReLU', () => {
    fc.assert(
      fc.property(seed, rows, inputs, outputs, fc.boolean(), (s, n, i, o, relu) => {
        expectAlike(s, (kernels) => kernels.dense(n, i, o, a, b, c, d, relu));
      }),
      { numRuns: 30 },
    );
  });

  it('backward through a ReLU', () => {
    fc.assert(
      fc.property(seed, rows, outputs, outputs, (s, n, i, o) => {
        expectAlike(s, (kernels) => kernels.denseBackward(n, i, o, a, b, c, d));
      }),
      { numRuns: 30 },
    );
  });

  it('gradient of the weights', () => {
    fc.assert(
      fc.property(seed, rows, inputs, outputs, (s, n, i, o) => {
        expectAlike(s, (kernels) => kernels.denseWeightGradient(n, i, o, a, b, c));
      }),
      { numRuns: 30 },
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
    kernels.dense(4, 4, 8, 0, 100, 200, 300, true);
    expect([...memory.subarray(300, 302), ...memory.subarray(308, 310)]).toEqual([1, 1, 2, 0]);
  });
});

describe('other kernels', () => {
  it('transpose panels', () => {
    fc.assert(
      fc.property(seed, outputs, outputs, (s, i, o) => {
        expectAlike(s, (kernels) => kernels.transpose(i, o, a, b), 1e-12);
      }),
      { numRuns: 20 },
    );
  });

  it('sum rows, any number of them', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 70 }), outputs, (s, n, o) => {
        expectAlike(s, (kernels) => kernels.addRows(n, o, a, b));
      }),
      { numRuns: 30 },
    );
  });

  it('spread a gradient through a ReLU, and clear the padding', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 50 }), outputs, (s, n, o) => {
        expectAlike(s, (kernels) => kernels.spreadThroughRelu(n, o, a, b, c), 1e-12);
        const kernels = wasmKernels(space);
        kernels.memory.fill(1);
        kernels.spreadThroughRelu(n, o, a, b, c);
        expect(kernels.memory.subarray(c + n * o, c + padded(n, 4) * o).every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 20 },
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
