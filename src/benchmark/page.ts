/** A benchmark as one self-contained page: a table to sort and search, the figures, and the map of each solution. */
import { gzipSync } from 'node:zlib';
import type { Instance } from '../problem/instance.ts';
import { drawMap } from '../report/map.ts';
import { escapeXml } from '../report/svg.ts';
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
  const failed = failureTable(failures).rows.map(
    ([set, files, methods, runs, code, reason]) =>
      `<li><b>${escapeXml(`${set}: ${files}`)}</b> ${escapeXml(`${code}: ${reason} (${methods}; runs: ${runs})`)}</li>`,
  );
  const head = columns.map(({ label, cell }) => {
    const number = scores.some((score) => typeof cell(score) === 'number');
    return `<th scope="col"${number ? ' class="number"' : ''}><button type="button">${label}</button></th>`;
  });
  const drawn = figures.map((figure) => `<figure aria-label="${escapeXml(figure.title)}">${figure.svg}</figure>`).join('\n');
  const summaries = tables.filter(({ name }) => name.startsWith('summary-') || name === 'protocol').map(writeTable);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${benchmarkStyle}</style>
</head>
<body>
<h1>${title}</h1>
${scores.some(({ published }) => published) ? `<p>${escapeXml(hardwareCaveat)}</p>` : ''}
${failed.length === 0 ? '' : `<section id="failures"><h2>What failed</h2><ul>${failed.join('')}</ul></section>`}
<section id="summaries"><h2>Summary</h2>${summaries.join('\n')}</section>
<section id="figures"><h2>Figures</h2><div class="figures">${drawn}</div></section>
<section id="results"><h2>All instances</h2>
<p><input type="search" id="filter" placeholder="Filter: instance, set, method" aria-label="Filter"> <span id="shown"></span></p>
<div class="wide"><table id="scores"><thead><tr>${head.join('')}<th scope="col">map</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></section>
<dialog id="viewer"><form method="dialog"><button>Close</button></form><div id="map"></div></dialog>
<script type="application/json" id="maps">${JSON.stringify(maps).replaceAll('<', '\\u003c')}</script>
<script>${benchmarkScript}</script>
</body>
</html>
`;
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
    if (typeof value === 'string') return `<td>${escapeXml(value)}</td>`;
    return `<td class="number" data-value="${value}">${digits === undefined && Number.isInteger(value) ? value : value.toFixed(digits ?? 2)}</td>`;
  });
  const button = map === undefined ? '' : `<button type="button" data-map="${escapeXml(map)}">map</button>`;
  return `<tr>${cells.join('')}<td>${button}</td></tr>`;
}

function writeTable({ caption, columns, rows }: Table): string {
  const kind = columns.map(({ align }) => (align === 'right' ? ' class="number"' : ''));
  const head = columns.map((column, k) => `<th scope="col"${kind[k]}>${escapeXml(headOf(column))}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell, k) => `<td${kind[k]}>${escapeXml(cell)}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><caption>${escapeXml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
