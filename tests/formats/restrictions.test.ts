/** What restricts or costs is never dropped in silence: a column is used, or refused by name until it is ignored. */
import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import restrictions from './restrictions.json' with { type: 'json' };

type Kind = 'customers' | 'depots';
const columns = Object.entries(restrictions).flatMap(([language, kinds]) =>
  (['customers', 'depots'] as const).flatMap((kind) => kinds[kind].map((name) => ({ language, kind, name }))),
);

function read(kind: Kind, name: string, ignore: readonly string[] = []) {
  const warnings: ReadWarning[] = [];
  const more = (own: Kind, text: string) => (own === kind ? text : '');
  const files = [
    { name: 'customers.csv', text: `id,x,y,pallets${more('customers', `,"${name}"`)}\na,1,2,3${more('customers', ',2')}\n` },
    { name: 'depots.csv', text: `id,x,y${more('depots', `,"${name}"`)}\nD,0,0${more('depots', ',2')}\n` },
  ];
  const instance = readInstance(files, { vehicleCapacity: 9, ignore, onWarning: (warning) => warnings.push(warning) });
  return { place: instance[kind][0], warnings };
}

describe('columns that restrict or cost', () => {
  it('are 200 and more in eight languages', () => {
    expect(columns.length).toBeGreaterThanOrEqual(240);
    expect(Object.keys(restrictions)).toHaveLength(8);
  });

  it.each(columns)('$language, $kind: $name is used or refused', ({ kind, name }) => {
    try {
      const { place, warnings } = read(kind, name);
      expect(place.details, 'kept as a detail').toBeUndefined();
      expect(warnings.filter(({ code }) => code === 'unused-column')).toEqual([]);
    } catch (error) {
      if (!(error instanceof NeoLrpError)) throw error;
      // Of two quantities, either may be the demand that is meant.
      const [column = ''] = error.place.ignorable ?? [];
      expect([name, 'pallets']).toContain(column);
      const ignored = read(kind, name, [column]).place;
      expect(ignored).toMatchObject(column === name ? { details: { [name]: '2' } } : { demand: 2 });
    }
  });
});
