/**
 * What is valid but probably a mistake: swapped coordinates, a place far from all others, degrees read as plane coordinates, the same place
 * twice. Takes about linear time.
 */
import { idleReason } from './change.ts';
import { boundedText, nameSome } from './errors.ts';
import { groupPlaces } from './globe-groups.ts';
import type { Instance } from './instance.ts';
import { rangeOf } from './require-model.ts';

export interface InstanceWarning {
  readonly code: 'swapped-coordinates' | 'far-place' | 'planar-degrees' | 'duplicate-place' | 'changed-unit' | 'idle-price';
  readonly message: string;
  /** Ids of the places it is about: depots first, then customers. */
  readonly places: readonly string[];
}

interface Place {
  readonly kind: 'depot' | 'customer';
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly name?: string;
  readonly address?: string;
}

export function instanceWarnings(instance: Instance): readonly InstanceWarning[] {
  const places: readonly Place[] = [
    ...instance.depots.map((depot) => ({ ...depot, kind: 'depot' as const })),
    ...instance.customers.map((customer) => ({ ...customer, kind: 'customer' as const })),
  ];
  return [idlePrices(instance), onGlobe(instance, places), planarDegrees(instance, places), duplicates(instance, places)]
    .flat()
    .map((warning) => ({ ...warning, message: boundedText(warning.message) }));
}

/** Prices that are stated, but that nothing is charged by. */
function idlePrices(instance: Instance): InstanceWarning[] {
  const { costPerDistance, emissionPrice = 0 } = instance;
  const stated = { ...(costPerDistance !== 1 && { costPerDistance }), ...(emissionPrice > 0 && { emissionPrice }) };
  return Object.entries(stated).flatMap(([field, price]) => {
    const reason = idleReason(field, instance)?.split(';')[0];
    return reason === undefined ? [] : [{ code: 'idle-price', message: `${field} ${price} is not used: ${reason}`, places: [] }];
  });
}

/** A place within this many kilometres of another is not far. */
const nearby = 200;
/** If more than this share of the places is far, the data are merely spread out. */
const exceptional = 0.05;

function onGlobe({ travel }: Instance, places: readonly Place[]): InstanceWarning[] {
  if (travel.kind !== 'great-circle') return [];
  const globe = groupPlaces(places, nearby);
  const [main, ...others] = globe.groups;
  const mirrored = ({ x, y }: Place) => Math.abs(x) <= 90 && globe.belongsToMain({ x: y, y: x });
  const swapped = others.flat().filter((k) => mirrored(places[k]));
  const strays = others.filter((group) => !mirrored(places[group[0]]));
  const rare = strays.reduce((sum, group) => sum + group.length, 0) <= Math.max(1, exceptional * places.length);
  const least = rare && strays.length > 0 ? Math.max(nearby, globe.extent(main) / 2) : 0;
  return [
    ...(swapped.length > 0 ? [swappedWarning(swapped.map((k) => places[k]))] : []),
    ...(rare ? strays : []).flatMap((group) => {
      const distance = globe.distanceToOthers(group);
      const own = group.map((k) => places[k]);
      return distance < least ? [] : [farWarning(own, distance)];
    }),
  ];
}

function swappedWarning(places: readonly Place[]): InstanceWarning {
  const [{ x, y }] = places;
  return {
    code: 'swapped-coordinates',
    message: `longitude and latitude of ${named(places)} look swapped: (${x}, ${y}) is far from the other places, (${y}, ${x}) is among them`,
    places: ids(places),
  };
}

function farWarning(places: readonly Place[], distance: number): InstanceWarning {
  const [{ x, y }] = places;
  const several = places.length > 1;
  return {
    code: 'far-place',
    message: `${named(places)} ${several ? 'are' : 'is'} about ${Number(distance.toPrecision(2))} km from every other place; check ${several ? 'their' : 'its'} coordinates (${x}, ${y})`,
    places: ids(places),
  };
}

/** Degrees have decimals and lie close together, far from (0, 0). A scale near 111 turns them into kilometres on purpose. */
function planarDegrees({ travel }: Instance, places: readonly Place[]): InstanceWarning[] {
  if (travel.kind !== 'euclidean' || travel.scale >= 50) return [];
  const fits = places.every(({ x, y }) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
  const share = (digits: number) => {
    const isFine = (value: number) => Math.abs(value * digits - Math.round(value * digits)) > 1e-6;
    return places.filter(({ x, y }) => isFine(x) || isFine(y)).length / places.length;
  };
  /** How far from zero the places lie, relative to their spread. */
  const remoteness = (['x', 'y'] as const).map((axis) => {
    const [least, most] = rangeOf(places, axis);
    return Math.abs(least + most) / 2 / (most - least);
  });
  // Coordinates with three decimals are probably degrees; with fewer, both axes must lie far from zero, as those of one town do.
  const seemsSo = (share(100) >= 0.8 && Math.max(...remoteness) > 1) || (share(1) >= 0.8 && Math.min(...remoteness) > 2);
  if (!fits || !seemsSo) return [];
  const [{ x, y }] = places;
  return [
    {
      code: 'planar-degrees',
      message: `coordinates such as (${x}, ${y}) of ${named(places.slice(0, 1))} look like longitude and latitude in degrees, but distances are measured in the plane, in degrees; name the columns longitude and latitude, or set travel to great-circle`,
      places: ids(places),
    },
  ];
}

/** The same coordinates, or the same name and address, twice among the depots or twice among the customers. */
function duplicates({ travel, rules }: Instance, places: readonly Place[]): InstanceWarning[] {
  return (['depot', 'customer'] as const).flatMap((kind) => {
    const own = places.filter((place) => place.kind === kind);
    // With a matrix, coordinates only serve for drawing and are often all (0, 0).
    const byPosition = travel.kind === 'matrix' ? [] : alike(own, ({ x, y }) => `${x} ${y}`);
    const byAddress = alike(own, ({ name, address }) => (address === undefined ? undefined : JSON.stringify([name, address])));
    const seen = new Set(byPosition.flat());
    // Alternative sizes of one site are at one place on purpose.
    const isSite = (group: readonly Place[]) =>
      kind === 'depot' && (rules.oneOf ?? []).some((site) => group.every(({ id }) => site.includes(id)));
    const further = byAddress.filter((group) => group.some((place) => !seen.has(place)));
    const groups = [...byPosition, ...further].filter((group) => !isSite(group));
    if (groups.length === 0) return [];
    const limit = 3;
    const shown = groups.slice(0, limit).map((group) => nameSome(ids(group)));
    const more = groups.length > limit ? `; and ${groups.length - limit} more such groups` : '';
    return [
      {
        code: 'duplicate-place' as const,
        message: `${kind}s at the same place: ${shown.join('; ')}${more}; is one listed twice?`,
        places: [...new Set(groups.flatMap(ids))],
      },
    ];
  });
}

function alike(places: readonly Place[], key: (place: Place) => string | undefined): Place[][] {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const own = key(place);
    if (own === undefined) continue;
    groups.get(own)?.push(place) ?? groups.set(own, [place]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

const ids = (places: readonly Place[]) => places.map(({ id }) => id);

/** `depots 'a', 'b' and customer 'c'`, each with its name where it has one. */
function named(places: readonly Place[]): string {
  return (['depot', 'customer'] as const)
    .map((kind) => places.filter((place) => place.kind === kind))
    .filter((own) => own.length > 0)
    .map((own) => `${own[0].kind}${own.length > 1 ? 's' : ''} ${nameSome(own.map(({ id, name }) => name ?? id))}`)
    .join(' and ');
}
