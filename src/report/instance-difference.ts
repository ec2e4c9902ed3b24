/** What differs between two instances, in sentences: fields, counts and examples. */
import { nameSome } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { formatCount, formatNumber } from './number.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Listed extends Fields {
  readonly id: string;
}

/** What only people read, and what follows from other fields. */
const skipped = new Set(['id', 'name', 'address', 'details', 'format', 'version']);
const listNouns = { depots: 'depot', customers: 'customer', vehicles: 'vehicle type' } as const;
const lists = Object.keys(listNouns) as (keyof typeof listNouns)[];
/** Examples of what differs in many places. */
const examples = 3;

export function instanceDifferences(a: Instance, b: Instance): readonly string[] {
  const derived = a.vehicles !== undefined && b.vehicles !== undefined;
  const scalars = (instance: Instance): Fields => {
    const { rules, units, travel, depots: _, customers: __, vehicles: ___, ...own } = instance;
    const { values, durations, ...rule } = { values: undefined, durations: undefined, ...travel };
    return { ...own, ...(derived && { vehicleCapacity: undefined }), ...rules, ...prefixed('units', units), ...prefixed('travel', rule) };
  };
  return [
    ...(a.name === b.name ? [] : [`another instance by name: '${a.name}' and '${b.name}'`]),
    ...changedFields(scalars(a), scalars(b)).map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`),
    ...lists.flatMap((list) => listDifferences(list, (a[list] ?? []) as readonly Listed[], (b[list] ?? []) as readonly Listed[])),
    ...matrixDifferences(a, b),
  ];
}

const prefixed = (prefix: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${prefix}.${field}`, value]));

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

function changedFields(a: Fields, b: Fields): readonly Change[] {
  const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((field) => !skipped.has(field));
  return fields
    .map((field) => ({ field, before: a[field], after: b[field] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

function listDifferences(list: keyof typeof listNouns, a: readonly Listed[], b: readonly Listed[]): string[] {
  const { [list]: noun } = listNouns;
  const [before, after] = [a, b].map((places) => new Map(places.map((place) => [place.id, place])));
  const gone = [...before.keys()].filter((id) => !after.has(id));
  const added = [...after.keys()].filter((id) => !before.has(id));
  const byField = new Map<string, (Change & { readonly id: string })[]>();
  for (const [id, place] of before) {
    const other = after.get(id);
    for (const change of other ? changedFields(place, other) : [])
      byField.set(change.field, [...(byField.get(change.field) ?? []), { ...change, id }]);
  }
  return [
    ...(gone.length > 0 ? [`${formatCount(gone.length, noun)} fewer: ${nameSome(gone, examples)}`] : []),
    ...(added.length > 0 ? [`${formatCount(added.length, noun)} more: ${nameSome(added, examples)}`] : []),
    ...[...byField].map(([field, changes]) => describeField(field, noun, changes)),
  ];
}

function describeField(field: string, noun: string, changes: readonly (Change & { readonly id: string })[]): string {
  const factors = changes.map(({ before, after }) => Number(after) / Number(before)).filter(Number.isFinite);
  const [factor = Number.NaN] = factors;
  const isFactor = changes.length > 1 && factors.every((other) => Math.abs(other - factor) < 1e-9 * Math.abs(factor));
  const some = changes.slice(0, examples).map(({ id, before, after }) => `'${id}' ${shown(before)} → ${shown(after)}`);
  const more = changes.length > examples ? [`${formatNumber(changes.length - examples)} more`] : [];
  const of = changes.length === 1 ? noun : formatCount(changes.length, noun);
  return `${field} of ${of}${isFactor && factors.length > 0 ? ` × ${Number(factor.toPrecision(6))}` : ''}: ${[...some, ...more].join(', ')}`;
}

function matrixDifferences({ travel: a }: Instance, { travel: b }: Instance): string[] {
  if (a.kind !== 'matrix' || b.kind !== 'matrix') return [];
  return (['values', 'durations'] as const).flatMap((part) => {
    const [before = [], after = []] = [a[part], b[part]];
    const count = after.reduce((sum, row, from) => sum + row.filter((value, to) => value !== before[from]?.[to]).length, 0);
    const what = part === 'values' ? 'distance' : 'duration';
    return count === 0 && before.length === after.length ? [] : [`${formatCount(count, what)} of the matrix`];
  });
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
