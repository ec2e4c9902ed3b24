/** An instance with other numbers: what-if questions without another file. */
import type * as z from 'zod';
import { NeoLrpError } from './errors.ts';
import { createInstance, type Instance, instanceSchema, requireInstance, rulesSchema, travelSchema, unitsSchema } from './instance.ts';

/**
 * New values by field name: any number or text of the instance or its rules (`vehicleCost`, `maxOpen`), one of `units` or `travel` by its
 * path (`units.currency`, `travel.detour`), or `demandFactor`, which multiplies every demand. Numbers may be text; null or an empty text
 * removes an optional field.
 */
export type InstanceChanges = Readonly<Record<string, number | string | null>>;

interface Scalar {
  readonly path: readonly string[];
  readonly numeric: boolean;
  readonly optional: boolean;
}

const demandFactor = 'demandFactor';

/** The names that `changeInstance` knows for this instance, each with how its value is read. */
function scalarsOf({ travel }: Pick<Instance, 'travel'>): ReadonlyMap<string, Scalar> {
  const option = travelSchema.options.find(({ shape }) => shape.kind.value === travel.kind);
  return new Map<string, Scalar>([
    ...scalarFields(instanceSchema.shape, [], ''),
    ...scalarFields(rulesSchema.shape, ['rules'], ''),
    ...scalarFields(unitsSchema.shape, ['units'], 'units.'),
    ...scalarFields(option?.shape ?? {}, ['travel'], 'travel.'),
    [demandFactor, { path: [], numeric: true, optional: false }],
  ]);
}

function scalarFields(shape: Readonly<Record<string, z.core.$ZodType>>, parents: readonly string[], prefix: string): [string, Scalar][] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const { type, optional } = unwrapped(schema);
    if (type !== 'number' && type !== 'string' && type !== 'enum') return [];
    // Beside a list of vehicles it may be left out, but not be taken away.
    const removable = optional && key !== 'vehicleCapacity';
    return [[`${prefix}${key}`, { path: [...parents, key], numeric: type === 'number', optional: removable }] as [string, Scalar]];
  });
}

/** The type of value inside defaults and optionals. */
function unwrapped(schema: z.core.$ZodType, optional = false): { readonly type: string; readonly optional: boolean } {
  const { def } = schema._zod;
  return 'innerType' in def
    ? unwrapped(def.innerType as z.core.$ZodType, optional || def.type === 'optional')
    : { type: def.type, optional };
}

export const changeableFields = (instance: Pick<Instance, 'travel'>): string[] => [...scalarsOf(instance).keys()];

/** A copy of the instance with other values. Throws E_USAGE for a name that does not exist, listing those that do. */
export function changeInstance(original: Instance, changes: InstanceChanges): Instance {
  const instance = requireInstance(original);
  if (typeof changes !== 'object' || changes === null)
    throw new NeoLrpError('E_USAGE', 'expected changes by field, such as { maxOpen: 3 }', { field: 'changes' });
  const scalars = scalarsOf(instance);
  const changed: Record<string, unknown> & { rules: object; units: object; travel: object } = { ...instance };
  for (const [name, given] of Object.entries(changes)) {
    const scalar = scalars.get(name);
    if (scalar === undefined) throw unknownField(name, given, [...scalars.keys()]);
    if (name === 'units.distance' && instance.travel.kind === 'great-circle')
      throw new NeoLrpError('E_USAGE', 'great-circle distances are computed in the unit travel.unit (km, m or mi); set that instead', {
        field: name,
        value: given,
      });
    const value = parsed(name, given, scalar);
    const [first, second] = scalar.path;
    if (first === undefined) {
      const factor = Number(value);
      if (!(factor >= 0 && factor < Number.POSITIVE_INFINITY)) throw refused(name, given, 'a number, 0 or above');
      changed.customers = instance.customers.map(({ quantities, ...customer }) => ({
        ...customer,
        demand: customer.demand * factor,
        ...(quantities && { quantities: Object.fromEntries(Object.entries(quantities).map(([name, amount]) => [name, amount * factor])) }),
      }));
    } else changed[first] = second === undefined ? value : { ...(changed[first] as object), [second]: value };
  }
  return createInstance(changed as unknown as Instance);
}

function unknownField(name: string, given: number | string | null, known: readonly string[]): NeoLrpError {
  const folded = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const meant = known.find((field) => folded(field) === folded(name) || folded(field.split('.').at(-1) ?? '') === folded(name));
  const advice = meant === undefined ? '' : `did you mean '${meant}'? `;
  return new NeoLrpError('E_USAGE', `there is no field '${name}' to set; ${advice}the fields are ${known.join(', ')}`, {
    field: name,
    value: given,
  });
}

/** The schema checks the ranges. */
function parsed(name: string, given: number | string | null, { numeric, optional }: Scalar): number | string | undefined {
  if (given === null || given === '') {
    if (optional) return undefined;
    throw refused(name, given, numeric ? 'a number' : 'a text');
  }
  if (!numeric) return String(given);
  const value = Number(given);
  if (Number.isNaN(value) || (typeof given === 'string' && given.trim() === '')) throw refused(name, given, 'a number');
  return value;
}

const refused = (name: string, given: number | string | null, expected: string) =>
  new NeoLrpError('E_VALUE', `expected ${expected}, not '${given ?? ''}'`, { field: name, value: given });
