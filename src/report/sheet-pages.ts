/** Route sheets as pages to print: one a route, in the language of the instance. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { type RouteSheet, routeSheets, type SheetStop, type ShownColumns, shownColumns, windowText } from './route-sheets.ts';
import { escapeXml } from './svg.ts';
import { capitalised, type Words, wordsOf } from './words.ts';

const style = `
@page { margin: 14mm; }
body { font: 14px/1.4 Inter, 'Helvetica Neue', Arial, sans-serif; color: #1c2430; margin: 0 auto; max-width: 60rem; padding: 1rem; }
section { padding: 1rem 0 2rem; border-bottom: 1px solid #dde1e7; }
h1 { font-size: 1.3rem; margin: 0 0 .2rem; }
p { margin: 0 0 .8rem; color: #4a5360; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid #dde1e7; text-align: left; vertical-align: top; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.depot td { font-weight: 600; }
small { display: block; color: #4a5360; font-weight: 400; }
.sign { display: flex; gap: 2rem; }
.sign span { flex: 1; border-bottom: 1px solid #1c2430; }
@media print { body { padding: 0; max-width: none; } section { border: 0; padding: 0; break-after: page; } section:last-child { break-after: auto; } }
`;

/** Prints as one page per route. */
export function drawRouteSheets(instance: Instance, plan: Plan | Solution): string {
  const sheets = routeSheets(instance, plan);
  const { language = 'en' } = instance.units;
  const layout: Layout = {
    of: sheets.length,
    amounts: amountsOf(instance, language),
    words: wordsOf(language),
    shown: shownColumns(instance, sheets),
    quantities: modelOf(instance).quantities.slice(1),
  };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(`${instance.name}: ${layout.words.routeSheets}`)}</title>
<style>${style}</style>
</head>
<body>
${sheets.map((sheet) => drawSheet(instance.name, sheet, layout)).join('\n')}
</body>
</html>
`;
}

interface Layout {
  readonly of: number;
  readonly amounts: Amounts;
  readonly words: Words;
  readonly shown: ShownColumns;
  /** Names of what is delivered besides the demand. */
  readonly quantities: readonly string[];
}

interface Column {
  readonly head: string;
  readonly text: (stop: SheetStop) => string;
  /** Small print below. */
  readonly small?: (stop: SheetStop) => string;
  readonly isText?: boolean;
}

function drawSheet(instance: string, sheet: RouteSheet, layout: Layout): string {
  const { words, amounts, of } = layout;
  const columns = columnsOf(layout);
  const tag = (name: string, { isText }: Column, content: string) => `<${name}${isText ? '' : ' class="number"'}>${content}</${name}>`;
  const cell = (column: Column, stop: SheetStop) => {
    const small = column.small?.(stop) ?? '';
    return tag('td', column, `${escapeXml(column.text(stop))}${small === '' ? '' : `<small>${escapeXml(small)}</small>`}`);
  };
  return [
    '<section>',
    `<h1>${escapeXml(`${instance}: ${words.route} ${amounts.number(sheet.route)} ${words.of} ${amounts.number(of)}`)}</h1>`,
    `<p>${escapeXml(
      factsOf(sheet, layout)
        .map(([label, value]) => `${capitalised(label)}: ${value}`)
        .join(' · '),
    )}</p>`,
    `<p class="sign"><span>${capitalised(words.driver)}:</span><span>${capitalised(words.date)}:</span></p>`,
    '<table>',
    `<thead><tr>${columns.map((column) => tag('th', column, escapeXml(capitalised(column.head)))).join('')}</tr></thead>`,
    '<tbody>',
    ...sheet.stops.map(
      (stop) => `<tr${stop.kind === 'customer' ? '' : ' class="depot"'}>${columns.map((column) => cell(column, stop)).join('')}</tr>`,
    ),
    '</tbody>',
    '</table>',
    '</section>',
  ].join('\n');
}

function factsOf(
  { stops, load, distance, duration, vehicle, limit }: RouteSheet,
  { words, amounts, quantities }: Layout,
): (readonly [string, string])[] {
  const [start] = stops;
  const total = (name: string) => stops.reduce((sum, stop) => sum + (stop.quantities?.[name] ?? 0), 0);
  const most = limit === undefined ? '' : ` (${words.atMost} ${amounts.distance(limit)})`;
  const clock = (time = Number.NaN) => amounts.clock(time);
  return [
    [words.depot, start.name],
    ...(vehicle === undefined ? [] : [[words.vehicle, vehicle] as const]),
    [words.stops, amounts.number(stops.length - 2)],
    [words.load, [amounts.demand(load), ...quantities.map((name) => `${amounts.number(total(name))} ${name}`)].join(', ')],
    [words.distance, `${Number.isFinite(distance) ? amounts.distance(distance) : words.noWay}${most}`],
    ...(duration === undefined || !Number.isFinite(duration)
      ? []
      : [[words.duration, `${amounts.duration(duration)} (${clock(start.arrival)}–${clock(stops[stops.length - 1].arrival)})`] as const]),
  ];
}

function columnsOf({ words, amounts, shown, quantities }: Layout): readonly Column[] {
  const { heading, number, clock, duration } = amounts;
  const at = (time = Number.NaN) => clock(time);
  const length = (value: number) => (Number.isFinite(value) ? number(value) : words.noWay);
  const ifCustomer = (text: (stop: SheetStop) => string) => (stop: SheetStop) => (stop.kind === 'customer' ? text(stop) : '');
  const notes = ({ id, name, details }: SheetStop) =>
    [...(name === id ? [] : [id]), ...Object.entries(details).map(([field, value]) => `${field}: ${value}`)].join(' · ');
  const title = ({ kind, name }: SheetStop) => (kind === 'customer' ? name : `${capitalised(words[kind])}: ${name}`);
  const times: readonly Column[] = [
    { head: words.arrival, text: ({ arrival }) => at(arrival) },
    { head: heading.duration(words.waiting), text: ({ waiting = 0 }) => (waiting > 0 ? duration(waiting) : '') },
    { head: words.departure, text: ({ departure }) => at(departure) },
  ];
  return [
    { head: '', text: ifCustomer(({ order }) => String(order)) },
    ...(shown.times ? times : []),
    { head: words.place, text: title, small: notes, isText: true },
    ...(shown.address ? [{ head: words.address, text: ({ address }: SheetStop) => address, isText: true }] : []),
    ...(shown.windows ? [{ head: words.window, text: (stop: SheetStop) => windowText(stop, clock) }] : []),
    ...(shown.service ? [{ head: heading.duration(words.service), text: ifCustomer(({ service = 0 }) => duration(service)) }] : []),
    { head: heading.demand(words.demand), text: ifCustomer(({ demand }) => number(demand)) },
    ...quantities.map((name) => ({ head: name, text: ifCustomer(({ quantities: own = {} }) => number(own[name] ?? 0)) })),
    { head: heading.demand(words.aboard), text: ({ kind, aboard }) => (kind === 'return' ? '' : number(aboard)) },
    { head: heading.distance(words.leg), text: ({ kind, leg }) => (kind === 'start' ? '' : length(leg)) },
    { head: heading.distance(words.distance), text: ({ kind, distance }) => (kind === 'start' ? '' : length(distance)) },
  ];
}
