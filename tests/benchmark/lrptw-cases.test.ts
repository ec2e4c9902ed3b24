import { describe, expect, it } from 'vitest';
import { lrptwCase, lrptwCount } from '../../bench/lrptw-cases.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';

const cases = Array.from({ length: lrptwCount }, (_, k) => lrptwCase(k));

describe('the set LRPTW', () => {
  it('has 40 instances of different names', () => {
    expect(new Set(cases.map(({ instance }) => instance.name)).size).toBe(40);
  });

  it.each(cases.map(({ instance }, k) => [instance.name, k] as const))('%s has a feasible plan', (_, k) => {
    const { instance, plan } = cases[k];
    expect(verify(instance, describeRoutes(instance, plan)).violations).toEqual([]);
    expect(explainInfeasibility(instance)).toBeUndefined();
  });

  it('has windows that a longer trip can miss', () => {
    for (const { instance } of cases) {
      const narrow = /n.$/.test(instance.name);
      const widths = instance.customers.flatMap(({ timeWindows = [] }) => timeWindows.map(([from, to]) => to - from));
      expect(widths.length).toBeGreaterThan(0.4 * instance.customers.length);
      for (const width of widths) expect(width <= 120).toBe(narrow);
    }
  });

  it('never changes, so that plans stay comparable', () => {
    expect([0, 13, 26, 39].map((k) => [cases[k].instance.name, instanceHash(cases[k].instance)])).toEqual([
      ['lrptw-025-05-unp', 'bc38e38ed113d82e'],
      ['lrptw-050-08-cng', '20ce4675cb7036ed'],
      ['lrptw-200-15-uwp', '288124eebe9dcb27'],
      ['lrptw-400-20-cwg', 'd9af0ec9fadd6dfd'],
    ]);
  });
});
