import { describe, expect, it } from 'vitest';
import { parseMethods } from '../../src/benchmark/methods.ts';

describe('methods', () => {
  it('are known by name or made of options', () => {
    expect(parseMethods(['neo-ds,search', 'mine=--method flp  --mip-gap 0.1', 'plain='])).toEqual([
      { name: 'neo-ds', options: ['--method', 'neo-ds', '--no-improve'] },
      { name: 'search', options: ['--method', 'search'] },
      { name: 'mine', options: ['--method', 'flp', '--mip-gap', '0.1'] },
      { name: 'plain', options: [] },
    ]);
  });

  it('are refused when unknown, doubled or none', () => {
    expect(() => parseMethods(['magic'])).toThrow(/there is no method 'magic'.*neo-ds/);
    expect(() => parseMethods(['toString'])).toThrow(/there is no method/);
    expect(() => parseMethods(['full', 'full=--threads 2'])).toThrow(/'full' is named twice/);
    expect(() => parseMethods([','])).toThrow(/at least one/);
  });
});
