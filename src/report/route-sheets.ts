/** What a driver needs to know about a route: stops in order, loads, distances and times. As data and as a table; `sheet-pages.ts` prints it. */
import { formatCsv, type TableStyle } from '../formats/csv-text.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { Customer, Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type Timetable, timetables } from '../problem/timetable.ts';
import { quantityOf } from '../problem/vehicles.ts';
import { amountsOf } from './amounts.ts';
import { type Column, column, fileCell, useful } from './columns.ts';
import { type Words, wordsOf } from './words.ts';

export interface SheetStop {
  /** `start` and `return` are at the depot. */
  readonly kind: 'start' | 'customer' | 'return';
  /** 1 for the first customer; 0 at the start, one more than the last customer at the return. */
  readonly order: number;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What else of the place is for a driver, such as a telephone number. */
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
  /** When service may begin, and how long it takes. */
  readonly windows?: readonly (readonly [number, number])[];
  readonly service?: number;
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
  const model = modelOf(instance);
  const { travel: arcs, types } = model;
  const [, ...further] = model.quantities;
  const quantitiesOf = (customer: Customer) => Object.fromEntries(further.map((name) => [name, quantityOf(customer, name)]));
  const timesOf = model.usesTime ? timetables(model) : undefined;
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
        return {
          ...{ kind, order, id, name, address, details: forDriver(details), demand, ...amounts, aboard, leg, distance },
          ...timesAt(times, order),
          ...(customer?.timeWindows && { windows: customer.timeWindows }),
          ...(customer?.serviceTime !== undefined && { service: customer.serviceTime }),
        };
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

/** Columns that help at the door, in the words of the eight languages. All else may be meant for the office alone. */
const helpsDriver =
  /phone|telef|^tel\b|mobil|handy|gsm|kom[oó]rk|contact|kontakt|contat|ansprech|referent|instruc|istruz|lieferhinweis|anfahrt|zugang|access|acc[eè]s|acceso|accesso|acesso|toegang|dost[eę]p|gate|ramp|delivery (note|remark|hint)|consigne/i;
const internal = /intern|confiden|vertraul|vertrouw|riservat|poufn|priva/i;

const forDriver = (details: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(details).filter(([name]) => helpsDriver.test(name) && !internal.test(name)));

/** Stop 0 is the start; the last is the return. */
function timesAt(times: Timetable | undefined, order: number): Pick<SheetStop, 'arrival' | 'waiting' | 'departure'> {
  if (!times) return {};
  if (order === 0) return { arrival: times.start, departure: times.departure };
  const stop = times.stops[order - 1];
  return stop ? { arrival: stop.arrival, waiting: stop.waiting, departure: stop.departure } : { arrival: times.return };
}

export interface StopRow {
  readonly sheet: RouteSheet;
  readonly stop: SheetStop;
}

export const stopRows = (sheets: readonly RouteSheet[]): readonly StopRow[] =>
  sheets.flatMap((sheet) => sheet.stops.map((stop) => ({ sheet, stop })));

/** `tellsDay`: beside the times, where routes end on another day. */
export function stopColumns(instance: Instance, sheets: readonly RouteSheet[], words: Words, tellsDay = false): readonly Column<StopRow>[] {
  const { heading, clock } = amountsOf(instance, instance.units.language);
  const [, ...quantities] = modelOf(instance).quantities;
  const shown = shownColumns(instance, sheets);
  const kinds = { start: words.start, customer: words.customer, return: words.return };
  const detail = (stop: SheetStop, name: string) => (Object.hasOwn(stop.details, name) ? stop.details[name] : '');
  return useful<StopRow>([
    column(words.route, 'number', ({ sheet }) => sheet.route),
    column(words.order, 'number', ({ stop }) => stop.order),
    column(words.stop, 'text', ({ stop }) => kinds[stop.kind]),
    column(words.id, 'text', ({ stop }) => stop.id),
    column(words.name, 'text', ({ stop }) => stop.name),
    shown.address && column(words.address, 'text', ({ stop }) => stop.address),
    ...shown.details.map((name) => column<StopRow>(name, 'text', ({ stop }) => detail(stop, name))),
    column(heading.demand(words.demand), 'number', ({ stop }) => stop.demand),
    ...quantities.map((name) => column<StopRow>(name, 'number', ({ stop }) => stop.quantities?.[name] ?? 0)),
    column(heading.demand(words.aboard), 'number', ({ stop }) => stop.aboard),
    column(heading.distance(words.leg), 'length', ({ stop }) => stop.leg),
    column(heading.distance(words.distance), 'length', ({ stop }) => stop.distance),
    shown.times && tellsDay && column(words.day, 'day', ({ stop }) => stop.arrival),
    shown.times && column(words.arrival, 'clock', ({ stop }) => stop.arrival),
    shown.times && column(heading.duration(words.waiting), 'duration', ({ stop }) => stop.waiting ?? 0),
    shown.times && column(words.departure, 'clock', ({ stop }) => stop.departure),
    shown.windows && column(words.window, 'text', ({ stop }) => windowText(stop, clock)),
    shown.service && column(heading.duration(words.service), 'duration', ({ stop }) => stop.service),
    shown.vehicle && column(words.vehicle, 'text', ({ sheet }) => sheet.vehicle),
  ]);
}

/** One row per stop, start and return included. */
export function writeSheetsCsv(instance: Instance, plan: Plan | Solution, style?: TableStyle): string {
  const sheets = routeSheets(instance, plan);
  const amounts = amountsOf(instance, instance.units.language);
  const columns = stopColumns(instance, sheets, wordsOf(instance.units.language));
  return formatCsv(
    columns.map(({ head }) => head),
    stopRows(sheets).map((row, r) => columns.map(({ kind, of }) => fileCell(of(row, r), kind, amounts))),
    style,
  );
}

export const windowText = ({ windows = [] }: SheetStop, clock: (time: number) => string): string =>
  windows.map((window) => window.map(clock).join('–')).join(', ');

/** Columns that some stop has a use for. */
export interface ShownColumns {
  readonly address: boolean;
  /** Names, in the order in which they first appear. */
  readonly details: readonly string[];
  readonly times: boolean;
  readonly windows: boolean;
  readonly service: boolean;
  readonly vehicle: boolean;
}

export function shownColumns(instance: Instance, sheets: readonly RouteSheet[]): ShownColumns {
  const all = sheets.flatMap(({ stops }) => stops);
  return {
    address: all.some(({ address }) => address !== ''),
    details: [...new Set(all.flatMap(({ details }) => Object.keys(details)))],
    times: modelOf(instance).usesTime,
    windows: all.some(({ windows }) => windows !== undefined),
    service: all.some(({ service = 0 }) => service > 0),
    vehicle: instance.vehicles !== undefined,
  };
}
