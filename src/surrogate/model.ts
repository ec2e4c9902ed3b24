/** A trained model: a network, what its outputs mean, and a card that says where it comes from. */

import * as z from 'zod';
import { isObject, isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { contentHash } from '../problem/hash.ts';
import { type Architecture, architectureSchema } from './architecture.ts';
import { isGraphTransformer, type Network } from './network.ts';
import { decodeOnnx, encodeOnnx } from './onnx/codec.ts';
import { readGraphTransformer, writeGraphTransformer } from './onnx/graph-transformer.ts';
import type { OnnxPair } from './onnx/regressor.ts';
import { readDeepSets, readLocalSets, writeSets } from './onnx/sets.ts';
import { type Target, targetSchema } from './target.ts';

const anything = z.record(z.string(), z.unknown());

export const modelCardSchema = z
  .strictObject({
    format: z.literal('neo-lrp/model').default('neo-lrp/model'),
    version: z.literal(1).default(1),
    name: z.string().min(1),
    description: z.string().default(''),
    architecture: architectureSchema,
    target: targetSchema,
    training: anything.optional().meta({ description: 'configuration, seed, threads, epochs, loss curve' }),
    data: anything.optional().meta({ description: 'training and validation sets, how they were generated and labelled' }),
    errors: anything.optional().meta({ description: 'relative errors on held-back data' }),
    versions: z.record(z.string(), z.string()).optional(),
  })
  .meta({ title: 'NEO-LRP model card', description: 'What a surrogate model is and how it was made.' });
export type ModelCard = z.output<typeof modelCardSchema>;

const decile = z.object({ ninthDecile: z.number().nonnegative() });
const errorsSchema = z.object({ overall: decile, embedded: z.object({ overall: decile }).optional() });

/** The relative error that nine of ten predictions stayed within on held-back data. */
export interface PredictionError {
  /** For a known set of customers. */
  readonly alone: number;
  /** Inside the MIP, where the set of a customer is not known yet. */
  readonly embedded: number;
}

/** Undefined if the card does not say. */
export function predictionError({ errors }: ModelCard): PredictionError | undefined {
  const { data } = errorsSchema.safeParse(errors);
  return data && { alone: data.overall.ninthDecile, embedded: (data.embedded ?? data).overall.ninthDecile };
}

export interface SurrogateModel {
  readonly card: ModelCard;
  readonly network: Network;
}

/** For callers without types. */
export function requireModel(model: SurrogateModel): SurrogateModel {
  requireArgument(isObject(model, 'card', 'network'), 'model', 'a model, as loadModel or decodeModel returns it');
  return model;
}

/** A model as files: NAME.json, NAME.phi.onnx and NAME.rho.onnx. */
export interface ModelFiles {
  readonly card: string;
  readonly phi: Uint8Array;
  readonly rho: Uint8Array;
}

export function encodeModel({ card, network }: SurrogateModel): ModelFiles {
  const { phi, rho } = writeNetwork(network, card.name);
  return { card: `${JSON.stringify(card, undefined, 2)}\n`, phi: encodeOnnx(phi), rho: encodeOnnx(rho) };
}

/** Equal for models that compute the same; training and errors on the card do not count. */
export function modelHash({ card, network }: SurrogateModel): string {
  const { phi, rho } = writeNetwork(network, card.name);
  const parts = [new TextEncoder().encode(JSON.stringify(card.target)), encodeOnnx(phi), encodeOnnx(rho)];
  return parts
    .map((part) => contentHash(part.length, (k) => part[k]))
    .reduce((all, one) => contentHash(32, (k) => (all + one).charCodeAt(k)));
}

/** A network from its card and its two ONNX files. Throws E_MODEL where they do not fit each other. */
export function decodeModel(files: ModelFiles): SurrogateModel {
  const { card: text, phi, rho } = files ?? {};
  requireArgument(
    isText(text) && phi instanceof Uint8Array && rho instanceof Uint8Array,
    'files',
    'the files of a model: { card, phi, rho }',
  );
  const card = parseCard(text);
  const pair = { phi: decodeOnnx(phi), rho: decodeOnnx(rho) };
  const { architecture } = card;
  const network = readNetwork(pair, architecture);
  const expected = { ...architecture, linear: network.shape.linear };
  if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(network.shape)))
    throw new NeoLrpError('E_MODEL', `model '${card.name}': the card does not match the network in the ONNX files`);
  return { card, network };
}

const writeNetwork = (network: Network, name: string): OnnxPair =>
  isGraphTransformer(network) ? writeGraphTransformer(network, name) : writeSets(network, name);

function readNetwork(pair: OnnxPair, architecture: Architecture): Network {
  switch (architecture.kind) {
    case 'deep-sets':
      return readDeepSets(pair, architecture.features, architecture.sums);
    case 'local-sets':
      return readLocalSets(pair, architecture);
    case 'graph-transformer':
      return readGraphTransformer(pair, architecture);
  }
}

/** Deep Sets files without a card, such as the authors'. `target` says what their output means. */
export function importDeepSets(name: string, phi: Uint8Array, rho: Uint8Array, target: Target): SurrogateModel {
  const network = readDeepSets({ phi: decodeOnnx(phi), rho: decodeOnnx(rho) }, ['x', 'y', 'load']);
  return { card: modelCardSchema.parse({ name, architecture: network.shape, target }), network };
}

function parseCard(text: string): ModelCard {
  try {
    return modelCardSchema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'not JSON';
    throw new NeoLrpError('E_MODEL', `the model card is broken: ${reason}`, {}, { cause });
  }
}

const sorted = (shape: object) => Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1));
