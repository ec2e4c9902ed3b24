/** Formulations of a whole head, by name. */
import type { MipBuilder } from '../model.ts';
import type { Bounds } from './bounds.ts';
import type { ReluNetwork, SwitchedSum } from './head.ts';
import { embedPaper } from './paper.ts';
import type { NeuronCase } from './table.ts';
import { embedTight } from './tight.ts';

/** A case of the table, or `literal` for the paper's one binary per neuron. */
export type NeuronKind = NeuronCase | 'literal';

/** A head in the model, with the means to start and audit it. */
export interface EmbeddedHead {
  readonly name: string;
  readonly neurons: readonly { readonly kind: NeuronKind; readonly bounds: Bounds }[];
  /** Sets all columns of the head from w and y in the point, to turn a decision into a feasible start. */
  complete(point: Float64Array): void;
  /** R by the model's columns. */
  output(point: ArrayLike<number>): number;
  /** R by the network, from w and y alone. */
  predict(point: ArrayLike<number>): number;
}

export interface EmbedOptions {
  /** 'knapsack' by default. */
  readonly bounds?: 'interval' | 'knapsack' | readonly Bounds[];
  /** Only for the paper's formulation: R̂ ≥ 0, which forbids decisions with a negative price; true by default. */
  readonly nonNegative?: boolean;
}

/** Adds R to the objective of the model, with the columns and rows that it needs. */
export type Formulation = (builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum, options?: EmbedOptions) => EmbeddedHead;

export const formulations = { tight: embedTight, paper: embedPaper } as const satisfies Record<string, Formulation>;

export type FormulationName = keyof typeof formulations;

/** How far the model's R is from the network's at a point, relative to max(1, |R|); at most 1e-6 at an optimum. */
export function headError(head: EmbeddedHead, point: ArrayLike<number>): number {
  const predicted = head.predict(point);
  return Math.abs(head.output(point) - predicted) / Math.max(1, Math.abs(predicted));
}
