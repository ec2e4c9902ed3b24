/** The state of a training run between two epochs, as bytes in V8's own serialisation. */
import { deserialize, serialize } from 'node:v8';
import * as z from 'zod';
import { NeoLrpError } from '../../problem/errors.ts';
import { trainingSchema } from './config.ts';

const epochSchema = z.strictObject({
  epoch: z.number().int().positive(),
  learningRate: z.number(),
  trainLoss: z.number(),
  /** Mean and median relative error of the cost. */
  validationError: z.number(),
  validationMedian: z.number(),
  replacedUnits: z.number().int().nonnegative(),
});
export type EpochRecord = Readonly<z.output<typeof epochSchema>>;

const numbers = z.custom<Float32Array>((value) => value instanceof Float32Array);

const checkpointSchema = z
  .strictObject({
    config: trainingSchema,
    threads: z.number().int().positive(),
    /** Fingerprint of training and validation data. */
    data: z.string(),
    /** Epochs done. */
    epoch: z.number().int().nonnegative(),
    steps: z.number().int().nonnegative(),
    squaredRates: z.number().nonnegative(),
    bestEpoch: z.number().int().nonnegative(),
    bestError: z.number().nullable(),
    history: z.array(epochSchema),
    weights: numbers,
    firstMoment: numbers,
    secondMoment: numbers,
    best: numbers,
  })
  .refine(({ weights, ...others }) =>
    [others.firstMoment, others.secondMoment, others.best].every(({ length }) => length === weights.length),
  );
export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

export const encodeCheckpoint = (state: Checkpoint): Uint8Array => new Uint8Array(serialize(state));

export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  try {
    return checkpointSchema.parse(deserialize(bytes));
  } catch (cause) {
    throw new NeoLrpError('E_DATASET', 'the checkpoint is broken; delete it to start again', {}, { cause });
  }
}
