/** The shapes a network can have; part of every model card and training configuration. */
import * as z from 'zod';
import { featureSchema } from './features.ts';

const count = z.number().int().positive();

const regressor = {
  latent: count.meta({ description: 'dimensions of a node embedding' }),
  units: count.meta({ description: 'hidden ReLU units of ρ; also the largest number of binaries per depot in the MIP' }),
  linear: z.boolean().default(false).meta({ description: 'ρ has a linear term beside its units' }),
};

const deepSetsSchema = z.strictObject({
  kind: z.literal('deep-sets'),
  features: z.array(featureSchema).min(1),
  layers: count.meta({ description: 'hidden layers of φ' }),
  width: count.meta({ description: 'units of each hidden layer of φ' }),
  ...regressor,
  sums: z.boolean().default(false).meta({ description: 'ρ also sees Σ load and Σ load · distance' }),
});

const graphTransformerSchema = z
  .strictObject({
    kind: z.literal('graph-transformer'),
    features: z.array(featureSchema).min(1),
    layers: count.meta({ description: 'attention layers' }),
    width: count.meta({ description: 'encoding dimension, over all attention heads' }),
    attentionHeads: count.meta({ description: 'share the width equally' }),
    dropout: z.number().min(0).lt(1).default(0),
    ...regressor,
  })
  .refine(({ width, attentionHeads }) => width % attentionHeads === 0, {
    path: ['attentionHeads'],
    error: 'the attention heads must share the width equally',
  });

export const architectureSchema = z.discriminatedUnion('kind', [deepSetsSchema, graphTransformerSchema]);

export type DeepSetsShape = z.output<typeof deepSetsSchema>;
export type GraphTransformerShape = z.output<typeof graphTransformerSchema>;
export type Architecture = z.output<typeof architectureSchema>;

/** Latent dimensions that ρ sees. */
export const pooledSize = (shape: Architecture): number => shape.latent + (shape.kind === 'deep-sets' && shape.sums ? 2 : 0);
