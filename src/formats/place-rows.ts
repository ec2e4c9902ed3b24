/** Customers and depots as rows of cells, column names first, for CSV files and the sheets of a workbook. */
import type { Customer, Depot, Instance } from '../problem/instance.ts';
import type { TableKind } from './column-meaning.ts';
import { axes, type Cell } from './csv-text.ts';
import { detailsColumn, isPlainDetail } from './field-names.ts';
import { listText } from './lists.ts';
import { nightWork, type Span } from './night-work.ts';
import { formatSpans } from './times.ts';
import { hasColumn } from './vehicle-table.ts';

export function customerRows(instance: Instance): Cell[][] {
  const quantities = [...new Set(instance.customers.flatMap(({ quantities: own = {} }) => Object.keys(own)))];
  const isLimited = (name: string) =>
    instance.vehicles?.some(({ capacity }) => typeof capacity === 'object' && Object.hasOwn(capacity, name));
  const inColumns =
    quantities.every((name) => hasColumn(name) && isLimited(name)) &&
    instance.customers.every(({ quantities: own }) => own === undefined || Object.keys(own).length > 0);
  const unit = instance.units.time ?? 'min';
  const nextDay = nightWork(instance.depots, instance.vehicles ?? [], unit);
  const windowsText = (windows: readonly Span[]) => (nextDay(windows) === windows ? formatSpans(windows, unit) : JSON.stringify(windows));
  return rowsOf('customers', instance.customers, [...axes(instance), 'demand'], ({ x, y, demand }) => [x, y, demand], [
    ['service time', ({ serviceTime }) => serviceTime],
    ['time windows', ({ timeWindows }) => timeWindows && windowsText(timeWindows)],
    ['vehicles', ({ vehicles }) => vehicles && listText(vehicles)],
    ...(inColumns
      ? quantities.map((name) => [`quantity (${name})`, ({ quantities: own }: Customer) => own?.[name]] as const)
      : [['quantities', ({ quantities: own }: Customer) => own && JSON.stringify(own)] as const]),
  ]);
}

export const depotRows = (instance: Instance): Cell[][] =>
  rowsOf(
    'depots',
    instance.depots,
    [...axes(instance), 'capacity', 'opening cost', 'status'],
    ({ x, y, capacity, openingCost, status }) => [x, y, capacity ?? 'unlimited', openingCost, status],
    [
      ['opening hours', ({ openingHours }) => openingHours && formatSpans([openingHours], instance.units.time ?? 'min')],
      ['loading time', ({ loadingTime }) => loadingTime],
      ['handling cost', ({ handlingCost }) => handlingCost],
      ['min load', ({ minLoad }) => minLoad],
      ['max vehicles', ({ maxVehicles }) => maxVehicles],
    ],
  );

/** Id, numbers, optional columns that some place uses, name, address, a column per detail, and one column for details that fit no other. */
function rowsOf<Place extends Depot | Customer>(
  kind: TableKind,
  places: readonly Place[],
  columns: readonly string[],
  numbers: (place: Place) => readonly Cell[],
  optional: readonly (readonly [string, (place: Place) => Cell | undefined])[],
): Cell[][] {
  const more = optional.filter(([, of]) => places.some((place) => of(place) !== undefined));
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
    ['id', ...texts, ...columns, ...more.map(([name]) => name), ...keys, ...(hasRest ? [detailsColumn] : [])],
    ...places.map((place, k) => [
      place.id,
      ...texts.map((field) => place[field] ?? ''),
      ...numbers(place),
      ...more.map(([, of]) => of(place) ?? ''),
      ...keys.map((key) => (place.details && Object.hasOwn(place.details, key) ? place.details[key] : '')),
      ...(hasRest ? [rest[k].length > 0 ? JSON.stringify(Object.fromEntries(rest[k])) : ''] : []),
    ]),
  ];
}
