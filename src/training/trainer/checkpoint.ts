/** The state of a training run between two epochs, as bytes: a line of JSON, then the arrays in float32. */
import * as z from 'zod';
import { NeoLrpError } from '../../problem/errors.ts';
import { trainingSchema } from './config.ts';

const epochSchema = z.strictObject({
  epoch: z.number().int().positive(),
  learningRate: z.number(),
  trainLoss: z.number(),
  validationError: z.number().meta({ description: 'mean relative error of the cost' }),
  validationMedian: z.number().meta({ description: 'median relative error of the cost' }),
  replacedUnits: z.number().int().nonnegative(),
});
export type EpochRecord = Readonly<z.output<typeof epochSchema>>;

const headerSchema = z.strictObject({
  format: z.literal('neo-lrp/checkpoint'),
  version: z.literal(1),
  config: trainingSchema,
  threads: z.number().int().positive(),
  data: z.string().meta({ description: 'fingerprint of training and validation data' }),
  epoch: z.number().int().nonnegative().meta({ description: 'epochs done' }),
  steps: z.number().int().nonnegative(),
  squaredRates: z.number().nonnegative(),
  bestEpoch: z.number().int().nonnegative(),
  bestError: z.number().nullable(),
  history: z.array(epochSchema),
  parameters: z.number().int().positive(),
});

const arrays = ['weights', 'firstMoment', 'secondMoment', 'best'] as const;

export type Checkpoint = Readonly<Omit<z.output<typeof headerSchema>, 'format' | 'version' | 'parameters'>> &
  Readonly<Record<(typeof arrays)[number], Float32Array>>;

export function encodeCheckpoint(state: Checkpoint): Uint8Array {
  const { weights, firstMoment: _m, secondMoment: _v, best: _b, ...rest } = state;
  const parameters = weights.length;
  const header = new TextEncoder().encode(`${JSON.stringify({ format: 'neo-lrp/checkpoint', version: 1, ...rest, parameters })}\n`);
  const bytes = new Uint8Array(header.length + arrays.length * 4 * parameters);
  bytes.set(header);
  arrays.forEach((name, k) => {
    const values = state[name];
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), header.length + k * 4 * parameters);
  });
  return bytes;
}

export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const broken = (reason: string, cause?: unknown) =>
    new NeoLrpError('E_DATASET', `the checkpoint is broken (${reason}); delete it to start again`, {}, { cause });
  const end = bytes.indexOf(10);
  if (end < 0) throw broken('no header');
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  } catch (cause) {
    throw broken('the header is not JSON', cause);
  }
  const header = headerSchema.safeParse(json);
  if (!header.success) throw broken(z.prettifyError(header.error));
  const { format: _f, version: _v, parameters, ...rest } = header.data;
  if (bytes.length !== end + 1 + arrays.length * 4 * parameters) throw broken(`${bytes.length} bytes`);
  const [weights, firstMoment, secondMoment, best] = arrays.map(
    (_, k) => new Float32Array(bytes.slice(end + 1 + 4 * parameters * k, end + 1 + 4 * parameters * (k + 1)).buffer),
  );
  return { ...rest, weights, firstMoment, secondMoment, best };
}
