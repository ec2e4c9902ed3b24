/** Whether customers are served from depots that the rules let them use: allowed, forbidden, together, apart. */
import type { Report } from './check-plan.ts';
import { named } from './errors.ts';
import type { Depot, Instance } from './instance.ts';
import type { Claim } from './solution.ts';

/** `servedBy`: the depot of each customer, by position. */
export function checkCustomerRules({ depots, customers, rules }: Instance, servedBy: ReadonlyMap<number, number>, report: Report): void {
  const customerAt = positions(customers);
  /** The depot that serves a customer; undefined for one unserved, who breaks no rule beyond that. */
  const depotOf = (customer: string): Depot | undefined => {
    const depot = servedBy.get(customerAt.get(customer) ?? -1);
    return depot === undefined ? undefined : depots[depot];
  };
  const nameOf = (customer: string) => named(customers[customerAt.get(customer) ?? -1] ?? { id: customer });
  const broken = (message: string, customer: string, depot: Depot) => report('rule-broken', message, { customer, depot: depot.id });

  for (const group of rules.apart) {
    const taken = new Map<Depot, string>();
    for (const customer of group) {
      const depot = depotOf(customer);
      if (depot === undefined) continue;
      const other = taken.get(depot);
      if (other === undefined) taken.set(depot, customer);
      else
        broken(`customers ${nameOf(other)} and ${nameOf(customer)} must be kept apart, but share depot ${named(depot)}`, customer, depot);
    }
  }
  for (const group of rules.together) {
    const leader = group.find((customer) => depotOf(customer) !== undefined);
    const shared = leader === undefined ? undefined : depotOf(leader);
    if (leader === undefined || shared === undefined) continue;
    for (const customer of group) {
      const depot = depotOf(customer);
      if (depot !== undefined && depot !== shared)
        broken(
          `customers ${nameOf(leader)} and ${nameOf(customer)} are tied together, but use depots ${named(shared)} and ${named(depot)}`,
          customer,
          depot,
        );
    }
  }
  for (const [customer, list] of Object.entries(rules.allowed)) {
    const depot = depotOf(customer);
    if (depot !== undefined && !list.includes(depot.id))
      broken(`customer ${nameOf(customer)} may not use depot ${named(depot)} (not in its allowed list)`, customer, depot);
  }
  for (const [customer, list] of Object.entries(rules.forbidden)) {
    const depot = depotOf(customer);
    if (depot !== undefined && list.includes(depot.id))
      broken(`customer ${nameOf(customer)} may not use depot ${named(depot)} (forbidden)`, customer, depot);
  }
}

/** Whether each vehicle carries for one group of a pair only. */
export function checkIncompatible({ customers, rules }: Instance, routes: Claim['routes'], report: Report): void {
  const customerAt = positions(customers);
  const nameOf = (customer: string) => named(customers[customerAt.get(customer) ?? -1]);
  for (const pair of rules.incompatible ?? []) {
    const [these, those] = pair.map((ids) => new Set(ids));
    routes.forEach(({ stops }, route) => {
      const [one, other] = [these, those].map((group) => stops.find((stop) => group.has(stop)));
      if (one !== undefined && other !== undefined)
        report('rule-broken', `route ${route + 1} serves customers ${nameOf(one)} and ${nameOf(other)}, who may not share a vehicle`, {
          route,
          customer: other,
        });
    });
  }
}

export const positions = (list: readonly { readonly id: string }[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ id }, k) => [id, k]));
