/**
 * What a network's output means, and how to convert it to a cost. The paper's networks have one output, the routing cost under one of the
 * normalisations N1–N4 (paper, section on target normalisation); ours have two, travel over P and the number of routes, so that one network
 * serves every distance scale and vehicle cost.
 */
import * as z from 'zod';

export const normalisations = ['N1', 'N2', 'N3', 'N4'] as const;
export type Normalisation = (typeof normalisations)[number];

/** What a unit of distance and a route cost. */
export interface Price {
  readonly distanceScale: number;
  readonly vehicleCost: number;
}

const costTargetSchema = z.strictObject({
  kind: z.literal('cost'),
  distanceScale: z.number().positive().meta({ description: 'cost of one unit of distance' }),
  vehicleCost: z.number().nonnegative().meta({ description: 'cost of one route' }),
  normalisation: z.enum(normalisations).default('N2').meta({ description: 'N1 raw; N2 over P; N3 min-max; N4 min-max of the cost over P' }),
  range: z.tuple([z.number(), z.number()]).optional().meta({ description: 'N3, N4: least and largest value over the training set' }),
});

const partsTargetSchema = z.strictObject({
  kind: z.literal('travel-and-routes'),
});

export const targetSchema = z.discriminatedUnion('kind', [costTargetSchema, partsTargetSchema]);

export type CostTarget = z.output<typeof costTargetSchema>;
export type Target = z.output<typeof targetSchema>;

export const outputCount = (target: Target): number => (target.kind === 'cost' ? 1 : 2);

/** cost = factor · output + offset for a set of spread P. */
export function denormalisation(
  { normalisation, range: [low, high] = [0, 1] }: CostTarget,
  spread: number,
): { factor: number; offset: number } {
  switch (normalisation) {
    case 'N1':
      return { factor: 1, offset: 0 };
    case 'N2':
      return { factor: spread, offset: 0 };
    case 'N3':
      return { factor: high - low, offset: low };
    case 'N4':
      return { factor: spread * (high - low), offset: spread * low };
  }
}
