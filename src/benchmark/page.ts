/** A benchmark as one self-contained page: a table to sort and search, the figures, and the map of each solution. */
import { gzipSync } from 'node:zlib';
import type { Instance } from '../problem/instance.ts';
import { htmlPage, htmlTable, paragraph } from '../report/html.ts';
import { drawMap } from '../report/map.ts';
import { element, escapeXml } from '../report/svg.ts';
import { benchmarkScript, benchmarkStyle } from './page-assets.ts';
import type { SolvedRun } from './record.ts';
import type { BenchmarkReport } from './report.ts';
import { failureTable } from './run-tables.ts';
import type { Score } from './scores.ts';
import { headOf, type Table } from './table.ts';
import { hardwareCaveat } from './tables.ts';

const columns: readonly {
  readonly label: string;
  readonly cell: (score: Score) => string | number | null;
  /** Decimals; if absent, whole numbers have none. */
  readonly digits?: number;
}[] = [
  { label: 'set', cell: ({ set }) => set },
  { label: 'instance', cell: ({ instance }) => instance },
  { label: 'customers', cell: ({ customers }) => customers },
  { label: 'depots', cell: ({ depots }) => depots },
  { label: 'method', cell: ({ method }) => method },
  { label: 'runs', cell: ({ runs }) => runs },
  { label: 'best cost', cell: ({ best }) => best?.cost.total ?? null },
  { label: 'best known', cell: ({ bestKnown }) => bestKnown },
  { label: 'gap %', cell: ({ gap }) => gap, digits: 2 },
  { label: 'T_LA s', cell: ({ allocation }) => allocation, digits: 2 },
  { label: 'T_total s', cell: ({ total }) => total, digits: 2 },
];

/** `instanceOf`: by content hash; without the instance there is no map. */
export function writeReportPage({ scores, tables, figures, failures }: BenchmarkReport, instanceOf: ReadonlyMap<string, Instance>): string {
  const title = 'NEO-LRP benchmark';
  const maps: Record<string, string> = {};
  const rows = scores.map((score) => {
    const { set, instance: name, method, best } = score;
    const instance = best && instanceOf.get(best.hash);
    if (!best || !instance) return writeRow(score);
    const key = JSON.stringify([set, name, method]);
    maps[key] = packMap(instance, best);
    return writeRow(score, key);
  });
  const head = columns.map(({ label, cell }) => {
    const isNumber = scores.some((score) => typeof cell(score) === 'number');
    return element('th', { scope: 'col', class: isNumber ? 'number' : undefined }, element('button', { type: 'button' }, escapeXml(label)));
  });
  const tableHtml = ({ caption, columns, rows }: Table) => {
    const heads = columns.map((column) => ({ text: headOf(column), isNumber: column.align === 'right' }));
    const body = rows.map((cells) => ({ cells }));
    return element('div', { class: 'wide' }, htmlTable(heads, body, caption));
  };
  const summaries = tables.filter(({ name }) => name.startsWith('summary-') || name === 'protocol').map(tableHtml);
  const drawn = figures.map((figure) => element('figure', { 'aria-label': figure.title }, figure.svg));
  const section = (id: string, heading: string, ...content: readonly string[]) =>
    element('section', { id }, element('h2', {}, escapeXml(heading)), ...content);
  return htmlPage(title, 'en', benchmarkStyle, [
    element('h1', {}, escapeXml(title)),
    ...(scores.some(({ published }) => published) ? [paragraph(hardwareCaveat)] : []),
    ...(failures.length > 0 ? [section('failures', 'What failed', tableHtml(failureTable(failures)))] : []),
    section('summaries', 'Summary', ...summaries),
    section('figures', 'Figures', element('div', { class: 'figures' }, ...drawn)),
    section(
      'results',
      'All instances',
      `
<p><input type="search" id="filter" placeholder="Filter: instance, set, method" aria-label="Filter"> <span id="shown"></span></p>
<div class="wide"><table id="scores"><thead><tr>${head.join('')}<th scope="col">map</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`,
    ),
    '<dialog id="viewer"><form method="dialog"><button>Close</button></form><div id="map"></div></dialog>',
    `<script type="application/json" id="maps">${JSON.stringify(maps).replaceAll('<', '\\u003c')}</script>`,
    `<script>${benchmarkScript}</script>`,
  ]);
}

/** SVG, gzipped, as base64; otherwise hundreds of maps would make the page slow. */
function packMap(instance: Instance, run: SolvedRun): string {
  const routes = run.routes.map(([depot, ...stops]) => ({
    depot: instance.depots[depot].id,
    stops: stops.map((stop) => instance.customers[stop].id),
  }));
  const title = `${instance.name} · ${run.method}, seed ${run.seed}`;
  return gzipSync(drawMap(instance, { routes }, { title })).toString('base64');
}

/** `map`: key of its map, if it has one. */
function writeRow(score: Score, map?: string): string {
  const cells = columns.map(({ cell, digits }) => {
    const value = cell(score);
    if (value === null) return '<td></td>';
    if (typeof value === 'string') return element('td', {}, escapeXml(value));
    const shown = digits === undefined && Number.isInteger(value) ? String(value) : value.toFixed(digits ?? 2);
    return element('td', { class: 'number', 'data-value': String(value) }, shown);
  });
  const button = map === undefined ? '' : element('button', { type: 'button', 'data-map': map }, 'map');
  return element('tr', {}, ...cells, element('td', {}, button));
}
