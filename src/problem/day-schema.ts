/** What an instance may say of days: who orders how much on each, and which sites cannot be used. */
import * as z from 'zod';
import { amount, idSchema, positive, serviceFields } from './vehicle-schema.ts';

// Taken apart here and not before it, so that programs which read no instance can leave all schemas out.
const orderSchema = z.strictObject({
  customer: idSchema.meta({ description: 'id of who ordered' }),
  demand: amount.meta({ description: 'what a vehicle brings there on that day' }),
  serviceTime: serviceFields.serviceTime,
  timeWindows: serviceFields.timeWindows,
  quantities: serviceFields.quantities,
});

export const daySchema = z.strictObject({
  name: z.string().min(1).meta({ description: 'unique, such as the date' }),
  weight: positive.optional().meta({ description: 'how often such a day comes, beside the others; 1 where it is not said' }),
  orders: z
    .array(orderSchema)
    .optional()
    .meta({ description: 'no order, no visit; without the list, everybody has the demand of the customers, times `demandFactor`' }),
  demandFactor: positive.optional().meta({ description: 'times this, all demand of that day' }),
  closed: z.array(idSchema).optional().meta({ description: 'ids of depots that cannot be used on that day, though they are paid for' }),
});
