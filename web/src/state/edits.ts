/** Changes of a draft, each a plain function from one draft to the next. Whatever names a row follows it. */
import type { Point, Rules } from '../../../src/page.ts';
import type { Cell, Draft, DraftPlace, DraftVehicle } from './draft.ts';

export type Kind = 'depot' | 'customer';

/** A place by its id, which holds when others are added or deleted. */
export interface PlaceRef {
  readonly kind: Kind;
  readonly id: string;
}

/** A list of the draft, called after one of its rows. */
export type RowKind = Kind | 'vehicle';
type Row = DraftPlace | DraftVehicle;

/** A row by its position in the draft. */
export interface RowAt<Of extends RowKind = RowKind> {
  readonly kind: Of;
  readonly index: number;
}
export type PlaceAt = RowAt<Kind>;

/** The position of a place; undefined where it is gone. */
export function locate(draft: Draft, { kind, id }: PlaceRef): PlaceAt | undefined {
  const index = placesOf(draft, kind).findIndex((place) => place.id === id);
  return index < 0 ? undefined : { kind, index };
}

/** A new place starts with the median of what others have. */
export function addPlace(draft: Draft, kind: Kind, at: Point): Draft {
  const place = { id: '', ...rounded(draft, at) };
  const { depots, customers } = draft;
  if (kind === 'customer') return appendPlaces(draft, kind, [{ ...place, demand: typical(customers, 'demand') ?? 10 }]);
  const [capacity = null, openingCost = 100] = [typical(depots, 'capacity'), typical(depots, 'openingCost')];
  return appendPlaces(draft, kind, [{ ...place, capacity, openingCost, status: 'candidate' }]);
}

export const appendPlaces = (draft: Draft, kind: Kind, places: readonly DraftPlace[]): Draft => ({
  ...draft,
  [`${kind}s`]: withFreshIds(placesOf(draft, kind), places, kind === 'depot' ? 'D' : 'C'),
});

export const movePlace = (draft: Draft, place: PlaceAt, at: Point): Draft => changeRow(draft, place, rounded(draft, at));

/** Sets a cell of a table. What names the row follows an id that changes; an empty name or address is removed. */
export function setCell(draft: Draft, { kind, index }: RowAt, field: string, value: unknown): Draft {
  const isGone = value === '' && (field === 'name' || field === 'address');
  const changed = changeRow(draft, { kind, index }, { [field]: isGone ? undefined : value });
  const { id: before } = rowsOf(draft, kind)[index];
  return field === 'id' ? following(changed, kind, (id) => (id === before ? String(value) : id)) : changed;
}

/** The last vehicle type that goes leaves the short form. */
export function removeRow(draft: Draft, { kind, index }: RowAt): Draft {
  const { depots, travel } = draft;
  const { id } = rowsOf(draft, kind)[index];
  const rows = rowsOf(draft, kind).toSpliced(index, 1);
  const others = following({ ...draft, [`${kind}s`]: rows }, kind, (other) => (other === id ? undefined : other));
  if (kind === 'vehicle') return rows.length > 0 ? others : { ...others, vehicles: undefined };
  if (travel.kind !== 'matrix') return others;
  const place = kind === 'depot' ? index : depots.length + index;
  const left = <T>(matrix: readonly (readonly T[])[]) => matrix.toSpliced(place, 1).map((row) => row.toSpliced(place, 1));
  return { ...others, travel: { ...travel, values: left(travel.values), ...(travel.durations && { durations: left(travel.durations) }) } };
}

/** The short form as a list of one type. */
export function listVehicles({ vehicleCapacity, vehicleCost, maxRouteDistance, ...draft }: Draft): Draft {
  const only = {
    id: 'vehicle',
    capacity: vehicleCapacity,
    fixedCost: vehicleCost,
    ...(maxRouteDistance !== undefined && { maxDistance: maxRouteDistance }),
  };
  return { ...draft, vehicleCapacity, vehicleCost: 0, vehicles: [only] };
}

export function addVehicle(draft: Draft): Draft {
  const { vehicles = [] } = draft;
  const last = vehicles[vehicles.length - 1];
  return { ...draft, vehicles: [...vehicles, { ...last, capacity: last?.capacity ?? 100, id: freshId(vehicles, 'V') }] };
}

export const placesOf = (draft: Draft, kind: Kind): readonly DraftPlace[] => draft[`${kind}s`];
export const rowsOf = (draft: Draft, kind: RowKind): readonly Row[] => draft[`${kind}s`] ?? [];

const changeRow = (draft: Draft, { kind, index }: RowAt, change: object): Draft => ({
  ...draft,
  [`${kind}s`]: rowsOf(draft, kind).with(index, { ...rowsOf(draft, kind)[index], ...change }),
});

/** No finer than a hand can point on a map: a metre on the globe, a hundredth in the plane. */
function rounded({ travel }: Draft, { x, y }: Point): Point {
  const grain = travel.kind === 'great-circle' ? 1e5 : 100;
  const round = (value: number) => Math.round(value * grain) / grain;
  return { x: round(x), y: round(y) };
}

function typical<K extends string>(places: readonly Partial<Record<K, Cell | null>>[], field: K): number | undefined {
  const values = places.map((place) => place[field]).filter((value): value is number => typeof value === 'number');
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function freshId(places: readonly { readonly id: string }[], letter: string): string {
  const known = new Set(places.map(({ id }) => id));
  let number = places.length + 1;
  while (known.has(`${letter}${number}`)) number++;
  return `${letter}${number}`;
}

/** Rows without an id, or with one that is taken, get a new one. */
function withFreshIds(known: readonly DraftPlace[], added: readonly DraftPlace[], letter: string): DraftPlace[] {
  const all = [...known];
  const taken = new Set(known.map(({ id }) => id));
  for (const place of added) {
    const id = place.id === '' || taken.has(place.id) ? freshId(all, letter) : place.id;
    taken.add(id);
    all.push({ ...place, id });
  }
  return all;
}

/** What names a row follows it: `rename` gives the new id, or undefined for one that is gone. What says nothing then goes, too. */
function following(draft: Draft, kind: RowKind, rename: (id: string) => string | undefined): Draft {
  const { rules, customers, vehicles } = draft;
  const all = (ids: readonly Cell[]) => ids.flatMap((id) => rename(String(id)) ?? []);
  const any = (ids: readonly Cell[] | undefined) => (ids && all(ids).length > 0 ? all(ids) : undefined);
  const groups = (list: readonly (readonly string[])[]) => list.map(all).filter((group) => group.length > 1);
  const keyed = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).flatMap(([id, value]) => all([id]).map((name) => [name, value] as const)));
  const lists = (record: Rules['allowed']) =>
    Object.fromEntries(Object.entries(record).flatMap(([id, depots]) => (any(depots) ? [[id, all(depots)]] : [])));
  if (kind === 'vehicle')
    return { ...draft, customers: customers.map((one) => (one.vehicles ? { ...one, vehicles: any(one.vehicles) } : one)) };
  if (kind === 'depot') {
    const { oneOf, allowed, forbidden } = rules;
    return {
      ...draft,
      rules: { ...rules, ...(oneOf && { oneOf: groups(oneOf) }), allowed: lists(allowed), forbidden: lists(forbidden) },
      vehicles: vehicles?.map(({ availablePerDepot: each, ...type }) => ({
        ...{ ...type, depots: any(type.depots) },
        availablePerDepot: typeof each === 'object' ? keyed(each) : each,
      })),
    };
  }
  const { apart, together, incompatible, allowed, forbidden } = rules;
  const pairs = incompatible?.map(([these, those]) => [all(these), all(those)] as const).filter((pair) => pair.every(any));
  const pairwise = { apart: groups(apart), together: groups(together), ...(pairs && { incompatible: pairs }) };
  return { ...draft, rules: { ...rules, ...pairwise, allowed: keyed(allowed), forbidden: keyed(forbidden) } };
}
