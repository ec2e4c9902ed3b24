/** A benchmark as one self-contained page: a table to sort and search, the figures, and the map of each solution. */
import { benchmarkScript, benchmarkStyle } from './benchmark-page-assets.ts';
import { escapeXml } from './svg.ts';

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
  const paragraphs = remarks.map((remark) => `<p>${escapeXml(remark)}</p>`).join('\n');
  const failed =
    failures.length === 0
      ? ''
      : `<section id="failures"><h2>What failed</h2><ul>${failures.map(({ what, why }) => `<li><b>${escapeXml(what)}</b> ${escapeXml(why)}</li>`).join('')}</ul></section>`;
  const numbers = new Set(columns.filter(({ cell }) => rows.some((row) => typeof cell(row) === 'number')));
  const head = columns
    .map((column) => `<th scope="col"${numbers.has(column) ? ' class="number"' : ''}><button type="button">${column.label}</button></th>`)
    .join('');
  const drawn = figures.map((figure) => `<figure aria-label="${escapeXml(figure.title)}">${figure.svg}</figure>`).join('\n');
  const summaries = tables.map(writeTable).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${benchmarkStyle}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${paragraphs}
${failed}
<section id="summaries"><h2>Summary</h2>${summaries}</section>
<section id="figures"><h2>Figures</h2><div class="figures">${drawn}</div></section>
<section id="results"><h2>All instances</h2>
<p><input type="search" id="filter" placeholder="Filter: instance, set, method" aria-label="Filter"> <span id="shown"></span></p>
<div class="wide"><table id="scores"><thead><tr>${head}<th scope="col">map</th></tr></thead>
<tbody>
${rows.map(writeRow).join('\n')}
</tbody></table></div></section>
<dialog id="viewer"><form method="dialog"><button>Close</button></form><div id="map"></div></dialog>
<script type="application/json" id="maps">${JSON.stringify(maps).replaceAll('<', '\\u003c')}</script>
<script>${benchmarkScript}</script>
</body>
</html>
`;
}

function writeRow(row: BenchmarkPageRow): string {
  const cells = columns.map(({ cell, digits }) => {
    const value = cell(row);
    if (value === null) return '<td></td>';
    if (typeof value === 'string') return `<td>${escapeXml(value)}</td>`;
    return `<td class="number" data-value="${value}">${digits === undefined && Number.isInteger(value) ? value : value.toFixed(digits ?? 2)}</td>`;
  });
  const map = row.map === undefined ? '' : `<button type="button" data-map="${escapeXml(row.map)}">map</button>`;
  return `<tr>${cells.join('')}<td>${map}</td></tr>`;
}

function writeTable({ caption, heads, rows }: BenchmarkPage['tables'][number]): string {
  const kind = heads.map(({ align }) => (align === 'right' ? ' class="number"' : ''));
  const head = heads.map(({ label }, k) => `<th scope="col"${kind[k]}>${escapeXml(label)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell, k) => `<td${kind[k]}>${escapeXml(cell)}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><caption>${escapeXml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
