/** Customers and depots as rows of cells, column names first, for CSV files and the sheets of a workbook. */
import type { Customer, Depot, Instance } from '../problem/instance.ts';
import type { TableKind } from './column-meaning.ts';
import { axes, type Cell } from './csv-text.ts';
import { detailsColumn, isPlainDetail } from './field-names.ts';

export const customerRows = (instance: Instance): Cell[][] =>
  rowsOf('customers', instance.customers, [...axes(instance), 'demand'], ({ x, y, demand }) => [x, y, demand]);

export const depotRows = (instance: Instance): Cell[][] =>
  rowsOf(
    'depots',
    instance.depots,
    [...axes(instance), 'capacity', 'opening cost', 'status'],
    ({ x, y, capacity, openingCost, status }) => [x, y, capacity ?? 'unlimited', openingCost, status],
  );

/** Id, numbers, name, address, a column per detail, and one column for details that fit no other. */
function rowsOf<Place extends Depot | Customer>(
  kind: TableKind,
  places: readonly Place[],
  columns: readonly string[],
  numbers: (place: Place) => readonly Cell[],
): Cell[][] {
  const has = (field: 'name' | 'address') => (places.some((place) => place[field] !== undefined) ? [field] : []);
  const texts = [...has('name'), ...has('address')];
  const folded = new Set<string>();
  const keys = [...new Set(places.flatMap(({ details = {} }) => Object.keys(details)))].filter((key) => {
    const first = !folded.has(key.toLowerCase());
    folded.add(key.toLowerCase());
    return first && isPlainDetail(key, kind);
  });
  const rest = places.map(({ details = {} }) => Object.entries(details).filter(([key, value]) => !keys.includes(key) || value === ''));
  const hasRest = rest.some((entries) => entries.length > 0);
  return [
    ['id', ...texts, ...columns, ...keys, ...(hasRest ? [detailsColumn] : [])],
    ...places.map((place, k) => [
      place.id,
      ...texts.map((field) => place[field] ?? ''),
      ...numbers(place),
      ...keys.map((key) => (place.details && Object.hasOwn(place.details, key) ? place.details[key] : '')),
      ...(hasRest ? [rest[k].length > 0 ? JSON.stringify(Object.fromEntries(rest[k])) : ''] : []),
    ]),
  ];
}
