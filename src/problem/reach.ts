/** Whether every customer can be served when the matrix has gaps. */
import { NeoLrpError, namePlaces } from './errors.ts';
import type { Instance } from './instance.ts';
import { type CompiledRules, compileRules } from './rules.ts';
import { exceeds } from './tolerance.ts';
import { type TravelCosts, travelCosts } from './travel.ts';

/** Up to this size every division into routes is tried: some 3ⁿ · 2ᵐ steps. */
const mostCustomers = 9;
const mostDepots = 5;

export function explainReach(instance: Instance): NeoLrpError | undefined {
  if (instance.travel.kind !== 'matrix' || instance.travel.values.every((row) => !row.includes(null))) return undefined;
  const arcs = travelCosts(instance);
  const rules = compileRules(instance);
  return unreachableCustomer(instance, arcs, rules) ?? impossibleRoutes(instance, arcs, rules);
}

const isWay = ({ distance }: TravelCosts, from: number, to: number) => distance(from, to) < Number.POSITIVE_INFINITY;

/** A customer needs a way from a depot it may use and a way back, possibly through other customers. */
function unreachableCustomer({ depots, customers }: Instance, arcs: TravelCosts, { allowed }: CompiledRules): NeoLrpError | undefined {
  const m = depots.length;
  const served = new Uint8Array(customers.length);
  for (let d = 0; d < m; d++) {
    const out = reachable(arcs.size, d, (a, b) => isWay(arcs, a, b), m);
    const back = reachable(arcs.size, d, (a, b) => isWay(arcs, b, a), m);
    for (let i = 0; i < customers.length; i++) if (allowed[i * m + d] && out[m + i] && back[m + i]) served[i] = 1;
  }
  const lost = customers.filter((_, i) => !served[i]);
  if (lost.length === 0) return undefined;
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    `customer${lost.length > 1 ? 's' : ''} ${namePlaces(lost)}: the matrix has no way there and back from any depot they may use`,
    { field: 'travel.values' },
  );
}

/** Places reached from `start`, passing through customers (places ≥ firstCustomer) only. */
function reachable(size: number, start: number, arc: (from: number, to: number) => boolean, firstCustomer: number): Uint8Array {
  const seen = new Uint8Array(size);
  const queue = [start];
  for (let from = queue.pop(); from !== undefined; from = queue.pop())
    for (let to = firstCustomer; to < size; to++)
      if (!seen[to] && arc(from, to)) {
        seen[to] = 1;
        queue.push(to);
      }
  return seen;
}

/** Tries all divisions of a few customers into routes: dynamic programming over sets of customers, stored as bit masks. */
function impossibleRoutes(instance: Instance, arcs: TravelCosts, rules: CompiledRules): NeoLrpError | undefined {
  const { depots, customers } = instance;
  if (customers.length > mostCustomers || depots.length > mostDepots) return undefined;
  const servable = depots.map((_, d) => servableSets(instance, arcs, rules, d));
  for (let open = 1; open < 1 << depots.length; open++) {
    const members = [...depots.keys()].filter((d) => (open >> d) & 1);
    if (mayBeOpen(instance, rules, open) && coversAll(members.map((d) => servable[d]))) return undefined;
  }
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    'no routes can serve all customers: whichever depots open, the gaps in the matrix, the capacities and the rules leave some customer out',
    { field: 'travel.values' },
  );
}

/** Sets that one depot can serve by any number of routes. */
function servableSets(instance: Instance, arcs: TravelCosts, rules: CompiledRules, depot: number): Uint8Array {
  const { depots, customers, vehicleCapacity } = instance;
  const m = depots.length;
  const n = customers.length;
  const sets = 1 << n;
  const capacity = depots[depot].capacity ?? Number.POSITIVE_INFINITY;
  const loads = new Float64Array(sets);
  /** Customers at which a drive from the depot through exactly this set can end. */
  const ends = new Int32Array(sets);
  const route = new Uint8Array(sets);
  const servable = new Uint8Array(sets);
  servable[0] = 1;
  for (let set = 1; set < sets; set++) {
    for (let i = 0; i < n; i++) {
      if (!((set >> i) & 1)) continue;
      const rest = set & ~(1 << i);
      loads[set] = loads[rest] + customers[i].demand;
      let comes = rest === 0 && isWay(arcs, depot, m + i);
      for (let j = 0; j < n && !comes; j++) comes = ((ends[rest] >> j) & 1) === 1 && isWay(arcs, m + j, m + i);
      if (!comes) continue;
      ends[set] |= 1 << i;
      if (isWay(arcs, m + i, depot) && !exceeds(loads[set], vehicleCapacity)) route[set] = 1;
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

function mayBeOpen({ depots }: Instance, rules: CompiledRules, open: number): boolean {
  let count = 0;
  let cost = 0;
  for (const [d, { openingCost }] of depots.entries()) {
    const isOpen = (open >> d) & 1;
    if (isOpen ? rules.lockedClosed[d] : rules.lockedOpen[d]) return false;
    count += isOpen;
    cost += isOpen * openingCost;
  }
  return count >= rules.minOpen && count <= rules.maxOpen && !exceeds(cost, rules.openingBudget);
}

/** Whether one set per depot can be chosen so that together they hold all customers. */
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
