import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { fitView, globe, niceStep, plane, screenOf, zoomed } from '../../web/src/map/projection.ts';
import { draftOf, emptyDraft, judge } from '../../web/src/state/draft.ts';
import {
  addPlace,
  addVehicle,
  appendPlaces,
  listVehicles,
  movePlace,
  removePlace,
  removeVehicle,
  setCell,
  setVehicle,
} from '../../web/src/state/edits.ts';
import { readServiceCell, showCell } from '../../web/src/state/service-cells.ts';

const instance = readInstance({
  name: 'shops.json',
  text: JSON.stringify({
    name: 'shops',
    depots: [
      { id: 'D1', x: 0, y: 0, openingCost: 10 },
      { id: 'D2', x: 9, y: 9, openingCost: 30 },
    ],
    customers: [
      { id: 'a', x: 1, y: 1, demand: 1 },
      { id: 'b', x: 2, y: 1, demand: 2 },
      { id: 'c', x: 3, y: 1, demand: 9 },
    ],
    vehicleCapacity: 10,
    rules: { together: [['a', 'b']], apart: [['a', 'c']], allowed: { a: ['D1', 'D2'], b: ['D1'] }, forbidden: { c: ['D2'] } },
  }),
});
const draft = draftOf(instance);

describe('edits', () => {
  it('rules follow a customer or depot that is renamed', () => {
    const renamed = setCell(setCell(draft, { kind: 'customer', index: 0 }, 'id', 'first'), { kind: 'depot', index: 1 }, 'id', 'North');
    expect(renamed.rules).toMatchObject({
      together: [['first', 'b']],
      apart: [['first', 'c']],
      allowed: { first: ['D1', 'North'], b: ['D1'] },
      forbidden: { c: ['North'] },
    });
    expect(judge(renamed).state).toBe('valid');
  });

  it('rules forget what is deleted, and vanish where they say nothing any more', () => {
    const without = removePlace(draft, { kind: 'customer', index: 0 });
    expect(without.rules).toMatchObject({ together: [], apart: [], allowed: { b: ['D1'] }, forbidden: { c: ['D2'] } });
    const fewer = removePlace(draft, { kind: 'depot', index: 1 });
    expect(fewer.rules).toMatchObject({ allowed: { a: ['D1'], b: ['D1'] }, forbidden: {} });
    expect([judge(without).state, judge(fewer).state]).toEqual(['valid', 'valid']);
  });

  it('a matrix loses the row and the column of what is deleted', () => {
    const values = Array.from({ length: 5 }, (_, from) => Array.from({ length: 5 }, (__, to) => (from === to ? 0 : 10 * from + to)));
    const given = { ...draft, travel: { kind: 'matrix', values } as const };
    const { travel } = removePlace(given, { kind: 'customer', index: 1 });
    expect(travel).toMatchObject({ values: [0, 1, 2, 4].map((from) => [0, 1, 2, 4].map((to) => (from === to ? 0 : 10 * from + to))) });
  });

  it('a new place is like the others and has a name of its own', () => {
    const more = addPlace(addPlace(draft, 'customer', { x: 1.23456, y: 2 }), 'depot', { x: 5, y: 5 });
    expect(more.customers.at(-1)).toEqual({ id: 'C4', x: 1.23, y: 2, demand: 2 });
    expect(more.depots.at(-1)).toMatchObject({ id: 'D3', openingCost: 30 });
    expect(addPlace(removePlace(more, { kind: 'depot', index: 0 }), 'depot', { x: 0, y: 0 }).depots.at(-1)?.id).toBe('D4');
  });

  it('rows that are pasted keep their names unless these are taken', () => {
    const rows = [
      { id: 'a', x: 0, y: 0, demand: 1 },
      { id: '', x: 0, y: 0, demand: 1 },
      { id: 'new', x: 0, y: 0, demand: 1 },
    ];
    expect(appendPlaces(draft, [], rows).customers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'C4', 'C5', 'new']);
  });

  it('what was typed stays until it is right, and the library names the cell', () => {
    const typed = setCell(draft, { kind: 'customer', index: 1 }, 'demand', 'two');
    expect(judge(typed)).toMatchObject({ state: 'invalid', error: { place: { field: 'customers[1].demand' } } });
    expect(judge(movePlace(typed, { kind: 'customer', index: 0 }, { x: 0, y: 0 }))).toMatchObject({ state: 'invalid' });
    expect(judge(setCell(typed, { kind: 'customer', index: 1 }, 'demand', 2))).toMatchObject({ state: 'valid' });
    expect(judge(emptyDraft)).toEqual({ state: 'empty', missing: 'both' });
  });
});

describe('the map', () => {
  const size = { width: 800, height: 600 };

  it('leads from places to the screen and back', () => {
    for (const [world, place] of [
      [plane, { x: 12.5, y: -7 }],
      [globe, { x: 14.5, y: 46.05 }],
      [globe, { x: -70, y: -55 }],
    ] as const) {
      const screen = screenOf({ x: 3, y: -4, scale: 37 }, size);
      const back = world.fromWorld(screen.toWorld(screen.toScreen(world.toWorld(place))));
      expect(back.x).toBeCloseTo(place.x, 9);
      expect(back.y).toBeCloseTo(place.y, 9);
    }
    // North is up.
    expect(globe.toWorld({ x: 0, y: 50 }).y).toBeLessThan(globe.toWorld({ x: 0, y: 40 }).y);
  });

  it('shows everything with air around, a single place too', () => {
    const points = [plane.toWorld({ x: 0, y: 0 }), plane.toWorld({ x: 1000, y: 10 })];
    const screen = screenOf(fitView(points, size), size);
    for (const point of points) {
      const { x, y } = screen.toScreen(point);
      expect(x).toBeGreaterThan(40);
      expect(x).toBeLessThan(760);
      expect(y).toBeGreaterThan(40);
      expect(y).toBeLessThan(560);
    }
    expect(screenOf(fitView([{ x: 5, y: 5 }], size), size).toScreen({ x: 5, y: 5 })).toEqual({ x: 400, y: 300 });
  });

  it('zooms around the pointer', () => {
    const view = { x: 1, y: 2, scale: 10 };
    const at = { x: 123, y: 456 };
    const before = screenOf(view, size).toWorld(at);
    const after = screenOf(zoomed(view, size, at, 2.5), size).toWorld(at);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  it('has round numbers on its grid', () => {
    expect([niceStep(10, 90), niceStep(3, 90), niceStep(2000, 90)]).toEqual([10, 50, 0.05]);
  });
});

describe('vehicle types and hours', () => {
  const fleet = setVehicle(addVehicle(listVehicles(draft)), 1, 'depots', ['D1', 'D2']);

  it('customers and types follow what is renamed or deleted', () => {
    const bound = setCell(fleet, { kind: 'customer', index: 0 }, 'vehicles', ['V2']);
    expect(judge(bound).state).toBe('valid');
    const renamed = setVehicle(bound, 1, 'id', 'truck');
    expect(renamed.customers[0].vehicles).toEqual(['truck']);
    expect(removeVehicle(renamed, 1).customers[0].vehicles).toBeUndefined();
    const fewer = removePlace(setCell(renamed, { kind: 'depot', index: 0 }, 'id', 'North'), { kind: 'depot', index: 1 });
    expect(fewer.vehicles?.[1].depots).toEqual(['North']);
    expect(judge(fewer).state).toBe('valid');
    expect(judge(removeVehicle(removeVehicle(fleet, 0), 0)).state).toBe('valid');
  });

  it.each([
    [
      'timeWindows',
      [
        [480, 720],
        [840, 960],
      ],
    ],
    ['openingHours', [360.5, 720]],
    ['vehicles', ['van', 'truck']],
    ['quantities', { 'm³': 1.5, pallets: 2 }],
  ])('%s are the same after being shown and typed', (field, value) => {
    expect(readServiceCell(field, String(showCell(field, value)))).toEqual(value);
    expect(readServiceCell(field, ' ')).toBeUndefined();
  });
});
