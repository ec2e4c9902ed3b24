/** Times of day in tables where work goes on past midnight: instances count on from 24:00. */
import type { TimeUnit } from '../problem/vehicle-schema.ts';

export type Span = readonly [number, number];

const dayIn: Readonly<Record<TimeUnit, number>> = { s: 86_400, min: 1440, h: 24 };

/** A span that ends before it begins ends on the next day. */
export const pastMidnight = ([from, to]: Span, unit: TimeUnit): Span =>
  to < from && from < dayIn[unit] ? [from, to + dayIn[unit]] : [from, to];

/** A span by its ends; the day's beginning or end stands for one that is missing. */
export const spanBetween = (from: number | undefined, to: number | undefined, unit: TimeUnit): Span | undefined =>
  from === undefined && to === undefined ? undefined : pastMidnight([from ?? 0, to ?? dayIn[unit]], unit);

/** Where work begins in the evening and ends after midnight, a window before its beginning is one of the next day. */
export function nightWork(
  depots: readonly { readonly openingHours?: Span | undefined }[],
  vehicles: readonly { readonly shift?: Span | undefined }[],
  unit: TimeUnit,
): (windows: readonly Span[]) => readonly Span[] {
  const day = dayIn[unit];
  const earliest = (spans: readonly (Span | undefined)[]) => spans.reduce((least, span) => Math.min(least, span?.[0] ?? 0), day);
  const [hours, shifts] = [depots.map(({ openingHours }) => openingHours), vehicles.map(({ shift }) => shift)];
  const begins = Math.max(earliest(hours), shifts.length > 0 ? earliest(shifts) : 0);
  const isByNight = begins > 0 && [...hours, ...shifts].some((span) => span && span[1] > day);
  const isEarly = ([, to]: Span) => isByNight && to < begins;
  return (windows) =>
    windows.some(isEarly)
      ? windows.map((span): Span => (isEarly(span) ? [span[0] + day, span[1] + day] : span)).toSorted((a, b) => a[0] - b[0])
      : windows;
}
