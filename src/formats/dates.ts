/** Days as people write them in tables: dates in any common order, or names. What could be two dates is refused, not guessed. */

/** 2026-04-03, 2026/4/3, 20260403, with or without a time. */
const iso = /^(\d{4})[-/.]?(\d\d?)[-/.]?(\d\d?)(?:[T ].*)?$/;
/** 3.4.2026, 03.04.26: the day comes first wherever dots are written. */
const dotted = /^(\d\d?)\.\s?(\d\d?)\.\s?(\d{4}|\d\d)(?:\s.*)?$/;
/** 3/4/2026 or 3-4-2026: the third of April, or of March the fourth. */
const slashed = /^(\d\d?)[/-](\d\d?)[/-](\d{4}|\d\d)(?:\s.*)?$/;
const longest = 40;

/** How a column of dates is to be read: by what cannot be a month in any of its cells. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown' | 'contradicting';

export function dateOrder(texts: Iterable<string>): DateOrder {
  let [dayFirst, monthFirst] = [false, false];
  for (const text of texts) {
    const [, first, second] = text.length > longest ? [] : (slashed.exec(text.trim()) ?? []);
    dayFirst ||= Number(first) > 12;
    monthFirst ||= Number(second) > 12;
  }
  return dayFirst && monthFirst ? 'contradicting' : dayFirst ? 'day-first' : monthFirst ? 'month-first' : 'unknown';
}

/** `name`: what the day is called; a date as 2026-04-03. `fault`: what is wrong with it. */
export type ParsedDay = { readonly name: string; readonly isDate: boolean } | { readonly fault: string };

export function parseDay(text: string, order: DateOrder): ParsedDay {
  const given = text.trim();
  if (given.length > longest) return { name: given, isDate: false };
  const [, y, m, d] = iso.exec(given) ?? [];
  if (y !== undefined && (/\D/.test(given) || given.length === 8)) return dateOf(given, y, m, d);
  const [, day, month, year] = dotted.exec(given) ?? [];
  if (day !== undefined) return dateOf(given, year, month, day);
  const [, first, second, last] = slashed.exec(given) ?? [];
  if (first === undefined) return { name: given, isDate: false };
  if (order === 'contradicting') return { fault: `'${given}' and other dates of this column have day and month in different orders` };
  const [dayFirst, monthFirst] = [dateOf(given, last, second, first), dateOf(given, last, first, second)];
  if (order === 'day-first' || (order === 'unknown' && first === second)) return dayFirst;
  if (order === 'month-first') return monthFirst;
  if ('fault' in dayFirst || 'fault' in monthFirst) return 'fault' in dayFirst ? monthFirst : dayFirst;
  return { fault: `'${given}' may be ${dayFirst.name} or ${monthFirst.name}; write dates as one of these` };
}

function dateOf(given: string, year: string, month: string, day: string): ParsedDay {
  const name = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${name}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(name);
  return exists ? { name, isDate: true } : { fault: `there is no date '${given}'` };
}
