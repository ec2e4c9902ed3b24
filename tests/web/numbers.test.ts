import { describe, expect, it } from 'vitest';
import { markOf, parseNumber, withPlainNumbers } from '../../web/src/ui/numbers.ts';

describe('numbers as people write them', () => {
  it.each([
    ['46,05', ',', 46.05],
    ['1.234,5', ',', 1234.5],
    ['1 234,5', ',', 1234.5],
    ['1\u202f234', ',', 1234],
    ["1'234.5", '.', 1234.5],
    ['1,234,567', '.', 1234567],
    ['-0,5', ',', -0.5],
    ['2e3', '.', 2000],
    ['12', ',', 12],
    ['12.05.2026', '.', undefined],
    ['1,23,4', '.', undefined],
    ['forty', '.', undefined],
    ['', '.', undefined],
  ] as const)('%s with a decimal %s is %s', (text, mark, value) => {
    expect(parseNumber(text, mark)).toBe(value);
  });

  it('the cells of a table tell its decimal mark; where they do not, the language does', () => {
    expect(markOf(['14,51', '1.234'])).toBe(',');
    expect(markOf(['14.51', '1,234'])).toBe('.');
    expect(markOf(['1,234'], ',')).toBe(',');
    expect(markOf(['1,234'], '.')).toBe('.');
    // Points alone are decimal in every language: so files have them.
    expect(markOf(['14.512', '46.051'], ',')).toBe('.');
  });

  it('rows from a spreadsheet become rows of plain numbers, and their words stay', () => {
    expect(withPlainNumbers('Bäckerei 1.000\t14,51\t46,05\t1.250,5', ',')).toBe('Bäckerei 1.000\t14.51\t46.05\t1250.5');
    expect(withPlainNumbers('a,1,2', '.')).toBe('a,1,2');
  });
});
