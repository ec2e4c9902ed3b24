/** Networks with random weights, of each architecture. */
import { Random } from '../../src/run/random.ts';
import {
  type Architecture,
  type DeepSetsShape,
  type GraphTransformerShape,
  type LocalSetsShape,
  pooledSize,
} from '../../src/surrogate/architecture.ts';
import { modelCardSchema, type SurrogateModel } from '../../src/surrogate/model.ts';
import type { Layer, Regressor } from '../../src/surrogate/network.ts';
import { phiOutputs } from '../../src/surrogate/sets.ts';
import type { Target } from '../../src/surrogate/target.ts';

export const scaled: Target = { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation: 'N2' };
export const unscaled: Target = { kind: 'cost', distanceScale: 1, vehicleCost: 0, normalisation: 'N2' };
export const parts: Target = { kind: 'travel-and-routes' };

export const deepSetsShape: DeepSetsShape = {
  kind: 'deep-sets',
  features: ['x', 'y', 'load'],
  layers: 3,
  width: 12,
  latent: 6,
  units: 6,
  linear: false,
  sums: false,
};

/** As others train: with a sigmoid in φ, and two hidden layers in ρ. */
export const foreignShape: DeepSetsShape = { ...deepSetsShape, activation: 'sigmoid', secondUnits: 5 };

export const universalShape: DeepSetsShape = {
  kind: 'deep-sets',
  features: ['x', 'y', 'load', 'distance', 'nearest2', 'inward1', 'own'],
  layers: 2,
  width: 16,
  latent: 8,
  units: 8,
  linear: true,
  sums: true,
};

export const localShape: LocalSetsShape = {
  kind: 'local-sets',
  features: ['load', 'lgLoad', 'east', 'north', 'lgNearest2', 'shareInward1', 'lgReach4', 'innerLoad', 'own'],
  layers: 2,
  width: 16,
  latent: 4,
  plain: 2,
  units: 6,
  linear: true,
};

export const graphShape: GraphTransformerShape = {
  kind: 'graph-transformer',
  features: ['x', 'y', 'depot', 'load'],
  layers: 2,
  width: 8,
  attentionHeads: 4,
  dropout: 0,
  norm: true,
  latent: 6,
  units: 8,
  linear: false,
};

export function randomModel(shape: Architecture, target: Target, seed = 1): SurrogateModel {
  const random = new Random(seed);
  // Rounded to float32, as in ONNX files.
  const values = (count: number, bound = 1) => Float64Array.from({ length: count }, () => Math.fround(bound * (2 * random.float() - 1)));
  const layer = (inputs: number, outputs: number): Layer => ({
    inputs,
    outputs,
    weights: values(inputs * outputs, 1 / Math.sqrt(inputs)),
    bias: values(outputs),
  });
  const latent = pooledSize(shape);
  const outputs = target.kind === 'cost' ? 1 : 2;
  const { units } = shape;
  const second = shape.kind === 'deep-sets' ? shape.secondUnits : undefined;
  const rho: Regressor = {
    latent,
    units,
    outputs,
    hidden: values(units * latent),
    hiddenBias: values(units),
    ...(second && { second: { weights: values(second * units), biases: values(second) } }),
    output: values(outputs * (second ?? units)),
    linear: shape.linear ? values(outputs * latent) : new Float64Array(outputs * latent),
    bias: values(outputs),
  };
  if (shape.kind === 'local-sets') {
    // Convex, and not falling in the maximum.
    const positive = (values: Float64Array, at: number) => values.fill(Math.abs(values[at]), at, at + 1);
    for (let k = 0; k < rho.output.length; k++) positive(rho.output, k);
    for (let k = 0; k < units; k++) positive(rho.hidden, (k + 1) * latent - 1);
    for (let h = 0; h < outputs; h++) positive(rho.linear, (h + 1) * latent - 1);
  }
  const card = modelCardSchema.parse({ name: 'random', architecture: shape, target });
  if (shape.kind === 'deep-sets') {
    const sizes = [shape.features.length, ...Array.from({ length: shape.layers }, () => shape.width), shape.latent];
    return { card, network: { shape, phi: sizes.slice(1).map((size, k) => layer(sizes[k], size)), rho } };
  }
  if (shape.kind === 'local-sets') {
    const sizes = [shape.features.length, ...Array.from({ length: shape.layers }, () => shape.width), phiOutputs(shape)];
    return { card, network: { shape, phi: sizes.slice(1).map((size, k) => layer(sizes[k], size)), rho } };
  }
  const { width } = shape;
  return {
    card,
    network: {
      shape,
      encoder: layer(shape.features.length, width),
      attention: Array.from({ length: shape.layers }, () => ({
        query: layer(width, width),
        key: layer(width, width),
        value: layer(width, width),
        skip: layer(width, width),
        edge: values(width),
        ...(shape.gate && { gate: values(3 * width) }),
        ...(shape.norm && { norm: { scale: values(width), shift: values(width), mean: values(width) } }),
      })),
      decoder: layer(width, shape.latent),
      rho,
    },
  };
}
