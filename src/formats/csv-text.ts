/** CSV as it is written: commas, a line of column names, quotes where a reader needs them. */
import type { Instance } from '../problem/instance.ts';

export function formatCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `${[header, ...rows].map((cells) => cells.map(quote).join(',')).join('\n')}\n`;
}

/** Names of the two columns of coordinates. */
export const axes = ({ travel }: Instance): readonly [string, string] =>
  travel.kind === 'great-circle' ? ['longitude', 'latitude'] : ['x', 'y'];

/** Quotes what a reader could mistake: separators, quotes, line ends, and blanks at the edge, which readers trim. */
function quote(cell: string | number): string {
  const text = String(cell);
  return /[",;\t\r\n]|^\s|\s$|^\uFEFF/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
