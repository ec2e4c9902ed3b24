/** What a cell of a table holds: as it is typed, and as the data has it. */
import { formatSpans, parseSpans, type Units } from '../../../src/page.ts';
import type { Cell } from '../state/draft.ts';
import { markOf, parseNumber } from './numbers.ts';

/** `amounts`: several by name, such as `demand: 100; m³: 8`, or one number for all. */
export type CellKind = 'text' | 'number' | 'list' | 'amounts' | 'span' | 'spans';
type Span = readonly [number, number];
type TimeUnit = NonNullable<Units['time']>;

export function showCell(value: unknown, kind: CellKind, unit: TimeUnit = 'min'): Cell {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value === undefined || value === null) return '';
  if (kind === 'spans') return formatSpans(value as readonly Span[], unit);
  if (kind === 'span') return formatSpans([value as Span], unit);
  if (kind === 'list') return (value as readonly string[]).join(', ');
  const amounts = Object.entries(value).map(([name, amount]) => `${name}: ${amount}`);
  return amounts.join('; ');
}

/** A number, in any common notation, or the text itself. */
export const readNumber = (text: string): Cell => parseNumber(text, markOf([text])) ?? text.trim();

/** Undefined where nothing was typed; the text itself where it is no such value, for the library to refuse. */
export function readCell(text: string, kind: CellKind, unit: TimeUnit = 'min'): unknown {
  const typed = text.trim();
  if (typed === '' || kind === 'text') return typed || undefined;
  if (kind === 'list') return typed.split(',').map((id) => id.trim());
  if (kind === 'spans') return parseSpans(typed, unit) ?? typed;
  if (kind === 'span') return parseSpans(typed, unit)?.[0] ?? typed;
  const number = readNumber(typed);
  if (kind === 'number' || typeof number === 'number') return number;
  const pairs = typed.split(';').map((part) => part.split(/:(?=[^:]*$)/).map((word) => word.trim()));
  const sound = pairs.every(([name, amount]) => name !== '' && amount !== undefined && amount !== '' && Number.isFinite(Number(amount)));
  return sound ? Object.fromEntries(pairs.map(([name, amount]) => [name, Number(amount)])) : typed;
}
