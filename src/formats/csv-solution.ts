/** Routes as a table for spreadsheets: a row a stop, in the order of the drive. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { CsvTable } from './csv-table.ts';
import { axes, formatCsv } from './csv-text.ts';
import { indexRoutes } from './indexed-plan.ts';
import type { Source } from './source.ts';

/** Routes and stops are counted from 1; load is what the vehicle has left the depot with for the stops so far. */
export function writeSolutionCsv(instance: Instance, plan: Plan | Solution): string {
  requireRowsForAll(instance, plan);
  const rows = indexRoutes(instance, plan).flatMap(({ depot, stops }, r) => {
    let load = 0;
    return stops.map((stop, k) => {
      const { id, x, y, demand } = instance.customers[stop];
      load += demand;
      return [r + 1, k + 1, instance.depots[depot].id, id, x, y, demand, load];
    });
  });
  return formatCsv(['route', 'stop', 'depot', 'customer', ...axes(instance), 'demand', 'load'], rows);
}

/** A table of stops says nothing of routes without one, nor of depots open for nobody. */
function requireRowsForAll({ depots }: Instance, { routes, openDepots = [] }: Plan | Solution): void {
  const refuse = (what: string, field: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `a table of stops cannot express ${what}; write JSON instead`, { field });
  const idle = routes.findIndex(({ stops }) => stops.length === 0);
  if (idle >= 0) throw refuse('a route that serves nobody', `routes[${idle}]`);
  const known = new Set([...routes.map(({ depot }) => depot), ...depots.filter(({ status }) => status === 'open').map(({ id }) => id)]);
  const unused = openDepots.find((id) => !known.has(id));
  if (unused !== undefined) throw refuse(`that depot '${unused}' is open, but unused`, 'openDepots');
}

export const looksLikeSolutionCsv = ({ text }: Source): boolean => {
  const line = (/\S.*/.exec(text)?.[0] ?? '').slice(0, 10_000).toLowerCase();
  return /\broute\b/.test(line) && /\bcustomer\b/.test(line);
};

/** Columns route, depot and customer; with a column stop its numbers give the order, without it the rows do. */
export function readSolutionCsv(source: Source): Plan {
  const table = new CsvTable(source);
  const header = table.header.map((name) => name.toLowerCase());
  const column = (name: string) => {
    const found = header.indexOf(name);
    if (found < 0)
      throw source.fault('E_SYNTAX', `no column '${name}'; expected route, depot, customer, and perhaps stop`, { line: 1, field: name });
    return found;
  };
  const [routeAt, depotAt, customerAt, stopAt] = [column('route'), column('depot'), column('customer'), header.indexOf('stop')];
  const routes = new Map<string, { readonly depot: string; readonly visits: { readonly stop: number; readonly customer: string }[] }>();
  for (const { cells, line } of table.rows) {
    const cell = (at: number) => {
      const text = cells[at] ?? '';
      if (text === '') throw source.fault('E_SYNTAX', `no ${header[at]} is given`, { line, field: header[at] });
      return text;
    };
    const stop = stopAt < 0 ? 0 : table.parseNumber(cell(stopAt));
    if (stop === undefined)
      throw source.fault('E_SYNTAX', `expected a number, but found '${cells[stopAt].slice(0, 40)}'`, { line, field: 'stop' });
    const [name, depot, customer] = [cell(routeAt), cell(depotAt), cell(customerAt)];
    const route = routes.get(name);
    if (!route) routes.set(name, { depot, visits: [{ stop, customer }] });
    else if (route.depot === depot) route.visits.push({ stop, customer });
    else
      throw source.fault('E_SYNTAX', `route ${name} starts at depot '${route.depot}' above, but at '${depot}' here`, {
        line,
        field: 'depot',
      });
  }
  if (routes.size === 0) throw source.fault('E_SYNTAX', 'the table has column names, but no rows');
  return {
    routes: Array.from(routes.values(), ({ depot, visits }) => ({
      depot,
      stops: visits.toSorted((a, b) => a.stop - b.stop).map(({ customer }) => customer),
    })),
  };
}
