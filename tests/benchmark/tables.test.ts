import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SolvedRun } from '../../src/benchmark/record.ts';
import { loadBestKnown, loadPublished, type PublishedResult } from '../../src/benchmark/reference.ts';
import { reportOn } from '../../src/benchmark/report.ts';
import { quantile } from '../../src/benchmark/statistics.ts';
import { type Table, toCsv, toLatex, toMarkdown } from '../../src/benchmark/table.ts';
import { failed, solved } from './runs.ts';

const bestKnown = { P: { a: 100, b: 200 } };
const published: PublishedResult[] = [
  { set: 'P', instance: 'a', method: 'HALNS', gap: 0.5, allocation: null, total: 40 },
  { set: 'P', instance: 'b', method: 'HALNS', gap: 1.5, allocation: null, total: 60 },
  { set: 'P', instance: 'never run', method: 'HALNS', gap: 99, allocation: null, total: 1 },
];
const at = (instance: string, seed: number, total: number, overrides: Partial<SolvedRun> = {}) =>
  solved({
    file: `${instance}.dat`,
    instance,
    seed,
    cost: { total, opening: 0, vehicles: 0, travel: total },
    ...overrides,
  });
const records = [at('a', 1, 101), at('a', 2, 103), at('b', 1, 200, { depots: 10 }), at('b', 2, 200, { depots: 10 })];

const tableOf = (tables: readonly Table[], name: string): Table => {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
};

describe('tables', () => {
  const { tables } = reportOn(records, bestKnown, published);

  it('average over seeds, by instance', () => {
    expect(toCsv(tableOf(tables, 'instances-P'))).toBe(
      [
        'instance,best known,HALNS † gap,HALNS † T_total,full gap,full T_total',
        'a,100,0.50,40.00,2.00,5.00',
        'b,200,1.50,60.00,0.00,5.00',
        'average,,1.00,50.00,1.00,5.00',
        'median,,1.00,50.00,1.00,5.00',
        '',
      ].join('\n'),
    );
  });

  it('average by size', () => {
    expect(tableOf(tables, 'sizes-P').rows.map((row) => row.slice(0, 5))).toEqual([
      ['20 × 5', '1', '0.50', '40.00', '2.00'],
      ['20 × 10', '1', '1.50', '60.00', '0.00'],
      ['average', '2', '1.00', '50.00', '1.00'],
      ['median', '', '1.00', '50.00', '1.00'],
    ]);
  });

  it('sum up each set over the instances that were run', () => {
    expect(tableOf(tables, 'summary-P').rows).toEqual([
      ['HALNS †', '2', '1.00', '1.00', '1.50', '50 %', '100 %', '100 %', '', '', '', '50.00', '50.00', '60.00'],
      ['full', '2', '1.00', '1.00', '2.00', '50 %', '100 %', '100 %', '', '', '', '5.00', '5.00', '5.00'],
    ]);
  });

  it('show T_LA where a method decides before it routes', () => {
    const mip = { objective: 1, bound: 1, gap: 0, solver: 'highs' };
    const time = { allocation: 0.25, routing: 0.5, improvement: 0, total: 0.75 };
    const staged = reportOn([at('a', 1, 101, { method: 'neo-ds', mip, time })], bestKnown, []);
    expect(toCsv(tableOf(staged.tables, 'instances-P')).split('\n').slice(0, 2)).toEqual([
      'instance,best known,neo-ds gap,neo-ds T_LA,neo-ds T_total',
      'a,100,1.00,0.25,0.75',
    ]);
  });

  it('leave out gaps to bounds that say nothing', () => {
    const told = (objective: number, bound: number | null) => ({
      objective,
      bound,
      gap: bound === null ? null : (objective - bound) / objective,
      solver: 'x',
    });
    const report = reportOn(
      [told(100, 98), told(100, -481), told(100, 0), told(100, null)].map((mip, k) => at('a', k, 101, { method: 'neo-ds', mip })),
      bestKnown,
      [],
    );
    // One of the four runs proved something; the other three have no gap to average.
    expect(report.scores[0].modelGap).toBeNull();
    const proved = reportOn(
      [at('a', 1, 101, { method: 'neo-ds', mip: told(100, 98) }), at('b', 1, 201, { method: 'neo-ds', mip: told(100, -5) })],
      bestKnown,
      [],
    );
    expect(proved.scores.map(({ modelGap }) => modelGap)).toEqual([expect.closeTo(2, 12), null]);
    expect(tableOf(proved.tables, 'summary-P').rows[0].slice(9, 11)).toEqual(['2.00', '1']);
    const silent = reportOn([at('a', 1, 101, { method: 'neo-ds', mip: told(100, -5) })], bestKnown, []);
    expect(silent.scores[0].modelGap).toBeNull();
    expect(tableOf(silent.tables, 'summary-P').caption).not.toContain('MIP gap');
  });

  it('keep two budgets of one method apart', () => {
    const { scores } = reportOn([at('a', 1, 101), at('a', 1, 100, { seconds: 10 })], bestKnown, []);
    expect(scores.map(({ method, gap }) => [method, gap])).toEqual([
      ['full 5 s', 1],
      ['full 10 s', 0],
    ]);
  });

  it('say which clock counted, and keep two clocks of one method apart', () => {
    const caption = (clock: 'wall' | 'cpu') => tableOf(reportOn([at('a', 1, 101, { clock })], bestKnown, []).tables, 'summary-P').caption;
    expect(caption('wall')).toContain('in wall seconds on one thread');
    expect(caption('cpu')).toContain('in CPU seconds on one thread');
    const both = reportOn([at('a', 1, 101), at('a', 1, 100, { clock: 'cpu' })], bestKnown, []);
    expect(both.scores.map(({ method, gap }) => [method, gap])).toEqual([
      ['full 5 s cpu', 0],
      ['full 5 s wall', 1],
    ]);
    expect(tableOf(both.tables, 'protocol').rows.map(([, , command]) => command.includes('--clock cpu'))).toEqual([true, false]);
  });

  it('count the later of two attempts, and list failures once a reason', () => {
    const file = 'a.dat';
    const report = reportOn([failed({ file }), ...records, failed({ file: 'x.dat' }), failed({ file: 'x.dat', seed: 2 })], bestKnown, []);
    expect(report.failures).toHaveLength(2);
    expect(tableOf(report.tables, 'failures').rows).toEqual([['P', 'x.dat', 'full', '2', 'E_SYNTAX', 'it is broken']]);
  });

  it('are the same bytes, whatever the order of the records', () => {
    const text = (from: readonly SolvedRun[]) => {
      const report = reportOn(from, bestKnown, published);
      return [
        ...report.tables.flatMap((table) => [toMarkdown(table), toCsv(table), toLatex(table)]),
        ...report.figures.map(({ svg }) => svg),
      ];
    };
    const expected = text(records);
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (order) => {
        expect(text(order)).toEqual(expected);
      }),
    );
  });

  it('escape what their format would misread', () => {
    const table: Table = {
      name: 't',
      caption: 'gap & time in %',
      columns: [
        { group: '', label: 'name', align: 'left' },
        { group: 'a_b', label: 'x', align: 'right' },
      ],
      rows: [['p|q, "r"', '−1.00']],
      footer: 1,
    };
    expect(toMarkdown(table)).toBe('gap & time in %\n\n| name | a_b x |\n| --- | ---: |\n| **p\\|q, "r"** | **−1.00** |\n');
    expect(toCsv(table)).toBe('name,a_b x\n"p|q, ""r""",−1.00\n');
    expect(toLatex(table)).toContain('\\caption{gap \\& time in \\%}');
    expect(toLatex(table)).toContain('\\multicolumn{1}{c}{a\\_b}');
    expect(toLatex(table)).toContain('p|q, "r" & $-$1.00 \\\\');
  });

  it('repeat the published averages when every instance of P is there', async () => {
    const known = await loadBestKnown();
    const all = Object.entries(known.P).map(([instance, cost]) => at(instance, 1, cost));
    const { rows } = tableOf(reportOn(all, known, await loadPublished()).tables, 'summary-P');
    const [meanGap, medianGap, medianTime] = [2, 3, 11];
    const row = (method: string) => rows.find(([name]) => name === `${method} †`) ?? [];
    // Medians as the paper's text gives them; means as the averages of its appendix.
    expect([row('HALNS')[meanGap], row('HALNS')[medianGap]]).toEqual(['0.06', '0.00']);
    expect([row('TSBA_speed')[medianGap], row('TSBA_speed')[medianTime]]).toEqual(['0.11', '11.30']);
    expect(row('HCC-500K')[medianTime]).toBe('206.00');
    expect(row('NEO-DS')[medianTime]).toMatch(/^2\.2/);
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['full', '30', '0.00', '0.00']);
  });
});

describe('quantiles', () => {
  it('lie between order statistics', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
    expect(quantile([7], 0.75)).toBe(7);
  });
});
