import { expect, it } from 'vitest';
import type * as z from 'zod';
import { descriptionOf } from '../../scripts/public-types.ts';
import { customerSchema, depotSchema, instanceSchema, rulesSchema, travelKinds, unitsSchema } from '../../src/problem/instance.ts';
import { costSchema, planSchema } from '../../src/problem/plan.ts';
import { vehicleSchema } from '../../src/problem/vehicle-schema.ts';

const schemas = {
  depotSchema,
  customerSchema,
  vehicleSchema,
  unitsSchema,
  rulesSchema,
  instanceSchema,
  costSchema,
  planSchema,
  routeSchema: planSchema.shape.routes.element,
  ...Object.fromEntries(travelKinds.map((option) => [option.shape.kind.value, option])),
};

it.each(Object.entries(schemas))('every field of %s is described, in editors and in the JSON Schema', (_, schema) => {
  const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
  expect(fields.filter(([, field]) => descriptionOf(field) === undefined).map(([name]) => name)).toEqual([]);
});
