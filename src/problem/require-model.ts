/** What the schema cannot say: ids that exist and are unique, travel that fits the places, numbers that add up. */
import { NeoLrpError } from './errors.ts';
import type { Depot, Instance } from './instance.ts';
import { demandName, usesTime } from './vehicles.ts';

/** An arc is a product of large numbers and may cost more than each. */
const dearestArc = 1e16;

export function requireModel(instance: Instance): void {
  const { depots, customers, vehicles = [] } = instance;
  const depotIds = requireUnique('depots', depots);
  const customerIds = requireUnique('customers', customers);
  const typeIds = requireUnique('vehicles', vehicles);
  const known: Known = { depot: depotIds, customer: customerIds, 'vehicle type': typeIds };
  requireRules(instance, known);
  requireVehicles(instance, known);
  requireTravelFits(instance);
  requireDurations(instance);
  requireCostsFit(instance);
  requireDays(instance, known);
}

type Known = Readonly<Record<'depot' | 'customer' | 'vehicle type', ReadonlySet<string>>>;

function requireUnique(kind: 'depots' | 'customers' | 'vehicles', list: readonly { id: string }[]): ReadonlySet<string> {
  const first = new Map<string, number>();
  list.forEach(({ id }, k) => {
    const earlier = first.get(id);
    if (earlier !== undefined)
      throw new NeoLrpError('E_DUPLICATE_ID', `${kind}[${earlier}] and ${kind}[${k}] share the id '${id}'; ids must be unique`, {
        field: `${kind}[${k}].id`,
        value: id,
      });
    first.set(id, k);
  });
  return new Set(first.keys());
}

/** `fieldOf`: of the k-th id. */
function requireKnown(known: Known, kind: keyof Known, ids: readonly string[], fieldOf: (k: number) => string): void {
  const stray = ids.findIndex((id) => !known[kind].has(id));
  if (stray >= 0)
    throw new NeoLrpError('E_UNKNOWN_ID', `there is no ${kind} '${ids[stray]}'`, { field: fieldOf(stray), value: ids[stray] });
}

function requireRules({ rules }: Instance, known: Known): void {
  const { oneOf = [], incompatible = [] } = rules;
  const requireGroups = (field: string, kind: 'depot' | 'customer', groups: readonly (readonly string[])[]) => {
    groups.forEach((group, g) => {
      requireKnown(known, kind, group, (k) => `${field}[${g}][${k}]`);
      if (new Set(group).size < group.length)
        throw new NeoLrpError('E_DUPLICATE_ID', `a ${kind} is named twice in one group`, { field: `${field}[${g}]` });
    });
  };
  for (const kind of ['apart', 'together'] as const) requireGroups(`rules.${kind}`, 'customer', rules[kind]);
  requireGroups('rules.oneOf', 'depot', oneOf);
  incompatible.forEach((groups, p) => {
    const field = `rules.incompatible[${p}]`;
    requireGroups(field, 'customer', groups);
    const both = groups[0].find((id) => groups[1].includes(id));
    if (both !== undefined) throw new NeoLrpError('E_VALUE', `customer '${both}' is in both groups`, { field, value: both });
  });
  for (const kind of ['allowed', 'forbidden'] as const) {
    requireKnown(known, 'customer', Object.keys(rules[kind]), () => `rules.${kind}`);
    for (const [customer, list] of Object.entries(rules[kind]))
      requireKnown(known, 'depot', list, (k) => `rules.${kind}.${customer}[${k}]`);
  }
}

function requireVehicles({ vehicles, vehicleCost, maxRouteDistance, customers }: Instance, known: Known): void {
  const quantities = new Set([demandName, ...customers.flatMap(({ quantities = {} }) => Object.keys(quantities))]);
  vehicles?.forEach(({ depots = [], availablePerDepot, capacity }, k) => {
    const field = `vehicles[${k}]`;
    requireKnown(
      known,
      'depot',
      [...depots, ...(typeof availablePerDepot === 'object' ? Object.keys(availablePerDepot) : [])],
      () => field,
    );
    const stray = typeof capacity === 'object' ? Object.keys(capacity).find((name) => !quantities.has(name)) : undefined;
    if (stray !== undefined)
      throw new NeoLrpError('E_UNKNOWN_ID', `no customer has a quantity '${stray}'; is it misspelt?`, {
        field: `${field}.capacity`,
        value: stray,
      });
  });
  customers.forEach(({ vehicles: list = [], quantities }, i) => {
    requireKnown(known, 'vehicle type', list, () => `customers[${i}].vehicles`);
    if (quantities && Object.hasOwn(quantities, demandName))
      throw new NeoLrpError('E_VALUE', 'the demand has a field of its own', { field: `customers[${i}].quantities` });
  });
  const stated = vehicles && (vehicleCost !== 0 ? 'vehicleCost' : maxRouteDistance !== undefined ? 'maxRouteDistance' : undefined);
  if (stated !== undefined)
    throw new NeoLrpError(
      'E_VALUE',
      `vehicles state their own ${stated === 'vehicleCost' ? 'fixedCost' : 'maxDistance'}; leave out ${stated}`,
      { field: stated, value: stated === 'vehicleCost' ? vehicleCost : maxRouteDistance },
    );
}

function requireTravelFits({ depots, customers, travel }: Instance): void {
  if (travel.kind === 'matrix') {
    const size = depots.length + customers.length;
    const bad = travel.values.findIndex((row) => row.length !== size);
    if (travel.values.length !== size || bad >= 0)
      throw new NeoLrpError(
        'E_VALUE',
        `the matrix must be ${size} × ${size} (${depots.length} depots, then ${customers.length} customers), but ` +
          (travel.values.length !== size ? `has ${travel.values.length} rows` : `row ${bad} has ${travel.values[bad].length} entries`),
        { field: 'travel.values' },
      );
  }
  if (travel.kind !== 'great-circle') return;
  for (const [kind, list] of Object.entries({ depots, customers }))
    list.forEach(({ x, y }: Pick<Depot, 'x' | 'y'>, k) => {
      if (Math.abs(x) > 180 || Math.abs(y) > 90)
        throw new NeoLrpError(
          'E_VALUE',
          `(${x}, ${y}) is not a longitude and latitude in degrees${Math.abs(x) <= 90 && Math.abs(y) <= 180 ? '; are the two swapped?' : ''}`,
          { field: `${kind}[${k}]` },
        );
    });
}

function requireDurations(instance: Instance): void {
  const { travel } = instance;
  const refuse = (reason: string, field: 'speed' | 'durations', value?: number) =>
    new NeoLrpError('E_VALUE', reason, { field: `travel.${field}`, ...(value !== undefined && { value }) });
  if (travel.kind === 'matrix' && travel.durations) {
    const { durations, values, speed } = travel;
    if (speed !== undefined) throw refuse('travel times come from durations or from a speed, not from both', 'speed', speed);
    if (durations.length !== values.length || durations.some((row) => row.length !== values.length))
      throw refuse(`durations must be as large as values, ${values.length} × ${values.length}`, 'durations');
    const gap = values.findIndex((row, from) => row.some((value, to) => value !== null && durations[from][to] === null));
    if (gap >= 0) throw refuse(`row ${gap} has a distance without a duration; there is a way or there is none`, 'durations');
  } else if (travel.speed === undefined && usesTime(instance))
    throw refuse('times are given, but not how long travel takes; add travel.speed, the distance in an hour', 'speed');
}

/** Days with names of their own, orders of known customers, one each. */
function requireDays({ days = [] }: Instance, known: Known): void {
  const names = new Map<string, number>();
  days.forEach(({ name, orders = [], closed = [] }, k) => {
    const field = `days[${k}]`;
    const earlier = names.get(name);
    if (earlier !== undefined)
      throw new NeoLrpError('E_DUPLICATE_ID', `days[${earlier}] and ${field} share the name '${name}'; names must be unique`, {
        field: `${field}.name`,
        value: name,
      });
    names.set(name, k);
    requireKnown(known, 'depot', closed, (c) => `${field}.closed[${c}]`);
    const ordered = new Set<string>();
    orders.forEach(({ customer }, o) => {
      requireKnown(known, 'customer', [customer], () => `${field}.orders[${o}].customer`);
      if (ordered.has(customer))
        throw new NeoLrpError('E_DUPLICATE_ID', `customer '${customer}' has two orders on '${name}'; add them up`, {
          field: `${field}.orders[${o}].customer`,
          value: customer,
        });
      ordered.add(customer);
    });
  });
}

/** The longest arc must not be so long that sums lose the shortest. */
function requireCostsFit({ depots, customers, travel, costPerDistance }: Instance): void {
  const places = [...depots, ...customers];
  const extent = (axis: 'x' | 'y') => {
    const [least, most] = rangeOf(places, axis);
    return most - least;
  };
  const longest =
    travel.kind === 'euclidean'
      ? travel.scale * Math.hypot(extent('x'), extent('y'))
      : travel.kind === 'great-circle'
        ? travel.detour * 4e4
        : 0;
  if (longest * Math.max(1, costPerDistance) > dearestArc)
    throw new NeoLrpError(
      'E_VALUE',
      `distances of up to ${longest.toExponential(1)} times a cost of ${costPerDistance} are too large to add up exactly; use a larger unit`,
      { field: 'travel' },
    );
}

/** The least and the greatest coordinate. */
export function rangeOf(places: readonly Pick<Depot, 'x' | 'y'>[], axis: 'x' | 'y'): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { [axis]: value } of places) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
