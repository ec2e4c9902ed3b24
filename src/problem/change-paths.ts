/** The numbers and texts of an instance by path, read off the schema. */
import type * as z from 'zod';
import { NeoLrpError, named } from './errors.ts';
import { customerSchema, depotSchema, type Instance, instanceSchema, rulesSchema, travelKinds, unitsSchema } from './instance.ts';
import { nearest, suggestion } from './nearest.ts';
import { vehicleSchema } from './vehicle-schema.ts';
import { demandName, quantitiesOf } from './vehicles.ts';

/** Part of a copy that may be written to. */
export type Owner = Record<string, unknown>;
type Amounts = Readonly<Record<string, number>>;

/** One value of the copy: a number or a text, an amount for each of several names, or the amount of one of them. */
export interface Leaf {
  /** Without ids: `depots.status`. */
  readonly path: string;
  readonly owner: Owner;
  readonly field: string;
  /** Of the one place or type that was named. */
  readonly id?: string;
  readonly numeric: boolean;
  readonly optional: boolean;
  get(): unknown;
  set(value: unknown): void;
}

interface Kind {
  readonly type: 'number' | 'text' | 'amounts' | 'number or amounts';
  readonly optional: boolean;
}

const lists = { depots: depotSchema.shape, customers: customerSchema.shape, vehicles: vehicleSchema.shape } as const;
type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[];

/** Scaling the demand scales all that customers need. */
export const demandOfCustomers = 'customers.demand';

/** A copy with parts that may be written to. */
export function openCopy(instance: Instance): Owner {
  const { rules, units, travel, depots, customers, vehicles, vehicleCapacity, ...rest } = instance;
  const each = (list: readonly object[]) => list.map((one) => ({ ...one }));
  return {
    ...rest,
    // With a list of vehicles it follows from that.
    ...(vehicles ? { vehicles: each(vehicles) } : { vehicleCapacity }),
    rules: { ...rules },
    units: { ...units },
    travel: { ...travel },
    depots: each(depots),
    customers: each(customers),
  };
}

/** What is to be multiplied at a path: a plain name means every field of that name, and the demand all that customers need. */
export function leavesToScale(copy: Owner, path: string): readonly Leaf[] {
  const found = leavesAt(copy, path, { everywhere: true });
  return found.flatMap((leaf) =>
    leaf.path === demandOfCustomers && leaf.owner.quantities ? [leaf, leafOf(leaf.owner, 'customers', 'quantities')] : [leaf],
  );
}

/** What stands at a path. `everywhere`: a plain name means every field of that name. */
export function leavesAt(copy: Owner, path: string, { everywhere = false } = {}): readonly Leaf[] {
  const list = listNames.find((name) => path.startsWith(`${name}.`));
  if (list !== undefined) return listLeaves(copy, list, path.slice(list.length + 1), path);
  const scalars = scalarsOf(copy);
  const scalar = scalars.get(path) ?? scalars.get(path.replace(/^rules\./, ''));
  const homes = listNames.filter((name) => kindOf(lists[name], path) !== undefined);
  const ofLists = (names: readonly ListName[]) => names.flatMap((name) => ownersIn(copy, name).map((owner) => leafOf(owner, name, path)));
  if (scalar) return [scalar, ...(everywhere && scalar.numeric ? ofLists(homes) : [])];
  if (homes.length === 1) return ofLists(homes);
  if (homes.length > 1) throw unknownPath(path, `say of what: ${homes.map((name) => `${name}.${path}`).join(' or ')}`);
  throw unknownPath(path, suggestion(path, changeablePaths(copy as unknown as Instance)));
}

/** All paths, those of lists without ids. */
export function changeablePaths(instance: Pick<Instance, 'travel'>): string[] {
  const ofLists = listNames.flatMap((name) => fieldsOf(lists[name]).map((field) => `${name}.${field}`));
  return [...scalarsOf(instance as unknown as Owner).keys(), 'demandFactor', ...ofLists];
}

const unknownPath = (path: string, advice: string) =>
  new NeoLrpError('E_USAGE', `there is no field '${path}' to change; ${advice}`, { field: path });

/** Numbers and texts of the instance itself and of what it has one of. */
function scalarsOf(copy: Owner): ReadonlyMap<string, Leaf> {
  const { travel } = copy as unknown as Pick<Instance, 'travel'>;
  const shape = travelKinds.find((option) => option.shape.kind.value === travel.kind)?.shape ?? {};
  const parts = [
    [copy, instanceSchema.shape, ''],
    [copy.rules, rulesSchema.shape, ''],
    [copy.units, unitsSchema.shape, 'units.'],
    [travel, shape, 'travel.'],
  ] as const;
  return new Map(
    parts.flatMap(([owner, fields, prefix]) =>
      fieldsOf(fields).map((field) => [`${prefix}${field}`, valueLeaf(owner as Owner, field, `${prefix}${field}`, fields)] as const),
    ),
  );
}

/** `rest`: FIELD, ID.FIELD or ID.FIELD.NAME; ids may contain dots. */
function listLeaves(copy: Owner, list: ListName, rest: string, path: string): readonly Leaf[] {
  const owners = ownersIn(copy, list);
  if (owners.length === 0) throw unknownPath(path, `this instance has no ${list}; set vehicleCapacity, vehicleCost or costPerDistance`);
  const [field, name] = divided(rest);
  if (kindOf(lists[list], field)) return owners.map((owner) => leafOf(owner, list, field, name, copy));
  const owner = owners
    .filter(({ id }) => rest.startsWith(`${id}.`))
    .sort((a, b) => String(b.id).length - String(a.id).length)
    .at(0);
  if (!owner) {
    const id = rest.includes('.') ? rest.slice(0, rest.lastIndexOf('.')) : rest;
    if (!rest.includes('.')) throw unknownPath(path, suggestion(rest, fieldsOf(lists[list])));
    throw new NeoLrpError('E_UNKNOWN_ID', `there is no ${list.slice(0, -1)} '${id}'; ${whichId(id, owners)}`, { field: path, value: id });
  }
  const id = String(owner.id);
  const [ownField, key] = divided(rest.slice(id.length + 1));
  if (!kindOf(lists[list], ownField)) throw unknownPath(path, suggestion(ownField, fieldsOf(lists[list])));
  return [{ ...leafOf(owner, list, ownField, key, copy), id }];
}

/** FIELD or FIELD.NAME; names may contain dots. */
function divided(text: string): readonly [string, string | undefined] {
  const at = text.indexOf('.');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function whichId(id: string, owners: readonly Owner[]): string {
  const places = owners as readonly { readonly id: string; readonly name?: string }[];
  const byName = nearest(
    id,
    places.flatMap(({ name }) => name ?? []),
  );
  const meant = places.find(({ name }) => name !== undefined && name === byName[0]);
  return meant
    ? `did you mean ${named(meant)}?`
    : suggestion(
        id,
        places.map((one) => one.id),
      );
}

const ownersIn = (copy: Owner, list: ListName) => (copy[list] ?? []) as Owner[];

/** Of what is written under a path; ids and formats stay. */
const fieldsOf = (shape: Shape) => Object.keys(shape).filter((field) => kindOf(shape, field) !== undefined);

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function kindOf(shape: Shape, field: string): Kind | undefined {
  return Object.hasOwn(shape, field) && field !== 'id' ? kindOfSchema(shape[field]) : undefined;
}

function kindOfSchema(schema: z.core.$ZodType, optional = false): Kind | undefined {
  const { def } = schema._zod;
  if ('innerType' in def)
    return kindOfSchema(def.innerType as z.core.$ZodType, optional || def.type === 'optional' || def.type === 'nullable');
  if (def.type === 'number') return { type: 'number', optional };
  if (def.type === 'string' || def.type === 'enum') return { type: 'text', optional };
  if (def.type === 'record' && 'valueType' in def)
    return kindOfSchema(def.valueType as z.core.$ZodType)?.type === 'number' ? { type: 'amounts', optional } : undefined;
  if (def.type === 'union' && 'options' in def) {
    const types = (def.options as z.core.$ZodType[]).map((option) => kindOfSchema(option)?.type);
    return types.includes('number') && types.includes('amounts') ? { type: 'number or amounts', optional } : undefined;
  }
  return undefined;
}

function leafOf(owner: Owner, list: ListName, field: string, name?: string, copy?: Owner): Leaf {
  const path = `${list}.${field}`;
  if (name === undefined) return valueLeaf(owner, field, path, lists[list]);
  if (!kindOf(lists[list], field)?.type.endsWith('amounts')) throw unknownPath(`${path}.${name}`, `${path} is one value`);
  return namedLeaf(owner, field, name, path, copy as Owner);
}

const isAmounts = (value: unknown): value is Amounts => typeof value === 'object' && value !== null;

/** Whether there is a number other than 0. */
export const isSomething = (value: unknown): boolean =>
  isAmounts(value) ? Object.values(value).some((amount) => amount !== 0) : typeof value === 'number' && value !== 0;

/** A number, or each of several amounts, times a factor; hides the rounding error of 1.1 × 10. */
export const scaled = (value: unknown, factor: number): unknown =>
  isAmounts(value)
    ? Object.fromEntries(Object.entries(value).map(([name, amount]) => [name, scaled(amount, factor)]))
    : Number((Number(value) * factor).toPrecision(15));

function valueLeaf(owner: Owner, field: string, path: string, shape: Shape): Leaf {
  const { type, optional } = kindOf(shape, field) as Kind;
  return {
    path,
    owner,
    field,
    numeric: type !== 'text',
    // Beside a list of vehicles it may be left out, but not be taken away.
    optional: optional && field !== 'vehicleCapacity',
    get: () => owner[field],
    set: (value) => {
      if (value !== undefined && !isAmounts(value) && isAmounts(owner[field]))
        throw unknownPath(path, `it has an amount for each of ${Object.keys(owner[field]).join(', ')}; add one of these after a dot`);
      owner[field] = value;
    },
  };
}

/** One amount by its name: that of a quantity or, for vehicles by depot, the depot's id. */
function namedLeaf(owner: Owner, field: string, name: string, path: string, copy: Owner): Leaf {
  const { depots, customers } = copy as unknown as Instance;
  const byDepot = field === 'availablePerDepot';
  const known = byDepot ? depots.map(({ id }) => id) : quantitiesOf(customers).filter((one) => field === 'capacity' || one !== demandName);
  if (!known.includes(name)) throw unknownPath(`${path}.${name}`, suggestion(name, known));
  const amounts = (): Amounts => {
    const { [field]: value } = owner;
    if (isAmounts(value)) return value;
    if (byDepot && value === undefined) throw unknownPath(`${path}.${name}`, `no depot has a limit yet; set ${path} for all of them first`);
    if (byDepot) return Object.fromEntries(known.map((id) => [id, Number(value)]));
    return field === 'capacity' && typeof value === 'number' ? { [demandName]: value } : {};
  };
  return {
    path,
    owner,
    field,
    numeric: true,
    optional: !byDepot,
    get: () => (owner[field] === undefined ? undefined : amounts()[name]),
    set: (value) => {
      const { [name]: _, ...others } = amounts();
      owner[field] = value === undefined ? others : { ...amounts(), [name]: value };
    },
  };
}
