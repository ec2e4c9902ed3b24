/** Columns of tables for people, whether these are printed, saved as text or are sheets of a workbook. */
import type { Cell } from '../formats/csv-text.ts';
import type { FormattedCell } from '../formats/xlsx-write.ts';
import type { Instance } from '../problem/instance.ts';
import type { Language } from '../problem/languages.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { type Words, wordsOf } from './words.ts';

/** What stands in a column. A length may be infinite: there is no way. A day is 1 where the clock begins. */
export type Kind = 'text' | 'number' | 'length' | 'money' | 'clock' | 'duration' | 'day';

export interface Column<Row> {
  /** With the unit, so that cells need none. */
  readonly head: string;
  readonly kind: Kind;
  readonly of: (row: Row, position: number) => Cell | undefined;
}

export const column = <Row>(head: string, kind: Kind, of: Column<Row>['of']): Column<Row> => ({ head, kind, of });

/** Without those that the instance has no use for. */
export const useful = <Row>(columns: readonly (Column<Row> | false)[]): readonly Column<Row>[] => columns.filter((one) => one !== false);

/** For readers, in their language. */
export function shownText(value: Cell | undefined, kind: Kind, { number, clock, duration }: Amounts, { noWay }: Words): string {
  if (typeof value !== 'number') return value ?? '';
  if (kind === 'clock') return clock(value);
  if (kind === 'duration') return duration(value);
  return Number.isFinite(value) ? number(value) : noWay;
}

export type Table = readonly [heads: readonly string[], rows: readonly (readonly string[])[]];

/** All of it for readers; a row that has no figures is left out. */
export function shownTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly (Row | null)[],
  instance: Instance,
  language?: Language,
): Table {
  const [amounts, words] = [amountsOf(instance, language), wordsOf(language)];
  const cells = (row: Row, r: number) => columns.map(({ kind, of }) => shownText(of(row, r), kind, amounts, words));
  return [columns.map(({ head }) => head), rows.flatMap((row, r) => (row ? [cells(row, r)] : []))];
}

/** In a text file, for programs: with a decimal point and to two decimals. */
export function fileCell(value: Cell | undefined, kind: Kind, { clock, duration }: Amounts): Cell {
  if (typeof value !== 'number') return value ?? '';
  if (kind === 'clock') return clock(value);
  if (kind === 'duration') return duration(value);
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : '';
}

/** In days, as Excel counts; whole minutes, since Excel would cut what sheets round. */
export const excelDays = (instance: Instance, time: number) => Math.round((time / timePerHour(instance)) * 60) / 1440;

const excelFormats = { length: '0.00', money: '#,##0.00', clock: 'h:mm', duration: '[h]:mm' } as const;

export function excelCell(value: Cell | undefined, kind: Kind, instance: Instance, { noWay }: Words): Cell | FormattedCell {
  if (typeof value !== 'number' || kind === 'text' || kind === 'number') return value ?? '';
  const isTime = kind === 'clock' || kind === 'duration' || kind === 'day';
  if (!Number.isFinite(value)) return isTime ? '' : noWay;
  const days = isTime ? excelDays(instance, value) : 0;
  if (kind === 'day') return 1 + Math.floor(days);
  return { value: kind === 'clock' ? days % 1 : kind === 'duration' ? days : value, format: excelFormats[kind] };
}
