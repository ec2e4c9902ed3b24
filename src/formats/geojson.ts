/**
 * GeoJSON (RFC 7946): a FeatureCollection of Points, each with `kind` depot or customer; vehicle data, travel and rules are
 * foreign members of the collection. Coordinates are longitude and latitude unless `travel` says otherwise (the prior
 * arrangement of RFC 7946, section 4), so that planar instances can be drawn by the same tools.
 */
import { type ErrorCode, NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../problem/instance.ts';
import { type Field, FieldNames } from './field-names.ts';
import type { InstanceFormat } from './format.ts';
import { formatJson } from './json-text.ts';
import { parseDecimal } from './numbers.ts';
import { customerFrom, depotFrom, type PlaceRecord } from './place-record.ts';
import { fileNameOf, type Source } from './source.ts';

export const geojsonFormat: InstanceFormat = {
  name: 'geojson',
  title: 'GeoJSON (points with kind depot or customer)',
  extensions: ['.geojson', '.json'],
  lossless: 'every instance',

  recognises: (source) => source.member('type') === 'FeatureCollection',

  read: ([source], options) => source.locating(() => readCollection(source, options)),

  write: (instance) => {
    const { name, vehicleCapacity, vehicleCost, travel, rules } = instance;
    const collection = { type: 'FeatureCollection', name, vehicleCapacity, vehicleCost, travel, rules, features: placeFeatures(instance) };
    return [{ name: `${fileNameOf(name)}.geojson`, text: `${formatJson(collection)}\n` }];
  },
};

/** A Point feature a depot, then one a customer; `extra` adds to the properties. */
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

function readCollection(source: Source, options: Parameters<InstanceFormat['read']>[1]): Instance {
  const features = source.member('features');
  if (!Array.isArray(features)) throw source.fault('E_SYNTAX', 'expected an array of features', { field: 'features' });
  const depots: InstanceInput['depots'][number][] = [];
  const customers: InstanceInput['customers'][number][] = [];
  const origin = { depots: [] as number[], customers: [] as number[] };
  features.forEach((feature: unknown, k) => {
    const record = new FeatureRecord(source, feature, k);
    const kind = record.text('kind')?.trim().toLowerCase();
    if (kind === 'depot') {
      record.requireClearDepot();
      origin.depots.push(k);
      depots.push(depotFrom(record, record.position(), depots.length));
    } else if (kind === 'customer') {
      origin.customers.push(k);
      customers.push(customerFrom(record, record.position(), customers.length));
    } else
      throw record.fault(
        'kind',
        'E_SYNTAX',
        `expected the property kind to be 'depot' or 'customer', not ${JSON.stringify(kind) ?? 'absent'}`,
      );
  });
  // Values of foreign members are checked by createInstance.
  const member = <K extends keyof InstanceInput>(key: K) => source.member(key) as InstanceInput[K] | undefined;
  const vehicleCapacity = options.vehicleCapacity ?? member('vehicleCapacity');
  if (vehicleCapacity === undefined)
    throw source.fault(
      'E_SYNTAX',
      "no vehicle capacity is given: add the member 'vehicleCapacity' beside 'features', or convert with --vehicle-capacity",
      {
        field: 'vehicleCapacity',
      },
    );
  try {
    return createInstance({
      name: options.name ?? member('name') ?? source.stem,
      depots,
      customers,
      vehicleCapacity,
      vehicleCost: options.vehicleCost ?? member('vehicleCost'),
      travel: options.travel ?? member('travel') ?? { kind: 'great-circle' },
      rules: member('rules'),
    });
  } catch (error) {
    throw error instanceof NeoLrpError ? atFeature(error, origin) : error;
  }
}

/** Names the feature where createInstance names the depot or customer. */
function atFeature(error: NeoLrpError, origin: { readonly depots: readonly number[]; readonly customers: readonly number[] }): NeoLrpError {
  const [whole, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(error.place.field ?? '') ?? [];
  if (!whole) return error;
  const field = `features[${origin[kind as keyof typeof origin][Number(index)]}]`;
  return new NeoLrpError(error.code, error.reason, { ...error.place, field });
}

class FeatureRecord implements PlaceRecord {
  readonly #source: Source;
  readonly #path: string;
  readonly #geometry: unknown;
  readonly #values: readonly unknown[];
  readonly #fields: FieldNames;

  constructor(source: Source, feature: unknown, index: number) {
    this.#source = source;
    this.#path = `features[${index}]`;
    if (!isObject(feature) || feature.type !== 'Feature') throw source.fault('E_SYNTAX', 'expected a Feature', { field: this.#path });
    this.#geometry = feature.geometry;
    const properties = { ...(feature.id !== undefined && { id: feature.id }), ...(isObject(feature.properties) && feature.properties) };
    this.#values = Object.values(properties);
    this.#fields = new FieldNames(Object.keys(properties), 'property', (code, reason, name) => this.#fault(code, reason, name));
  }

  requireClearDepot(): void {
    this.#fields.requireClearDepots();
  }

  position(): { x: number; y: number } {
    const geometry = this.#geometry;
    const coordinates = isObject(geometry) && geometry.type === 'Point' ? geometry.coordinates : undefined;
    const [x, y] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
    if (typeof x !== 'number' || typeof y !== 'number')
      throw this.#source.fault('E_SYNTAX', 'expected a Point with two coordinates: longitude, latitude', {
        field: `${this.#path}.geometry`,
      });
    return { x, y };
  }

  has(field: Field): boolean {
    return this.#fields.position(field) !== undefined;
  }

  text(field: Field): string | undefined {
    const value = this.#values[this.#fields.position(field) ?? -1];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') throw this.fault(field, 'E_SYNTAX', 'expected a text or a number');
    return String(value);
  }

  number(field: Field): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const value = parseDecimal(text.trim());
    if (value === undefined) throw this.fault(field, 'E_SYNTAX', `expected a number, but found '${text.slice(0, 40)}'`);
    return value;
  }

  fault(field: Field, code: ErrorCode, reason: string): NeoLrpError {
    return this.#fault(code, reason, this.#fields.nameOf(field));
  }

  #fault(code: ErrorCode, reason: string, property: string): NeoLrpError {
    return this.#source.fault(code, reason, { field: `${this.#path}.properties.${property}` });
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
