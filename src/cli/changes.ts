/** `--set`, `--demand`, `--cost-per-km`, …: change numbers of the instance's file. */
import { type Command, InvalidArgumentError } from 'commander';
import type { ReadOptions } from '../formats/read.ts';
import { changeInstance, type InstanceChanges } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { convertPrice, unitsOf } from '../problem/units.ts';
import type { InstanceWarning } from '../problem/warnings.ts';
import { factorOf, nonNegativeNumber, positiveNumber } from './arguments.ts';

export interface ChangeOptions {
  readonly set?: InstanceChanges;
  readonly demand?: number;
  readonly costPerKm?: number;
  readonly vehicleCapacity?: number;
  readonly vehicleCost?: number;
}

export function addChangeOptions(command: Command): Command {
  return command
    .option('--set <field=value>', 'change a field of the instance or its rules, such as maxOpen=3; may be repeated', collectSettings)
    .option('--demand <factor>', 'multiply every demand: 1.3, 130% or +30%', factorOf)
    .option('--cost-per-km <cost>', 'cost of a kilometre', nonNegativeNumber)
    .option('--vehicle-capacity <number>', 'capacity of each vehicle', positiveNumber)
    .option('--vehicle-cost <number>', 'cost of each vehicle used', nonNegativeNumber);
}

/** Commander passes `--set a=1 --set b=2` one by one. */
function collectSettings(text: string, earlier: InstanceChanges = {}): InstanceChanges {
  const [, name, given = ''] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Expected FIELD=VALUE, such as maxOpen=3.');
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`'${name}' is set twice.`);
  const value = given.trim();
  return { ...earlier, [name]: value !== '' && Number.isFinite(Number(value)) ? Number(value) : value };
}

export interface Changed {
  readonly instance: Instance;
  /** What differs from the file, by name; absent if nothing does. */
  readonly changes?: InstanceChanges;
}

/** Side effects of a change that may not be intended. */
export function changeWarnings({ changes = {}, instance }: Changed): InstanceWarning[] {
  if (changes['travel.unit'] === undefined || changes.costPerDistance !== undefined) return [];
  const { currency = '', distance } = unitsOf(instance);
  const price = `${instance.costPerDistance} ${currency}`.trim();
  const message = `distances are now in ${distance}, so the cost of ${price} is per ${distance}; use --cost-per-km to convert it`;
  return [{ code: 'changed-unit', message, places: [] }];
}

/** Readers need the vehicle if the file does not have it. */
export function readOptions({ vehicleCapacity, vehicleCost, set = {} }: ChangeOptions): ReadOptions {
  const told = (option: number | undefined, name: string) => {
    const value = option ?? (Object.hasOwn(set, name) ? Number(set[name]) : Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  return { vehicleCapacity: told(vehicleCapacity, 'vehicleCapacity') || undefined, vehicleCost: told(vehicleCost, 'vehicleCost') };
}

/** maxOpen=3, vehicleCost=120 */
export const changesText = (changes: InstanceChanges): string =>
  Object.entries(changes)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join(', ');

export function change(instance: Instance, options: ChangeOptions): Changed {
  const changes = changesOf(instance, options);
  return Object.keys(changes).length === 0 ? { instance } : { instance: changeInstance(instance, changes), changes };
}

function changesOf(instance: Instance, { set = {}, demand, costPerKm, vehicleCapacity, vehicleCost }: ChangeOptions): InstanceChanges {
  const named = {
    demandFactor: { option: '--demand', value: demand },
    costPerDistance: { option: '--cost-per-km', value: costPerKm === undefined ? undefined : perUnit(instance, set, costPerKm) },
    vehicleCapacity: { option: '--vehicle-capacity', value: vehicleCapacity },
    vehicleCost: { option: '--vehicle-cost', value: vehicleCost },
  };
  const changes: Record<string, number | string | null> = { ...set };
  for (const [name, { option, value }] of Object.entries(named)) {
    if (value === undefined) continue;
    if (Object.hasOwn(set, name))
      throw new NeoLrpError('E_USAGE', `${option} and --set ${name} set the same field; keep one`, { field: option });
    changes[name] = value;
  }
  return changes;
}

/** The cost per unit of distance after the changes; a unit without a name is taken for a kilometre. */
function perUnit(instance: Instance, set: InstanceChanges, costPerKm: number): number {
  const changed = set[instance.travel.kind === 'great-circle' ? 'travel.unit' : 'units.distance'];
  const distance = String(changed ?? unitsOf(instance).distance ?? 'km') || 'km';
  const cost = convertPrice(costPerKm, 'km', distance);
  if (cost === undefined)
    throw new NeoLrpError('E_USAGE', `the distances of this instance are in ${distance}; use --set costPerDistance=… instead`, {
      field: '--cost-per-km',
    });
  return cost;
}
