/**
 * What an instance may say of vehicles and times, all of it optional. Times are numbers in the unit `units.time` (minutes unless it says
 * otherwise), clock times counted from midnight.
 */
import * as z from 'zod';

/** Beyond this, sums of costs and loads would be too inexact to compare plans. */
export const largest = 1e12;
export const amount = z.number().nonnegative().max(largest);
export const positive = z.number().positive().max(largest);
const count = z.number().int().nonnegative().max(largest);
/** Numbers in a file are read as text. */
export const idSchema = z.union([z.string().min(1), z.number().int()]).transform(String);
const byName = z.record(z.string().min(1), amount);

/** From when to when, both included. */
const spanSchema = z.tuple([amount, amount]).refine(([from, to]) => from <= to, {
  error: ({ input }) => `the span ends before it begins: ${[input].flat().join(' to ')}; times past midnight count on from 24:00`,
});

export const timeUnits = ['s', 'min', 'h'] as const;
export type TimeUnit = (typeof timeUnits)[number];

export const vehicleSchema = z.strictObject({
  id: idSchema.meta({ description: 'unique among vehicle types' }),
  name: z.string().min(1).optional().meta({ description: 'what people call it; its id where there is none' }),
  capacity: z
    .union([positive, byName])
    .meta({ description: 'most of the demand that it carries, or most of each quantity by name; `demand` is the name of the demand' }),
  fixedCost: amount.default(0).meta({ description: 'cost of each vehicle used' }),
  costPerDistance: amount.optional().meta({ description: 'cost of one unit of distance; that of the instance where it is not said' }),
  costPerHour: amount.default(0).meta({ description: "cost of one hour of a route's duration" }),
  available: count.optional().meta({ description: 'how many there are in all; unlimited where it is not said' }),
  availablePerDepot: z
    .union([count, z.record(z.string(), count)])
    .optional()
    .meta({ description: 'how many each depot has, or depot id → how many; a depot that is not named has none' }),
  depots: z.array(idSchema).min(1).optional().meta({ description: 'the only depots it may start from' }),
  maxDistance: positive.optional().meta({ description: 'longest round trip, in the unit of distances' }),
  maxDuration: positive.optional().meta({ description: 'longest time from the start of a route to its end' }),
  maxStops: count.min(1).optional().meta({ description: 'most customers on a route' }),
  shift: spanSchema.optional().meta({ description: 'earliest start and latest end of a route' }),
  speedFactor: positive.default(1).meta({ description: 'how much faster it is than travel says' }),
  emissionPerDistance: amount.default(0).meta({ description: 'kg CO₂ for one unit of distance' }),
});

/** Of a customer. */
export const serviceFields = {
  serviceTime: amount.optional().meta({ description: 'time that a vehicle spends there' }),
  timeWindows: z
    .array(spanSchema)
    .min(1)
    .superRefine((windows, { addIssue }) => {
      const late = windows.findIndex(([from], k) => k > 0 && windows[k - 1][1] >= from);
      if (late > 0)
        addIssue({ code: 'custom', path: [late], message: 'time windows must be in order and may not touch; join or sort them' });
    })
    .optional()
    .meta({ description: 'when service may begin: one or several spans, in order; a vehicle that is early waits' }),
  vehicles: z.array(idSchema).min(1).optional().meta({ description: 'the only vehicle types that may serve it' }),
  quantities: byName.optional().meta({ description: 'further quantities by name, such as m³, for vehicles with a capacity for each' }),
};

/** Of a depot. */
export const operationFields = {
  openingHours: spanSchema.optional().meta({ description: 'earliest start and latest return of its vehicles' }),
  loadingTime: amount.optional().meta({ description: 'time that a vehicle spends there before each route' }),
  handlingCost: amount.optional().meta({ description: 'cost of each unit of demand that it supplies' }),
  minLoad: amount.optional().meta({ description: 'least demand that it supplies if it is open' }),
  maxVehicles: count.optional().meta({ description: 'most routes that start there' }),
};

export const speedField = {
  speed: positive.optional().meta({ description: 'units of distance in an hour; gives travel times' }),
};

export const durationsField = {
  durations: z.array(z.array(amount.nullable())).optional().meta({ description: 'travel times, arranged as `values`' }),
};
