import { describe, expect, it } from 'vitest';
import { parseMethods, withNetworks } from '../../src/benchmark/methods.ts';

describe('methods', () => {
  it('are known by name or made of options', () => {
    expect(parseMethods(['pure-flp'])).toEqual([{ name: 'pure-flp', options: ['--method', 'flp', '--pure'] }]);
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

  it('know the networks they ask, by default or by name, and where they ask none', async () => {
    const [byDefault, pure, byName, full, flp, search, absent] = await withNetworks(
      parseMethods(['neo-ds', 'plain=--pure', 'named=--model local', 'full,flp,search', 'absent=--model nowhere']),
    );
    expect(byDefault.networks).toMatch(/^[0-9a-f]{16}$/);
    for (const { networks } of [pure, byName, full]) expect(networks).toBe(byDefault.networks);
    expect([flp.networks, search.networks, absent.networks]).toEqual([undefined, undefined, undefined]);
  });
});
