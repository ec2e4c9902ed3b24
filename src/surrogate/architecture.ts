/** The shapes a network can have; part of every model card and training configuration. */
import * as z from 'zod';
import { type Feature, featureSchema } from './features.ts';

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
  activation: z
    .enum(['sigmoid', 'tanh'])
    .optional()
    .meta({ description: 'between the layers of φ, in networks trained elsewhere; ReLU unless named' }),
  secondUnits: count.optional().meta({ description: 'units of a second hidden layer of ρ, in networks trained elsewhere' }),
});

/**
 * Deep Sets without a unit of length (docs/explained/surrogates.md): φ sees ratios only, what it says of a customer is multiplied by that
 * customer's own lengths, and beside the sums ρ sees one maximum, how far the farthest trip goes.
 */
const localSetsSchema = z.strictObject({
  kind: z.literal('local-sets'),
  features: z.array(featureSchema).min(1),
  layers: count.meta({ description: 'hidden layers of φ' }),
  width: count.meta({ description: 'units of each hidden layer of φ' }),
  ...regressor,
  plain: count.meta({ description: 'sums that are no lengths' }),
});

const graphTransformerSchema = z
  .strictObject({
    kind: z.literal('graph-transformer'),
    features: z.array(featureSchema).min(1),
    layers: count.meta({ description: 'attention layers' }),
    width: count.meta({ description: 'encoding dimension, over all attention heads' }),
    attentionHeads: count.meta({ description: 'share the width equally' }),
    dropout: z.number().min(0).lt(1).default(0),
    norm: z.boolean().default(true).meta({
      description: 'a graph norm after each attention layer, as in the paper; it measures by mean and deviation over the instance',
    }),
    ...regressor,
    gate: z
      .boolean()
      .optional()
      .meta({ description: "a gate between what a node receives and itself, as in the paper's unscaled network" }),
  })
  .refine(({ width, attentionHeads }) => width % attentionHeads === 0, {
    path: ['attentionHeads'],
    error: 'the attention heads must share the width equally',
  });

export const architectureSchema = z.discriminatedUnion('kind', [deepSetsSchema, localSetsSchema, graphTransformerSchema]);

/** Between the layers of φ. */
export type Activation = 'relu' | 'sigmoid' | 'tanh';

export type DeepSetsShape = z.output<typeof deepSetsSchema>;
export type LocalSetsShape = z.output<typeof localSetsSchema>;
export type GraphTransformerShape = z.output<typeof graphTransformerSchema>;
export type Architecture = z.output<typeof architectureSchema>;

/** Lengths around the depot that ρ of local sets sees, over the local length. */
export const depotInputs = ['reach1', 'reach2', 'reach4', 'reach8'] as const satisfies readonly Feature[];

/** Dimensions that are summed over customers: latent ones, and loads with and without distance. */
export function summedSize(shape: Architecture): number {
  if (shape.kind === 'local-sets') return shape.latent + shape.plain + 2;
  return shape.latent + (shape.kind === 'deep-sets' && shape.sums ? 2 : 0);
}

/** Dimensions that ρ sees; for local sets the sums, then the depot's own lengths, then the maximum. */
export const pooledSize = (shape: Architecture): number => summedSize(shape) + (shape.kind === 'local-sets' ? depotInputs.length + 1 : 0);

/** Whether the last dimension that ρ sees is a maximum over the customers. */
export const hasPeak = (shape: Architecture): boolean => shape.kind === 'local-sets';
