/** Whether the ways of a small matrix with gaps, or with detours that shorten a limited route, let every customer be served. */
import { depotsOf, keepsDepotRules } from './depot-set.ts';
import { NeoLrpError } from './errors.ts';
import type { Model } from './model.ts';
import type { CompiledRules } from './rules.ts';
import { exceeds } from './tolerance.ts';
import { isMetric } from './travel.ts';

/** Up to this size every division into routes is tried: some 3ⁿ · 2ᵐ steps. */
const mostCustomers = 9;
const mostDepots = 5;

/** Of the vehicle type that may drive farthest. */
const maxDistance = ({ types }: Model) => Math.max(...types.map((type) => type.maxDistance));

/** Tries all divisions of a few customers into routes: dynamic programming over sets of customers, stored as bit masks. */
export function impossibleRoutes(model: Model): NeoLrpError | undefined {
  const { depots, customers, travel } = model.instance;
  const hasGaps = travel.kind === 'matrix' && travel.values.some((row) => row.includes(null));
  if (!hasGaps && (maxDistance(model) === Number.POSITIVE_INFINITY || isMetric(travel))) return undefined;
  if (customers.length > mostCustomers || depots.length > mostDepots) return undefined;
  const servable = depots.map((_, d) => servableSets(model, d));
  for (let mask = 1; mask < 1 << depots.length; mask++) {
    const open = Uint8Array.from(depots, (_, d) => (mask >> d) & 1);
    if (keepsDepotRules(open, model.depotRules) && coversAll(depotsOf(open).map((d) => servable[d]))) return undefined;
  }
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    'no routes serve all customers: whichever depots open, the ways that the matrix has, the capacities, the rules and the longest route leave somebody out',
    { field: maxDistance(model) < Number.POSITIVE_INFINITY ? model.fieldOf('maxDistance') : 'travel.values' },
  );
}

/** Sets that one depot can serve by any number of routes. */
function servableSets(model: Model, depot: number): Uint8Array {
  const { rules, largestVehicle, travel: arcs } = model;
  const { depots, customers } = model.instance;
  const [mostLoad] = largestVehicle.capacity;
  const longest = maxDistance(model);
  const m = depots.length;
  const n = customers.length;
  const sets = 1 << n;
  const capacity = depots[depot].capacity ?? Number.POSITIVE_INFINITY;
  const loads = new Float64Array(sets);
  /** Entry set·n + i: the shortest drive from the depot through exactly this set that ends at customer i. */
  const drives = new Float64Array(sets * n).fill(Number.POSITIVE_INFINITY);
  const route = new Uint8Array(sets);
  const servable = new Uint8Array(sets);
  servable[0] = 1;
  for (let set = 1; set < sets; set++) {
    for (let i = 0; i < n; i++) {
      if (!((set >> i) & 1)) continue;
      const rest = set & ~(1 << i);
      loads[set] = loads[rest] + customers[i].demand;
      let drive = rest === 0 ? arcs.distance(depot, m + i) : Number.POSITIVE_INFINITY;
      for (let j = 0; j < n; j++) drive = Math.min(drive, drives[rest * n + j] + arcs.distance(m + j, m + i));
      drives[set * n + i] = drive;
      const trip = drive + arcs.distance(m + i, depot);
      if (trip < Number.POSITIVE_INFINITY && !exceeds(trip, longest) && !exceeds(loads[set], mostLoad)) route[set] = 1;
    }
    for (let part = set; part > 0 && !servable[set]; part = (part - 1) & set) servable[set] = route[part] & servable[set & ~part];
  }
  for (let set = 1; set < sets; set++) if (exceeds(loads[set], capacity) || !keepsRules(rules, n, m, depot, set)) servable[set] = 0;
  return servable;
}

function keepsRules({ allowed, group, apart }: CompiledRules, n: number, m: number, depot: number, set: number): boolean {
  const has = (i: number) => (set >> i) & 1;
  for (let i = 0; i < n; i++) if ((has(i) && !allowed[i * m + depot]) || has(i) !== has(group[i])) return false;
  return !apart.some(([a, b]) => has(a) && has(b));
}

/** Whether the sets of these depots can be put together to all customers. */
function coversAll(servable: readonly Uint8Array[]): boolean {
  const [{ length: sets }] = servable;
  let covered = new Uint8Array(sets);
  covered[0] = 1;
  for (const own of servable) {
    const next = new Uint8Array(sets);
    for (let set = 0; set < sets; set++)
      for (let part = set; ; part = (part - 1) & set) {
        if (own[part] && covered[set & ~part]) {
          next[set] = 1;
          break;
        }
        if (part === 0) break;
      }
    covered = next;
  }
  return covered[sets - 1] === 1;
}
