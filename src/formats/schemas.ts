/** The JSON Schemas of our own files, derived from the zod schemas; published in `schemas/`. */
import * as z from 'zod';
import { instanceSchema } from '../problem/instance.ts';
import { planSchema } from '../problem/plan.ts';

/** By file name. They describe input, so fields with a default are optional. */
export function jsonSchemas(): Readonly<Record<'instance.schema.json' | 'plan.schema.json', object>> {
  return {
    'instance.schema.json': z.toJSONSchema(instanceSchema, { io: 'input' }),
    'plan.schema.json': z.toJSONSchema(planSchema, { io: 'input' }),
  };
}
