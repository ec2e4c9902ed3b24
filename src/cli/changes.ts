/** `--set`, `--scale`, and short names for some of their paths: change numbers of the instance's file. */
import { InvalidArgumentError } from 'commander';
import type { ReadOptions } from '../formats/read.ts';
import { changeInstance, type InstanceChanges } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { convertPrice, unitsOf } from '../problem/units.ts';
import type { InstanceWarning } from '../problem/warnings.ts';
import { factorOf, nonNegativeNumber, positiveNumber } from './arguments.ts';
import { option, type ValuesOf } from './command.ts';

export const changeOptions = {
  set: option(
    '--set <path=value>',
    'change a value, such as maxOpen=3, depots.L4.status=open or vehicles.van.costPerDistance=0.7; may be repeated',
    collectSettings,
  ),
  scale: option(
    '--scale <path=factor>',
    'multiply a number wherever it stands, such as costPerDistance=+20%; may be repeated',
    collectFactors,
  ),
  demand: option('--demand <factor>', 'multiply every demand: 1.3, 130% or +30%', factorOf),
  costPerKm: option('--cost-per-km <cost>', 'cost of a kilometre', nonNegativeNumber),
  vehicleCapacity: option('--vehicle-capacity <number>', 'capacity of each vehicle', positiveNumber),
  vehicleCost: option('--vehicle-cost <number>', 'cost of each vehicle used', nonNegativeNumber),
};
export type ChangeOptions = ValuesOf<typeof changeOptions>;

/** Commander passes `--set a=1 --set b=2` one by one. */
function collectSettings(text: string, earlier: InstanceChanges = {}): InstanceChanges {
  const [name, given] = settingIn(text, 'PATH=VALUE, such as maxOpen=3', earlier);
  return { ...earlier, [name]: given !== '' && Number.isFinite(Number(given)) ? Number(given) : given };
}

function collectFactors(text: string, earlier: InstanceChanges = {}): InstanceChanges {
  const [name, given] = settingIn(text, 'PATH=FACTOR, such as demand=1.1', earlier);
  return { ...earlier, [name]: `*${factorOf(given)}` };
}

function settingIn(text: string, form: string, earlier: InstanceChanges): readonly [string, string] {
  const [, name, given = ''] = /^\s*([^=]*[^=\s])\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError(`Expected ${form}.`);
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`'${name}' is given twice.`);
  return [name, given.trim()];
}

export interface Changed {
  readonly instance: Instance;
  /** What differs from the file, by name; absent if nothing does. */
  readonly changes?: InstanceChanges;
}

/** Side effects of a change that may not be intended. */
export function changeWarnings({ changes = {}, instance }: Changed): InstanceWarning[] {
  if (changes['travel.unit'] === undefined || Object.keys(changes).some((name) => name.endsWith('costPerDistance'))) return [];
  const { currency = '', distance } = unitsOf(instance);
  const prices = [...new Set(modelOf(instance).types.map(({ costPerDistance }) => `${costPerDistance} ${currency}`.trim()))];
  const message = `distances are now in ${distance}, so the cost of ${prices.join(', ')} is per ${distance}; change costPerDistance too if it was meant per another unit`;
  return [{ code: 'changed-unit', message, places: [] }];
}

/** Readers need the vehicle if the file does not have it. */
export function readOptions({ vehicleCapacity, vehicleCost, set = {} }: ChangeOptions): ReadOptions {
  const given = (stated: number | undefined, name: string) => {
    const value = stated ?? (Object.hasOwn(set, name) ? Number(set[name]) : Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  return { vehicleCapacity: given(vehicleCapacity, 'vehicleCapacity') || undefined, vehicleCost: given(vehicleCost, 'vehicleCost') };
}

export function change(instance: Instance, options: ChangeOptions): Changed {
  const changes = changesOf(instance, options);
  return Object.keys(changes).length === 0 ? { instance } : { instance: changeInstance(instance, changes), changes };
}

function changesOf(
  instance: Instance,
  { set = {}, scale = {}, demand, costPerKm, vehicleCapacity, vehicleCost }: ChangeOptions,
): InstanceChanges {
  const named = {
    demandFactor: { option: '--demand', value: demand },
    costPerDistance: { option: '--cost-per-km', value: costPerKm === undefined ? undefined : perUnit(instance, set, costPerKm) },
    vehicleCapacity: { option: '--vehicle-capacity', value: vehicleCapacity },
    vehicleCost: { option: '--vehicle-cost', value: vehicleCost },
  };
  const changes: Record<string, number | string | null> = { ...set };
  const add = (name: string, value: number | string | null, option: string) => {
    if (Object.hasOwn(changes, name))
      throw new NeoLrpError('E_USAGE', `${option} and another option change ${name}; keep one`, { field: option });
    changes[name] = value;
  };
  for (const [name, factor] of Object.entries(scale)) add(name, factor, '--scale');
  for (const [name, { option, value }] of Object.entries(named)) if (value !== undefined) add(name, value, option);
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
