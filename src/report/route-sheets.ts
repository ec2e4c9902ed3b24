/** What a driver needs to know about a route: stops in order, loads and distances. As data, as a table, and as pages to print. */
import { formatCsv } from '../formats/csv-text.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { Customer, Instance } from '../problem/instance.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type Timetable, timetables } from '../problem/timetable.ts';
import { travelCosts } from '../problem/travel.ts';
import { quantityNames, quantityOf, usesTime, vehicleTypes } from '../problem/vehicles.ts';
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
  /** Of each further quantity, by name. */
  readonly quantities?: Readonly<Record<string, number>>;
  /** Where times are part of the problem: arrival (loading begins, at the start), waiting, and when the vehicle drives on. */
  readonly arrival?: number;
  readonly waiting?: number;
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
  /** From the start of loading to the return, where times are part of the problem. */
  readonly duration?: number;
  /** Longest that this route may be. */
  readonly limit?: number;
}

/** Sorted by depot, in the order of the instance. Throws E_UNKNOWN_ID if the plan names a place that is not in the instance. */
export function routeSheets(instance: Instance, plan: Plan | Solution): RouteSheet[] {
  const routes = indexRoutes(instance, plan).map((route, r) => ({ ...route, r }));
  const { depots, customers } = instance;
  const arcs = travelCosts(instance);
  const types = vehicleTypes(instance);
  const [, ...further] = quantityNames(instance);
  const quantitiesOf = (customer: Customer) => Object.fromEntries(further.map((name) => [name, quantityOf(customer, name)]));
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
        const amounts = customer && further.length > 0 && { quantities: quantitiesOf(customer) };
        return { kind, order, id, name, address, details, demand, ...amounts, aboard, leg, distance, ...timesAt(times, order) };
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
        ...(times && { duration: times.duration }),
        ...(type.maxDistance < Number.POSITIVE_INFINITY && { limit: type.maxDistance }),
      };
    });
}

/** Stop 0 is the start; the last is the return. */
function timesAt(times: Timetable | undefined, order: number): Pick<SheetStop, 'arrival' | 'waiting' | 'departure'> {
  if (!times) return {};
  if (order === 0) return { arrival: times.start, departure: times.departure };
  const stop = times.stops[order - 1];
  return stop ? { arrival: stop.arrival, waiting: stop.waiting, departure: stop.departure } : { arrival: times.return };
}

/** One row per stop, start and return included. */
export function writeSheetsCsv(instance: Instance, plan: Plan | Solution): string {
  const sheets = routeSheets(instance, plan);
  const { heading, clock } = amountsOf(instance);
  const [, ...quantities] = quantityNames(instance);
  const extra = detailNames(sheets);
  const addressed = hasAddress(sheets);
  const [timed, named] = [usesTime(instance), instance.vehicles !== undefined];
  const at = (time = Number.NaN) => clock(time);
  const amount = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : '');
  return formatCsv(
    [
      ...['route', 'order', 'stop', 'id', 'name', ...(addressed ? ['address'] : []), ...extra],
      ...[heading.demand('demand'), ...quantities, heading.demand('aboard'), heading.distance('leg'), heading.distance('distance')],
      ...(timed ? ['arrival', heading.duration('waiting'), 'departure'] : []),
      ...(named ? ['vehicle'] : []),
    ],
    sheets.flatMap(({ route, stops, vehicle = '' }) =>
      stops.map(
        ({
          kind,
          order,
          id,
          name,
          address,
          details,
          demand,
          quantities: own = {},
          aboard,
          leg,
          distance,
          arrival,
          waiting = 0,
          departure,
        }) => [
          ...[route, order, kind, id, name, ...(addressed ? [address] : [])],
          ...extra.map((field) => (Object.hasOwn(details, field) ? details[field] : '')),
          ...[demand, ...quantities.map((field) => own[field] ?? 0), aboard, leg, distance].map(amount),
          ...(timed ? [at(arrival), amount(waiting), at(departure)] : []),
          ...(named ? [vehicle] : []),
        ],
      ),
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
    timed: usesTime(instance),
    quantities: quantityNames(instance).slice(1),
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
  readonly timed: boolean;
  /** Names of what is delivered besides the demand. */
  readonly quantities: readonly string[];
}

function drawSheet(instance: string, { route, stops, load, distance, duration, vehicle, limit }: RouteSheet, layout: Layout): string {
  const { of, amounts, addressed, timed, quantities } = layout;
  const [start] = stops;
  const { heading } = amounts;
  const heads: readonly (readonly [string, boolean])[] = [
    ['', true],
    ...(timed ? ['Arrival', heading.duration('Waiting'), 'Departure'].map((label) => [label, true] as const) : []),
    ['Place', false],
    ...(addressed ? [['Address', false] as const] : []),
    [heading.demand('Demand'), true],
    ...quantities.map((name) => [name, true] as const),
    [heading.demand('Aboard'), true],
    [heading.distance('Leg'), true],
    [heading.distance('Distance'), true],
  ];
  const most = limit === undefined ? '' : ` of at most ${amounts.distance(limit)}`;
  const customers = formatCount(stops.length - 2, 'stop');
  const total = (name: string) => stops.reduce((sum, stop) => sum + (stop.quantities?.[name] ?? 0), 0);
  const loads = [amounts.demand(load), ...quantities.map((name) => `${formatNumber(total(name))} ${name}`)].join(', ');
  const back = stops[stops.length - 1].arrival ?? Number.NaN;
  const hours =
    duration === undefined || !Number.isFinite(duration)
      ? ''
      : `, from ${amounts.clock(start.arrival ?? Number.NaN)} to ${amounts.clock(back)} (${amounts.duration(duration)})`;
  return [
    '<section>',
    `<h1>${escapeXml(`${instance}: route ${formatNumber(route)} of ${formatNumber(of)}`)}</h1>`,
    `<p>${escapeXml(`From ${start.name}${vehicle === undefined ? '' : ` with ${vehicle}`}: ${customers}, load ${loads}, distance ${amounts.distance(distance)}${most}${hours}`)}</p>`,
    '<table>',
    `<thead><tr>${heads.map(([label, number]) => `<th${number ? ' class="number"' : ''}>${escapeXml(label)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...stops.map((stop) => drawStop(stop, layout)),
    '</tbody>',
    '</table>',
    '</section>',
  ].join('\n');
}

function drawStop(
  {
    kind,
    order,
    id,
    name,
    address,
    details,
    demand,
    quantities: own = {},
    aboard,
    leg,
    distance,
    arrival,
    waiting = 0,
    departure,
  }: SheetStop,
  { addressed, timed, quantities, amounts: { clock } }: Layout,
): string {
  const at = (time = Number.NaN) => number(clock(time));
  const number = (content: string) => `<td class="number">${escapeXml(content)}</td>`;
  const length = (value: number) => (Number.isFinite(value) ? formatNumber(value) : 'no way');
  const title = kind === 'customer' ? name : `${kind === 'start' ? 'Start' : 'Return'}: ${name}`;
  const notes = [...(name === id ? [] : [id]), ...Object.entries(details).map(([field, value]) => `${field}: ${value}`)];
  const small = notes.length > 0 ? `<small>${escapeXml(notes.join(' · '))}</small>` : '';
  return [
    `<tr${kind === 'customer' ? '' : ' class="depot"'}>`,
    number(kind === 'customer' ? String(order) : ''),
    ...(timed ? [at(arrival), number(waiting > 0 ? formatNumber(waiting) : ''), at(departure)] : []),
    `<td>${escapeXml(title)}${small}</td>`,
    ...(addressed ? [`<td>${escapeXml(address)}</td>`] : []),
    number(kind === 'customer' ? formatNumber(demand) : ''),
    ...quantities.map((field) => number(kind === 'customer' ? formatNumber(own[field] ?? 0) : '')),
    number(kind === 'return' ? '' : formatNumber(aboard)),
    number(kind === 'start' ? '' : length(leg)),
    number(kind === 'start' ? '' : length(distance)),
    '</tr>',
  ].join('');
}
