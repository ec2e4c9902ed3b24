/** Numbers for people; files and JSON have them in full. */

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

/** 54793 as 54,793; fractions to two decimals. */
export const formatNumber = (value: number): string => grouped.format(value);

export const formatCount = (count: number, noun: string): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Long names lose their middle: what tells apart names of one pattern stands at the ends. */
export function shortenName(name: string, length: number): string {
  const letters = Array.from(name);
  if (letters.length <= length) return name;
  const tail = Math.floor((length - 1) * 0.4);
  return `${letters.slice(0, length - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}
