/** φ of Deep Sets as an ONNX graph: rows of features in, rows of embeddings out. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type DeepSetsShape, pooledSize } from '../architecture.ts';
import type { Feature } from '../features.ts';
import type { DeepSetsNetwork, Layer } from '../network.ts';
import { GraphBuilder } from './graph-builder.ts';
import { GraphReader } from './graph-reader.ts';
import { readRegressor, writeRegressor } from './regressor.ts';
import type { OnnxModel } from './schema.ts';

export interface OnnxPair {
  readonly phi: OnnxModel;
  readonly rho: OnnxModel;
}

export function writeDeepSets({ shape, phi, rho }: DeepSetsNetwork, name: string): OnnxPair {
  const graph = new GraphBuilder(`${name}.phi`);
  const features = graph.input('features', ['customers', shape.features.length]);
  let x = features;
  phi.forEach((layer, k) => {
    const last = k === phi.length - 1;
    const y = graph.layer(`phi.${k}`, x, layer, last && !shape.sums ? 'embedding' : undefined);
    x = last ? y : graph.node('Relu', [y]);
  });
  if (shape.sums) {
    const column = (feature: Feature) => graph.node('Gather', [features, graph.indices([shape.features.indexOf(feature)])], { axis: 1 });
    const load = column('load');
    const moment = graph.node('Mul', [load, column('distance')]);
    graph.node('Concat', [x, load, moment], { axis: 1 }, 'embedding');
  }
  graph.output('embedding', ['customers', pooledSize(shape)]);
  return { phi: graph.finish({ features: shape.features.join(' ') }), rho: writeRegressor(rho, name) };
}

/** `sums` cannot be inferred from the layers; our model card states it. */
export function readDeepSets({ phi, rho }: OnnxPair, features: readonly Feature[], sums = false): DeepSetsNetwork {
  const layers = readPhi(phi, features.length);
  const regressor = readRegressor(rho);
  const shape = shapeOf(
    layers,
    regressor.units,
    regressor.linear.some((value) => value !== 0),
    [...features],
    sums,
  );
  requireFit(pooledSize(shape), regressor.latent);
  return { shape, phi: layers, rho: regressor };
}

/** The dense layers of φ. */
export function readPhi(phi: OnnxModel, features: number): Layer[] {
  const reader = new GraphReader(phi.graph);
  const first = reader.consumers(reader.input).find((node) => node.op_type !== 'Gather');
  const { links } = reader.chain(first);
  const fault = (reason: string) => new NeoLrpError('E_MODEL', reason);
  if (links.length < 2 || links.some(({ relu }, k) => relu !== k < links.length - 1))
    throw fault('φ must be dense layers with a ReLU after each but the last');
  const layers = links.map(({ layer }) => layer);
  layers.forEach((layer, k) => {
    if (k > 0 && layer.inputs !== layers[k - 1].outputs) throw fault(`layer ${k} of φ does not fit the one before it`);
  });
  if (layers[0].inputs !== features) throw fault(`φ takes ${layers[0].inputs} features, but ${features} are named`);
  return layers;
}

export function requireFit(given: number, taken: number): void {
  if (given !== taken) throw new NeoLrpError('E_MODEL', `φ gives ${given} dimensions, but ρ takes ${taken}`);
}

function shapeOf(layers: readonly Layer[], units: number, linear: boolean, features: Feature[], sums: boolean): DeepSetsShape {
  const { outputs: latent } = layers[layers.length - 1];
  return { kind: 'deep-sets', features, layers: layers.length - 1, width: layers[0].outputs, latent, units, linear, sums };
}
