/**
 * The vehicles of a VRPLIB file, as PyVRP reads them: VEHICLES says how many there are, and each attribute is one number for all or a
 * section with a row a vehicle. "Route #k" of a solution is driven by vehicle k of the file (`vehicleSlots`).
 */
import type { InstanceInput } from '../problem/instance.ts';
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';
import { headerNumber, type VrplibText } from './vrplib-text.ts';

/** Attributes of vehicles, by the key or (with `_SECTION`) the section that states them. */
const attributes = {
  CAPACITY: 'capacity',
  VEHICLES_FIXED_COST: 'fixedCost',
  VEHICLES_UNIT_DISTANCE_COST: 'costPerDistance',
  VEHICLES_MAX_DISTANCE: 'maxDistance',
  VEHICLES_MAX_DURATION: 'maxDuration',
} as const;
type Attribute = (typeof attributes)[keyof typeof attributes];

const depotSection = 'VEHICLES_DEPOT_SECTION';
const clientSection = 'VEHICLES_ALLOWED_CLIENTS_SECTION';

export const fleetKeys: readonly string[] = ['VEHICLES', ...Object.keys(attributes)];
export const fleetSections: readonly string[] = [...Object.keys(attributes).map((key) => `${key}_SECTION`), depotSection, clientSection];

export interface Fleet {
  readonly vehicles: NonNullable<InstanceInput['vehicles']>;
  /** Customer node → the types that may serve it, where not all may. */
  readonly servedBy: ReadonlyMap<number, readonly string[]>;
}

interface Vehicle {
  readonly values: Readonly<Partial<Record<Attribute, number>>>;
  readonly depot: number;
  readonly clients: readonly number[] | undefined;
}

/** Undefined where the file says of its vehicles no more than one capacity. */
export function readFleet(source: Source, text: VrplibText, depots: readonly number[], customers: readonly number[]): Fleet | undefined {
  const { header, sections } = text;
  const stated = [...header.keys(), ...sections.keys()].filter(
    (name) => name !== 'CAPACITY' && [...fleetKeys, ...fleetSections].includes(name),
  );
  if (stated.length === 0) return undefined;
  const count = vehicleCount(source, text) ?? (depots.length === 1 ? undefined : customers.length);
  const vehicles = Array.from({ length: count ?? 1 }, (_, k) => vehicleAt(source, text, k, count ?? 1, depots));
  const types = typesOf(vehicles, depots, count === undefined);
  const servedBy = new Map<number, readonly string[]>();
  for (const node of customers) {
    const may = types.filter(({ clients }) => clients === undefined || clients.includes(node));
    if (may.length < types.length)
      servedBy.set(
        node,
        may.map(({ type }) => String(type.id)),
      );
  }
  return { vehicles: types.map(({ type }) => type), servedBy };
}

function vehicleCount(source: Source, { header, sections }: VrplibText): number | undefined {
  const entry = header.get('VEHICLES');
  const section = fleetSections.flatMap((name) => sections.get(name) ?? [])[0];
  if (!entry) return section?.rows.length;
  const count = parseDecimal(entry.value) ?? 0;
  if (Number.isSafeInteger(count) && count >= 1 && count <= 1e6) return count;
  throw source.fault('E_VALUE', `expected a number of vehicles, but found '${entry.value.slice(0, 40)}'`, {
    line: entry.line,
    field: 'VEHICLES',
  });
}

function vehicleAt(source: Source, text: VrplibText, k: number, count: number, depots: readonly number[]): Vehicle {
  const values = Object.fromEntries(
    Object.entries(attributes).flatMap(([key, attribute]) => {
      const value = rowOf(source, text, `${key}_SECTION`, k, count)?.[0] ?? headerNumber(source, text, key);
      return value === undefined ? [] : [[attribute, value]];
    }),
  );
  const [depot = depots[0]] = rowOf(source, text, depotSection, k, count) ?? [];
  if (!depots.includes(depot))
    throw source.fault('E_UNKNOWN_ID', `vehicle ${k + 1} starts at node ${depot}, which is no depot`, { field: depotSection });
  return { values, depot, clients: rowOf(source, text, clientSection, k, count, true) };
}

/** What a section says of vehicle k: rows are in the order of the vehicles, each with its number in front. */
function rowOf(
  source: Source,
  { sections }: VrplibText,
  name: string,
  k: number,
  count: number,
  several = false,
): readonly number[] | undefined {
  const section = sections.get(name);
  if (!section) return undefined;
  const row = section.rows[k];
  if (section.rows.length !== count || row === undefined)
    throw source.fault('E_SYNTAX', `${name} has ${section.rows.length} rows for ${count} vehicles`, { line: section.line, field: name });
  const [vehicle, ...values] = row.numbers;
  if (vehicle !== k + 1 || values.length === 0)
    throw source.fault('E_SYNTAX', `expected the row of vehicle ${k + 1}`, { line: row.line, field: name });
  if (values.length > 1 && !several)
    throw source.fault('E_FORMAT_UNSUPPORTED', `expected one value a vehicle, but found ${values.length}`, { line: row.line, field: name });
  return values;
}

interface TypeOfFile {
  readonly type: NonNullable<InstanceInput['vehicles']>[number];
  readonly clients: readonly number[] | undefined;
}

/** A type for vehicles that are alike and follow each other, those of the first depot first, so that their order can be told from the types. */
function typesOf(vehicles: readonly Vehicle[], depots: readonly number[], unlimited: boolean): readonly TypeOfFile[] {
  const alike = (a: Vehicle, b: Vehicle) => JSON.stringify([a.values, a.clients]) === JSON.stringify([b.values, b.clients]);
  const groups: Vehicle[][] = [];
  for (const vehicle of vehicles) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && alike(last, vehicle) && depots.indexOf(last.depot) <= depots.indexOf(vehicle.depot)) group.push(vehicle);
    else groups.push([vehicle]);
  }
  return groups.map((group, k) => {
    const [{ values, clients }] = group;
    const at = depots.map((depot) => [String(depot), group.filter((vehicle) => vehicle.depot === depot).length] as const);
    const available =
      depots.length === 1 ? { available: group.length } : { availablePerDepot: Object.fromEntries(at.filter(([, n]) => n > 0)) };
    const { capacity = unbounded, ...rest } = values;
    return { type: { id: String(k + 1), capacity, ...rest, ...(unlimited ? {} : available) }, clients };
  });
}

/** A file without CAPACITY limits no load. */
const unbounded = 1e12;
