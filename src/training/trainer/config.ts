/** Everything that decides a training run; the same configuration, data and thread count give the same weights to the bit. */
import * as z from 'zod';
import { architectureSchema } from '../../surrogate/architecture.ts';
import { targetSchema } from '../../surrogate/target.ts';

const rate = z.number().positive();

const optimiserSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('adam'),
    learningRate: rate.default(1e-3),
    finalLearningRate: rate.optional().meta({ description: 'reached by a cosine over all epochs; without it the rate is constant' }),
    weightDecay: z.number().nonnegative().default(0).meta({ description: 'decoupled, as in AdamW' }),
  }),
  z.strictObject({
    kind: z.literal('schedule-free'),
    learningRate: rate.default(1e-3),
    warmupSteps: z.number().int().nonnegative().default(0),
    weightDecay: z.number().nonnegative().default(0),
  }),
]);

const lossSchema = z.enum(['mse', 'huber', 'smooth-l1', 'relative', 'parts', 'shares']).meta({
  description:
    'of the target over its mean; huber and smooth-l1: quadratic up to an error of 1, linear beyond; relative: of the relative error, quadratic up to 10 %, linear beyond; parts: the same of travel, routes and their sum, at a price of routes in lengths of P; shares: the same with travel, routes and sum each over its own true value, which needs no length',
});

export const trainingSchema = z
  .strictObject({
    name: z.string().min(1),
    architecture: architectureSchema,
    target: targetSchema,
    loss: lossSchema,
    optimiser: optimiserSchema.prefault({ kind: 'adam' }),
    batch: z.number().int().positive().default(32),
    epochs: z.number().int().positive(),
    patience: z.number().int().positive().optional().meta({ description: 'stop after this many epochs without a better validation error' }),
    seed: z.number().int().nonnegative().default(1),
    augment: z
      .strictObject({
        turn: z.boolean().default(true).meta({ description: 'random rotation and reflection about the depot' }),
        spread: z.tuple([rate, rate]).optional().meta({ description: 'P is multiplied by u, log-uniform in this range' }),
      })
      .optional(),
    mostCustomers: z.number().int().positive().optional().meta({
      description: 'Graph Transformers attend to whole instances; sets of instances with more customers are left out',
    }),
    freeUnits: z.number().int().nonnegative().optional().meta({
      description:
        'how many units of ρ may have negative output weights, each of which costs a binary per depot in the MIP; 0: ρ is convex; absent: all may',
    }),
    replaceDeadUnits: z.boolean().default(true).meta({ description: "move ρ's kinks that left the data back into it, in the first half" }),
    ranking: z
      .strictObject({ weight: z.number().positive(), temperature: z.number().positive().default(0.05) })
      .optional()
      .meta({ description: 'also learn which of two allocations of one instance costs less' }),
  })
  .superRefine((config, context) => {
    const parts = config.target.kind === 'travel-and-routes';
    if (parts !== (config.loss === 'parts' || config.loss === 'shares'))
      context.addIssue({ code: 'custom', path: ['loss'], message: `loss '${config.loss}' does not fit target '${config.target.kind}'` });
    const { architecture } = config;
    if (architecture.kind === 'local-sets' && config.freeUnits !== 0)
      context.addIssue({ code: 'custom', path: ['freeUnits'], message: 'local sets need convex units: freeUnits 0' });
    if (architecture.kind === 'local-sets' && config.augment?.spread)
      context.addIssue({ code: 'custom', path: ['augment', 'spread'], message: 'local sets have no spread to vary' });
    if (architecture.kind !== 'graph-transformer' && config.mostCustomers !== undefined)
      context.addIssue({ code: 'custom', path: ['mostCustomers'], message: 'only a Graph Transformer sees whole instances' });
    if ((config.freeUnits ?? 0) > architecture.units)
      context.addIssue({ code: 'custom', path: ['freeUnits'], message: `there are ${architecture.units} units in all` });
    if (architecture.kind === 'graph-transformer' && architecture.width % architecture.attentionHeads !== 0)
      context.addIssue({ code: 'custom', path: ['architecture', 'width'], message: 'width must be a multiple of attentionHeads' });
    if (
      architecture.kind === 'deep-sets' &&
      architecture.sums &&
      !['load', 'distance'].every((f) => architecture.features.includes(f as 'load'))
    )
      context.addIssue({ code: 'custom', path: ['architecture', 'sums'], message: "sums need the features 'load' and 'distance'" });
  });

export type TrainingConfig = z.output<typeof trainingSchema>;
export type TrainingInput = z.input<typeof trainingSchema>;
