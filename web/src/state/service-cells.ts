/** Cells whose values are no single number: spans of time, lists of vehicle types, several quantities. Empty text is no value. */
import { formatSpans, parseSpans, type Units } from '../../../src/page.ts';

type Span = readonly [number, number];
type TimeUnit = NonNullable<Units['time']>;

/** As it is typed. */
export function showCell(field: string, value: unknown, unit: TimeUnit = 'min'): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value === undefined || value === null) return '';
  if (field === 'timeWindows') return formatSpans(value as readonly Span[], unit);
  if (field === 'openingHours' || field === 'shift') return formatSpans([value as Span], unit);
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([name, amount]) => `${name}: ${amount}`)
    .join('; ');
}

/** What was typed, or the text itself, for the library to refuse. */
export function readServiceCell(field: string, text: string, unit: TimeUnit = 'min'): unknown {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (field === 'vehicles' || field === 'depots') return typed.split(',').map((id) => id.trim());
  if (field === 'timeWindows') return parseSpans(typed, unit) ?? typed;
  if (field === 'openingHours' || field === 'shift') return parseSpans(typed, unit)?.[0] ?? typed;
  const pairs = typed.split(';').map((part) => part.split(/:(?=[^:]*$)/).map((word) => word.trim()));
  const sound = pairs.every(([name, amount]) => name !== '' && amount !== undefined && amount !== '' && Number.isFinite(Number(amount)));
  return sound ? Object.fromEntries(pairs.map(([name, amount]) => [name, Number(amount)])) : typed;
}
