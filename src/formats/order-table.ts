/** Orders by day: a table of its own beside the customers, or customers that are listed once for each day. */
import type { Customer, Instance, InstanceInput } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { meaningOf } from './column-meaning.ts';
import { fold, tokensOf } from './column-name.ts';
import type { CsvTable } from './csv-table.ts';
import type { Cell } from './csv-text.ts';
import { type DateOrder, dateOrder, parseDay } from './dates.ts';
import type { Knowledge } from './field-names.ts';
import { customerFrom } from './place-record.ts';
import { PlaceTable } from './place-table.ts';
import type { ReadWarnings } from './read-warnings.ts';
import { formatSpans } from './times.ts';
import { wordSet, wordsOf } from './words.ts';

export type DayInput = NonNullable<InstanceInput['days']>[number];
type OrderInput = NonNullable<DayInput['orders']>[number];

const dayWords = wordSet('day');
const customerStems = wordsOf('tables', 'customers');

/** Position of the column that says on which day; undefined if there is none. */
export function dayColumn({ header }: CsvTable): number | undefined {
  const found = header.findIndex((name) => dayWords.has(fold(name.slice(0, 100))));
  return found < 0 ? undefined : found;
}

/** Position of the column that says which customer. */
function customerColumn({ header }: CsvTable): number | undefined {
  const meanings = header.map((name) => meaningOf(name, 'customers'));
  const isName = (k: number) => meanings[k].as === 'name' || (meanings[k].as === 'field' && meanings[k].field === 'id');
  const speaksOfCustomers = (k: number) =>
    tokensOf(header[k].slice(0, 100)).some((token) => customerStems.some((stem) => token.startsWith(stem)));
  const tests = [(k: number) => meanings[k].as === 'owner', (k: number) => isName(k) && speaksOfCustomers(k), isName];
  const found = tests.map((test) => [...header.keys()].findIndex(test)).find((position) => position >= 0) ?? -1;
  return found < 0 ? undefined : found;
}

/** By its columns: a day, a customer, and no place on a map. */
export function looksLikeOrders(table: CsvTable): boolean {
  const isPlace = table.header.some((name) => {
    const meaning = meaningOf(name, 'customers');
    return meaning.as === 'field' && ['x', 'y', 'longitude', 'latitude'].includes(meaning.field);
  });
  return !isPlace && dayColumn(table) !== undefined && customerColumn(table) !== undefined;
}

/** The column of days, where customers are listed once for each. */
export function dayOfCustomers(table: CsvTable): number | undefined {
  const [day, customer] = [dayColumn(table), customerColumn(table)];
  if (day === undefined || customer === undefined) return undefined;
  const ids = table.rows.map(({ cells }) => cells[customer] ?? '');
  return new Set(ids).size < ids.length ? day : undefined;
}

interface OrderRow {
  readonly line: number;
  readonly day: string;
  readonly order: OrderInput;
}

type PlacedCustomer = InstanceInput['customers'][number];

/** Customers by id, and by name where no id is the same and no other has it. */
function namesOf(customers: readonly PlacedCustomer[]): ReadonlyMap<string, string | undefined> {
  const known = new Map<string, string | undefined>();
  for (const { id, name } of customers) if (name !== undefined) known.set(name.trim(), known.has(name.trim()) ? undefined : String(id));
  for (const { id } of customers) known.set(String(id), String(id));
  return known;
}

/** A table of orders: its columns by meaning, its rows as days. */
export class OrderTable {
  readonly places: PlaceTable;
  readonly #day: number;
  readonly #customer: number;

  constructor(
    private readonly table: CsvTable,
    knows: Knowledge,
    private readonly warnings: ReadWarnings,
  ) {
    this.#day = dayColumn(table) ?? 0;
    this.#customer = customerColumn(table) ?? 0;
    this.places = new PlaceTable(table, 'customers', warnings, { ...knows, orders: { day: this.#day, customer: this.#customer } });
    this.places.require('demand');
  }

  /** Faults are kept. */
  days(customers: readonly PlacedCustomer[], time: TimeUnit): readonly DayInput[] {
    const { table, places, warnings } = this;
    if (!places.has('demand')) return [];
    const known = namesOf(customers);
    const make = customerFrom(time);
    const { places: rows } = places.rows((record, k) => {
      const { cells, line } = table.rows[k];
      const text = cells[this.#customer] ?? '';
      const id = known.get(text);
      if (id === undefined) {
        const reason = known.has(text)
          ? `several customers are called '${text}'; name their ids`
          : `there is no customer '${text.slice(0, 40)}'`;
        throw table.source.fault('E_UNKNOWN_ID', reason, { line, field: table.header[this.#customer] });
      }
      return { line, day: cells[this.#day] ?? '', order: orderOf(id, make(record, { x: 0, y: 0 }, k)) };
    });
    return daysFrom(rows, table, this.#day, warnings);
  }
}

const orderOf = (customer: string, { demand, serviceTime, timeWindows, quantities }: PlacedCustomer): OrderInput => ({
  customer,
  demand,
  ...(serviceTime !== undefined && { serviceTime }),
  ...(timeWindows !== undefined && { timeWindows }),
  ...(quantities !== undefined && { quantities }),
});

/** Customers that are listed once for each day: each of them once, the rows that these are from, and their orders. */
export function splitDays(
  table: CsvTable,
  day: number,
  rows: readonly PlacedCustomer[],
  warnings: ReadWarnings,
): { readonly customers: readonly PlacedCustomer[]; readonly records: readonly number[]; readonly days: readonly DayInput[] } {
  const first = new Map<string, PlacedCustomer>();
  const records: number[] = [];
  const orders = rows.map((row, k): OrderRow => {
    const { line, cells } = table.rows[k];
    const known = first.get(String(row.id));
    if (!known) {
      first.set(String(row.id), row);
      records.push(k);
    } else if (known.x !== row.x || known.y !== row.y)
      warnings.fault(table.source.fault('E_VALUE', `customer '${row.id}' is at another place than in an earlier row`, { line }));
    return { line, day: cells[day] ?? '', order: orderOf(String(row.id), row) };
  });
  return { customers: [...first.values()], records, days: daysFrom(orders, table, day, warnings) };
}

/** In the order of their dates or, where they have names, of their first mention. */
function daysFrom(rows: readonly OrderRow[], table: CsvTable, column: number, warnings: ReadWarnings): readonly DayInput[] {
  const { source, header } = table;
  const order: DateOrder = dateOrder(rows.map(({ day }) => day));
  const names = new Map<string, string | undefined>();
  const days = new Map<string, Map<string, OrderInput>>();
  let areDates = true;
  let merged = 0;
  for (const { line, day, order: one } of rows) {
    if (!names.has(day)) {
      const parsed = day.trim() === '' ? { fault: 'the day is empty' } : parseDay(day, order);
      if ('fault' in parsed) warnings.fault(source.fault('E_SYNTAX', parsed.fault, { line, field: header[column] }));
      else areDates &&= parsed.isDate;
      names.set(day, 'fault' in parsed ? undefined : parsed.name);
    }
    const name = names.get(day);
    if (name === undefined) continue;
    const orders = days.get(name) ?? new Map<string, OrderInput>();
    days.set(name, orders);
    const earlier = orders.get(String(one.customer));
    if (earlier) merged++;
    orders.set(String(one.customer), earlier ? together(earlier, one) : one);
  }
  if (merged > 0)
    warnings.warn({
      code: 'merged-orders',
      message: `${source.label}: ${merged} ${merged > 1 ? 'rows are' : 'row is'} added to another of the same customer and day, as one visit brings both`,
      file: source.label,
      columns: [],
    });
  const list = Array.from(days, ([name, orders]): DayInput => ({ name, orders: [...orders.values()] }));
  return areDates ? list.sort((a, b) => (a.name < b.name ? -1 : 1)) : list;
}

/** One visit that brings both; the later statement of times counts. */
function together(a: OrderInput, b: OrderInput): OrderInput {
  const quantities = { ...a.quantities };
  for (const [name, amount] of Object.entries(b.quantities ?? {})) quantities[name] = (quantities[name] ?? 0) + amount;
  return { ...a, ...b, demand: a.demand + b.demand, ...((a.quantities || b.quantities) && { quantities }) };
}

/** Days that settings state, with the orders that a table has for them, and the other days of the table. */
export function joinDays(told: readonly DayInput[], listed: readonly DayInput[]): readonly DayInput[] | undefined {
  if (told.length + listed.length === 0) return undefined;
  const orders = new Map(listed.map((day) => [day.name, day.orders]));
  const names = new Set(told.map(({ name }) => name));
  const own = told.map((day) => (day.orders || !orders.has(day.name) ? day : { ...day, orders: orders.get(day.name) }));
  return [...own, ...listed.filter(({ name }) => !names.has(name))];
}

/** Sheets may have a month each, and a day may be on two of them. */
export function joinSheets(sheets: readonly (readonly DayInput[])[]): readonly DayInput[] {
  const joined = new Map<string, DayInput>();
  for (const day of sheets.flat()) {
    const earlier = joined.get(day.name);
    joined.set(day.name, earlier ? { ...day, orders: [...(earlier.orders ?? []), ...(day.orders ?? [])] } : day);
  }
  return [...joined.values()];
}

/** Customers whose own table has no demand have what they order on average, days without an order included. */
export function withMeanDemand(customers: readonly PlacedCustomer[], days: readonly DayInput[]): readonly PlacedCustomer[] {
  const sums = new Map<string, number>();
  for (const { orders = [] } of days)
    for (const { customer, demand } of orders) sums.set(String(customer), (sums.get(String(customer)) ?? 0) + demand / days.length);
  return customers.map((customer) => ({ ...customer, demand: sums.get(String(customer.id)) ?? 0 }));
}

/** A row for each order, for CSV files and the sheets of a workbook. */
export function orderRows({ days = [], units }: Instance): Cell[][] {
  const all = days.flatMap(({ name, orders = [] }) => orders.map((order) => ({ name, order })));
  if (all.length === 0) return [];
  const unit = units.time ?? 'min';
  const optional: readonly (readonly [string, (order: OfOrder) => Cell | undefined])[] = [
    ['service time', ({ serviceTime }) => serviceTime],
    ['time windows', ({ timeWindows }) => timeWindows && formatSpans(timeWindows, unit)],
    ['quantities', ({ quantities }) => quantities && JSON.stringify(quantities)],
  ];
  const more = optional.filter(([, of]) => all.some(({ order }) => of(order) !== undefined));
  return [
    ['day', 'customer', 'demand', ...more.map(([head]) => head)],
    ...all.map(({ name, order }) => [name, order.customer, order.demand, ...more.map(([, of]) => of(order) ?? '')]),
  ];
}

type OfOrder = Pick<Customer, 'serviceTime' | 'timeWindows' | 'quantities'>;

/** What the table of orders cannot say of the days; undefined where there is nothing. */
export function daysSetting({ days = [] }: Instance): readonly object[] | undefined {
  const isPlain = (day: (typeof days)[number]) => Object.keys(day).length === 2 && (day.orders?.length ?? 0) > 0;
  const names = days.map(({ name }) => name);
  const areDates = names.every((name) => 'isDate' in parseDay(name, 'unknown') && /^\d{4}-\d\d-\d\d$/.test(name));
  const inOrder = !areDates || names.every((name, k) => k === 0 || names[k - 1] < name);
  if (days.every(isPlain) && inOrder) return undefined;
  return days.map(({ orders, ...day }) => (orders?.length === 0 ? { ...day, orders } : day));
}
