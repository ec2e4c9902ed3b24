/**
 * The capacitated location-routing problem, as one immutable value.
 * The zod schema is the single source of the types, the validation and the published JSON Schema (`schemas/instance.schema.json`).
 */
import * as z from 'zod';
import { daySchema } from './day-schema.ts';
import { NeoLrpError } from './errors.ts';
import { requireInstanceShape } from './instance-shape.ts';
import { languages } from './languages.ts';
import { requireModel } from './require-model.ts';
import { firstIssue } from './schema-fault.ts';
import {
  durationsField,
  idSchema,
  largest,
  amount as nonNegative,
  operationFields,
  positive,
  serviceFields,
  speedField,
  timeUnits,
  vehicleSchema,
} from './vehicle-schema.ts';
import { capacityFor, demandName } from './vehicles.ts';

const id = idSchema.meta({ description: 'unique among depots, or among customers' });
const coordinate = z.number().min(-largest).max(largest);
const text = z.string().min(1).optional();

/** What people read about a place; none of it changes a plan. */
const information = {
  name: text.meta({ description: 'what people call the place; the id is shown if there is none' }),
  address: text.meta({ description: 'postal address, in one line' }),
  details: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'anything else known about it, such as a telephone number, by the name of its column' }),
};

export const depotSchema = z.strictObject({
  id,
  x: coordinate.meta({ description: 'abscissa, or longitude in degrees' }),
  y: coordinate.meta({ description: 'ordinate, or latitude in degrees' }),
  capacity: nonNegative.nullable().default(null).meta({ description: 'total demand it can supply; null: unlimited' }),
  openingCost: nonNegative.default(0).meta({ description: 'cost of having it open, for the time that the plan is for' }),
  status: z
    .enum(['candidate', 'open', 'closed'])
    .default('candidate')
    .meta({ description: 'candidate: may open; open / closed: locked in that state' }),
  ...operationFields,
  ...information,
});

export const customerSchema = z.strictObject({
  id,
  x: coordinate.meta({ description: 'abscissa, or longitude in degrees' }),
  y: coordinate.meta({ description: 'ordinate, or latitude in degrees' }),
  demand: nonNegative.meta({ description: 'what a vehicle brings there, in the unit of vehicle and depot capacities' }),
  ...serviceFields,
  ...information,
});

export const roundings = ['none', 'ceil', 'floor', 'nearest'] as const;
export type Rounding = (typeof roundings)[number];
const rounding = z.enum(roundings).default('none').meta({ description: 'applied to each arc, after scaling' });

const lengthUnit = z.enum(['km', 'm', 'mi']).default('km').meta({ description: 'unit of distances' });

/** What is to be measured on roads. */
const roadFields = {
  profile: z.string().min(1).default('car').meta({ description: 'car, truck, or a profile of the road engine' }),
  height: positive.optional().meta({ description: 'of the vehicle, in metres' }),
  width: positive.optional().meta({ description: 'of the vehicle, in metres' }),
  length: positive.optional().meta({ description: 'of the vehicle, in metres' }),
  weight: positive.optional().meta({ description: 'of the vehicle, in tonnes' }),
  axleLoad: positive.optional().meta({ description: 'of the vehicle, in tonnes' }),
  rush: positive.default(1).meta({ description: 'all durations times this, for hours or towns with dense traffic' }),
};

const greatCircleSchema = z.strictObject({
  kind: z.literal('great-circle').meta({ description: 'shortest lines on the globe, between degrees of longitude and latitude' }),
  unit: lengthUnit,
  detour: positive.default(1).meta({ description: 'road distance divided by straight-line distance' }),
  rounding,
  ...speedField,
  roads: z.strictObject(roadFields).optional().meta({ description: 'to be measured on roads before anything is solved' }),
});

export const travelKinds = [
  z.strictObject({
    kind: z.literal('euclidean').meta({ description: 'straight lines in the plane' }),
    scale: positive.default(1).meta({ description: 'length of one unit of the coordinates' }),
    rounding,
    ...speedField,
  }),
  greatCircleSchema,
  z.strictObject({
    kind: z.literal('matrix').meta({ description: 'as a matrix says' }),
    values: z
      .array(z.array(nonNegative.nullable()))
      .meta({ description: 'row: from, column: to; depots first, then customers, in file order; null: no way' }),
    ...durationsField,
    ...speedField,
    roads: z
      .strictObject({
        engine: z.string().meta({ description: 'what measured them' }),
        profile: z.string().meta({ description: 'the kind of vehicle' }),
        data: z.string().meta({ description: 'version of the map data' }),
        attribution: z.string().meta({ description: 'who must be named where the data is shown' }),
        snapped: z
          .array(z.tuple([coordinate, coordinate]).nullable())
          .optional()
          .meta({ description: 'where on the roads each place was taken to be, in the order of `values`' }),
        estimated: positive.optional().meta({ description: 'pairs that were estimated from straight lines' }),
      })
      .optional()
      .meta({ description: 'where the values come from, if they were measured on roads; coordinates are degrees then' }),
  }),
] as const;

/** Short for great circles that are to be measured on roads. */
const roadTravelSchema = z
  .strictObject({ kind: z.literal('roads').meta({ description: 'on roads, still to be measured' }), unit: lengthUnit, ...roadFields })
  .transform(({ kind: _, unit, ...roads }) => greatCircleSchema.parse({ kind: 'great-circle', unit, roads }));

export const travelSchema = z.discriminatedUnion('kind', [...travelKinds, roadTravelSchema]);

const idGroup = z.array(id).min(2);
const depotsByCustomer = z.record(z.string(), z.array(id));

export const rulesSchema = z.strictObject({
  minOpen: z.number().int().nonnegative().optional().meta({ description: 'least number of open depots' }),
  maxOpen: z.number().int().nonnegative().optional().meta({ description: 'largest number of open depots' }),
  openingBudget: nonNegative.optional().meta({ description: 'limit on the total opening cost' }),
  oneOf: z.array(idGroup).optional().meta({ description: 'at most one depot of each group opens' }),
  apart: z.array(idGroup).default([]).meta({ description: 'customers of a group all use different depots' }),
  together: z.array(idGroup).default([]).meta({ description: 'customers of a group all use the same depot' }),
  incompatible: z
    .array(z.tuple([z.array(id).min(1), z.array(id).min(1)]))
    .optional()
    .meta({ description: 'pairs of groups of customers: what both need may not be on one vehicle' }),
  allowed: depotsByCustomer.default({}).meta({ description: 'customer id → the only depots it may use' }),
  forbidden: depotsByCustomer.default({}).meta({ description: 'customer id → depots it may not use' }),
});

/** Names of units, shown beside numbers, and the language of these. Great-circle distances use the unit of `travel` instead. */
export const unitsSchema = z.strictObject({
  currency: text.meta({ description: 'of all costs, such as EUR' }),
  distance: text.meta({ description: 'of distances in the plane or in a matrix, such as km' }),
  demand: text.meta({ description: 'of demands and capacities, such as kg' }),
  time: z.enum(timeUnits).optional().meta({ description: 'of all times and durations; minutes where it is not said' }),
  language: z.enum(languages).optional().meta({ description: 'of sheets, workbooks and reports; English where it is not said' }),
});

export const instanceSchema = z
  .strictObject({
    format: z.literal('neo-lrp/instance').default('neo-lrp/instance').meta({ description: 'what kind of file this is' }),
    version: z.literal(1).default(1).meta({ description: 'of the format' }),
    name: z.string().min(1).meta({ description: 'name of the instance' }),
    depots: z.array(depotSchema).min(1).meta({ description: 'sites that may open' }),
    customers: z.array(customerSchema).min(1).meta({ description: 'all of whom are served, each by one vehicle' }),
    vehicleCapacity: positive
      .optional()
      .meta({ description: 'most demand on one vehicle; where `vehicles` are given, that of the largest' }),
    vehicleCost: nonNegative.default(0).meta({ description: 'fixed cost of each vehicle used' }),
    maxRouteDistance: positive.optional().meta({ description: 'longest round trip of a vehicle, in the unit of distances' }),
    costPerDistance: nonNegative.default(1).meta({ description: 'cost of one unit of distance, after rounding' }),
    vehicles: z
      .array(vehicleSchema)
      .min(1)
      .optional()
      .meta({ description: 'vehicle types; in place of vehicleCapacity, vehicleCost and maxRouteDistance' }),
    emissionPrice: nonNegative.optional().meta({ description: 'cost of one kg CO₂' }),
    units: unitsSchema.prefault({}).meta({ description: 'names of units, which only people read, and the language of sheets' }),
    travel: travelSchema
      .default({ kind: 'euclidean', scale: 1, rounding: 'none' })
      .meta({ description: 'how far it is between two places, and how long it takes' }),
    rules: rulesSchema.prefault({}).meta({ description: 'what a plan must keep besides capacities and times' }),
    days: z
      .array(daySchema)
      .min(1)
      .optional()
      .meta({ description: 'days, or other cases, of which each has its own orders; depots open for all of them, and are paid on each' }),
  })
  .meta({
    title: 'NEO-LRP instance',
    description: 'A capacitated location-routing problem.',
    anyOf: [{ required: ['vehicleCapacity'] }, { required: ['vehicles'] }],
  });

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

export type Depot = Immutable<z.output<typeof depotSchema>>;
export type Customer = Immutable<z.output<typeof customerSchema>>;
export type Units = Immutable<z.output<typeof unitsSchema>>;
export type Travel = Immutable<z.output<typeof travelSchema>>;
export type Rules = Immutable<z.output<typeof rulesSchema>>;
export type Instance = Immutable<z.output<typeof instanceSchema>> & { readonly vehicleCapacity: number };
/** What a reader or a caller passes in: fields with defaults may be left out, ids may be numbers. */
export type InstanceInput = Immutable<z.input<typeof instanceSchema>>;

const made = new WeakSet<Instance>();

/** Validates shape, ranges, ids and matrix size; the only way to obtain an `Instance`. */
export function createInstance(input: InstanceInput): Instance {
  const parsed = instanceSchema.safeParse(input);
  if (!parsed.success) throw firstIssue(parsed.error, input);
  const instance = { ...parsed.data, vehicleCapacity: vehicleCapacityOf(parsed.data) };
  refuseOddKeys(input);
  for (const kind of ['allowed', 'forbidden'] as const) keepOddKey(input.rules?.[kind], instance.rules[kind], z.array(id));
  for (const kind of ['depots', 'customers'] as const)
    input[kind].forEach(({ details }, k) => {
      keepOddKey(details, instance[kind][k].details, z.string());
    });
  requireModel(instance);
  const frozen = deepFreeze(instance);
  made.add(frozen);
  return frozen;
}

const ofParts = new WeakSet<Instance>();

/** An instance put together from parts of valid ones: there is nothing left to check. */
export function instanceOfParts(parts: Instance): Instance {
  const frozen = Object.freeze(parts);
  made.add(frozen);
  ofParts.add(frozen);
  return frozen;
}

export const isOfParts = (instance: Instance): boolean => ofParts.has(instance);

/** If the instance lists `vehicles`, it follows from them; a file that we wrote may state it again. */
function vehicleCapacityOf({ vehicleCapacity, vehicles }: Pick<z.output<typeof instanceSchema>, 'vehicleCapacity' | 'vehicles'>): number {
  const largestType = vehicles?.reduce((most, { capacity }) => Math.max(most, capacityFor(capacity, demandName)), 0);
  const derived = largestType === undefined ? undefined : Math.min(largestType, largest);
  if (derived === 0) throw new NeoLrpError('E_VALUE', 'no vehicle type can carry any demand', { field: 'vehicles' });
  const value = vehicleCapacity ?? derived;
  if (value === undefined)
    throw new NeoLrpError('E_SYNTAX', 'this is missing; expected a number, or a list of vehicles', { field: 'vehicleCapacity' });
  if (derived !== undefined && value !== derived)
    throw new NeoLrpError('E_VALUE', 'vehicles state their capacities; leave out vehicleCapacity', { field: 'vehicleCapacity', value });
  return value;
}

/** For callers without types, or with an instance received in a message: validates anything that `createInstance` did not make. */
export const requireInstance = (value: Instance): Instance =>
  made.has(value) ? value : createInstance(requireInstanceShape(value, ['depots', 'customers']));

/** An id or the name of a column may be any text, but zod leaves out the key '__proto__'. */
function keepOddKey<T>(given: object | undefined, kept: object | undefined, schema: z.ZodType<T>): void {
  const odd = given && Object.getOwnPropertyDescriptor(given, '__proto__');
  if (!odd || !kept) return;
  const parsed = schema.safeParse(odd.value);
  if (!parsed.success) throw firstIssue(parsed.error, odd.value);
  Object.defineProperty(kept, '__proto__', { value: parsed.data, enumerable: true });
}

/** Nor can quantities or numbers of vehicles go by that name. */
function refuseOddKeys({ vehicles = [], customers }: InstanceInput): void {
  const records = [
    ...vehicles.flatMap(({ capacity, availablePerDepot }) => [capacity, availablePerDepot]),
    ...customers.map((c) => c.quantities),
  ];
  if (records.some((record) => typeof record === 'object' && Object.hasOwn(record, '__proto__')))
    throw new NeoLrpError('E_VALUE', "the name '__proto__' cannot be used here; choose another", { field: 'vehicles' });
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) deepFreeze(inner);
  }
  return Object.freeze(value);
}
