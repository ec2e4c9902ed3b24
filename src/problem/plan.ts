/** A plan as it is written down; the schema is the source of its type and of `schemas/plan.schema.json`. */
import * as z from 'zod';
import { unitsSchema } from './instance.ts';
import { idSchema as id } from './vehicle-schema.ts';

const amount = z.number();

export const costSchema = z.object({
  total: amount.meta({ description: 'sum of all others' }),
  opening: amount.meta({ description: 'of the open depots' }),
  vehicles: amount.meta({ description: 'fixed costs of the vehicles used' }),
  travel: amount.meta({ description: 'of the distances driven' }),
  time: amount.optional().meta({ description: 'of the durations of routes, where vehicles cost by the hour' }),
  emission: amount.optional().meta({ description: 'of kg CO₂, where they have a price' }),
  handling: amount.optional().meta({ description: 'of what depots supply, where that costs' }),
});

const routeSchema = z.looseObject({
  depot: id.meta({ description: 'id of the depot where it starts and ends' }),
  stops: z.array(id).meta({ description: 'ids of the customers, in the order of visits' }),
  load: amount.optional().meta({ description: 'demand of all stops' }),
  demands: z.array(amount.nullable()).optional().meta({ description: 'demand of each stop, as a table states it' }),
  loads: z.array(amount.nullable()).optional().meta({ description: 'demand of the stops up to each, as a table states it' }),
  distance: amount.optional().meta({ description: 'length of the round trip' }),
  vehicle: id.optional().meta({ description: 'vehicle type that drives it, where there are several' }),
  duration: amount.optional().meta({ description: 'from the start of loading to the return' }),
  cost: amount.optional().meta({ description: 'travel cost of the round trip, without the vehicle' }),
  line: z
    .array(z.tuple([amount, amount]))
    .optional()
    .meta({ description: 'the roads that it takes: longitudes and latitudes from the depot back to it' }),
});

/** The same routes, day by day. */
const dayPlanSchema = z.looseObject({
  day: z.string().meta({ description: 'name of the day' }),
  heldBack: z.boolean().optional().meta({ description: 'whether depots were chosen without a look at it, so that it counts for the cost' }),
  cost: costSchema.partial().optional().meta({ description: 'of that day, all open depots included' }),
  routes: z.array(routeSchema).meta({ description: 'one for each vehicle used on that day' }),
});

/** May be written by hand: routes are enough, and everything else that is stated is checked. */
export const planSchema = z
  .looseObject({
    instance: z.string().optional().meta({ description: 'name of the instance it was made for' }),
    instanceHash: z.string().optional().meta({ description: 'content hash of the instance it was made for' }),
    routes: z.array(routeSchema).meta({ description: 'one for each vehicle used; none where there are days' }),
    days: z.array(dayPlanSchema).optional().meta({ description: 'the plan of each day, for an instance with days' }),
    openDepots: z.array(id).optional().meta({ description: 'ids of all open depots' }),
    assignment: z.array(id).optional().meta({ description: 'depot of each customer, in instance order' }),
    cost: costSchema.partial().optional().meta({ description: 'by kind' }),
    statedCost: amount.optional().meta({ description: 'total as a file states it, where that is in another unit or rounded' }),
    units: unitsSchema.optional().meta({ description: 'of costs, distances and loads' }),
    changes: z
      .record(z.string(), z.union([z.number(), z.string(), z.null()]))
      .optional()
      .meta({ description: "fields of the instance's file that were changed before solving" }),
  })
  .meta({ title: 'NEO-LRP plan', description: 'Routes, and optionally what is claimed about them.' });

export type Plan = z.output<typeof planSchema>;

export type CostBreakdown = Readonly<z.output<typeof costSchema>>;
