/**
 * Which formulation a neuron needs, from the sign of its output weight v and the bounds [L, U] of its pre-activation x:
 *
 *     v = 0 or U ≤ 0   inactive   nothing
 *     L ≥ 0            active     a = x, part of the objective
 *     v > 0            convex     a ≥ x, a ≥ 0: one column, one row
 *     v < 0            concave    a − n = x with a binary that lets only one of them be positive: three columns, three rows
 */
import { active } from './active.ts';
import type { Bounds } from './bounds.ts';
import { concave } from './concave.ts';
import { convex } from './convex.ts';
import { inactive } from './inactive.ts';
import type { NeuronFormulation } from './neuron.ts';

export const neuronFormulations = { active, inactive, convex, concave } as const satisfies Record<string, NeuronFormulation>;

export type NeuronCase = keyof typeof neuronFormulations;

export function neuronCase(weight: number, { lower, upper }: Bounds): NeuronCase {
  if (weight === 0 || upper <= 0) return 'inactive';
  if (lower >= 0) return 'active';
  return weight > 0 ? 'convex' : 'concave';
}
