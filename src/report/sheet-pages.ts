/** Route sheets as pages to print: one a route, in the language of the instance. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { type Column, column, shownText, useful } from './columns.ts';
import { type HtmlCell, htmlPage, htmlTable, paragraph } from './html.ts';
import { type RouteSheet, routeSheets, type SheetStop, type ShownColumns, shownColumns, windowText } from './route-sheets.ts';
import { element, escapeXml } from './svg.ts';
import { headings, type Words, wordsOf } from './words.ts';

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
    name: instance.name,
    of: sheets.length,
    amounts: amountsOf(instance, language),
    words: wordsOf(language),
    heads: headings(language),
    shown: shownColumns(instance, sheets),
    quantities: modelOf(instance).quantities.slice(1),
  };
  const title = `${instance.name}: ${layout.words.routeSheets}`;
  return htmlPage(
    title,
    language,
    style,
    sheets.map((sheet) => drawSheet(sheet, layout)),
  );
}

interface Layout {
  readonly name: string;
  readonly of: number;
  readonly amounts: Amounts;
  readonly words: Words;
  /** The same as headings. */
  readonly heads: Words;
  readonly shown: ShownColumns;
  /** Names of what is delivered besides the demand. */
  readonly quantities: readonly string[];
}

function drawSheet(sheet: RouteSheet, layout: Layout): string {
  const { name, words, heads: titles, amounts, of } = layout;
  const columns = columnsOf(layout);
  const heads = columns.map(({ head, kind }) => ({ text: head, isNumber: kind !== 'text' }));
  const facts = factsOf(sheet, layout).map(([label, value]) => `${label}: ${value}`);
  const field = (label: string) => element('span', {}, `${label}:`);
  const cellOf = ({ kind, of: read, head }: Column<SheetStop>, stop: SheetStop, r: number): HtmlCell => {
    const value = read(stop, r);
    // At the depot, cells that would say nothing are empty.
    const isIdle = stop.kind !== 'customer' && kind !== 'clock' && value === 0;
    const text = isIdle ? '' : shownText(value, kind, amounts, words);
    return head === titles.place ? { text, small: notesOn(stop) } : text;
  };
  const rows = sheet.stops.map((stop, r) => ({
    cells: columns.map((one) => cellOf(one, stop, r)),
    class: stop.kind === 'customer' ? undefined : 'depot',
  }));
  return element(
    'section',
    {},
    element('h1', {}, escapeXml(`${name}: ${words.route} ${amounts.number(sheet.route)} ${words.of} ${amounts.number(of)}`)),
    paragraph(facts.join(' · ')),
    element('p', { class: 'sign' }, field(titles.driver), field(titles.date)),
    `\n${htmlTable(heads, rows)}\n`,
  );
}

/** The id, if the title is a name, and what helps at the door. */
const notesOn = ({ id, name, details }: SheetStop) =>
  [...(name === id ? [] : [id]), ...Object.entries(details).map(([field, value]) => `${field}: ${value}`)].join(' · ');

function factsOf(
  { stops, load, distance, duration, vehicle, limit }: RouteSheet,
  { words, heads, amounts, quantities }: Layout,
): (readonly [string, string])[] {
  const [start] = stops;
  const total = (name: string) => stops.reduce((sum, stop) => sum + (stop.quantities?.[name] ?? 0), 0);
  const most = limit === undefined ? '' : ` (${words.atMost} ${amounts.distance(limit)})`;
  const clock = (time = Number.NaN) => amounts.clock(time);
  return [
    [heads.depot, start.name],
    ...(vehicle === undefined ? [] : [[heads.vehicle, vehicle] as const]),
    [heads.stops, amounts.number(stops.length - 2)],
    [heads.load, [amounts.demand(load), ...quantities.map((name) => `${amounts.number(total(name))} ${name}`)].join(', ')],
    [heads.distance, `${Number.isFinite(distance) ? amounts.distance(distance) : words.noWay}${most}`],
    ...(duration === undefined || !Number.isFinite(duration)
      ? []
      : [[heads.duration, `${amounts.duration(duration)} (${clock(start.arrival)}–${clock(stops[stops.length - 1].arrival)})`] as const]),
  ];
}

function columnsOf({ heads: words, amounts: { heading, clock }, shown, quantities }: Layout): readonly Column<SheetStop>[] {
  const title = ({ kind, name }: SheetStop) => (kind === 'customer' ? name : `${words[kind]}: ${name}`);
  return useful<SheetStop>([
    column('', 'number', ({ kind, order }) => (kind === 'customer' ? order : 0)),
    shown.times && column(words.arrival, 'clock', ({ arrival }) => arrival),
    shown.times && column(heading.duration(words.waiting), 'duration', ({ waiting = 0 }) => waiting || undefined),
    shown.times && column(words.departure, 'clock', ({ departure }) => departure),
    column(words.place, 'text', title),
    shown.address && column(words.address, 'text', ({ address }) => address),
    shown.windows && column(words.window, 'clock', (stop) => windowText(stop, clock)),
    shown.service && column(heading.duration(words.service), 'duration', ({ service = 0 }) => service),
    column(heading.demand(words.demand), 'number', ({ demand }) => demand),
    ...quantities.map((name) => column<SheetStop>(name, 'number', ({ quantities: own }) => own?.[name] ?? 0)),
    column(heading.demand(words.aboard), 'number', ({ aboard }) => aboard),
    column(heading.distance(words.leg), 'length', ({ leg }) => leg),
    column(heading.distance(words.distance), 'length', ({ distance }) => distance),
  ]);
}
