/** One hidden neuron, as its formulations see it. */
import type { MipBuilder } from '../model.ts';
import type { Bounds } from './bounds.ts';

/** Contributes weight·relu(x) to the objective, x = Σ_j gains_j w_j + bias y ∈ [lower, upper] while y = 1. */
export interface Neuron {
  readonly name: string;
  readonly inputs: Int32Array;
  readonly onOff: number;
  readonly gains: Float64Array;
  readonly bias: number;
  /** v. */
  readonly weight: number;
  readonly bounds: Bounds;
}

export interface EmbeddedNeuron {
  /** Sets the neuron's own columns from w and y in the point. */
  complete(point: Float64Array): void;
  /** weight·a in the model at the point. */
  contribution(point: ArrayLike<number>): number;
}

export type NeuronFormulation = (builder: MipBuilder, neuron: Neuron) => EmbeddedNeuron;

export function preActivationAt({ inputs, gains, bias, onOff }: Neuron, point: ArrayLike<number>): number {
  let x = bias * point[onOff];
  for (let j = 0; j < inputs.length; j++) x += gains[j] * point[inputs[j]];
  return x;
}

/** The terms of a − x. */
export function activationMinus({ inputs, gains, bias, onOff }: Neuron, activation: number): { columns: number[]; coefficients: number[] } {
  return { columns: [activation, ...inputs, onOff], coefficients: [1, ...gains.map((gain) => -gain), -bias] };
}
