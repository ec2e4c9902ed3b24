/** Data sets as CSV and Parquet. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFeatures } from '../../src/surrogate/context.ts';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets, type Dataset, toSamples } from '../../src/training/dataset.ts';
import { loadDataset, saveDataset } from '../../src/training/dataset-file.ts';
import { evaluateModel } from '../../src/training/evaluate.ts';
import { onTheirOwn } from '../../src/training/sample.ts';
import { samplesFor } from '../../src/training/training-sets.ts';
import { localShape, parts, randomModel } from '../surrogate/random-models.ts';
import { sweepLabelled } from './toy-labeller.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const plain = collectSets(cellSets(3), 12, 'cells', 3);
const labelled = await sweepLabelled(plain);
/** What a network learns from: everything but the seeds and the generator's classes. */
const content = ({ sources: _s, classCode: _c, group: _g, ...columns }: Dataset) => columns;

describe.each(['csv', 'parquet'])('a data set as %s', (kind) => {
  it('comes back with the same numbers, with and without labels', async () => {
    for (const dataset of [plain, labelled]) {
      const file = join(folder, `sets.${kind}`);
      await saveDataset(file, dataset);
      const back = await loadDataset(file);
      expect(content(back)).toEqual(content(dataset));
      // Sets of one instance still have one number.
      const pairs = (group: Int32Array) => Array.from(group, (own, k) => group.indexOf(own) === k);
      expect(pairs(back.group)).toEqual(pairs(dataset.group));
    }
  });

  it('can be merged with sets of our own, and is not compared by class', async () => {
    const file = join(folder, `more.${kind}`);
    await saveDataset(file, labelled);
    const own = join(folder, 'own.set');
    await saveDataset(own, labelled);
    const both = await loadDataset(own, file);
    expect(both.count).toBe(2 * labelled.count);
    const { overall, byClass } = evaluateModel(randomModel(localShape, parts), samplesFor(await loadDataset(file), 'local-sets'));
    expect(overall.count).toBe(labelled.count);
    expect(byClass.demand).toEqual([]);
  });

  it('holds no instance for a Graph Transformer to attend to', async () => {
    const file = join(folder, `sets.${kind}`);
    await saveDataset(file, labelled);
    await expect(loadDataset(file).then((dataset) => samplesFor(dataset, 'graph-transformer'))).rejects.toMatchObject({
      code: 'E_DATASET',
    });
  });
});

describe('a table of others', () => {
  it('needs only places, demands and capacities; rows of a set may stand apart, and what a network sees is computed', async () => {
    const file = write(
      'theirs.csv',
      'set,depot_x,depot_y,x,y,demand,capacity,travel,routes\nb,1,1,4,5,2,10,10,1\na,0,0,3,4,2,5,20,2\nb,1,1,1,3,3,10,10,1\na,0,0,6,8,4,5,20,2\n',
    );
    const dataset = await loadDataset(file);
    expect(dataset).toMatchObject({ count: 2, sources: [{ kind: 'given', labels: { router: 'given' } }] });
    expect([...dataset.x]).toEqual([3, 0, 3, 6]);
    expect([...dataset.y]).toEqual([4, 2, 4, 8]);
    expect([...dataset.spread]).toEqual([4, 8]);
    expect([...(dataset.travel ?? [])]).toEqual([10, 20]);
    const samples = toSamples(dataset);
    const alone = onTheirOwn(samples).context ?? [];
    samples.context?.forEach((value, at) => {
      expect(value).toBeCloseTo(alone[at], 5);
    });
  });

  it.each([
    ['x,y\n1,2\n', /no column 'set'/, 1],
    ['set,x,y,demand\n1,2,3,4\n', /'x', but none of the name 'capacity'/, 1],
    ['set,x,y,demand,capacity\n1,2,3,4,0\n', /'capacity' cannot hold '0'/, 2],
    ['set,x,y,demand,capacity\n1,2,3,4,9\n1,2,,4,9\n', /'y' cannot hold ''/, 3],
    ['set,x,y,demand,capacity\n1,2,3,4,9\n1,2,3,4,8\n', /'capacity' of set '1' is 9 before, and 8 here/, 3],
    ['set,x,y,demand,capacity,travel\n1,2,3,4,9,7\n', /'travel', but none of the name 'routes'/, 1],
    [`set,x,y,demand,capacity,${contextFeatures[0]}\n1,2,3,4,9,7\n`, /but none of the name/, 1],
  ])('says what is wrong where: %j', async (text, message, line) => {
    const file = write('wrong.csv', text);
    await expect(loadDataset(file)).rejects.toMatchObject({
      code: 'E_DATASET',
      message: expect.stringMatching(message),
      place: { file, line },
    });
  });

  it('says so of a Parquet file that is none', async () => {
    await expect(loadDataset(write('wrong.parquet', 'PAR1 and nothing'))).rejects.toMatchObject({ code: 'E_DATASET' });
  });
});
