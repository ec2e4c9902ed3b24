/** An instance with other numbers, by path: what-if questions without another file. */
import { demandOfCustomers, isSomething, type Leaf, leavesAt, leavesToScale, type Owner, openCopy, scaled } from './change-paths.ts';
import type { Day } from './days.ts';
import { NeoLrpError } from './errors.ts';
import { createInstance, type Instance, type InstanceInput, requireInstance } from './instance.ts';
import { usesTime } from './vehicles.ts';

/**
 * New values by path. A path is a field of the instance or its rules (`maxOpen`), `units.…` or `travel.…`, or a field of `depots`,
 * `customers` or `vehicles`: of all (`depots.openingCost`) or of one by its id (`depots.L4.status`, `vehicles.van.capacity.m³`). A text such as
 * `*1.2` or `+20%` multiplies what is there; null or an empty text removes an optional field. `demandFactor` multiplies every demand.
 */
export type InstanceChanges = Readonly<Record<string, number | string | null>>;

type Given = InstanceChanges[string];

/** A copy of the instance with other values. Throws E_USAGE for a path that does not exist, and for a change that could not act. */
export function changeInstance(original: Instance, changes: InstanceChanges): Instance {
  const instance = requireInstance(original);
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw new NeoLrpError('E_USAGE', 'expected changes by field, such as { maxOpen: 3 }', { field: 'changes' });
  const copy = openCopy(instance);
  const named = Object.entries(changes).map(([name, given]) =>
    name === 'demandFactor' ? { name, path: demandOfCustomers, given: `*${given}` } : { name, path: name, given },
  );
  for (const { name, path, given } of named) {
    const factor = factorIn(given);
    if (name === 'demandFactor' && factor !== undefined && instance.days) copy.days = instance.days.map((day) => scaledDay(day, factor));
    if (factor === undefined) for (const leaf of leavesAt(copy, path)) leaf.set(parsed(name, given, leaf));
    else scale(name, given, leavesToScale(copy, path), factor, copy);
  }
  for (const { name, path, given } of named) requireEffect(name, path, given, copy);
  return createInstance(copy as unknown as InstanceInput);
}

/** What has orders of its own has that much more of each. */
const scaledDay = ({ orders, ...day }: Day, factor: number): Day => ({
  ...day,
  ...(orders && {
    orders: orders.map(({ demand, quantities, ...order }) => ({
      ...order,
      demand: scaled(demand, factor) as number,
      ...(quantities && { quantities: scaled(quantities, factor) as typeof quantities }),
    })),
  }),
});

/** `*1.2`, `×1.2`, `+20 %` or `-10%` as a factor; undefined for a plain value. */
function factorIn(given: Given): number | undefined {
  if (typeof given !== 'string') return undefined;
  const [, times] = /^\s*[*×]\s*(.*)$/s.exec(given) ?? [];
  if (times !== undefined) return times.trim() === '' ? Number.NaN : Number(times);
  const [, sign, percent] = /^\s*([+−-])\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(given) ?? [];
  return percent === undefined ? undefined : Number((1 + ((sign === '+' ? 1 : -1) * Number(percent)) / 100).toPrecision(12));
}

function scale(name: string, given: Given, leaves: readonly Leaf[], factor: number, copy: Owner): void {
  if (!(factor >= 0 && factor < Number.POSITIVE_INFINITY)) throw refused(name, given, 'a factor, 0 or above');
  if (leaves.some(({ numeric }) => !numeric)) throw refused(name, given, 'a text, as only numbers can be multiplied');
  const scalable = leaves.filter((leaf) => isSomething(leaf.get()) && idleReason(leaf.path, copy) === undefined);
  if (scalable.length === 0) throw idle(name, given, idleReason(leaves[0]?.path ?? name, copy) ?? 'there is no number above 0 to multiply');
  for (const leaf of scalable) leaf.set(scaled(leaf.get(), factor));
}

/** The schema checks the ranges. */
function parsed(name: string, given: Given, { numeric, optional }: Leaf): number | string | undefined {
  if (given === null || given === '') {
    if (optional) return undefined;
    throw refused(name, given, numeric ? 'a number' : 'a text');
  }
  if (!numeric) return String(given);
  const value = Number(given);
  if (Number.isNaN(value) || (typeof given === 'string' && given.trim() === '')) throw refused(name, given, 'a number');
  return value;
}

const refused = (name: string, given: Given, expected: string) =>
  new NeoLrpError('E_VALUE', `expected ${expected}, not '${given ?? ''}'`, { field: name, value: given });

const idle = (name: string, given: Given, reason: string) =>
  new NeoLrpError('E_USAGE', `this would change nothing: ${reason}`, { field: name, value: given });

/** Why a field, by its path without ids, has no effect on the answer; with what to set instead. */
const idleReasons: Readonly<Record<string, (instance: Instance) => string | false>> = {
  vehicleCapacity: ({ vehicles }) =>
    vehicles !== undefined && 'vehicle types state their own capacity; set vehicles.capacity, or vehicles.ID.capacity of one type',
  vehicleCost: ({ vehicles }) =>
    vehicles !== undefined && 'vehicle types state their own cost; set vehicles.fixedCost, or vehicles.ID.fixedCost of one type',
  maxRouteDistance: ({ vehicles }) =>
    vehicles !== undefined && 'vehicle types state their own limit; set vehicles.maxDistance, or vehicles.ID.maxDistance of one type',
  costPerDistance: ({ vehicles }) =>
    vehicles?.every(({ costPerDistance }) => costPerDistance !== undefined) === true &&
    'every vehicle type states its own cost of distance; set vehicles.costPerDistance, or vehicles.ID.costPerDistance of one type, or multiply costPerDistance (*1.2)',
  emissionPrice: ({ vehicles = [] }) =>
    !vehicles.some(({ emissionPerDistance }) => emissionPerDistance > 0) &&
    'no vehicle type emits anything; set vehicles.emissionPerDistance too',
  'travel.speed': (instance) => !usesTime(instance) && 'no times are part of this instance',
  'vehicles.speedFactor': (instance) => !usesTime(instance) && 'no times are part of this instance',
  'depots.x': byMatrix,
  'depots.y': byMatrix,
  'customers.x': byMatrix,
  'customers.y': byMatrix,
};

function byMatrix({ travel }: Instance): string | false {
  return travel.kind === 'matrix' && 'distances come from the matrix';
}

export const idleReason = (path: string, instance: Owner | Instance): string | undefined =>
  (Object.hasOwn(idleReasons, path) && idleReasons[path](instance as Instance)) || undefined;

/** Looked at after all changes: one may be what another needs. */
function requireEffect(name: string, path: string, given: Given, copy: Owner): void {
  if (factorIn(given) !== undefined) return;
  if (path === 'units.distance' && (copy as unknown as Instance).travel.kind === 'great-circle')
    throw new NeoLrpError('E_USAGE', 'great-circle distances are computed in the unit travel.unit (km, m or mi); set that instead', {
      field: name,
      value: given,
    });
  for (const leaf of leavesAt(copy, path)) {
    const reason = idleReason(leaf.path, copy);
    if (reason !== undefined) throw idle(name, given, reason);
    const { owner, field, id } = leaf;
    if (id !== undefined && owner.status === 'closed' && field !== 'status' && field !== 'name' && field !== 'address')
      throw idle(name, given, `depot '${id}' is locked closed; set depots.${id}.status=candidate too`);
  }
}

/** maxOpen=3, costPerDistance × 1.2 */
export const changesText = (changes: InstanceChanges): string =>
  Object.entries(changes)
    .map(([name, value]) => {
      const factor = factorIn(value);
      return factor === undefined ? `${name}=${value ?? ''}` : `${name} × ${factor}`;
    })
    .join(', ');

/** The same as options of the command line. */
export const changesAsOptions = (changes: InstanceChanges): string =>
  Object.entries(changes)
    .map(([name, value]) => {
      const factor = factorIn(value);
      if (name === 'demandFactor') return `--demand ${value}`;
      const [option, text] = factor === undefined ? ['--set', `${name}=${value ?? ''}`] : ['--scale', `${name}=${factor}`];
      return `${option} ${/^[\p{L}\p{N}_.=+-]*$/u.test(text) ? text : `'${text}'`}`;
    })
    .join(' ');
