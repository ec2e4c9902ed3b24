import { describe, expect, it } from 'vitest';
import { readWorkbook } from '../../src/formats/xlsx-read.ts';
import { changeInstance } from '../../src/problem/change.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { type Language, languages } from '../../src/problem/languages.ts';
import { reportPage } from '../../src/report/report-page.ts';
import {
  isDecision,
  recommendation,
  recommended,
  type SolvedScenario,
  scenarioColumns,
  scenarioRows,
  usualScenarios,
} from '../../src/report/scenario-table.ts';
import { headings, wordsOf } from '../../src/report/words.ts';
import { encodeScenarios } from '../../src/report/workbook.ts';

const instanceIn = (language: Language) =>
  createInstance({
    name: 'two sites',
    depots: [
      { id: 'A', name: 'North', x: 0, y: 0, openingCost: 300.4, capacity: 10 },
      { id: 'B', x: 200, y: 0, openingCost: 250.3 },
    ],
    customers: [
      { id: 'a', x: 3, y: 4, demand: 2 },
      { id: 'b', x: 197, y: 4, demand: 3 },
    ],
    vehicleCapacity: 4,
    vehicleCost: 99.45,
    costPerDistance: 2.5,
    units: { currency: 'EUR', distance: 'km', language },
  });

function solved(language: Language = 'en'): readonly SolvedScenario[] {
  const instance = instanceIn(language);
  const one = (
    name: string,
    changes: SolvedScenario['changes'],
    routes: readonly { depot: string; stops: string[] }[],
  ): SolvedScenario => ({
    ...{ name, changes, instance: Object.keys(changes).length === 0 ? instance : changeInstance(instance, changes) },
    solution: { routes: [...routes] },
  });
  return [
    one('as it is', {}, [
      { depot: 'A', stops: ['a'] },
      { depot: 'A', stops: ['b'] },
    ]),
    one('both', { 'depots.A.status': 'open', 'depots.B.status': 'open' }, [
      { depot: 'A', stops: ['a'] },
      { depot: 'B', stops: ['b'] },
    ]),
    one('free driving', { costPerDistance: 0 }, [
      { depot: 'A', stops: ['a'] },
      { depot: 'A', stops: ['b'] },
    ]),
    { name: 'none', changes: { maxOpen: 0 }, instance, reason: 'demand exceeds capacity' },
  ];
}

describe('scenarios side by side', () => {
  it('are compared with the one without changes: costs, depots, and who moves', () => {
    const rows = scenarioRows(solved());
    expect(rows.map(({ total, difference }) => [total, difference])).toEqual([
      [1510, 0],
      [800, -710],
      [499, -1011],
      [undefined, null],
    ]);
    expect(rows[1]).toMatchObject({ openDepots: ['A', 'B'], moved: [{ customer: 'b', from: 'A', to: 'B' }] });
  });

  it('have costs whose rounded parts add up to the rounded total', () => {
    for (const { parts, total } of scenarioRows(solved()))
      if (total !== undefined) expect([...parts.values()].reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
  });

  it('are recommended by what a planner decides, not by what happens', () => {
    const rows = scenarioRows(solved());
    expect(recommended(rows)?.scenario.name).toBe('both');
    expect(recommendation(rows)).toBe('Open North, B: 800 EUR in all (both), 710 EUR (47 %) less than ‘as it is’.');
    expect(recommendation(rows.slice(0, 1))).toBe('Open North: 1,510 EUR in all (as it is).');
    expect(isDecision({ changes: { maxOpen: 2, 'depots.a.b.status': 'open' } })).toBe(true);
    expect(isDecision({ changes: { maxOpen: 2, demandFactor: 1.1 } })).toBe(false);
  });

  it('show only columns that say something', () => {
    const rows = scenarioRows(solved());
    const { costs, figures } = scenarioColumns(solved()[0].instance, rows, headings());
    expect(costs.map(({ head }) => head)).toEqual([
      'Total cost (EUR)',
      'Difference (EUR)',
      'Difference (%)',
      'Opening (EUR)',
      'Vehicles (EUR)',
      'Travel (EUR)',
    ]);
    expect(figures.map(({ head }) => head).join()).not.toMatch(/CO₂|h:mm/);
  });

  it('ask the usual questions that can act', () => {
    expect(usualScenarios(solved()[0].instance, wordsOf()).map(({ name }) => name)).toEqual([
      'cost per distance +20 %',
      'cost per distance −20 %',
      'demand +10 %',
      'demand −10 %',
      'rent +20 %',
    ]);
    expect(usualScenarios(solved()[2].instance, wordsOf())).toHaveLength(3);
  });
});

describe.each(languages)('the report in %s', (language) => {
  it('is one page that needs nothing else', () => {
    const html = reportPage(solved(language));
    const words = headings(language);
    expect(html).toContain(`<html lang="${language}">`);
    for (const word of [words.scenarios, words.sensitivities, words.costToServe, words.assumptions, words.reference])
      expect(html).toContain(word);
    expect(html).not.toMatch(/undefined|NaN|\{\w+\}(?![^<]*<\/style>)|(?:src|href)=/);
    expect(html.replace(/<style>.*?<\/style>/s, '')).not.toContain('{');
  });

  it('is a workbook, too', async () => {
    const { name, bytes } = await encodeScenarios(solved(language));
    expect(name).toBe('two sites.scenarios.xlsx');
    const sheets = await readWorkbook({ name, bytes });
    expect(sheets.map(({ sheet }) => sheet).slice(0, 1)).toEqual([headings(language).scenarios]);
    expect(sheets[0].text).toContain('both');
    expect(sheets.length).toBe(10);
  });
});

it('is refused without any plan', () => {
  expect(() => reportPage(solved().slice(3))).toThrow('no scenario has a plan');
});
