/** A training result as a model: the network, and a card that lets anybody repeat it. */
import { type Model, modelCardSchema } from '../../surrogate/model.ts';
import type { TrainingResult } from '../train.ts';

export interface CardDetails {
  readonly description?: string;
  /** Training and validation sets: counts, generator seeds, label budget. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: Readonly<Record<string, unknown>>;
  readonly versions?: Readonly<Record<string, string>>;
}

export function modelOf(result: TrainingResult, details: CardDetails = {}): Model {
  const { config, network, target, threads, end, bestEpoch, history } = result;
  const { name, architecture, target: _, ...settings } = config;
  return {
    network,
    card: modelCardSchema.parse({ name, architecture, target, training: { ...settings, threads, end, bestEpoch, history }, ...details }),
  };
}
