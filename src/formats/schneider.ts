/** Set S of Schneider and Löffler (2019) in JSON. An arc costs ceil(100 · d), as in set P, from which S was grown. */
import * as z from 'zod';
import { createInstance } from '../problem/instance.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import type { InstanceFormat } from './format.ts';

const index = z.number().int();
const schneiderSchema = z.strictObject({
  name: z.string().min(1).optional(),
  type: z.literal('schneider').optional(),
  customers: z.array(z.strictObject({ index, x: z.number(), y: z.number(), demand: z.number().nonnegative() })).min(1),
  depots: z
    .array(z.strictObject({ index, x: z.number(), y: z.number(), capacity: z.number().nonnegative(), costs: z.number().nonnegative() }))
    .min(1),
  vehicle_capacity: z.number().positive(),
  vehicle_costs: z.number().nonnegative(),
});

export const schneiderFormat: InstanceFormat = {
  name: 'schneider',
  title: 'Schneider–Löffler JSON (benchmark set S)',
  extensions: ['.json'],

  recognises: (source) =>
    source.member('format') === undefined && (source.member('vehicle_capacity') !== undefined || source.member('type') === 'schneider'),

  read([source], options) {
    return source.locating(() => {
      const parsed = schneiderSchema.safeParse(source.json);
      if (!parsed.success) throw firstIssue(parsed.error, source.json);
      const { name, customers, depots, vehicle_capacity, vehicle_costs } = parsed.data;
      return createInstance({
        name: options.name ?? name ?? source.stem,
        depots: depots.map(({ index, x, y, capacity, costs }) => ({ id: String(index), x, y, capacity, openingCost: costs })),
        customers: customers.map(({ index, x, y, demand }) => ({ id: String(index), x, y, demand })),
        vehicleCapacity: vehicle_capacity,
        vehicleCost: vehicle_costs,
        travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' },
      });
    });
  },
};
