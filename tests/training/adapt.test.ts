/** Adapting a network to one's own instance. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadModel } from '../../src/node/model-files.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { predictionError } from '../../src/surrogate/model.ts';
import { adaptModel, inMip, type LabelCells } from '../../src/training/adapt.ts';
import { labelRegionCell, type RegionLabelTask, regionCells } from '../../src/training/region.ts';
import { graphShape, randomModel, scaled } from '../surrogate/random-models.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-adapt-'));
afterAll(() => rmSync(folder, { recursive: true }));

function region(options: Partial<Parameters<typeof createInstance>[0]> = {}): Instance {
  const random = new Random(7);
  const place = () => ({ x: 100 * random.float(), y: 100 * random.float() });
  return createInstance({
    name: 'region',
    depots: Array.from({ length: 6 }, (_, d) => ({ id: `D${d}`, ...place(), openingCost: 100, capacity: 250 })),
    customers: Array.from({ length: 50 }, (_, i) => ({ id: `c${i}`, ...place(), demand: 5 + random.int(10) })),
    vehicleCapacity: 60,
    vehicleCost: 20,
    ...options,
  });
}

/** Every route costs three times its length: roads that the plane does not show. */
const dearRoads = async (task: RegionLabelTask) => {
  const label = await labelRegionCell(task);
  return label && { ...label, cost: 3 * (label.cost - 20 * label.routes) + 20 * label.routes };
};

const oneByOne =
  (labelOf: typeof labelRegionCell): LabelCells =>
  async (tasks, onLabel, signal) => {
    let index = 0;
    for (const task of tasks) {
      if (signal.aborted) return;
      await onLabel(await labelOf(task), index++);
    }
  };

describe('cells of a region', () => {
  it('are the same for the same seed and draw, within the rules, and none is repeated within a draw', () => {
    const instance = region({ rules: { forbidden: { c3: ['D0', 'D1'] } } });
    for (let draw = 0; draw < 40; draw++) {
      const cells = regionCells(instance, 1, draw);
      expect(regionCells(instance, 1, draw)).toEqual(cells);
      const all = cells.flatMap(({ customers }) => customers);
      expect(new Set(all).size).toBe(all.length);
      for (const { depot, customers } of cells) if (customers.includes(3)) expect(depot).toBeGreaterThan(1);
    }
  });
});

describe('adapt', () => {
  it('lowers the error on held-back cells where the region is unlike what the network has learnt, and writes it on the card', async () => {
    const model = await loadModel('universal');
    const {
      model: adapted,
      helped,
      before,
      after,
      cells,
      held,
    } = await adaptModel(region(), model, {
      folder,
      name: 'mine',
      cells: 150,
      epochs: 30,
      label: oneByOne(dearRoads),
    });
    expect([helped, cells]).toEqual([true, 150]);
    expect(held).toBeGreaterThan(15);
    expect(inMip(before).median).toBeGreaterThan(0.4);
    expect(inMip(after).median).toBeLessThan(0.15);
    expect(adapted.card).toMatchObject({ name: 'mine', description: 'universal, adapted to region' });
    expect(predictionError(adapted.card)?.embedded).toBeCloseTo(inMip(after).ninthDecile, 9);
  }, 60_000);

  it('gives the same weights for the same seed, cells and epochs, with labels known or made again', async () => {
    const model = await loadModel('universal');
    const earlier: number[] = [];
    let labels = 0;
    const run = (part: string, label = oneByOne(labelRegionCell)) =>
      adaptModel(region(), model, {
        folder: join(folder, part),
        name: 'mine',
        cells: 60,
        epochs: 2,
        label,
        onResume: (count) => earlier.push(count),
        onLabel: () => labels++,
      });
    const first = await run('whole');
    expect([earlier, labels]).toEqual([[], 60]);
    expect(existsSync(join(folder, 'whole', 'mine.labels.jsonl'))).toBe(false);
    const breaksDown: LabelCells = (tasks, onLabel, signal) =>
      oneByOne(async (task) => {
        if (labels === 60 + 25) throw new Error('killed');
        return labelRegionCell(task);
      })(tasks, onLabel, signal);
    await expect(run('killed', breaksDown)).rejects.toThrow('killed');
    const again = await run('killed');
    expect([earlier, labels]).toEqual([[25], 120]);
    expect(again.model.network).toEqual(first.model.network);
  }, 60_000);

  it('refuses what it cannot do', async () => {
    const model = await loadModel('universal');
    const options = { folder: join(folder, 'none'), name: 'mine', label: oneByOne(labelRegionCell) };
    await expect(adaptModel(region(), randomModel(graphShape, scaled), { ...options, seconds: 5 })).rejects.toThrow(/Graph Transformer/);
    await expect(adaptModel(region(), model, options)).rejects.toThrow(/needs numbers of cells and epochs/);
    await expect(adaptModel(region(), model, { ...options, cells: 10, epochs: 1 })).rejects.toThrow(/at least 40 are needed/);
  });
});
