/** What a driver needs to know about a route: stops in order, loads and distances. As data, as a table, and as pages to print. */
import { formatCsv } from '../formats/csv-text.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type Timetable, timetables } from '../problem/timetable.ts';
import { travelCosts } from '../problem/travel.ts';
import { clockTexts } from '../problem/units.ts';
import { usesTime, vehicleTypes } from '../problem/vehicles.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { formatCount, formatNumber } from './number.ts';
import { escapeXml } from './svg.ts';

export interface SheetStop {
  /** `start` and `return` are at the depot. */
  readonly kind: 'start' | 'customer' | 'return';
  /** 1 for the first customer; 0 at the start, one more than the last customer at the return. */
  readonly order: number;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What else is known about the place, such as a telephone number. */
  readonly details: Readonly<Record<string, string>>;
  /** 0 at the depot. */
  readonly demand: number;
  /** What is left in the vehicle when it drives on. */
  readonly aboard: number;
  /** From the previous stop; Infinity if there is no way. */
  readonly leg: number;
  /** Since the start. */
  readonly distance: number;
  /** Where times are part of the problem: arrival (loading begins, at the start), and when the vehicle drives on. */
  readonly arrival?: number;
  readonly departure?: number;
}

export interface RouteSheet {
  /** Position in the plan, counted from 1. */
  readonly route: number;
  readonly stops: readonly SheetStop[];
  readonly load: number;
  readonly distance: number;
  /** Name of the vehicle type, where the instance lists them. */
  readonly vehicle?: string;
  /** Longest that this route may be. */
  readonly limit?: number;
}

/** Sorted by depot, in the order of the instance. Throws E_UNKNOWN_ID if the plan names a place that is not in the instance. */
export function routeSheets(instance: Instance, plan: Plan | Solution): RouteSheet[] {
  const routes = indexRoutes(instance, plan).map((route, r) => ({ ...route, r }));
  const { depots, customers } = instance;
  const arcs = travelCosts(instance);
  const types = vehicleTypes(instance);
  const timesOf = usesTime(instance) ? timetables(instance) : undefined;
  return routes
    .toSorted((a, b) => a.depot - b.depot)
    .map(({ depot, stops, vehicle = 0, r }) => {
      const type = types[vehicle];
      const times = timesOf?.(depot, type, stops);
      const load = stops.reduce((sum, stop) => sum + customers[stop].demand, 0);
      let [delivered, distance, at] = [0, 0, depot];
      const visit = (kind: SheetStop['kind'], order: number, place: number): SheetStop => {
        const customer = place < depots.length ? undefined : customers[place - depots.length];
        const { id, name = id, address = '', details = {} } = customer ?? depots[place];
        const demand = customer?.demand ?? 0;
        const leg = place === at ? 0 : arcs.distance(at, place);
        delivered += demand;
        distance += leg;
        at = place;
        const aboard = order >= stops.length ? 0 : load - delivered;
        return { kind, order, id, name, address, details, demand, aboard, leg, distance, ...timesAt(times, order) };
      };
      const visits = [
        visit('start', 0, depot),
        ...stops.map((stop, k) => visit('customer', k + 1, depots.length + stop)),
        visit('return', stops.length + 1, depot),
      ];
      return {
        route: r + 1,
        stops: visits,
        load,
        distance,
        ...(instance.vehicles && { vehicle: type.name ?? type.id }),
        ...(type.maxDistance < Number.POSITIVE_INFINITY && { limit: type.maxDistance }),
      };
    });
}

/** Stop 0 is the start; the last is the return. */
function timesAt(times: Timetable | undefined, order: number): Pick<SheetStop, 'arrival' | 'departure'> {
  if (!times) return {};
  if (order === 0) return { arrival: times.start, departure: times.departure };
  const stop = times.stops[order - 1];
  return stop ? { arrival: stop.arrival, departure: stop.departure } : { arrival: times.return };
}

/** One row per stop, start and return included. */
export function writeSheetsCsv(instance: Instance, plan: Plan | Solution): string {
  const sheets = routeSheets(instance, plan);
  const { heading } = amountsOf(instance);
  const extra = detailNames(sheets);
  const addressed = hasAddress(sheets);
  const [timed, named] = [usesTime(instance), instance.vehicles !== undefined];
  const clock = (time: number | undefined) => (time === undefined || !Number.isFinite(time) ? '' : clockTexts(instance, time)[0]);
  const amount = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : '');
  return formatCsv(
    [
      ...['route', 'order', 'stop', 'id', 'name', ...(addressed ? ['address'] : []), ...extra],
      ...[heading.demand('demand'), heading.demand('aboard'), heading.distance('leg'), heading.distance('distance')],
      ...(timed ? ['arrival', 'departure'] : []),
      ...(named ? ['vehicle'] : []),
    ],
    sheets.flatMap(({ route, stops, vehicle = '' }) =>
      stops.map(({ kind, order, id, name, address, details, demand, aboard, leg, distance, arrival, departure }) => [
        ...[route, order, kind, id, name, ...(addressed ? [address] : [])],
        ...extra.map((field) => (Object.hasOwn(details, field) ? details[field] : '')),
        ...[demand, aboard, leg, distance].map(amount),
        ...(timed ? [clock(arrival), clock(departure)] : []),
        ...(named ? [vehicle] : []),
      ]),
    ),
  );
}

const hasAddress = (sheets: readonly RouteSheet[]) => sheets.some(({ stops }) => stops.some(({ address }) => address !== ''));

/** In the order in which they first appear. */
const detailNames = (sheets: readonly RouteSheet[]): string[] => [
  ...new Set(sheets.flatMap(({ stops }) => stops.flatMap(({ details }) => Object.keys(details)))),
];

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
@media print { body { padding: 0; max-width: none; } section { border: 0; padding: 0; break-after: page; } section:last-child { break-after: auto; } }
`;

/** Prints as one page per route. */
export function drawRouteSheets(instance: Instance, plan: Plan | Solution): string {
  const sheets = routeSheets(instance, plan);
  const amounts = amountsOf(instance);
  const layout = {
    of: sheets.length,
    amounts,
    addressed: hasAddress(sheets),
    clock: usesTime(instance) ? (time: number) => clockTexts(instance, time)[0] : undefined,
  };
  const pages = sheets.map((sheet) => drawSheet(instance.name, sheet, layout));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(instance.name)}: route sheets</title>
<style>${style}</style>
</head>
<body>
${pages.join('\n')}
</body>
</html>
`;
}

interface Layout {
  readonly of: number;
  readonly amounts: Amounts;
  readonly addressed: boolean;
  /** Times of day, where times are part of the problem. */
  readonly clock: ((time: number) => string) | undefined;
}

function drawSheet(
  instance: string,
  { route, stops, load, distance, vehicle, limit }: RouteSheet,
  { of, amounts, addressed, clock }: Layout,
): string {
  const [start] = stops;
  const { heading } = amounts;
  const heads: readonly (readonly [string, boolean])[] = [
    ['', true],
    ...(clock ? [['Arrival', true] as const, ['Departure', true] as const] : []),
    ['Place', false],
    ...(addressed ? [['Address', false] as const] : []),
    [heading.demand('Demand'), true],
    [heading.demand('Aboard'), true],
    [heading.distance('Leg'), true],
    [heading.distance('Distance'), true],
  ];
  const most = limit === undefined ? '' : ` of at most ${amounts.distance(limit)}`;
  const customers = formatCount(stops.length - 2, 'stop');
  return [
    '<section>',
    `<h1>${escapeXml(`${instance}: route ${formatNumber(route)} of ${formatNumber(of)}`)}</h1>`,
    `<p>${escapeXml(`From ${start.name}${vehicle === undefined ? '' : ` with ${vehicle}`}: ${customers}, load ${amounts.demand(load)}, distance ${amounts.distance(distance)}${most}`)}</p>`,
    '<table>',
    `<thead><tr>${heads.map(([label, number]) => `<th${number ? ' class="number"' : ''}>${escapeXml(label)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...stops.map((stop) => drawStop(stop, addressed, clock)),
    '</tbody>',
    '</table>',
    '</section>',
  ].join('\n');
}

function drawStop(
  { kind, order, id, name, address, details, demand, aboard, leg, distance, arrival, departure }: SheetStop,
  addressed: boolean,
  clock: Layout['clock'],
): string {
  const at = (time: number | undefined) => number(time === undefined || !Number.isFinite(time) ? '' : (clock?.(time) ?? ''));
  const number = (content: string) => `<td class="number">${escapeXml(content)}</td>`;
  const length = (value: number) => (Number.isFinite(value) ? formatNumber(value) : 'no way');
  const title = kind === 'customer' ? name : `${kind === 'start' ? 'Start' : 'Return'}: ${name}`;
  const notes = [...(name === id ? [] : [id]), ...Object.entries(details).map(([field, value]) => `${field}: ${value}`)];
  const small = notes.length > 0 ? `<small>${escapeXml(notes.join(' · '))}</small>` : '';
  return [
    `<tr${kind === 'customer' ? '' : ' class="depot"'}>`,
    number(kind === 'customer' ? String(order) : ''),
    ...(clock ? [at(arrival), at(departure)] : []),
    `<td>${escapeXml(title)}${small}</td>`,
    ...(addressed ? [`<td>${escapeXml(address)}</td>`] : []),
    number(kind === 'customer' ? formatNumber(demand) : ''),
    number(kind === 'return' ? '' : formatNumber(aboard)),
    number(kind === 'start' ? '' : length(leg)),
    number(kind === 'start' ? '' : length(distance)),
    '</tr>',
  ].join('');
}
