/**
 * GeoJSON (RFC 7946): a FeatureCollection of Points, each with `kind` depot or customer; vehicle data, travel and rules are
 * foreign members of the collection. Coordinates are longitude and latitude unless `travel` says otherwise (the prior
 * arrangement of RFC 7946, section 4), so that planar instances can be drawn by the same tools.
 */
import { type ErrorCode, type NeoLrpError, retelling } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../problem/instance.ts';
import { type TableDepot, withoutClosingCosts } from './closing-costs.ts';
import { FieldNames, type Knowledge } from './field-names.ts';
import type { InstanceFormat, InstanceOptions } from './format.ts';
import { formatJson } from './json-text.ts';
import { parseDecimal } from './numbers.ts';
import { customerFrom, depotFrom, depotRules, PlaceRecord, type Position } from './place-record.ts';
import type { ReadWarnings } from './read-warnings.ts';
import { fileNameOf, type Source } from './source.ts';

export const geojsonFormat: InstanceFormat = {
  name: 'geojson',
  title: 'GeoJSON (points with kind depot or customer)',
  extensions: ['.geojson', '.json'],
  lossless: 'every instance',

  recognises: (source) => source.member('type') === 'FeatureCollection',

  read: ([source], options, warnings) => source.locating(() => readCollection(source, options, warnings)),

  write: (instance) => {
    const { depots: _, customers: __, format: ___, version: ____, vehicleCapacity, ...others } = instance;
    const settings = instance.vehicles ? others : { ...others, vehicleCapacity };
    const collection = { type: 'FeatureCollection', ...settings, features: placeFeatures(instance) };
    return [{ name: `${fileNameOf(instance.name)}.geojson`, text: `${formatJson(collection)}\n` }];
  },
};

/** A Point feature per depot, then one per customer; `extra` adds properties. */
export function placeFeatures(instance: Instance, extra: (kind: 'depot' | 'customer', index: number) => object = () => ({})): object[] {
  const feature = (kind: 'depot' | 'customer', { x, y, ...properties }: { readonly x: number; readonly y: number }, index: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [x, y] },
    properties: { kind, ...properties, ...extra(kind, index) },
  });
  return [
    ...instance.depots.map((depot, d) => feature('depot', depot, d)),
    ...instance.customers.map((customer, i) => feature('customer', customer, i)),
  ];
}

function readCollection(source: Source, options: InstanceOptions, warnings: ReadWarnings): Instance {
  const features = source.member('features');
  if (!Array.isArray(features)) throw source.fault('E_SYNTAX', 'expected an array of features', { field: 'features' });
  // Values of foreign members are checked by createInstance.
  const member = <K extends keyof InstanceInput>(key: K) => source.member(key) as InstanceInput[K] | undefined;
  const travel = options.travel ?? member('travel') ?? { kind: 'great-circle' as const };
  const knows = { speed: 'speed' in travel || 'durations' in travel, vehicles: member('vehicles') !== undefined };
  const time = member('units')?.time;
  const depots: TableDepot[] = [];
  const customers: InstanceInput['customers'][number][] = [];
  const served: PlaceRecord[] = [];
  const origin = { depots: [] as number[], customers: [] as number[] };
  features.forEach((feature: unknown, k) => {
    warnings.attempt(() => {
      const { kind, record, at } = recordOf(source, feature, k, warnings, knows);
      origin[kind === 'depot' ? 'depots' : 'customers'].push(k);
      if (kind === 'depot') depots.push(depotFrom(time)(record, at, depots.length));
      else {
        customers.push(customerFrom(time)(record, at, customers.length));
        served.push(record);
      }
    });
  });
  const vehicleCapacity = options.vehicleCapacity ?? member('vehicleCapacity');
  if (vehicleCapacity === undefined && !knows.vehicles)
    warnings.fault(
      source.fault('E_SYNTAX', "no vehicle capacity is given: add the member 'vehicleCapacity' beside 'features'", {
        field: 'vehicleCapacity',
      }),
    );
  warnings.throwFaults();
  const stated = depotRules(served, customers, depots);
  return retelling(
    () =>
      createInstance({
        name: options.name ?? member('name') ?? source.stem,
        depots: withoutClosingCosts(depots, member('rules'), source.label, warnings),
        customers,
        vehicleCapacity,
        vehicleCost: options.vehicleCost ?? member('vehicleCost'),
        costPerDistance: member('costPerDistance'),
        maxRouteDistance: member('maxRouteDistance'),
        vehicles: member('vehicles'),
        emissionPrice: member('emissionPrice'),
        units: member('units'),
        travel,
        rules: Object.keys(stated).length > 0 ? { ...member('rules'), ...stated } : member('rules'),
      }),
    (error) => atFeature(error, origin),
  );
}

/** Names the feature where createInstance names the depot or customer. */
const atFeature = (
  error: NeoLrpError,
  origin: { readonly depots: readonly number[]; readonly customers: readonly number[] },
): NeoLrpError =>
  error.map(({ place }) => {
    const [whole, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(place.field ?? '') ?? [];
    return whole ? { ...place, field: `features[${origin[kind as keyof typeof origin][Number(index)]}]` } : place;
  });

/** Properties that may say whether a feature is a depot or a customer, the most explicit first. */
const kindProperties = ['kind', 'role', 'type', 'category'];

/** What a feature is, and its properties by meaning. */
function recordOf(source: Source, feature: unknown, index: number, warnings: ReadWarnings, knows: Knowledge) {
  const path = `features[${index}]`;
  if (!isObject(feature) || feature.type !== 'Feature') throw source.fault('E_SYNTAX', 'expected a Feature', { field: path });
  const properties = Object.entries(isObject(feature.properties) ? feature.properties : {});
  const fault = (property: string, code: ErrorCode, reason: string) =>
    source.fault(code, reason, { field: `${path}.properties.${property}` });
  const told = kindProperties.flatMap((name) => properties.filter(([key]) => key.toLowerCase() === name)).at(0);
  const kind = typeof told?.[1] === 'string' ? told[1].trim().toLowerCase() : told?.[1];
  if (kind !== 'depot' && kind !== 'customer')
    throw fault(
      told?.[0] ?? 'kind',
      'E_SYNTAX',
      `expected the property kind to be 'depot' or 'customer', not ${JSON.stringify(kind) ?? 'absent'}`,
    );
  // A property 'id' takes precedence over the feature's own.
  const ownId = feature.id !== undefined && !properties.some(([key]) => key === 'id') ? [['id', feature.id] as const] : [];
  const given = [...ownId, ...properties.filter((property) => property !== told)];
  const names = new FieldNames(
    given.map(([key]) => key),
    {
      kind: kind === 'depot' ? 'depots' : 'customers',
      noun: 'property',
      file: source.label,
      warnings,
      knows,
      isEmpty: (position) => isNothing(given[position][1]),
      refuse: (code, reason, name, ignorable = [name]) => fault(name, code, reason).at({ ignorable }),
    },
  );
  const text = (position: number) => {
    const [name, value] = given[position];
    if (isNothing(value)) return undefined;
    if (typeof value === 'object') return JSON.stringify(value);
    if (typeof value !== 'string' && typeof value !== 'number') throw fault(name, 'E_SYNTAX', 'expected a text or a number');
    return String(value);
  };
  const cells = {
    text,
    number(position: number) {
      const stated = text(position);
      const value = parseDecimal(stated?.trim() ?? '');
      if (stated !== undefined && value === undefined)
        throw fault(given[position][0], 'E_SYNTAX', `expected a number, but found '${stated.slice(0, 40)}'`);
      return value;
    },
    shown(position: number) {
      const [, value] = given[position];
      return isNothing(value) ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
    },
    fault,
  };
  return { kind, record: new PlaceRecord(names, cells, warnings), at: pointOf(feature.geometry, source, path) } as const;
}

function pointOf(geometry: unknown, source: Source, path: string): Position {
  const coordinates = isObject(geometry) && geometry.type === 'Point' ? geometry.coordinates : undefined;
  const [x, y] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  if (typeof x === 'number' && typeof y === 'number') return { x, y };
  throw source.fault('E_SYNTAX', 'expected a Point with two coordinates: longitude, latitude', { field: `${path}.geometry` });
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
