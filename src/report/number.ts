/** Numbers for people; files and JSON have them in full. */
import type { Language } from '../problem/languages.ts';
import { mapWordsOf } from './words.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** 54793 as 54,793, or as the language writes it; fractions to two decimals. */
export function formatNumber(value: number, language: Language = 'en'): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(mapWordsOf(language).locale, { maximumFractionDigits: 2 });
  formats.set(language, format);
  return format.format(value);
}

export const formatCount = (count: number, noun: string): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A share as 1.25 %. */
export const formatPercent = (share: number, digits = 2): string => `${(100 * share).toFixed(digits)} %`;

/** Long names lose their middle: what tells apart names of one pattern stands at the ends. */
export function shortenName(name: string, length: number): string {
  const letters = Array.from(name);
  if (letters.length <= length) return name;
  const tail = Math.floor((length - 1) * 0.4);
  return `${letters.slice(0, length - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}
