/** Routes as a table for spreadsheets: one row per stop, in driving order. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Depot, Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { type StopTimes, timetables } from '../problem/timetable.ts';
import { clockTexts } from '../problem/units.ts';
import { quantityOf } from '../problem/vehicles.ts';
import { CsvTable } from './csv-table.ts';
import { axes, formatCsv, type TableStyle } from './csv-text.ts';
import { indexRoutes } from './indexed-plan.ts';
import type { Source } from './source.ts';

/**
 * Routes and stops are counted from 1; load is the demand of the stops so far. An open depot without customers has a row with neither route
 * nor customer. Names, addresses, further quantities, vehicle and times have columns if the instance has any.
 */
export function writeSolutionCsv(instance: Instance, plan: Plan | Solution, style?: TableStyle): string {
  const { depots, customers } = instance;
  const idle = idleDepots(instance, plan);
  const depotNamed = depots.some(({ name }) => name !== undefined);
  const told = (['name', 'address'] as const).filter((field) => customers.some((customer) => customer[field] !== undefined));
  const depotCells = ({ id, name = '' }: Depot) => (depotNamed ? [id, name] : [id]);
  const model = modelOf(instance);
  const { types, namesVehicles } = model;
  const [, ...quantities] = model.quantities;
  const timesOf = model.usesTime ? timetables(model) : undefined;
  const extra = [...quantities, ...(namesVehicles ? ['vehicle'] : []), ...(timesOf ? ['arrival', 'waiting', 'departure'] : [])];
  const rows = indexRoutes(instance, plan).flatMap(({ depot, stops, vehicle = 0 }, r) => {
    let load = 0;
    const times = timesOf?.(depot, types[vehicle], stops);
    const further = (k: number) => [...(namesVehicles ? [types[vehicle].id] : []), ...(times ? stopTimes(instance, times.stops[k]) : [])];
    return stops.map((stop, k) => {
      const customer = customers[stop];
      const { id, x, y, demand } = customer;
      load += demand;
      return [
        r + 1,
        k + 1,
        ...depotCells(depots[depot]),
        id,
        ...told.map((field) => customer[field] ?? ''),
        x,
        y,
        demand,
        load,
        ...quantities.map((name) => quantityOf(customer, name)),
        ...further(k),
      ];
    });
  });
  const idleRows = idle.map((depot) => ['', '', ...depotCells(depot), '', ...told.map(() => ''), '', '', '', '', ...extra.map(() => '')]);
  const header = ['route', 'stop', ...(depotNamed ? ['depot', 'depot name'] : ['depot']), 'customer', ...told, ...axes(instance)];
  return formatCsv([...header, 'demand', 'load', ...extra], [...rows, ...idleRows], style);
}

/** Empty where there is no way to get there. Waiting is a duration, the others are times of day. */
const stopTimes = (instance: Instance, { arrival, waiting, departure }: StopTimes): (string | number)[] => {
  const clock = (time: number) => (Number.isFinite(time) ? clockTexts(instance, time)[0] : '');
  return [clock(arrival), Number.isFinite(waiting) ? waiting : '', clock(departure)];
};

/** Open depots without a route. */
function idleDepots({ depots }: Instance, { routes, openDepots = [] }: Plan | Solution): readonly Depot[] {
  const used = new Set(routes.map(({ depot }) => depot));
  return openDepots
    .filter((id) => !used.has(id))
    .map((id) => {
      const depot = depots.find((known) => known.id === id);
      if (depot) return depot;
      throw new NeoLrpError('E_UNKNOWN_ID', `the instance has no depot '${id}'`, { field: 'openDepots', value: id });
    });
}

export const looksLikeSolutionCsv = ({ text }: Source): boolean => {
  const line = (/\S.*/.exec(text)?.[0] ?? '').slice(0, 10_000).toLowerCase();
  return /\broute\b/.test(line) && /\bcustomer\b/.test(line);
};

interface Visit {
  readonly stop: number;
  readonly customer: string;
  /** As the columns state them; null if the cell is empty. */
  readonly demands: number | null;
  readonly loads: number | null;
}

/**
 * Columns route, depot and customer; optionally demand and load, which are checked, and stop, which gives the order in place of the rows. A
 * row with only a depot says that it is open; with such a row, exactly the depots in the table are open.
 */
export function readSolutionCsv(source: Source): Plan {
  const table = new CsvTable(source);
  const header = table.header.map((name) => name.toLowerCase());
  const column = (name: string) => {
    const found = header.indexOf(name);
    if (found < 0)
      throw source.fault('E_SYNTAX', `no column '${name}'; expected route, depot, customer and, optionally, stop`, {
        line: 1,
        field: name,
      });
    return found;
  };
  const [routeAt, depotAt, customerAt, stopAt] = [column('route'), column('depot'), column('customer'), header.indexOf('stop')];
  const amounts = { demands: header.findIndex((name) => /^demand\b/.test(name)), loads: header.findIndex((name) => /^load\b/.test(name)) };
  const vehicleAt = header.indexOf('vehicle');
  const routes = new Map<string, { readonly depot: string; readonly vehicle: string; readonly visits: Visit[] }>();
  const idle: string[] = [];
  for (const row of table.rows) {
    const { cells, line } = row;
    if ([routeAt, customerAt].every((at) => (cells[at] ?? '') === '') && (cells[depotAt] ?? '') !== '') {
      idle.push(cells[depotAt]);
      continue;
    }
    const cell = (at: number) => {
      const text = cells[at] ?? '';
      if (text === '') throw source.fault('E_SYNTAX', `no ${header[at]} is given`, { line, field: header[at] });
      return text;
    };
    const numberAt = (at: number) => (at < 0 ? null : (table.number(row, at) ?? null));
    const stop = stopAt < 0 ? 0 : Number(cell(stopAt) && numberAt(stopAt));
    const stated = { demands: numberAt(amounts.demands), loads: numberAt(amounts.loads) };
    const [name, depot, customer] = [cell(routeAt), cell(depotAt), cell(customerAt)];
    const route = routes.get(name);
    const vehicle = cells[vehicleAt] ?? '';
    if (!route) routes.set(name, { depot, vehicle, visits: [{ stop, customer, ...stated }] });
    else if (route.vehicle !== vehicle)
      throw source.fault('E_SYNTAX', `route ${name} is driven by vehicle '${route.vehicle}' above, but by '${vehicle}' here`, {
        line,
        field: 'vehicle',
      });
    else if (route.depot === depot) route.visits.push({ stop, customer, ...stated });
    else
      throw source.fault('E_SYNTAX', `route ${name} starts at depot '${route.depot}' above, but at '${depot}' here`, {
        line,
        field: 'depot',
      });
  }
  if (routes.size === 0) throw source.fault('E_SYNTAX', 'the table has column names, but no rows with a stop');
  const used = Array.from(routes.values(), ({ depot }) => depot);
  return {
    ...(idle.length > 0 && { openDepots: [...new Set([...used, ...idle])] }),
    routes: Array.from(routes.values(), ({ depot, vehicle, visits }) => {
      const inOrder = visits.toSorted((a, b) => a.stop - b.stop);
      return {
        depot,
        ...(vehicle !== '' && { vehicle }),
        stops: inOrder.map(({ customer }) => customer),
        ...(amounts.demands >= 0 && { demands: inOrder.map(({ demands }) => demands) }),
        ...(amounts.loads >= 0 && { loads: inOrder.map(({ loads }) => loads) }),
      };
    }),
  };
}
