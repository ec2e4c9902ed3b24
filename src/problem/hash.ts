/** A short content hash, so that a result can be traced to the exact instance it belongs to. Not cryptographic. */
import type { Instance } from './instance.ts';

export function hashOf(instance: Instance): string {
  const text = JSON.stringify([
    instance.name,
    instance.depots.map((d) => [d.id, d.x, d.y, d.capacity, d.openingCost, d.status]),
    instance.customers.map((c) => [c.id, c.x, c.y, c.demand]),
    instance.vehicleCapacity,
    instance.vehicleCost,
    // Where a matrix comes from changes no plan.
    instance.travel.kind === 'matrix' ? { ...instance.travel, roads: undefined } : instance.travel,
    { ...instance.rules, allowed: sortedEntries(instance.rules.allowed), forbidden: sortedEntries(instance.rules.forbidden) },
    ...(instance.costPerDistance === 1 ? [] : [instance.costPerDistance]),
    ...(instance.maxRouteDistance === undefined ? [] : [{ maxRouteDistance: instance.maxRouteDistance }]),
    ...furtherParts(instance),
    ...(instance.days ? [{ days: instance.days }] : []),
  ]);
  return contentHash(text.length, (k) => text.charCodeAt(k));
}

/** Of any content, code by code. */
export const contentHash = (length: number, codeAt: (k: number) => number): string =>
  mix(length, codeAt, 0x9e3779b9) + mix(length, codeAt, 0x85ebca6b);

/** Vehicles and times; nothing if the instance has none, so that the hashes of such instances stay the same. */
function furtherParts({ vehicles, emissionPrice, units, depots, customers }: Instance): object[] {
  const operation = depots.map(({ openingHours, loadingTime, handlingCost, minLoad, maxVehicles }) =>
    [openingHours, loadingTime, handlingCost, minLoad, maxVehicles].map((value) => value ?? null),
  );
  const service = customers.map(({ serviceTime, timeWindows, vehicles: types, quantities }) =>
    [serviceTime, timeWindows, types, quantities && Object.entries(quantities).sort()].map((value) => value ?? null),
  );
  const plain = [...operation, ...service].every((values) => values.every((value) => value === null));
  if (vehicles === undefined && emissionPrice === undefined && plain) return [];
  const types = vehicles?.map(({ name: _, ...type }) => type);
  return [{ types, emissionPrice, time: units.time ?? 'min', ...(!plain && { operation, service }) }];
}

/** The order in which a file lists a customer's depots does not change the rule. */
const sortedEntries = (rule: Readonly<Record<string, readonly string[]>>): [string, readonly string[]][] =>
  Object.entries(rule).sort(([a], [b]) => (a < b ? -1 : 1));

/** 32-bit FNV-1a with a seed and a final avalanche, as 8 hex digits. */
function mix(length: number, codeAt: (k: number) => number, seed: number): string {
  let hash = 0x811c9dc5 ^ seed;
  for (let k = 0; k < length; k++) hash = Math.imul(hash ^ codeAt(k), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 13), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
