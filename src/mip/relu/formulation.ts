/** Formulations of a whole head, by name. */
import type { MipBuilder } from '../model.ts';
import type { Bounds } from './bounds.ts';
import type { ReluNetwork, SwitchedSum } from './head.ts';
import { embedPaper } from './paper.ts';
import type { NeuronCase } from './projection.ts';
import { embedTight } from './tight.ts';

/** `literal` is the paper's one binary per neuron. */
export type NeuronKind = NeuronCase | 'literal';

/** A head in the model, with the means to start it. */
export interface EmbeddedHead {
  readonly neurons: readonly { readonly kind: NeuronKind; readonly bounds: Bounds }[];
  /** Sets all columns of the head from w and y in the point, to turn a decision into a feasible start. */
  complete(point: Float64Array): void;
}

/** Adds R to the objective of the model, with the columns and rows that it needs. */
type Formulation = (builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum) => EmbeddedHead;

export const formulations = { tight: embedTight, paper: embedPaper } as const satisfies Record<string, Formulation>;

export type FormulationName = keyof typeof formulations;
