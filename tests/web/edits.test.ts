import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { screenOf } from '../../src/report/projection.ts';
import { zoomed } from '../../web/src/map/gestures.ts';
import { draftOf, emptyDraft, judge } from '../../web/src/state/draft.ts';
import { addPlace, addVehicle, appendPlaces, listVehicles, movePlace, removeRow, setCell } from '../../web/src/state/edits.ts';
import { type CellKind, readCell, showCell } from '../../web/src/ui/cells.ts';

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
    const without = removeRow(draft, { kind: 'customer', index: 0 });
    expect(without.rules).toMatchObject({ together: [], apart: [], allowed: { b: ['D1'] }, forbidden: { c: ['D2'] } });
    const fewer = removeRow(draft, { kind: 'depot', index: 1 });
    expect(fewer.rules).toMatchObject({ allowed: { a: ['D1'], b: ['D1'] }, forbidden: {} });
    expect([judge(without).state, judge(fewer).state]).toEqual(['valid', 'valid']);
  });

  it('a matrix loses the row and the column of what is deleted', () => {
    const values = Array.from({ length: 5 }, (_, from) => Array.from({ length: 5 }, (__, to) => (from === to ? 0 : 10 * from + to)));
    const given = { ...draft, travel: { kind: 'matrix', values } as const };
    const { travel } = removeRow(given, { kind: 'customer', index: 1 });
    expect(travel).toMatchObject({ values: [0, 1, 2, 4].map((from) => [0, 1, 2, 4].map((to) => (from === to ? 0 : 10 * from + to))) });
  });

  it('a new place is like the others and has a name of its own', () => {
    const more = addPlace(addPlace(draft, 'customer', { x: 1.23456, y: 2 }), 'depot', { x: 5, y: 5 });
    expect(more.customers.at(-1)).toEqual({ id: 'C4', x: 1.23, y: 2, demand: 2 });
    expect(more.depots.at(-1)).toMatchObject({ id: 'D3', openingCost: 30 });
    expect(addPlace(removeRow(more, { kind: 'depot', index: 0 }), 'depot', { x: 0, y: 0 }).depots.at(-1)?.id).toBe('D4');
  });

  it('rows that are pasted keep their names unless these are taken', () => {
    const rows = [
      { id: 'a', x: 0, y: 0, demand: 1 },
      { id: '', x: 0, y: 0, demand: 1 },
      { id: 'new', x: 0, y: 0, demand: 1 },
    ];
    expect(appendPlaces(draft, 'customer', rows).customers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'C4', 'C5', 'new']);
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

  it('zooms around the pointer', () => {
    const view = { x: 1, y: 2, scale: 10 };
    const at = { x: 123, y: 456 };
    const before = screenOf(view, size).toWorld(at);
    const after = screenOf(zoomed(view, size, at, 2.5), size).toWorld(at);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });
});

describe('vehicle types and hours', () => {
  const fleet = setCell(addVehicle(listVehicles(draft)), { kind: 'vehicle', index: 1 }, 'depots', ['D1', 'D2']);

  it('customers and types follow what is renamed or deleted', () => {
    const bound = setCell(fleet, { kind: 'customer', index: 0 }, 'vehicles', ['V2']);
    expect(judge(bound).state).toBe('valid');
    const renamed = setCell(bound, { kind: 'vehicle', index: 1 }, 'id', 'truck');
    expect(renamed.customers[0].vehicles).toEqual(['truck']);
    expect(removeRow(renamed, { kind: 'vehicle', index: 1 }).customers[0].vehicles).toBeUndefined();
    const fewer = removeRow(setCell(renamed, { kind: 'depot', index: 0 }, 'id', 'North'), { kind: 'depot', index: 1 });
    expect(fewer.vehicles?.[1].depots).toEqual(['North']);
    expect(judge(fewer).state).toBe('valid');
    expect(judge(removeRow(removeRow(fleet, { kind: 'vehicle', index: 0 }), { kind: 'vehicle', index: 0 })).state).toBe('valid');
  });

  it.each<readonly [CellKind, unknown]>([
    [
      'spans',
      [
        [480, 720],
        [840, 960],
      ],
    ],
    ['span', [360.5, 720]],
    ['list', ['van', 'truck']],
    ['amounts', { 'm³': 1.5, pallets: 2 }],
    ['amounts', 90],
    ['number', 1.5],
    ['text', 'High Street'],
  ])('%s are the same after being shown and typed: %j', (kind, value) => {
    expect(readCell(String(showCell(value, kind)), kind)).toEqual(value);
    expect(readCell(' ', kind)).toBeUndefined();
  });
});
