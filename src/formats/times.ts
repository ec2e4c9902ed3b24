/** Times as people write them in tables. */
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { pastMidnight, type Span } from './night-work.ts';
import { parseDecimal } from './numbers.ts';

const perHour: Readonly<Record<TimeUnit, number>> = { s: 3600, min: 60, h: 1 };

/** Longer texts are no times, and no pattern has to say so. */
const longest = { time: 40, spans: 1000 } as const;

const clock = /^(\d{1,3})\s*(?::|h|\.(?=\d\d\s*(?:uhr|h)?$))\s*(\d\d)?(?::(\d\d))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h)?$/i;
const hourOnly = /^(\d{1,2})\s*(am|pm|a\.m\.|p\.m\.|uhr|h)$/i;

/** The last hour that a bare number can mean. */
const lastHour = 24;

/**
 * A time of day: 8:00, 8:30:15, 8h30, 8 am, or a bare number, which is an hour up to 24 and beyond that counts units since midnight.
 * Undefined where it is none.
 */
export function parseTimeOfDay(text: string, unit: TimeUnit): number | undefined {
  const given = text.trim();
  if (given.length > longest.time) return undefined;
  const date = /T(\d\d):(\d\d):(\d\d)/.exec(given);
  const [, h, m, s, half] = date ?? clock.exec(given) ?? [];
  if (h !== undefined) return hours(Number(h), Number(m ?? 0), Number(s ?? 0), half) * perHour[unit];
  const [, hour, suffix] = hourOnly.exec(given) ?? [];
  if (hour !== undefined) return hours(Number(hour), 0, 0, suffix) * perHour[unit];
  const number = parseDecimal(given.replace(',', '.'));
  if (number === undefined || number < 0) return undefined;
  return number <= lastHour ? number * perHour[unit] : number;
}

function hours(hour: number, minute: number, second: number, half = ''): number {
  const noon = /^p/i.test(half) && hour < 12 ? 12 : /^a/i.test(half) && hour === 12 ? -12 : 0;
  return hour + noon + minute / 60 + second / 3600;
}

/** A duration: 0:45 is three quarters of an hour, 45 min and 1.5 h say their unit, a bare number is in `unit`. */
export function parseDuration(text: string, unit: TimeUnit, stated: TimeUnit = unit): number | undefined {
  const given = text.trim();
  if (given.length > longest.time) return undefined;
  const [, h, m, s] = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(given) ?? [];
  if (h !== undefined) return hours(Number(h), Number(m), Number(s ?? 0)) * perHour[unit];
  const [, amount, named] = /^([\d.,]+)\s*([a-z]+)\.?$/i.exec(given) ?? [];
  const own = named === undefined ? stated : timeUnitNamed(named);
  const number = parseDecimal((amount ?? given).replace(',', '.'));
  if (own === undefined || number === undefined || number < 0) return undefined;
  return own === unit ? number : (number * perHour[unit]) / perHour[own];
}

const spelled: Readonly<Record<TimeUnit, RegExp>> = {
  s: /^(s|secs?|seconds?|sekunden?|secondes?|segundos?|secondi)$/i,
  min: /^(m|mins?|minutes?|minuten?|minutos?|minuti|minut|minuty)$/i,
  h: /^(h|hrs?|hours?|std|stunden?|heures?|horas?|ore|uur|uren|godz|ur)$/i,
};

export const timeUnitNamed = (text: string): TimeUnit | undefined =>
  (Object.keys(spelled) as TimeUnit[]).find((unit) => spelled[unit].test(text.trim()));

/** One or several spans: 8:00-12:00, 8-12 and 14-17, or as JSON, [[480, 720]], in which every number is in `unit`. */
export function parseSpans(text: string, unit: TimeUnit): Span[] | undefined {
  const given = text.trim();
  if (given.startsWith('[')) return jsonSpans(given);
  if (given.length > longest.spans) return undefined;
  const spans = given.split(/[;,|&\n]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b/i).map((part) => {
    const ends = part.split(/\s*(?:[-–—]|\bto\b|\bbis\b|\bà\b|\ba\b|\btot\b|\bdo\b|\buntil\b)\s*/i).map((end) => parseTimeOfDay(end, unit));
    return ends.length === 2 ? ends : undefined;
  });
  const complete = spans.every((span): span is [number, number] => span !== undefined && !span.includes(undefined));
  return complete ? spans.map((span) => pastMidnight(span as Span, unit)) : undefined;
}

function jsonSpans(text: string): Span[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const list: unknown = Array.isArray(parsed) && typeof parsed[0] === 'number' ? [parsed] : parsed;
    const isSpan = (span: unknown): span is Span =>
      Array.isArray(span) && span.length === 2 && span.every((end) => typeof end === 'number');
    return Array.isArray(list) && list.every(isSpan) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** As a reader takes them: on the clock where they are whole minutes of a clock, else as JSON. */
export function formatSpans(spans: readonly Span[], unit: TimeUnit): string {
  const minutes = spans.flat().map((time) => (time * 60) / perHour[unit]);
  const onClock = minutes.every((minute) => Number.isInteger(minute) && minute < 60_000);
  // The way back must give the same double.
  const text = spans.map((span) => span.map((time) => clockText((time * 60) / perHour[unit])).join('-')).join('; ');
  const back = onClock ? parseSpans(text, unit) : undefined;
  return back && JSON.stringify(back) === JSON.stringify(spans) ? text : JSON.stringify(spans);
}

const clockText = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
