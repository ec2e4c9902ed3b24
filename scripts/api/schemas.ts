/** Answers and bodies of the API, as the OpenAPI document states them. */
import * as z from 'zod';
import { eventTypes, type Job, type JobEvent, jobKinds, jobStates, solveOptionsSchema } from '../../src/jobs/job.ts';
import type { WhatIfReport } from '../../src/pipeline/what-if.ts';
import { catalogue, type ErrorCode } from '../../src/problem/errors.ts';
import { instanceSchema } from '../../src/problem/instance.ts';
import { planSchema } from '../../src/problem/plan.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { timeUnits } from '../../src/problem/vehicle-schema.ts';
import { violationKinds } from '../../src/problem/verify.ts';
import { alternativesSchema, changesSchema, scalar } from '../../src/server/requests.ts';

export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'address of the description of this kind of problem' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().meta({ description: 'what is wrong and what to do about it' }),
    code: z
      .enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'the same as in the library and at the command line' }),
    place: z
      .object({
        file: z.string().optional(),
        line: z.number().int().optional().meta({ description: 'from 1' }),
        field: z.string().optional(),
        value: z.unknown().optional(),
        ignorable: z
          .array(z.string())
          .optional()
          .meta({ description: 'columns to name under ignore, where that would do away with the fault' }),
      })
      .optional(),
  })
  .meta({ title: 'Problem', description: 'A problem document (RFC 9457).' });

const units = z.object({
  currency: z.string().optional(),
  distance: z.string().optional(),
  demand: z.string().optional(),
  time: z.enum(timeUnits).optional(),
});

/** Costs and routes; `driven` is a number that depends on driving. */
const planParts = <T extends z.ZodType<number | null>>(driven: T) => ({
  cost: z.object({
    total: driven,
    opening: z.number(),
    vehicles: z.number(),
    travel: driven,
    time: driven.optional(),
    emission: driven.optional(),
    handling: z.number().optional(),
  }),
  route: z.object({
    depot: z.string(),
    vehicle: z.string().optional().meta({ description: 'its type, where the instance lists vehicles' }),
    stops: z.array(z.string()),
    load: z.number(),
    quantities: z.record(z.string(), z.number()).optional().meta({ description: 'what it carries besides the demand' }),
    distance: driven.meta({ description: 'length of the round trip' }),
    duration: driven.optional().meta({ description: 'from the start of loading to the return' }),
    times: z
      .object({
        start: z.number(),
        departure: z.number(),
        stops: z.array(z.object({ arrival: driven, waiting: driven, departure: driven })),
        return: driven,
        duration: driven,
        waiting: driven,
      })
      .optional(),
    emission: driven.optional().meta({ description: 'in kg CO₂' }),
    cost: driven.meta({ description: 'travel cost of the round trip, without the vehicle' }),
    costs: z.object({ fixed: z.number(), distance: driven, time: driven, emission: driven, handling: z.number() }).optional(),
  }),
});
const { cost, route } = planParts(z.number());
/** Null where there is no way to drive: JSON knows no infinity. */
const found = planParts(z.number().nullable());

export const solutionSchema = z
  .object({
    format: z.literal('neo-lrp/solution'),
    version: z.literal(1),
    instance: z.string(),
    instanceHash: z.string(),
    changes: z.record(z.string(), scalar).optional(),
    method: z.string(),
    model: z.string().optional(),
    modelHash: z.string().optional(),
    cost,
    units: units.optional(),
    openDepots: z.array(z.string()),
    assignment: z.array(z.string()).meta({ description: 'depot of each customer, in instance order' }),
    routes: z.array(route),
    unseenFeatures: z.array(z.string()).optional().meta({ description: 'fields of the instance that the model does not see' }),
    predicted: z
      .object({
        total: z.number(),
        actual: z.number(),
        perDepot: z.array(z.object({ depot: z.string(), routing: z.number(), actual: z.number() })),
      })
      .nullable()
      .optional()
      .meta({ description: 'by the model; null where it does not see all that costs' }),
    unpredicted: z.array(z.string()).optional().meta({ description: 'what it does not see, in words' }),
    mip: z
      .object({ objective: z.number(), bound: z.number().nullable(), gap: z.number().nullable(), solver: z.string() })
      .optional()
      .meta({ description: 'about the objective of the surrogate, never the true cost; null where nothing is proven' }),
    bound: z.number().optional(),
    time: z.object({ allocation: z.number(), routing: z.number(), improvement: z.number(), total: z.number() }),
    clock: z.enum(['wall', 'cpu']).optional(),
    cpu: z.number().optional(),
    seed: z.number(),
    threads: z.number().optional(),
    options: z
      .looseObject({})
      .optional()
      .meta({ description: 'what solve was told beside seed and threads: with these it does the same again' }),
    stop: z.string().meta({ description: 'why the run ended: time, iterations, no-improvement, settled, target, aborted, complete' }),
    iterations: z.number().optional(),
    confidence: z
      .object({
        verdict: z.enum(['settled', 'improving']).meta({ description: 'improving: a longer run may well find a better plan' }),
        iterations: z.number().int().meta({ description: 'steps of the search' }),
        lastImprovement: z.number().meta({ description: 'share of these after which the plan last became cheaper by 0.01 % or more' }),
        others: z
          .array(z.object({ openDepots: z.array(z.string()), cost: z.number(), iterations: z.number().int() }))
          .optional()
          .meta({ description: 'best plans seen with other open depots, and the steps spent on them' }),
      })
      .optional()
      .meta({ description: 'how sure the search is of the plan' }),
    notes: z.array(z.string()).optional(),
    versions: z.record(z.string(), z.string()),
  })
  .meta({
    title: 'Solution',
    description: 'What opens, who serves whom, how the vehicles drive and what it costs.',
  }) satisfies z.ZodType<Solution>;

export const geojsonSchema = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) });

const named = { instance: instanceSchema };
export const solveRequestSchema = z.strictObject({ ...named, options: solveOptionsSchema.optional() });
export const verifyRequestSchema = z.strictObject({ ...named, plan: planSchema });
export const inspectRequestSchema = z.strictObject(named);
export const whatIfRequestSchema = z.strictObject({
  ...named,
  changes: changesSchema.optional(),
  alternatives: alternativesSchema.optional(),
});

const jobErrorSchema = z
  .object({
    code: z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    place: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ description: 'why the job failed, with a code of the error catalogue' });

const progressSchema = z
  .object({
    stage: z.string().meta({ description: 'what is being done: construction, allocation, routing, improvement' }),
    seconds: z.number().meta({ description: 'seconds of the budget spent so far, those before an interruption included' }),
    iterations: z.number().optional(),
    settled: z.number().optional().meta({ description: 'how far the search is on its way to settled, 0 to 1' }),
    cost: z.number().optional().meta({ description: 'total cost of the best plan so far' }),
    openDepots: z.number().int().optional(),
    vehicles: z.number().int().optional(),
  })
  .meta({ description: 'how far the job is' });

const moment = z.iso.datetime();

export const jobSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(jobKinds),
    state: z.enum(jobStates),
    created: moment,
    started: moment.optional().meta({ description: 'when a worker first began it' }),
    finished: moment.optional(),
    attempts: z.number().int().meta({ description: 'how many times a worker has begun it' }),
    progress: progressSchema.optional(),
    cost: z.number().optional().meta({ description: 'total cost of the best plan so far' }),
    error: jobErrorSchema.optional(),
  })
  .meta({ title: 'Job', description: 'Work that outlives the request that asked for it.' }) satisfies z.ZodType<Job>;

export const jobEventSchema = z
  .object({
    sequence: z.number().int().positive().meta({ description: 'counts the events of the job, from 1 without gaps' }),
    at: moment,
    type: z.enum(eventTypes),
    progress: progressSchema.optional(),
    cost: z.number().optional(),
    error: jobErrorSchema.optional(),
  })
  .meta({ title: 'Event of a job' }) satisfies z.ZodType<JobEvent>;

const linked = {
  links: z
    .object({ self: z.string(), events: z.string(), solution: z.string() })
    .meta({ description: 'addresses of the job, its events and its plan' }),
};
export const jobStatusSchema = jobSchema.omit({ kind: true }).extend(linked).meta({ title: 'Job' });
export const jobDetailSchema = jobStatusSchema
  .extend({ best: solutionSchema.optional().meta({ description: 'the plan, or the best so far' }) })
  .meta({ title: 'Job with its plan' });
export const jobPageSchema = z
  .object({
    jobs: z.array(jobStatusSchema),
    next: z.string().optional().meta({ description: 'the `after` of the next page; absent at the last' }),
  })
  .meta({ title: 'Jobs, newest first' });

export const verificationSchema = z
  .object({
    instance: z.string(),
    feasible: z.boolean(),
    violations: z.array(
      z.object({
        kind: z.enum(violationKinds),
        message: z.string(),
        route: z.number().int().optional().meta({ description: 'position among the routes, from 0' }),
        depot: z.string().optional(),
        customer: z.string().optional(),
      }),
    ),
    cost: found.cost.meta({ description: 'recomputed from instance and routes alone' }),
    emission: z.number().nullable().optional().meta({ description: 'in kg CO₂' }),
    routes: z.array(found.route.nullable()).meta({ description: 'each route as it really is; null if its depot is unknown' }),
  })
  .meta({ title: 'Verification' });

const range = z.object({ min: z.number(), max: z.number() });
export const inspectionSchema = z
  .object({
    format: z.string().meta({ description: 'of the body' }),
    warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    name: z.string(),
    hash: z.string(),
    customers: z.number().int(),
    depots: z.number().int(),
    lockedOpen: z.number().int(),
    lockedClosed: z.number().int(),
    demand: range.extend({ total: z.number() }),
    vehicle: z.object({ capacity: z.number(), cost: z.number(), maxDistance: z.number().optional() }),
    vehicles: z.array(z.string()).optional().meta({ description: 'a sentence for each vehicle type' }),
    times: z.array(z.string()).optional().meta({ description: 'a sentence for each use of times' }),
    terms: z.array(z.string()).optional().meta({ description: 'a sentence for each further charge, quantity or limit' }),
    costPerDistance: z.number(),
    units,
    depotCapacity: z.looseObject({
      min: z.number().nullable(),
      max: z.number().nullable(),
      total: z.number().nullable(),
      unlimited: z.number(),
    }),
    openingCost: range,
    travel: z.object({
      kind: z.string(),
      scale: z.number(),
      rounding: z.string(),
      unit: z.string().optional(),
      detour: z.number().optional(),
      roads: z.object({ profile: z.string(), measured: z.boolean(), estimated: z.number().optional() }).optional(),
    }),
    rules: z.array(z.string()),
    box: z.object({ x: range, y: range }),
    bounds: z.object({ vehicles: z.number().nullable(), depots: z.number().nullable() }),
    infeasible: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ title: 'Inspection' });

const predicted = z.boolean().meta({ description: 'the network says so; otherwise a verified plan does' });
const band = z
  .number()
  .nullable()
  .meta({ description: 'nine of ten predictions are within it; 0 for plans, null where too few plans tell' });
const weighedSchema = z.object({
  openDepots: z.array(z.string()),
  cost: z.number(),
  predicted,
  band,
  routes: planSchema.shape.routes.nullable().meta({ description: 'of the plan; null while the cost is predicted' }),
});

export const whatIfSchema = z
  .object({
    instance: z.string(),
    instanceHash: z.string(),
    model: z.string().nullable().meta({ description: 'that predicts; null where no network may' }),
    unpredicted: z
      .array(z.string())
      .meta({ description: 'why nothing is predicted, in words; `neo-lrp adapt` teaches a network a region like this' }),
    sets: z.number().int().meta({ description: 'sets of depots that were looked at' }),
    solved: z.number().int().meta({ description: 'those of them with a plan' }),
    complete: z.boolean().meta({ description: 'nothing is left that could change the answers' }),
    best: weighedSchema.nullable().meta({ description: 'the cheapest set that keeps all rules' }),
    byCount: z.array(weighedSchema.extend({ count: z.number().int() })).meta({ description: 'the cheapest set of every size' }),
    sites: z
      .array(
        z.object({
          depot: z.string(),
          open: z.number().nullable(),
          closed: z.number().nullable(),
          difference: z.number().nullable(),
          predicted,
          band,
        }),
      )
      .meta({ description: 'cost with the site open and with it closed; a difference within its band is a tie' }),
    alternatives: z
      .array(z.object({ changes: changesSchema, best: weighedSchema.nullable(), difference: z.number().nullable() }))
      .meta({ description: 'the cheapest set under other prices, demands or limits, and what it costs more than now' }),
  })
  .meta({ title: 'What-if answers' }) satisfies z.ZodType<WhatIfReport>;

export const streamEventSchema = z
  .object({ id: z.string().optional(), event: z.enum(eventTypes).optional(), data: z.string().meta({ description: 'a JobEvent' }) })
  .meta({ title: 'Server-sent event' });

/** Names under which schemas stand in the OpenAPI document. */
export const components = z.registry<{ readonly id: string }>();
for (const [id, schema] of Object.entries({
  Problem: problemSchema,
  Instance: instanceSchema,
  Plan: planSchema,
  SolveOptions: solveOptionsSchema,
  Solution: solutionSchema,
  Job: jobStatusSchema,
  JobDetail: jobDetailSchema,
  JobPage: jobPageSchema,
  JobEvent: jobEventSchema,
  Verification: verificationSchema,
  Inspection: inspectionSchema,
  WhatIf: whatIfSchema,
}))
  components.add(schema, { id });
