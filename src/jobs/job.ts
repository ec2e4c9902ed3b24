/** What a job is, as rows and as JSON: the schemas are the source of types, validation and OpenAPI. */
import * as z from 'zod';
import { methodNames } from '../pipeline/methods.ts';
import { catalogue, type ErrorCode, NeoLrpError } from '../problem/errors.ts';
import { planSchema } from '../problem/plan.ts';

/** `solve` is what services ask for; the others are parts of a study that many workers share. */
export const jobKinds = ['solve', 'run', 'label', 'trial'] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
/** States that nothing leaves. */
export const finalStates = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobState[];
export const isFinal = (state: JobState): boolean => (finalStates as readonly JobState[]).includes(state);

const jobErrorSchema = z
  .object({
    code: z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    place: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ description: 'why the job failed, with a code of the error catalogue' });
export type JobError = Readonly<z.output<typeof jobErrorSchema>>;

const progressSchema = z
  .object({
    stage: z.string().meta({ description: 'what is being done: construction, allocation, routing, improvement' }),
    seconds: z.number().meta({ description: 'seconds of the budget spent so far, those before an interruption included' }),
    iterations: z.number().optional(),
    cost: z.number().optional().meta({ description: 'total cost of the best plan so far' }),
    openDepots: z.number().int().optional(),
    vehicles: z.number().int().optional(),
  })
  .meta({ description: 'how far the job is' });
export type JobProgress = Readonly<z.output<typeof progressSchema>>;

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
  .meta({ title: 'Job', description: 'Work that outlives the request that asked for it.' });
export type Job = Readonly<z.output<typeof jobSchema>>;

/** A job in the database. */
export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly attempts: number;
  readonly progress: string | null;
  readonly cost: number | null;
  readonly error: string | null;
}

/** All but input and result, which are large. */
export const jobColumns = 'id, kind, state, created, started, finished, attempts, progress, cost, error';

export const asJob = ({ id, kind, state, created, started, finished, attempts, progress, cost, error }: JobRow): Job => ({
  id,
  kind,
  state,
  created: created.toISOString(),
  ...(started && { started: started.toISOString() }),
  ...(finished && { finished: finished.toISOString() }),
  attempts,
  ...(progress !== null && { progress: JSON.parse(progress) as JobProgress }),
  ...(cost !== null && { cost }),
  ...(error !== null && { error: JSON.parse(error) as JobError }),
});

export const eventTypes = ['queued', 'started', 'progress', 'best', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

export const jobEventSchema = z
  .object({
    sequence: z.number().int().positive().meta({ description: 'counts the events of the job, from 1 without gaps' }),
    at: moment,
    type: z.enum(eventTypes),
    progress: progressSchema.optional(),
    cost: z.number().optional(),
    error: jobErrorSchema.optional(),
  })
  .meta({ title: 'Event of a job' });
export type JobEvent = Readonly<z.output<typeof jobEventSchema>>;
export type JobEventType = JobEvent['type'];

/** Seconds that a job may ask for. */
export const longestJob = 20 * 3600;

export const solveOptionsSchema = z
  .strictObject({
    seconds: z
      .number()
      .positive()
      .max(longestJob)
      .optional()
      .meta({ description: 'time in all; 10 where neither it nor iterations are given' }),
    iterations: z.number().int().positive().optional().meta({ description: 'descents; the same seed and iterations give the same plan' }),
    target: z.number().nonnegative().optional().meta({ description: 'stop as soon as the total cost is at or below this' }),
    seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(1),
    method: z.enum(methodNames).optional().meta({ description: 'who decides before the search' }),
    model: z
      .string()
      .regex(/^[\w-]+$/)
      .optional()
      .meta({ description: 'a surrogate that comes with the package' }),
    mipGap: z.number().nonnegative().optional(),
    improve: z.boolean().optional().meta({ description: 'false ends after the decision and its routes, without a search' }),
    pure: z.boolean().optional().meta({ description: "the paper's pipeline: decides, routes each open depot once, and ends" }),
    start: planSchema.optional().meta({ description: 'plan to start from; may be partial or infeasible' }),
  })
  .meta({ title: 'Options of a solve' });
export type SolveJobOptions = Readonly<z.output<typeof solveOptionsSchema>>;

/** Seconds where nothing ends the search otherwise. */
export const defaultSeconds = 10;

/** Errors as they are stored and sent: code, message without the place, place. */
export function jobErrorOf(error: unknown): JobError {
  const { code, message, place } = (
    error instanceof NeoLrpError ? error : new NeoLrpError('E_INTERNAL', messageOf(error), {}, { cause: error })
  ).toJSON();
  return { code, message, ...(Object.keys(place).length > 0 && { place: { ...place } }) };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
