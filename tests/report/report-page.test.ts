import { describe, expect, it } from 'vitest';
import { indexRoutes } from '../../src/formats/indexed-plan.ts';
import { loadInstance } from '../../src/node/files.ts';
import type { Instance } from '../../src/problem/instance.ts';
import { type Language, languages } from '../../src/problem/languages.ts';
import { createSolution, type Plan } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { drawMap } from '../../src/report/map.ts';
import { drawReport } from '../../src/report/report-page.ts';
import { escapeXml } from '../../src/report/svg.ts';
import { headings, wordsOf } from '../../src/report/words.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

const solved = (instance: Instance, plan: Plan) =>
  createSolution(instance, indexRoutes(instance, plan), {
    method: 'search',
    time: { allocation: 0, routing: 0, improvement: 1.25, total: 1.25 },
    seed: 7,
    stop: 'time',
    versions: { 'neo-lrp': '1' },
  });

/** Tables as rows of texts, heads first. */
const tablesOf = (html: string) =>
  [...html.matchAll(/<table>(.*?)<\/table>/gs)].map(([, table]) =>
    [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gs)].map(([, text]) => text)),
  );
const cents = (text: string) => Math.round(100 * Number(text.replaceAll(/[^\d.]/g, '')));
const total = (texts: readonly string[]) => texts.reduce((sum, text) => sum + cents(text), 0);

describe('the report of a plan', () => {
  it.each([
    ['a day with every kind of cost', async () => [plannedDay(), dayPlan] as const],
    [
      'the delivery rounds, handled',
      async () => {
        const rounds = await loadInstance('examples/rounds');
        const [depot] = rounds.depots;
        const routes = rounds.customers.map(({ id }) => ({ depot: depot.id, vehicle: rounds.vehicles?.[0].id, stops: [id] }));
        return [{ ...rounds, depots: rounds.depots.map((one) => ({ ...one, handlingCost: 0.33 })) }, { routes }] as const;
      },
    ],
  ])('of %s adds up, whatever is added', async (_, load) => {
    const [instance, plan] = await load();
    const solution = solved(instance, plan);
    const { cost } = verify(instance, solution);
    const [costs, depots, routes] = tablesOf(drawReport(instance, solution));
    const [[, shown], ...parts] = costs;
    expect(cents(shown)).toBe(Math.round(100 * cost.total));
    expect(parts.map(([kind]) => kind)).toEqual(['Opening', 'Vehicles', 'Travel', 'Time', 'Emission', 'Handling']);
    expect(total(parts.map(([, part]) => part))).toBe(cents(shown));
    // Each row is rounded to a cent.
    const ofDepots = total(depots.slice(1).flatMap((row) => row.slice(-2)));
    expect(Math.abs(ofDepots - cents(shown))).toBeLessThanOrEqual(depots.length);
    const ofRoutes = total(routes.slice(1).map((row) => row[row.length - 2]));
    expect(Math.abs(ofRoutes - Math.round(100 * (cost.total - cost.opening)))).toBeLessThanOrEqual(routes.length);
    const vehicles = parts[1][2];
    expect(vehicles).toMatch(new RegExp(`^${plan.routes.length}`));
    expect(routes).toHaveLength(1 + plan.routes.length);
  });

  it.each(languages)('speaks %s, and so does its map', (language: Language) => {
    const instance: Instance = { ...plannedDay(language), rules: { ...plannedDay().rules, maxOpen: 2, forbidden: { a: ['D3'] } } };
    const words = headings(language);
    const html = drawReport(instance, solved(instance, dayPlan), true);
    for (const word of [words.total, words.depots, words.routes, words.stopsInOrder, words.outdated, words.maxOpen, words.forbidden])
      expect(html).toContain(escapeXml(word));
    const text = html.replaceAll(/<[^>]*>/g, ' ');
    if (language !== 'en')
      expect(text).not.toMatch(/\b(total cost|customers|routes of|not served|closed depot|waiting|vehicles|at most)\b/i);
    const unserved = drawMap(instance, { routes: dayPlan.routes.slice(1) });
    for (const word of [wordsOf(language).unserved, wordsOf(language).closedDepot, words.vehicles]) expect(unserved).toContain(word);
  });
});
