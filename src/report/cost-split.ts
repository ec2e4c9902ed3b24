/** What a plan costs, by kind: the one split that texts, sheets, maps, reports and the page show. */
import type { Instance } from '../problem/instance.ts';
import type { CostBreakdown, Route } from '../problem/solution.ts';
import { amountsOf, showsDistance } from './amounts.ts';

export type CostKind = Exclude<keyof CostBreakdown, 'total'>;

/** In the order in which they are shown. */
export const costKinds = ['opening', 'vehicles', 'travel', 'time', 'emission', 'handling'] as const satisfies readonly CostKind[];

export interface CostPart {
  readonly kind: CostKind;
  /** In cents or whole units, so that what is shown adds up to the total that is shown. */
  readonly value: number;
}

/** All kinds that the plan has, to so many parts of a unit. */
export function costSplit(cost: CostBreakdown, parts = 100): readonly CostPart[] {
  const exact = costKinds.flatMap((kind) => (cost[kind] === undefined ? [] : [{ kind, value: cost[kind] }]));
  if (!Number.isFinite(cost.total)) return exact;
  const cents = exact.map(({ value }) => Math.floor(value * parts + 1e-6));
  const missing = Math.round(cost.total * parts) - cents.reduce((sum, value) => sum + value, 0);
  const byRest = [...exact.keys()].sort((a, b) => exact[b].value * parts - cents[b] - (exact[a].value * parts - cents[a]));
  for (const k of byRest.slice(0, Math.max(0, missing))) cents[k]++;
  return exact.map(({ kind }, k) => ({ kind, value: cents[k] / parts }));
}

/** What stands behind a cost: vehicles by type, the distance, the emission. Empty where there is nothing to say. */
export function costNotes(
  instance: Instance,
  routes: readonly (Route | null)[],
  amounts = amountsOf(instance),
): Readonly<Partial<Record<CostKind, string>>> {
  const { distance, number } = amounts;
  const sum = (of: (route: Route) => number | undefined) => routes.reduce((total, route) => total + ((route && of(route)) ?? 0), 0);
  return {
    vehicles: vehicleCounts(instance, routes, number),
    ...(showsDistance(instance) && { travel: distance(sum((route) => route.distance)) }),
    ...(routes.some((route) => route?.emission !== undefined) && { emission: `${number(sum((route) => route.emission))} kg CO₂` }),
  };
}

/** How many there are and, where there are several types, of which. */
function vehicleCounts({ vehicles = [] }: Instance, routes: readonly (Route | null)[], number: (value: number) => string): string {
  const total = number(routes.length);
  if (vehicles.length < 2) return total;
  const counts = vehicles.map(({ id, name = id }) => [routes.filter((route) => route?.vehicle === id).length, name] as const);
  const used = counts.filter(([count]) => count > 0).map(([count, name]) => `${number(count)} ${name}`);
  return used.length > 0 ? `${total}: ${used.join(', ')}` : total;
}
