/** What a job is, as a row and as JSON. */
import * as z from 'zod';
import { methodNames } from '../pipeline/methods.ts';
import { assignments } from '../pipeline/solve-days.ts';
import { type ErrorCode, NeoLrpError } from '../problem/errors.ts';
import { planSchema } from '../problem/plan.ts';

/** `solve` is what services ask for; the others are parts of a study that many workers share. */
export const jobKinds = ['solve', 'run', 'label', 'trial'] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
/** States that nothing leaves. */
export const finalStates = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobState[];
export const isFinal = (state: JobState): boolean => (finalStates as readonly JobState[]).includes(state);

/** Why a job failed. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly place?: Readonly<Record<string, unknown>>;
}

/** How far a job is. */
export interface JobProgress {
  readonly stage: string;
  /** Of the budget spent so far, those before an interruption included. */
  readonly seconds: number;
  readonly iterations?: number;
  /** How far the search is on its way to settled, 0 to 1. */
  readonly settled?: number;
  /** Of the best plan so far. */
  readonly cost?: number;
  readonly openDepots?: number;
  readonly vehicles?: number;
}

/** Work that outlives the request that asked for it. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly created: string;
  readonly started?: string;
  readonly finished?: string;
  /** How many times a worker has begun it. */
  readonly attempts: number;
  readonly progress?: JobProgress;
  /** Of the best plan so far. */
  readonly cost?: number;
  readonly error?: JobError;
}

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

export type JobEventType = (typeof eventTypes)[number];

export interface JobEvent {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly at: string;
  readonly type: JobEventType;
  readonly progress?: JobProgress;
  readonly cost?: number;
  readonly error?: JobError;
}

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
    cpuSeconds: z
      .number()
      .positive()
      .max(longestJob)
      .optional()
      .meta({ description: 'in place of seconds, for the search alone: the same effort on a busy machine' }),
    auto: z.boolean().optional().meta({ description: 'stop once the search has settled; seconds then only cap it' }),
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
    worst: z
      .number()
      .positive()
      .max(1)
      .optional()
      .meta({ description: 'with days: choose depots by the mean of the dearest share of them' }),
    assignment: z
      .enum(assignments)
      .optional()
      .meta({ description: 'with days: whether customers may change depots daily, or are fixed to one' }),
    heldBack: z.number().int().nonnegative().optional().meta({ description: 'with days: so many only say what the choice costs' }),
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
