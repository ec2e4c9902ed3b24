/**
 * Random tiny instances and their least cost by exhaustion: every subset of customers priced at every depot, every assignment tried. Shares
 * nothing with the project but the instance's type. Odd magnitudes, gaps in matrices, all rules and tight packings are drawn on purpose.
 */
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';

/** The largest relative excess that counts as noise, as the verifier has it. */
const noise = 1e-9;
const within = (amount: number, limit: number) => amount <= limit * (1 + noise);

export function drawInstance(seed: number): Instance {
  const random = new Random(seed);
  const chance = (share: number) => random.float() < share;
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)];
  const magnitude = () => (chance(0.7) ? 1 : 10 ** (random.int(13) - 6));
  const n = 1 + random.int(6);
  const m = 1 + random.int(3);
  const whole = chance(0.5);
  const number = (most: number) => (whole ? random.int(most + 1) : random.float() * most);
  const [load, money, length] = [magnitude(), magnitude(), magnitude()];
  const place = (id: string) => ({ id, x: length * number(20), y: length * number(20) });
  const customers = Array.from({ length: n }, (_, i) => ({ ...place(`c${i}`), demand: load * (chance(0.1) ? 0 : 1 + number(8)) }));
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const most = Math.max(...customers.map(({ demand }) => demand));
  const tight = chance(0.4);
  const depots = Array.from({ length: m }, (_, d) => ({
    ...place(`d${d}`),
    capacity: chance(0.3) ? null : tight ? (total * (0.8 + 0.5 * random.float())) / Math.max(1, m - random.int(2)) : load * number(30),
    openingCost: chance(0.3) ? 0 : money * number(40),
    status: chance(0.8) ? 'candidate' : pick(['open', 'closed'] as const),
  })) as InstanceInput['depots'];
  const group = () => random.shuffle(Int32Array.from({ length: n }, (_, i) => i)).slice(0, 2 + random.int(Math.max(1, Math.min(2, n - 1))));
  const groups = () => Array.from({ length: 1 + random.int(2) }, () => Array.from(group(), (i) => `c${i}`));
  const lists = () =>
    Object.fromEntries(
      customers.filter(() => chance(0.3)).map(({ id }) => [id, depots.filter(() => chance(0.5)).map((d) => String(d.id))]),
    );
  const size = n + m;
  const matrix = (): InstanceInput['travel'] => {
    const symmetric = chance(0.4);
    const gaps = pick([0, 0.1, 0.3, 0.5]);
    const values: (number | null)[][] = Array.from({ length: size }, () =>
      Array.from({ length: size }, () => (chance(gaps) ? null : length * number(20))),
    );
    for (let a = 0; a < size; a++)
      for (let b = 0; b <= a; b++) {
        if (a === b) values[a][b] = 0;
        else if (symmetric) values[a][b] = values[b][a];
      }
    return { kind: 'matrix', values };
  };
  return createInstance({
    name: `tiny ${seed}`,
    depots,
    customers,
    vehicleCapacity: Math.max(most, load) * pick([1, 1, 1.5, 2, 3, 10]),
    vehicleCost: chance(0.4) ? 0 : money * number(30) * pick([1, 1, 1e4]),
    costPerDistance: chance(0.8) ? 1 : chance(0.2) ? 0 : random.float() * 3,
    travel: chance(0.5) ? { kind: 'euclidean', scale: 1, rounding: pick(['none', 'ceil', 'nearest'] as const) } : matrix(),
    ...(chance(0.2) && { maxRouteDistance: length * (1 + number(80)) }),
    rules: {
      ...(chance(0.15) && { minOpen: random.int(m + 1) }),
      ...(chance(0.2) && { maxOpen: 1 + random.int(m) }),
      ...(chance(0.15) && { openingBudget: money * number(80) }),
      ...(n > 1 && chance(0.15) && { together: groups() }),
      ...(n > 1 && chance(0.15) && { apart: groups() }),
      ...(chance(0.15) && { allowed: lists() }),
      ...(chance(0.15) && { forbidden: lists() }),
    },
  });
}

/** Undefined where nothing is feasible. */
export function leastCost(instance: Instance): number | undefined {
  const { depots, customers, travel, rules, vehicleCapacity, vehicleCost, costPerDistance, maxRouteDistance } = instance;
  const longest = maxRouteDistance ?? Number.POSITIVE_INFINITY;
  const [n, m] = [customers.length, depots.length];
  const places = [...depots, ...customers];
  const distance = (a: number, b: number): number => {
    if (travel.kind === 'matrix') {
      const { [b]: value } = travel.values[a];
      return value === null ? Number.POSITIVE_INFINITY : value;
    }
    if (travel.kind === 'great-circle') throw new Error('not drawn');
    const exact = travel.scale * Math.hypot(places[a].x - places[b].x, places[a].y - places[b].y);
    return travel.rounding === 'ceil' ? Math.ceil(exact - 1e-9) : travel.rounding === 'nearest' ? Math.floor(exact + 0.5 + 1e-9) : exact;
  };
  const full = (1 << n) - 1;
  const members = (set: number) => [...customers.keys()].filter((i) => (set >> i) & 1);
  const loadOf = (set: number) => members(set).reduce((sum, i) => sum + customers[i].demand, 0);
  /** Shortest round trip through all of a set, by trying every order. */
  const trip = (depot: number, at: number, left: number): number => {
    if (left === 0) return distance(at, depot);
    let least = Number.POSITIVE_INFINITY;
    for (const i of members(left)) least = Math.min(least, distance(at, m + i) + trip(depot, m + i, left & ~(1 << i)));
    return least;
  };
  const served = depots.map((_, depot) => {
    const route = new Float64Array(full + 1);
    for (let set = 1; set <= full; set++) {
      const length = within(loadOf(set), vehicleCapacity) ? trip(depot, depot, set) : Number.POSITIVE_INFINITY;
      route[set] =
        length < Number.POSITIVE_INFINITY && within(length, longest) ? vehicleCost + costPerDistance * length : Number.POSITIVE_INFINITY;
    }
    const cost = new Float64Array(full + 1);
    for (let set = 1; set <= full; set++) {
      cost[set] = Number.POSITIVE_INFINITY;
      for (let part = set; part > 0; part = (part - 1) & set) cost[set] = Math.min(cost[set], route[part] + cost[set & ~part]);
    }
    return cost;
  });
  const place = new Map(customers.map(({ id }, i) => [id, i]));
  const depotOf = new Int32Array(n);
  const holds = (): boolean => {
    const at = (id: string) => depots[depotOf[place.get(id) as number]].id;
    if (rules.together.some((ids) => ids.some((id) => at(id) !== at(ids[0])))) return false;
    if (rules.apart.some((ids) => new Set(ids.map(at)).size < ids.length)) return false;
    if (Object.entries(rules.allowed).some(([id, list]) => !list.includes(at(id)))) return false;
    if (Object.entries(rules.forbidden).some(([id, list]) => list.includes(at(id)))) return false;
    return true;
  };
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < m ** n; code++) {
    const sets = new Int32Array(m);
    for (let i = 0, rest = code; i < n; i++, rest = Math.floor(rest / m)) {
      depotOf[i] = rest % m;
      sets[rest % m] |= 1 << i;
    }
    if (!holds()) continue;
    if (
      depots.some(
        ({ capacity, status }, d) => sets[d] > 0 && (status === 'closed' || !within(loadOf(sets[d]), capacity ?? Number.POSITIVE_INFINITY)),
      )
    )
      continue;
    const routing = depots.reduce((sum, _, d) => sum + served[d][sets[d]], 0);
    for (let open = 1; open < 1 << m; open++) {
      const isOpen = (d: number) => (open >> d) & 1;
      if (depots.some(({ status }, d) => (isOpen(d) ? status === 'closed' : sets[d] > 0 || status === 'open'))) continue;
      const list = depots.filter((_, d) => isOpen(d));
      const opening = list.reduce((sum, { openingCost }) => sum + openingCost, 0);
      if (list.length < (rules.minOpen ?? 0) || list.length > (rules.maxOpen ?? m)) continue;
      if (!within(opening, rules.openingBudget ?? Number.POSITIVE_INFINITY)) continue;
      best = Math.min(best, opening + routing);
    }
  }
  return best < Number.POSITIVE_INFINITY ? best : undefined;
}
