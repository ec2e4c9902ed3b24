/**
 * Solutions as on CVRPLIB: `Route #1: 3 1 2` lines and a `Cost` line. Depots are numbered from 0, then customers in instance order; with
 * one depot, customers are 1 … n. If the instance lists vehicles, vehicle k drives route k, and a route without stops means an unused vehicle.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute, type Plan, type Solution } from '../problem/solution.ts';
import { agrees } from '../problem/tolerance.ts';
import { verify } from '../problem/verify.ts';
import { indexRoutes, openDepotsOf } from './indexed-plan.ts';
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';
import { type VehicleSlot, vehicleSlots } from './vehicle-slots.ts';

export function readSol(source: Source, instance: Instance): Plan {
  const { depots, customers } = instance;
  const slots = requireCountable(instance);
  const routes: Plan['routes'] = [];
  let total: number | undefined;
  let decimals = 0;
  source.text.split('\n').forEach((raw, k) => {
    const line = raw.trim();
    const fault = (reason: string) => source.fault('E_SYNTAX', reason, { line: k + 1, value: line.slice(0, 80) });
    if (line === '') return;
    const route = /^route\s*(?:#\s*)?(\d+)\s*:(.*)$/i.exec(line);
    const cost = /^cost(?:\s*:\s*|\s+)(\S+)$/i.exec(line);
    if (route) {
      const stops = route[2].split(/\s+/).filter(Boolean);
      if (slots && stops.length === 0) return;
      const slot = slots?.[Number(route[1]) - 1];
      if (slots && !slot) throw fault(`there is no vehicle ${route[1]} to drive this route; the instance has ${slots.length}`);
      routes.push({
        depot: depots[slot?.depot ?? 0].id,
        ...(slot && { vehicle: instance.vehicles?.[slot.type].id }),
        stops: stops.map((stop) => {
          const position = parseDecimal(stop);
          const customer = position === undefined ? undefined : customers[position - depots.length];
          if (!customer)
            throw fault(`'${stop}' is not the number of a customer; expected ${depots.length} to ${depots.length + customers.length - 1}`);
          return customer.id;
        }),
      });
    } else if (cost) {
      total = parseDecimal(cost[1]);
      decimals = cost[1].split('.')[1]?.length ?? 0;
      if (total === undefined) throw fault(`expected the cost, a number, but found '${cost[1].slice(0, 40)}'`);
    } else throw fault("expected 'Route #1: 3 1 2' or 'Cost 123'");
  });
  if (routes.length === 0) throw source.fault('E_SYNTAX', "no route found; expected lines like 'Route #1: 3 1 2'");
  if (total === undefined) return { routes };
  const own = inOwnUnit(instance, routes, total, decimals);
  return { routes, cost: { total: own ?? total }, ...(own !== undefined && { statedCost: total }) };
}

/** Published costs are often in thousandths or hundreds of the file's unit: then the cost in the instance's own, exactly as it is. */
function inOwnUnit(instance: Instance, routes: Plan['routes'], stated: number, decimals: number): number | undefined {
  const { total } = describeRoutes(instance, indexRoutes(instance, { routes })).cost;
  const isStated = (value: number) => agrees(value, stated) || Math.abs(value - stated) <= 0.5001 * 10 ** -decimals;
  const power = [0, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5].find((p) => isStated(total * 10 ** p));
  return power === undefined || (power === 0 && agrees(total, stated)) || total === 0 ? undefined : total;
}

/** The cost is our total: travel alone on a CVRP, whose vehicles and depot are free. */
export function writeSol(instance: Instance, plan: Plan | Solution): string {
  const slots = requireCountable(instance);
  const indexed = indexRoutes(instance, plan);
  const { cost } = verify(instance, { routes: plan.routes, openDepots: openDepotsOf(instance, plan) });
  const lines = slots ? bySlot(slots, indexed) : indexed;
  const routes = lines.map((route, r) =>
    `Route #${r + 1}: ${route ? Array.from(route.stops, (stop) => stop + instance.depots.length).join(' ') : ''}`.trim(),
  );
  return `${[...routes, `Cost ${cost.total}`].join('\n')}\n`;
}

/** Each route on a vehicle of its type and depot; vehicles behind the last one in use are left out. */
function bySlot(slots: readonly VehicleSlot[], routes: readonly IndexedRoute[]): readonly (IndexedRoute | undefined)[] {
  const lines: (IndexedRoute | undefined)[] = slots.map(() => undefined);
  for (const [r, route] of routes.entries()) {
    const at = slots.findIndex(({ type, depot }, k) => lines[k] === undefined && type === (route.vehicle ?? 0) && depot === route.depot);
    if (at < 0)
      throw new NeoLrpError('E_FORMAT_UNSUPPORTED', `no vehicle is left for route ${r + 1}; verify the plan`, { field: 'vehicles' });
    lines[at] = route;
  }
  return lines.slice(0, lines.findLastIndex((route) => route !== undefined) + 1);
}

/** Several depots can be told apart by their vehicles only. */
export function requireCountable(instance: Instance): readonly VehicleSlot[] | undefined {
  const { depots } = instance;
  const slots = vehicleSlots(instance);
  if (depots.length !== 1 && !slots)
    throw new NeoLrpError(
      'E_FORMAT_UNSUPPORTED',
      `a VRPLIB solution can have only one depot, or vehicles listed by depot, but the instance has ${depots.length} depots; use JSON`,
      { field: 'depots' },
    );
  return slots;
}
