import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../src/formats/column-meaning.ts';
import { previewTable, withColumnNames } from '../../src/formats/preview.ts';
import { readInstance } from '../../src/formats/read.ts';
import { csvFile as file } from './samples.ts';

const odd = file('kunden.csv', 'Unsere Kunden', '', 'Kunde;Ost;"Nord; genau";Was;Sperrzeit', 'a;13,4;52,5;7;ja', 'b;13,1;52,4;9;nein');

describe('the preview of a table', () => {
  it('tells what each column is taken for, and what else it can be', () => {
    const preview = previewTable(odd);
    expect(preview?.columns.map(({ meaning }) => meaning)).toEqual(['detail', 'detail', 'detail', 'detail', 'unclear']);
    expect(preview?.rows[0]).toEqual(['a', '13,4', '52,5', '7', 'ja']);
    for (const kind of ['kunden', 'lager']) {
      const { choices = [] } = previewTable(file(`${kind}.csv`, 'a;b', '1;2')) ?? {};
      expect(choices).toContain(kind === 'lager' ? 'capacity' : 'time windows');
      for (const choice of choices) expect(meaningOf(choice, kind === 'lager' ? 'depots' : 'customers').as, choice).toBe('field');
    }
    expect(previewTable({ name: 'a.json', text: '{}' })).toBeUndefined();
  });

  it('is read with the names that were chosen', () => {
    const named = withColumnNames(
      odd,
      new Map([
        [1, 'longitude'],
        [2, 'latitude'],
        [3, 'demand'],
      ]),
    );
    const instance = readInstance(named, { ignore: ['Sperrzeit'], sites: () => [{ id: 'S', x: 13, y: 52 }] });
    expect(instance.customers).toMatchObject([
      { id: 'a', x: 13.4, y: 52.5, demand: 7 },
      { id: 'b', demand: 9 },
    ]);
  });
});
