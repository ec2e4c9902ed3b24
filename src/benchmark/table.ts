/** A table as text: Markdown, CSV or LaTeX. The same table gives the same bytes. */
import { formatCsv } from '../formats/csv-text.ts';

export interface TableColumn {
  /** Heading above the columns of a group; '' for none. */
  readonly group: string;
  readonly label: string;
  readonly align: 'left' | 'right';
}

export interface Table {
  /** File name, without extension. */
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** '' for nothing. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows at the end are totals. */
  readonly footer: number;
}

/** A column with what it shows of each item. */
export interface Column<Item> extends TableColumn {
  readonly cell: (item: Item) => string;
}

export const left = <Item>(label: string, cell: (item: Item) => string): Column<Item> => ({ group: '', label, align: 'left', cell });
export const right = <Item>(label: string, cell: (item: Item) => string, group = ''): Column<Item> => ({
  group,
  label,
  align: 'right',
  cell,
});

/** A row for each item; `totals` are added at the end. */
export function tableOf<Item>(
  name: string,
  caption: string,
  columns: readonly Column<Item>[],
  items: readonly Item[],
  totals: readonly (readonly string[])[] = [],
): Table {
  const rows = items.map((item) => columns.map(({ cell }) => cell(item)));
  return {
    name,
    caption,
    columns: columns.map(({ group, label, align }) => ({ group, label, align })),
    rows: [...rows, ...totals],
    footer: totals.length,
  };
}

/** A number as tables show it: rounded, with a minus sign that no line break separates; '' for none. */
export const fixed = (value: number | null | undefined, digits = 2): string => {
  if (value === null || value === undefined) return '';
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
};

export const headOf = ({ group, label }: TableColumn): string => `${group} ${label}`.trim();

export function toMarkdown({ caption, columns, rows, footer }: Table): string {
  const heads = columns.map(headOf);
  const escapeCell = (cell: string) => cell.replaceAll('|', '\\|');
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  const rule = `|${columns.map(({ align }) => (align === 'right' ? ' ---: ' : ' --- ')).join('|')}|`;
  const body = rows.map((row, k) => line(k < rows.length - footer ? row : row.map((cell) => (cell === '' ? '' : `**${cell}**`))));
  return `${caption}\n\n${[line(heads), rule, ...body].join('\n')}\n`;
}

export function toCsv({ columns, rows }: Table): string {
  return formatCsv(columns.map(headOf), rows);
}

/** For booktabs. */
export function toLatex({ name, caption, columns, rows, footer }: Table): string {
  const spans = columns.reduce<{ group: string; from: number; to: number }[]>((found, { group }, k) => {
    const last = found.at(-1);
    if (last && last.group === group && group !== '') last.to = k;
    else found.push({ group, from: k, to: k });
    return found;
  }, []);
  const grouped = spans.some(({ group }) => group !== '');
  const groups = spans.map(({ group, from, to }) => (group === '' ? '' : `\\multicolumn{${to - from + 1}}{c}{${escapeLatex(group)}}`));
  const rules = spans.flatMap(({ group, from, to }) => (group === '' ? [] : [`\\cmidrule(lr){${from + 1}-${to + 1}}`]));
  const line = (cells: readonly string[]) => `${cells.map(escapeLatex).join(' & ')} \\\\`;
  return [
    '\\begin{table}',
    `\\caption{${escapeLatex(caption)}}`,
    `\\label{tab:${name}}`,
    `\\begin{tabular}{@{}${columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')}@{}}`,
    '\\toprule',
    ...(grouped ? [`${groups.join(' & ')} \\\\`, rules.join('')] : []),
    line(columns.map(({ label }) => label)),
    '\\midrule',
    ...rows.slice(0, rows.length - footer).map(line),
    ...(footer > 0 ? ['\\midrule', ...rows.slice(rows.length - footer).map(line)] : []),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

const latex: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '†': '$^\\dagger$',
  '≤': '$\\leq$',
  '×': '$\\times$',
  '−': '$-$',
};
const escapeLatex = (text: string) => text.replaceAll(/[\\&%$#_{}~^†≤×−]/g, (letter) => latex[letter]);
