/** Early infeasibility, explained: what can be refuted without search, with the culprits named. */
import { NeoLrpError, nameSome } from './errors.ts';
import type { Instance } from './instance.ts';
import { compileRules } from './rules.ts';
import { travelCosts } from './travel.ts';

/** Throws the first reason why no solution can exist; silence is no promise that one does. */
export function requireFeasible(instance: Instance): void {
  const reason = explainInfeasibility(instance);
  if (reason) throw reason;
}

export function explainInfeasibility(instance: Instance): NeoLrpError | undefined {
  return oversizedDemand(instance) ?? contradictingRules(instance) ?? missingCapacity(instance) ?? unreachableCustomer(instance);
}

function oversizedDemand({ customers, vehicleCapacity }: Instance): NeoLrpError | undefined {
  const culprits = customers.filter((c) => c.demand > vehicleCapacity);
  if (culprits.length === 0) return undefined;
  const worst = culprits.reduce((a, b) => (b.demand > a.demand ? b : a));
  return new NeoLrpError(
    'E_INFEASIBLE_DEMAND',
    `customer${culprits.length > 1 ? 's' : ''} ${nameSome(culprits.map((c) => c.id))}: demand (up to ${worst.demand}) exceeds the vehicle capacity of ${vehicleCapacity}; split the demand or enlarge the vehicle`,
    { field: 'customers.demand', value: worst.demand },
  );
}

function contradictingRules(instance: Instance): NeoLrpError | undefined {
  const { depots, customers } = instance;
  const m = depots.length;
  const rules = compileRules(instance);
  const contradiction = (reason: string, field = 'rules') => new NeoLrpError('E_INFEASIBLE_RULES', reason, { field });
  const locked = depots.filter((d) => d.status === 'open');
  const usable = depots.filter((d) => d.status !== 'closed');

  if (usable.length === 0) return contradiction('every depot is locked closed', 'depots.status');
  if (rules.minOpen > rules.maxOpen) return contradiction(`minOpen ${rules.minOpen} exceeds maxOpen ${rules.maxOpen}`);
  if (rules.maxOpen === 0) return contradiction('maxOpen is 0, but customers need a depot', 'rules.maxOpen');
  if (rules.minOpen > usable.length)
    return contradiction(`minOpen ${rules.minOpen} exceeds the ${usable.length} depots that are not locked closed`, 'rules.minOpen');
  if (locked.length > rules.maxOpen)
    return contradiction(
      `${locked.length} depots are locked open (${nameSome(locked.map((d) => d.id))}), but maxOpen is ${rules.maxOpen}`,
      'rules.maxOpen',
    );

  const atLeast = Math.max(rules.minOpen, 1);
  const lockedCost = locked.reduce((sum, d) => sum + d.openingCost, 0);
  const cheapest = usable
    .filter((d) => d.status !== 'open')
    .map((d) => d.openingCost)
    .sort((a, b) => a - b);
  const leastCost = lockedCost + cheapest.slice(0, Math.max(0, atLeast - locked.length)).reduce((a, b) => a + b, 0);
  if (leastCost > rules.openingBudget)
    return contradiction(
      `opening the ${locked.length} locked depots${atLeast > locked.length ? ` and the cheapest others up to ${atLeast} open` : ''} costs ${leastCost}, over the budget of ${rules.openingBudget}`,
      'rules.openingBudget',
    );

  const barred = customers.filter((_, i) => !rules.allowed.subarray(i * m, (i + 1) * m).includes(1));
  if (barred.length > 0)
    return contradiction(
      `customer${barred.length > 1 ? 's' : ''} ${nameSome(barred.map((c) => c.id))} may use no depot: allowed and forbidden lists (of every customer tied to them) and locked depots leave none`,
    );

  const clash = rules.apart.find(([g, h]) => g === h);
  if (clash) return contradiction(`customers tied together with '${customers[clash[0]].id}' are also to be kept apart`, 'rules.apart');

  const most = Math.min(rules.maxOpen, usable.length);
  const crowd = instance.rules.apart.find((group) => group.length > most);
  if (crowd)
    return contradiction(
      `${crowd.length} customers (${nameSome(crowd)}) are to be kept apart, but at most ${most} depots can open`,
      'rules.apart',
    );
  return undefined;
}

function missingCapacity(instance: Instance): NeoLrpError | undefined {
  const { depots, customers } = instance;
  const m = depots.length;
  const rules = compileRules(instance);
  const capacity = depots.map((d) => (d.status === 'closed' ? 0 : (d.capacity ?? Number.POSITIVE_INFINITY)));
  const short = (reason: string) => new NeoLrpError('E_INFEASIBLE_CAPACITY', reason, { field: 'depots.capacity' });
  const demand = customers.reduce((sum, c) => sum + c.demand, 0);
  const total = capacity.reduce((a, b) => a + b, 0);
  if (demand > total) return short(`the customers demand ${demand} in total, but the depots that may open supply ${total}`);

  const best = mostCapacity(instance, capacity, rules.maxOpen);
  if (demand > best)
    return short(`the customers demand ${demand} in total, but any ${rules.maxOpen} depots (rules.maxOpen) supply at most ${best}`);
  const affordable = mostCapacityInBudget(instance, capacity, rules.openingBudget);
  if (demand > affordable + 1e-9)
    return short(
      `the customers demand ${demand} in total, but depots within the opening budget of ${rules.openingBudget} supply less than ${Math.ceil(affordable)}`,
    );

  const groupDemand = new Float64Array(customers.length);
  customers.forEach((c, i) => {
    groupDemand[rules.group[i]] += c.demand;
  });
  for (let g = 0; g < customers.length; g++) {
    const largest = capacity.reduce((most, q, d) => (rules.allowed[g * m + d] ? Math.max(most, q) : most), 0);
    if (groupDemand[g] > largest) {
      const members = customers.filter((_, i) => rules.group[i] === g).map((c) => c.id);
      return short(
        `customer${members.length > 1 ? 's' : ''} ${nameSome(members)} need ${groupDemand[g]} from one depot, but the largest they may use supplies ${largest}`,
      );
    }
  }
  return undefined;
}

/** Capacity of the locked depots and the largest others, `count` in all. */
function mostCapacity({ depots }: Instance, capacity: readonly number[], count: number): number {
  const locked = capacity.filter((_, d) => depots[d].status === 'open');
  const others = capacity.filter((_, d) => depots[d].status !== 'open').sort((a, b) => b - a);
  return [...locked, ...others.slice(0, Math.max(0, count - locked.length))].reduce((a, b) => a + b, 0);
}

/** Upper bound on the capacity that the budget buys: the fractional knapsack (Dantzig). */
function mostCapacityInBudget({ depots }: Instance, capacity: readonly number[], budget: number): number {
  if (budget === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  let supply = 0;
  let left = budget;
  depots.forEach((d, k) => {
    if (d.status !== 'open') return;
    supply += capacity[k];
    left -= d.openingCost;
  });
  const order = depots.map((_, k) => k).filter((k) => depots[k].status === 'candidate');
  order.sort((a, b) => depots[a].openingCost * capacity[b] - depots[b].openingCost * capacity[a] || a - b);
  for (const k of order) {
    const { openingCost } = depots[k];
    if (openingCost === 0) supply += capacity[k];
    else if (capacity[k] === Number.POSITIVE_INFINITY) supply += openingCost <= left ? capacity[k] : 0;
    else {
      const share = Math.min(1, left / openingCost);
      supply += share * capacity[k];
      left -= share * openingCost;
    }
  }
  return supply;
}

/** With a matrix, a customer needs a way from a depot it may use, and a way back, through any other places. */
function unreachableCustomer(instance: Instance): NeoLrpError | undefined {
  if (instance.travel.kind !== 'matrix') return undefined;
  const { depots, customers } = instance;
  const m = depots.length;
  const { size, cost } = travelCosts(instance);
  const rules = compileRules(instance);
  const served = new Uint8Array(customers.length);
  for (let d = 0; d < m; d++) {
    const out = reachable(size, d, (a, b) => cost(a, b) < Number.POSITIVE_INFINITY, m);
    const back = reachable(size, d, (a, b) => cost(b, a) < Number.POSITIVE_INFINITY, m);
    for (let i = 0; i < customers.length; i++) if (rules.allowed[i * m + d] && out[m + i] && back[m + i]) served[i] = 1;
  }
  const lost = customers.filter((_, i) => !served[i]).map((c) => c.id);
  if (lost.length === 0) return undefined;
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    `customer${lost.length > 1 ? 's' : ''} ${nameSome(lost)}: the matrix has no way there and back from any depot they may use`,
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
