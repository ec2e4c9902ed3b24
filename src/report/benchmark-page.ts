/** A benchmark as one self-contained page: a table to sort and search, the figures, and the map of each solution. */
import { benchmarkScript, benchmarkStyle } from './benchmark-page-assets.ts';
import { htmlPage, htmlTable, paragraph } from './html.ts';
import { element, escapeXml } from './svg.ts';

export interface BenchmarkPageRow {
  readonly set: string;
  readonly instance: string;
  readonly customers: number;
  readonly depots: number;
  readonly method: string;
  readonly runs: number;
  readonly cost: number | null;
  readonly bestKnown: number | null;
  readonly gap: number | null;
  readonly allocation: number | null;
  readonly total: number;
  /** Key of its map, if it has one. */
  readonly map?: string;
}

export interface BenchmarkPage {
  readonly title: string;
  /** Paragraphs at the top of the page. */
  readonly remarks: readonly string[];
  readonly rows: readonly BenchmarkPageRow[];
  readonly failures: readonly { readonly what: string; readonly why: string }[];
  readonly tables: readonly {
    readonly caption: string;
    readonly heads: readonly { readonly label: string; readonly align: 'left' | 'right' }[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly figures: readonly { readonly title: string; readonly svg: string }[];
  /** SVG, gzipped, as base64; otherwise hundreds of maps would make the page slow. */
  readonly maps: Readonly<Record<string, string>>;
}

const columns: readonly {
  readonly label: string;
  readonly cell: (row: BenchmarkPageRow) => string | number | null;
  /** Decimals; if absent, whole numbers have none. */
  readonly digits?: number;
}[] = [
  { label: 'set', cell: ({ set }) => set },
  { label: 'instance', cell: ({ instance }) => instance },
  { label: 'customers', cell: ({ customers }) => customers },
  { label: 'depots', cell: ({ depots }) => depots },
  { label: 'method', cell: ({ method }) => method },
  { label: 'runs', cell: ({ runs }) => runs },
  { label: 'best cost', cell: ({ cost }) => cost },
  { label: 'best known', cell: ({ bestKnown }) => bestKnown },
  { label: 'gap %', cell: ({ gap }) => gap, digits: 2 },
  { label: 'T_LA s', cell: ({ allocation }) => allocation, digits: 2 },
  { label: 'T_total s', cell: ({ total }) => total, digits: 2 },
];

export function writeBenchmarkPage({ title, remarks, rows, failures, tables, figures, maps }: BenchmarkPage): string {
  const numbers = new Set(columns.filter(({ cell }) => rows.some((row) => typeof cell(row) === 'number')));
  const head = columns.map((column) =>
    element(
      'th',
      { scope: 'col', class: numbers.has(column) ? 'number' : undefined },
      element('button', { type: 'button' }, escapeXml(column.label)),
    ),
  );
  const failed = failures.map(({ what, why }) => element('li', {}, element('b', {}, escapeXml(what)), ` ${escapeXml(why)}`));
  const summaries = tables.map(({ caption, heads, rows: texts }) => {
    const named = heads.map(({ label, align }) => ({ text: label, isNumber: align === 'right' }));
    const body = texts.map((cells) => ({ cells }));
    return element('div', { class: 'wide' }, htmlTable(named, body, caption));
  });
  const drawn = figures.map((figure) => element('figure', { 'aria-label': figure.title }, figure.svg));
  const section = (id: string, heading: string, ...content: readonly string[]) =>
    element('section', { id }, element('h2', {}, escapeXml(heading)), ...content);
  return htmlPage(title, 'en', benchmarkStyle, [
    element('h1', {}, escapeXml(title)),
    ...remarks.map((remark) => paragraph(remark)),
    ...(failed.length > 0 ? [section('failures', 'What failed', element('ul', {}, ...failed))] : []),
    section('summaries', 'Summary', ...summaries),
    section('figures', 'Figures', element('div', { class: 'figures' }, ...drawn)),
    section(
      'results',
      'All instances',
      `
<p><input type="search" id="filter" placeholder="Filter: instance, set, method" aria-label="Filter"> <span id="shown"></span></p>
<div class="wide"><table id="scores"><thead><tr>${head.join('')}<th scope="col">map</th></tr></thead>
<tbody>
${rows.map(writeRow).join('\n')}
</tbody></table></div>`,
    ),
    '<dialog id="viewer"><form method="dialog"><button>Close</button></form><div id="map"></div></dialog>',
    `<script type="application/json" id="maps">${JSON.stringify(maps).replaceAll('<', '\\u003c')}</script>`,
    `<script>${benchmarkScript}</script>`,
  ]);
}

function writeRow(row: BenchmarkPageRow): string {
  const cells = columns.map(({ cell, digits }) => {
    const value = cell(row);
    if (value === null) return '<td></td>';
    if (typeof value === 'string') return element('td', {}, escapeXml(value));
    const shown = digits === undefined && Number.isInteger(value) ? String(value) : value.toFixed(digits ?? 2);
    return element('td', { class: 'number', 'data-value': String(value) }, shown);
  });
  const map = row.map === undefined ? [''] : [element('button', { type: 'button', 'data-map': row.map }, 'map')];
  return element('tr', {}, ...cells, element('td', {}, ...map));
}
