import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSizeFindings } from '../../bench/paper-curves.ts';
import { differencesOf } from '../../bench/paper-decisions.ts';
import { epochsFor, type TrainedNetwork } from '../../src/benchmark/ablation-networks.ts';
import { ablationReport, ablations, findAblation, presentVariants } from '../../src/benchmark/ablations.ts';
import { ablationContent, fillPage } from '../../src/benchmark/publish.ts';
import type { SolvedRun } from '../../src/benchmark/record.ts';
import { loadBestKnown } from '../../src/benchmark/reference.ts';
import { toCsv, toLatex, toMarkdown } from '../../src/benchmark/table.ts';
import { routerNames } from '../../src/routing/registry.ts';
import { collectSets, mergeDatasets, portionOf, toSamples, withLabels } from '../../src/training/dataset.ts';
import { paperSets } from '../../src/training/generator.ts';
import { scaled } from '../scaled.ts';
import { machine, solved } from './runs.ts';

/** The averages of all of P under a method that reaches every best-known cost. */
async function onAllOfP(name: string, method: string) {
  const known = await loadBestKnown();
  const runs = Object.entries(known.P).map(([instance, total]) =>
    solved({
      method,
      instance,
      file: `${instance}.dat`,
      customers: Number(/\d+/.exec(instance)?.[0]),
      cost: { total, opening: 0, vehicles: 0, travel: total },
    }),
  );
  const { tables } = await ablationReport(findAblation(name), runs, known, []);
  const table = tables.find((one) => one.name === `ablation-${name}-sizes-P`);
  return (column: string) => {
    const k = table?.columns.findIndex(({ group, label }) => `${group} ${label}` === column) ?? -1;
    return table?.rows.map((row) => row[k]);
  };
}

describe('ablations', () => {
  it("stand beside the paper's: its averages by size come out as it prints them", async () => {
    const routers = await onAllOfP('router', 'hgs');
    // Of 20, 50, 100 and 200 customers, then of all.
    expect(routers('VROOM † gap')?.slice(0, 4)).toEqual(['4.55', '2.89', '1.76', '1.01']);
    expect(routers('VRPSolverEasy † T_total')?.slice(1, 4)).toEqual(['7.04', '56.69', '93.87']);
    expect(routers('OR-Tools † gap')?.slice(2, 4)).toEqual(['2.26', '2.06']);
    expect(routers('hgs gap')?.[4]).toBe('0.00');
    const architectures = await onAllOfP('architecture', 'neo-ds');
    expect(architectures('NEO-GT † gap')?.slice(0, 3)).toEqual(['12.03', '15.50', '7.97']);
  });

  it('have variants that are options of solve, or say in a sentence why not', async () => {
    for (const ablation of ablations) {
      const { name, networks } = ablation;
      if (networks) continue;
      const { methods, missing } = await presentVariants(ablation);
      if (name === 'router') expect(methods.length + missing.length).toBe(routerNames.length);
      expect(methods.length + missing.length).toBeGreaterThan(1);
      for (const sentence of missing) expect(sentence).toMatch(/ is left out: .+/);
      for (const { options } of methods) expect(options[0]).toMatch(/^--(method|model)$/);
    }
    expect(() => findAblation('magic')).toThrow(/no ablation 'magic'.*surrogate/);
  });

  it('train as long as the paper where that is short', () => {
    expect([110, 11_000, 16_500, 110_000, 10_000_000].map(epochsFor)).toEqual([200, 200, 200, 30, 1]);
  });
});

describe('the decisions of two methods', () => {
  // Customers 0 … 3. flp opens depots 0 and 1, neo-ds the same or 0 and 2.
  const flp = solved({
    method: 'flp',
    cost: { total: 130, opening: 100, vehicles: 10, travel: 20 },
    routes: [
      [0, 0, 1],
      [1, 2, 3],
    ],
  });
  const neo = (routes: number[][]) => solved({ method: 'neo-ds', cost: { total: 120, opening: 90, vehicles: 10, travel: 20 }, routes });

  it('differ in assignment where the depots are the same', () => {
    expect(
      differencesOf([
        flp,
        neo([
          [0, 0, 1, 2],
          [1, 3],
        ]),
      ]),
    ).toMatchObject([
      { flp: { open: 2, opening: 100, routing: 30 }, neo: { open: 2, opening: 90, routing: 30 }, depots: 0, assignment: 0.25 },
    ]);
    expect(
      differencesOf([
        flp,
        neo([
          [0, 1, 0],
          [1, 3, 2],
        ]),
      ]),
    ).toMatchObject([{ depots: 0, assignment: 0 }]);
  });

  it('differ in depots, and then no longer in assignment', () => {
    // {0, 1} and {0, 2}: two of four.
    expect(
      differencesOf([
        flp,
        neo([
          [0, 0, 1],
          [2, 2, 3],
        ]),
      ]),
    ).toMatchObject([{ depots: 0.5, assignment: null }]);
  });

  it('are compared seed by seed, the first that both have', () => {
    const later = {
      ...neo([
        [0, 0, 1, 2],
        [1, 3],
      ]),
      seed: 2,
    };
    expect(differencesOf([flp, later])).toEqual([]);
    expect(
      differencesOf([
        later,
        { ...flp, seed: 2 },
        neo([
          [0, 1, 0],
          [1, 3, 2],
        ]),
        flp,
      ]),
    ).toMatchObject([{ assignment: 0 }]);
  });
});

const quartiles = { mean: 0.05, lowerQuartile: 0.02, median: 0.04, upperQuartile: 0.06 };
const trainedOn = (samples: number, model: string): TrainedNetwork => ({
  variant: `${samples}-sets`,
  model,
  samples,
  epochs: 2,
  seconds: 1,
  testedOn: 0,
  errors: { training: quartiles, test: { ...quartiles, median: 0.05 } },
  machine,
});

describe('the report on an ablation', () => {
  const run = (method: string, model: string, seed: number, overrides: Partial<SolvedRun> = {}) =>
    solved({
      method,
      options: ['--model', `runs/${model}`, '--pure'],
      seed,
      predicted: {
        total: 1,
        perDepot: [
          { routing: 110, actual: 100 },
          { routing: 190, actual: 200 },
        ],
      },
      ...overrides,
    });
  const records = [
    run('110-sets', 'new', 1),
    run('110-sets', 'new', 2),
    run('110-sets', 'old', 1, { cost: { total: 1e6, opening: 0, vehicles: 0, travel: 1e6 } }),
  ];
  const trained = [trainedOn(110, 'new')];
  const report = (from: readonly SolvedRun[]) => ablationReport(findAblation('sample-size'), from, {}, trained);

  it('shows the networks that are trained now, not their predecessors', async () => {
    const { answers, solved } = await report(records);
    expect(solved).toHaveLength(2);
    const training = answers.find(({ name }) => name === 'ablation-sample-size-training');
    expect(training?.rows).toEqual([['110-sets', '110', '2', '4.00 [2.00, 6.00]', '5.00 [2.00, 6.00]', '1 s']]);
    // 10 % and 5 % too much or too little, added up as the paper does; 7.97, 8.52 and 3.52 are the paper's.
    const [curves] = (await sampleSizeFindings(solved, trained, {})).tables;
    expect(curves.rows).toEqual([
      ['110', '4.00 [2.00, 6.00]', '5.00 [2.00, 6.00]', '15.00 [15.00, 15.00]', '0.00 [0.00, 0.00]', '7.97', '8.52', '3.52'],
    ]);
  });

  it('is the same bytes, whatever the order of the records', async () => {
    const text = async (from: readonly SolvedRun[]) => {
      const { tables, figures } = await report(from);
      return [...tables.flatMap((table) => [toMarkdown(table), toCsv(table), toLatex(table)]), ...figures.map(({ svg }) => svg)];
    };
    const expected = await text(records);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(records, { minLength: records.length }), async (order) => {
        expect(await text(order)).toEqual(expected);
      }),
      { numRuns: scaled(6) },
    );
  });

  it('fills its own place of a page and no other', async () => {
    const found = await report(records);
    const page =
      '<!-- ablate:sample-size -->\nold\n<!-- /ablate -->\n<!-- ablate:router -->\nkept\n<!-- /ablate -->\n<!-- bench:x -->\nkept too\n<!-- /bench -->\n';
    const filled = fillPage(page, 'ablate', ablationContent('sample-size', found, 'figures'));
    expect(filled).toContain('4.00 [2.00, 6.00]');
    expect(filled).toContain('](figures/ablation-sample-size-ecdf-gap-P.svg)');
    expect(filled).toContain(
      'On record: 2 runs on 1 instance of P; seeds 1, 2; 5 wall seconds a run; neo-lrp 1.2.3; node 20.19.0; abacus.',
    );
    expect(filled).not.toContain('old');
    expect(filled).toMatch(/router -->\nkept\n/);
    expect(filled).toMatch(/bench:x -->\nkept too\n/);
    expect(fillPage(filled, 'ablate', ablationContent('sample-size', found, 'figures'))).toBe(filled);
  });
});

describe('a portion of a data set', () => {
  const bare = collectSets(paperSets(7), 12, 'paper', 7);
  const column = (shift: number) => Float64Array.from({ length: 12 }, (_, k) => k + shift);
  const card = { router: 'toy', iterations: 1, seconds: null, seed: 1, vehicleCost: 1, quality: null };
  const dataset = withLabels(bare, { travel: column(1), routes: column(2), cost: column(3) }, card);

  it('and the rest are the whole', () => {
    const { group: _, ...whole } = toSamples(dataset);
    for (const cut of [1, 5, 11]) {
      const parts = [portionOf(dataset, 0, cut), portionOf(dataset, cut, 12)];
      expect(toSamples(mergeDatasets(parts))).toMatchObject(whole);
      expect(parts.map(({ sources }) => sources)).toEqual([
        [{ ...dataset.sources[0], sets: cut }],
        [{ ...dataset.sources[0], first: cut, sets: 12 - cut }],
      ]);
    }
  });
});
