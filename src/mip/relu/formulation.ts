/** Formulations of a whole head, by name. */
import type { MipBuilder } from '../model.ts';
import type { Bounds } from './bounds.ts';
import type { ReluNetwork, SwitchedSum } from './head.ts';
import { embedPaper } from './paper.ts';
import type { NeuronCase } from './table.ts';
import { embedTight } from './tight.ts';

/** A case of the table, or `literal` for the paper's one binary a neuron. */
export type NeuronKind = NeuronCase | 'literal';

/** A head in the model: what it cost in size, and the means to start it and to audit it. */
export interface EmbeddedHead {
  readonly name: string;
  /** How each neuron was formulated. */
  readonly neurons: readonly { readonly kind: NeuronKind; readonly bounds: Bounds }[];
  /** Sets all columns of the head from w and y in the point: makes a decision a feasible start. */
  complete(point: Float64Array): void;
  /** R as the model's own columns have it. */
  output(point: ArrayLike<number>): number;
  /** R as the network has it, from w and y alone. */
  predict(point: ArrayLike<number>): number;
}

export interface EmbedOptions {
  /** 'knapsack' unless given. */
  readonly bounds?: 'interval' | 'knapsack' | readonly Bounds[];
  /** paper only: R̂ ≥ 0 as in the paper's domain, which forbids decisions of negative price; true unless given. */
  readonly nonNegative?: boolean;
}

/** Adds R to the objective of the model, and whatever columns and rows it takes. */
export type Formulation = (builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum, options?: EmbedOptions) => EmbeddedHead;

export const formulations = { tight: embedTight, paper: embedPaper } as const satisfies Record<string, Formulation>;

export type FormulationName = keyof typeof formulations;

/** How far the model's R is from the network's at a point, relative to max(1, |R|); at most 1e-6 at an optimum. */
export function headError(head: EmbeddedHead, point: ArrayLike<number>): number {
  const predicted = head.predict(point);
  return Math.abs(head.output(point) - predicted) / Math.max(1, Math.abs(predicted));
}
