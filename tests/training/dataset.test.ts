import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { contextWidth } from '../../src/surrogate/context.ts';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets, mergeDatasets, routingSetAt, toSamples } from '../../src/training/dataset.ts';
import { decodeDataset, encodeDataset } from '../../src/training/dataset-file.ts';
import { paperSet, paperSets } from '../../src/training/generator.ts';
import type { LabelPlan } from '../../src/training/label.ts';
import { scaled } from '../scaled.ts';
import { sweepLabelled } from './toy-labeller.ts';

const plan: LabelPlan = { router: 'sweep', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };

const paper = collectSets(paperSets(1), 12, 'paper', 1);
const cells = collectSets(cellSets(1), 9, 'cells', 1);

describe('a data set', () => {
  it('holds the sets seen from their depots', () => {
    const original = paperSet(1, 3);
    const stored = routingSetAt(paper, 3);
    expect(stored.class).toEqual(original.class);
    expect(stored.capacity).toBe(original.capacity);
    expect(stored.spread).toBe(original.spread);
    expect([...stored.demand]).toEqual([...original.demand]);
    stored.x.forEach((x, i) => {
      expect(x).toBeCloseTo(original.x[i] - original.depot.x, 4);
    });
  });

  it('becomes samples: loads over capacity, labels, groups, origins', async () => {
    const samples = toSamples(await sweepLabelled(cells));
    expect(samples.count).toBe(9);
    expect(samples.load[0]).toBeCloseTo(cells.demand[0] / cells.capacity[0], 6);
    expect([...samples.origin]).toEqual(new Array(9).fill(1));
    expect(samples.context).toHaveLength(contextWidth * samples.x.length);
    expect(samples.routes.every((r) => r >= 1)).toBe(true);
    expect(samples.classCode).toEqual(cells.classCode);
  });

  it('refuses to be samples while empty or without labels', () => {
    expect(() => toSamples(paper)).toThrow(/no labels/);
    expect(() => toSamples(collectSets(paperSets(1), 0, 'paper', 1))).toThrow(/empty/);
  });

  it('merges with others, keeping groups apart', async () => {
    const merged = mergeDatasets([await sweepLabelled(paper), await sweepLabelled(cells), await sweepLabelled(cells)]);
    expect(merged.count).toBe(30);
    expect(merged.sources.map((source) => source.kind)).toEqual(['paper', 'cells', 'cells']);
    expect(new Set(merged.group).size).toBe(12 + 2 * new Set(cells.group).size);
    expect(routingSetAt(merged, 12 + 9 + 4)).toEqual({ ...routingSetAt(cells, 4), group: merged.group[12 + 9 + 4] });
    expect(merged.travel?.[12]).toBe((await sweepLabelled(cells)).travel?.[0]);
  });

  it('refuses to merge labelled with unlabelled, and labels of unlike prices', async () => {
    const priced = await sweepLabelled(paper);
    expect(() => mergeDatasets([priced, cells])).toThrow(/1 of 2 data sets have labels/);
    const dearer = { ...priced, sources: priced.sources.map((s) => ({ ...s, labels: { ...plan, quality: null, vehicleCost: 50 } })) };
    expect(() => mergeDatasets([priced, dearer])).toThrow(/different vehicle costs \(10, 50\)/);
  });
});

describe('the data set file', () => {
  it('comes back as it was written, with and without labels', async () => {
    expect(decodeDataset(encodeDataset(paper), 'a.set')).toEqual(paper);
    const full = await sweepLabelled(cells);
    expect(decodeDataset(encodeDataset(full), 'a.set')).toEqual(full);
    expect(decodeDataset(Buffer.from(encodeDataset(full)), 'a.set')).toEqual(full);
  });

  it('finds any wrong byte', async () => {
    const bytes = encodeDataset(await sweepLabelled(paper));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const wrong = bytes.slice();
        wrong[at] ^= flip;
        expect(dataError(() => decodeDataset(wrong, 'a.set'))).toMatch(/^a\.set: .* at byte \d+/);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('finds any missing end', async () => {
    const bytes = encodeDataset(await sweepLabelled(paper));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(dataError(() => decodeDataset(bytes.subarray(0, length), 'a.set'))).toMatch(/at byte/);
      }),
    );
    expect(dataError(() => decodeDataset(Uint8Array.of(...bytes, 0), 'a.set'))).toMatch(/more than the header announces/);
  });

  it('names the place of a value that cannot be', () => {
    const spread = paper.spread.slice();
    spread[4] = Number.NaN;
    expect(dataError(() => decodeDataset(encodeDataset({ ...paper, spread }), 'a.set'))).toMatch(
      /column 'spread' has the impossible value NaN/,
    );
  });
});

describe('a header of broken JSON under a right checksum', () => {
  /** Breaks the JSON and mends the checksum. */
  function broken(bytes: Uint8Array): Uint8Array {
    const wrong = bytes.slice();
    const view = new DataView(wrong.buffer);
    const end = 16 + view.getUint32(12, true);
    wrong[16] = '['.charCodeAt(0);
    view.setUint32(end, crc32(wrong.subarray(0, end)), true);
    return wrong;
  }

  it('is an error of ours, with its place', () => {
    expect(dataError(() => decodeDataset(broken(encodeDataset(paper)), 'a.set'))).toMatch(
      /^a\.set: the header is not a JSON object of the right kind at byte 16/,
    );
  });
});

function dataError(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(NeoLrpError);
    expect((error as NeoLrpError).code).toBe('E_DATASET');
    return (error as NeoLrpError).message;
  }
  throw new Error('nothing was thrown');
}
