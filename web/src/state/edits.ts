/** Changes of a draft, each a plain function from one draft to the next. Rules follow the places that they name. */
import type { Point, Rules } from '../../../src/page.ts';
import type { Cell, Draft, DraftCustomer, DraftDepot, DraftVehicle } from './draft.ts';

export type Kind = 'depot' | 'customer';

/** A place by its id, which holds when others are added or deleted. */
export interface PlaceRef {
  readonly kind: Kind;
  readonly id: string;
}

/** A place by its position in the draft. */
export interface PlaceAt {
  readonly kind: Kind;
  readonly index: number;
}

/** The position of a place; undefined where it is gone. */
export function locate(draft: Draft, { kind, id }: PlaceRef): PlaceAt | undefined {
  const index = placesOf(draft, kind).findIndex((place) => place.id === id);
  return index < 0 ? undefined : { kind, index };
}

/** A new place starts with the median of what others have. */
export function addPlace(draft: Draft, kind: Kind, at: Point): Draft {
  const place = { id: '', ...rounded(draft, at) };
  const { depots, customers } = draft;
  if (kind === 'customer') return appendPlaces(draft, [], [{ ...place, demand: typical(customers, 'demand') ?? 10 }]);
  const [capacity = null, openingCost = 100] = [typical(depots, 'capacity'), typical(depots, 'openingCost')];
  return appendPlaces(draft, [{ ...place, capacity, openingCost, status: 'candidate' }], []);
}

export function appendPlaces(draft: Draft, depots: readonly DraftDepot[], customers: readonly DraftCustomer[]): Draft {
  return { ...draft, depots: withFreshIds(draft.depots, depots, 'D'), customers: withFreshIds(draft.customers, customers, 'C') };
}

export function movePlace(draft: Draft, { kind, index }: PlaceAt, at: Point): Draft {
  return changePlace(draft, kind, index, rounded(draft, at));
}

/** Sets a cell of the table. Rules follow an id that changes; an empty name or address is removed. */
export function setCell(draft: Draft, { kind, index }: PlaceAt, field: string, value: unknown): Draft {
  if (value === '' && (field === 'name' || field === 'address')) return changePlace(draft, kind, index, { [field]: undefined });
  if (field !== 'id') return changePlace(draft, kind, index, { [field]: value });
  const before = placesOf(draft, kind)[index].id;
  const after = String(value);
  const rename = (id: string) => (id === before ? after : id);
  return {
    ...changePlace(draft, kind, index, { id: after }),
    rules: following(draft.rules, kind, rename),
    ...(kind === 'depot' && startingAt(draft, rename)),
  };
}

export function removePlace(draft: Draft, { kind, index }: PlaceAt): Draft {
  const { depots, customers, rules, travel } = draft;
  const { id } = placesOf(draft, kind)[index];
  const without = (other: string) => (other === id ? undefined : other);
  const place = kind === 'depot' ? index : depots.length + index;
  const left = <T>(rows: readonly (readonly T[])[]) => rows.toSpliced(place, 1).map((row) => row.toSpliced(place, 1));
  return {
    ...draft,
    rules: following(rules, kind, without),
    ...(kind === 'depot'
      ? { depots: depots.toSpliced(index, 1), ...startingAt(draft, without) }
      : { customers: customers.toSpliced(index, 1) }),
    ...(travel.kind === 'matrix' && {
      travel: { ...travel, values: left(travel.values), ...(travel.durations && { durations: left(travel.durations) }) },
    }),
  };
}

/** Vehicle types follow the depots that they name: `rename` gives the new id, or undefined for one that is gone. */
function startingAt({ vehicles }: Draft, rename: (id: string) => string | undefined): Pick<Draft, 'vehicles'> {
  return {
    vehicles: vehicles?.map(({ depots, availablePerDepot: each, ...type }) => {
      const left = depots?.flatMap((id) => rename(id) ?? []);
      const counts = typeof each === 'object' ? Object.entries(each).flatMap(([id, count]) => [[rename(id), count] as const]) : undefined;
      const kept = counts ? Object.fromEntries(counts.filter(([id]) => id !== undefined)) : each;
      return { ...type, ...(left && left.length > 0 && { depots: left }), ...(kept !== undefined && { availablePerDepot: kept }) };
    }),
  };
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

/** Customers follow the types that they name. The last type that goes leaves the short form. */
export function removeVehicle(draft: Draft, index: number): Draft {
  const { vehicles = [], customers } = draft;
  const left = vehicles.toSpliced(index, 1);
  const named = new Set(left.map(({ id }) => id));
  const freed = customers.map(({ vehicles: own, ...customer }) => {
    const kept = own?.filter((id) => named.has(String(id))) ?? [];
    return { ...customer, ...(kept.length > 0 && { vehicles: kept }) };
  });
  return { ...draft, customers: freed, vehicles: left.length > 0 ? left : undefined };
}

export function setVehicle(draft: Draft, index: number, field: keyof DraftVehicle, value: unknown): Draft {
  const { vehicles = [], customers } = draft;
  const before = vehicles[index].id;
  const changed = vehicles.with(index, { ...vehicles[index], [field]: value });
  if (field !== 'id') return { ...draft, vehicles: changed };
  const follow = (own: readonly Cell[]) => own.map((id) => (String(id) === before ? String(value) : id));
  return { ...draft, vehicles: changed, customers: customers.map((c) => (c.vehicles ? { ...c, vehicles: follow(c.vehicles) } : c)) };
}

export const placesOf = (draft: Draft, kind: Kind): readonly (DraftDepot | DraftCustomer)[] =>
  kind === 'depot' ? draft.depots : draft.customers;

function changePlace(draft: Draft, kind: Kind, index: number, change: Partial<DraftDepot & DraftCustomer>): Draft {
  return kind === 'depot'
    ? { ...draft, depots: draft.depots.with(index, { ...draft.depots[index], ...change }) }
    : { ...draft, customers: draft.customers.with(index, { ...draft.customers[index], ...change }) };
}

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
function withFreshIds<T extends { readonly id: string }>(known: readonly T[], added: readonly T[], letter: string): T[] {
  const all = [...known];
  const taken = new Set(known.map(({ id }) => id));
  for (const place of added) {
    const id = place.id === '' || taken.has(place.id) ? freshId(all, letter) : place.id;
    taken.add(id);
    all.push({ ...place, id });
  }
  return all;
}

/** Rules follow the places that they name: `rename` gives the new id, or undefined for one that is gone. What says nothing then goes, too. */
function following(rules: Rules, kind: Kind, rename: (id: string) => string | undefined): Rules {
  const all = (ids: readonly string[]) => ids.flatMap((id) => rename(id) ?? []);
  const groups = (list: readonly (readonly string[])[]) => list.map(all).filter((group) => group.length > 1);
  const pairs = (list: NonNullable<Rules['incompatible']>) =>
    list.map(([these, those]) => [all(these), all(those)] as const).filter((groups) => groups.every((group) => group.length > 0));
  const lists = (record: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([customer, depots]) => {
        const [name, list] = kind === 'depot' ? [customer, all(depots)] : [rename(customer), depots];
        return name === undefined || list.length === 0 ? [] : [[name, list]];
      }),
    );
  return {
    ...rules,
    ...(kind === 'depot'
      ? rules.oneOf && { oneOf: groups(rules.oneOf) }
      : {
          apart: groups(rules.apart),
          together: groups(rules.together),
          ...(rules.incompatible && { incompatible: pairs(rules.incompatible) }),
        }),
    allowed: lists(rules.allowed),
    forbidden: lists(rules.forbidden),
  };
}
