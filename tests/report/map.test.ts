import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { drawMap } from '../../src/report/map.ts';
import { Random } from '../../src/run/random.ts';
import { scaled } from '../scaled.ts';
import { city, planar, planarPlan } from './scenes.ts';

/** resvg refuses what is not well-formed XML. */
const parses = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } }).width > 0;
const count = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].length;

describe('drawMap', () => {
  it.each([
    ['plan', () => drawMap(planar, planarPlan)],
    ['instance', () => drawMap(planar)],
    ['city-dark', () => drawMap(city, undefined, { theme: 'dark', title: 'A city', width: 800 })],
    ['infeasible', () => drawMap(planar, { routes: [{ depot: 'far', stops: ['a', 'nobody'] }] })],
  ])('draws the %s map to the letter', async (name, draw) => {
    const svg = draw();
    expect(parses(svg)).toBe(true);
    await expect(svg).toMatchFileSnapshot(`maps/${name}.svg`);
  });

  it('states the costs that the verifier finds', () => {
    const svg = drawMap(planar, planarPlan);
    const travel = 120 + 60 + 60 + Math.sqrt(1800);
    for (const text of ['220', '21', travel.toFixed(2), (241 + travel).toFixed(2)]) expect(svg).toContain(`>${text}</text>`);
    expect(svg).not.toContain('infeasible');
  });

  it('says so when the plan is infeasible', () => {
    expect(drawMap(planar, { routes: [] })).toContain('infeasible, rules broken: 5');
  });

  it('gives each customer an area in proportion to its demand', () => {
    const svg = drawMap(planar);
    const radius = (demand: number) => Number(new RegExp(`r="([\\d.]+)"><title>.: demand ${demand}<`).exec(svg)?.[1]);
    expect(radius(16) / radius(4)).toBeCloseTo(2, 2);
    expect(radius(16) / radius(9)).toBeCloseTo(4 / 3, 2);
    expect(radius(16) / radius(1), 'small demands stay visible').toBeCloseTo(1 / 0.4, 2);
  });

  it('drops names and thins lines as customers grow many', () => {
    const random = new Random(7);
    const many = createInstance({
      name: 'many',
      depots: [{ id: 'd', x: 0, y: 0 }],
      customers: Array.from({ length: 2000 }, (_, k) => ({ id: `c${k}`, x: random.float(), y: random.float(), demand: 1 })),
      vehicleCapacity: 2000,
    });
    const svg = drawMap(many, { routes: [{ depot: 'd', stops: many.customers.map((c) => c.id) }] });
    expect(svg).not.toContain('>c17</text>');
    expect(count(svg, /<circle/g)).toBe(2001);
    const stroke = (drawn: string) => Number(/class="routes"[^>]*stroke-width="([\d.]+)"/.exec(drawn)?.[1]);
    expect(stroke(svg)).toBeLessThan(stroke(drawMap(planar, planarPlan)) / 2);
  });

  it('draws whatever an instance may hold, the same way twice, and within the sheet', () => {
    const place = (coordinate: fc.Arbitrary<number>) =>
      fc.record({ x: coordinate, y: coordinate, id: fc.string({ minLength: 1, unit: 'binary' }), demand: fc.nat(50) });
    const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e12, max: 1e12, noNaN: true }));
    const places = fc.uniqueArray(place(coordinate), { selector: (p) => p.id, minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(places, fc.string({ minLength: 1, unit: 'binary' }), (customers, name) => {
        const depots = customers.slice(0, 4).map(({ id, x, y }) => ({ id, x: -x, y }));
        const instance = createInstance({ name, depots, customers, vehicleCapacity: 50 });
        const plan = { routes: [{ depot: depots[0].id, stops: customers.map((c) => c.id) }] };
        const svg = drawMap(instance, plan);
        expect(svg).toBe(drawMap(instance, plan));
        expect(svg.replaceAll(/<(title|text)[^>]*>[^<]*/g, '')).not.toMatch(/NaN|Infinity|undefined/);
        expect(parses(svg)).toBe(true);
        for (const [, cx, cy] of svg.matchAll(/<circle cx="(-?[\d.e+-]+)" cy="(-?[\d.e+-]+)"/g)) {
          expect(Number(cx)).toBeGreaterThanOrEqual(0);
          expect(Number(cx)).toBeLessThanOrEqual(1200);
          expect(Number(cy)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: scaled(60) },
    );
  });
});
