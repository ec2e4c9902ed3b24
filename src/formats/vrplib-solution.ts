/**
 * Solutions as on CVRPLIB: `Route #1: 3 1 2` lines and a `Cost` line. Customers are numbered 1 … n in instance order and routes leave from
 * the only depot, so other solutions cannot be expressed.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type Plan, type Solution } from '../problem/solution.ts';
import { indexRoutes } from './indexed-plan.ts';
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';

export function readSol(source: Source, instance: Instance): Plan {
  const [depot] = instance.depots;
  requireSingleDepot(instance);
  const routes: Plan['routes'] = [];
  let total: number | undefined;
  source.text.split('\n').forEach((raw, k) => {
    const line = raw.trim();
    const fault = (reason: string) => source.fault('E_SYNTAX', reason, { line: k + 1, value: line.slice(0, 80) });
    if (line === '') return;
    const route = /^route\s*#?\s*\d+\s*:(.*)$/i.exec(line);
    const cost = /^cost\s*:?\s+(\S+)$/i.exec(line);
    if (route) {
      const stops = route[1].split(/\s+/).filter(Boolean);
      routes.push({
        depot: depot.id,
        stops: stops.map((stop) => {
          const position = parseDecimal(stop);
          const customer = position === undefined ? undefined : instance.customers[position - 1];
          if (!customer) throw fault(`'${stop}' is not the number of a customer; expected 1 to ${instance.customers.length}`);
          return customer.id;
        }),
      });
    } else if (cost) {
      total = parseDecimal(cost[1]);
      if (total === undefined) throw fault(`expected the cost, a number, but found '${cost[1].slice(0, 40)}'`);
    } else throw fault("expected 'Route #1: 3 1 2' or 'Cost 123'");
  });
  if (routes.length === 0) throw source.fault('E_SYNTAX', "no route found; expected lines like 'Route #1: 3 1 2'");
  return total === undefined ? { routes } : { routes, cost: { total } };
}

/** The cost is our total: travel alone on a CVRP, whose vehicles and depot are free. */
export function writeSol(instance: Instance, plan: Plan | Solution): string {
  requireSingleDepot(instance);
  const indexed = indexRoutes(instance, plan);
  const { cost } = describeRoutes(instance, indexed);
  const routes = indexed.map(({ stops }, r) => `Route #${r + 1}: ${stops.map((stop) => stop + 1).join(' ')}`);
  return `${[...routes, `Cost ${cost.total}`].join('\n')}\n`;
}

export function requireSingleDepot({ depots }: Instance): void {
  if (depots.length !== 1)
    throw new NeoLrpError(
      'E_FORMAT_UNSUPPORTED',
      `a VRPLIB solution can have only one depot, but the instance has ${depots.length}; use JSON`,
      {
        field: 'depots',
      },
    );
}
