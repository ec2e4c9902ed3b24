/** φ of Deep Sets and local sets as an ONNX graph: rows of features in, rows of embeddings, or of factors of a customer's lengths, out. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type Activation, type DeepSetsShape, type LocalSetsShape, pooledSize } from '../architecture.ts';
import type { Feature } from '../features.ts';
import type { Layer, SetsNetwork } from '../network.ts';
import { phiOutputs } from '../sets.ts';
import { denseLayers } from './dense-layers.ts';
import { GraphBuilder } from './graph-builder.ts';
import { type OnnxPair, readRegressor, writeRegressor } from './regressor.ts';
import type { OnnxModel } from './schema.ts';

const operators = { relu: 'Relu', sigmoid: 'Sigmoid', tanh: 'Tanh' } as const satisfies Record<Activation, string>;

export function writeSets({ shape, phi, rho }: SetsNetwork, name: string): OnnxPair {
  const graph = new GraphBuilder(`${name}.phi`);
  const features = graph.input('features', ['customers', shape.features.length]);
  const { sums = false, activation = 'relu' } = shape.kind === 'deep-sets' ? shape : {};
  const output = shape.kind === 'local-sets' ? 'factors' : 'embedding';
  let x = features;
  phi.forEach((layer, k) => {
    const last = k === phi.length - 1;
    const y = graph.layer(`phi.${k}`, x, layer, last && !sums ? output : undefined);
    x = last ? y : graph.node(operators[activation], [y]);
  });
  if (sums) {
    const column = (feature: Feature) => graph.node('Gather', [features, graph.indices([shape.features.indexOf(feature)])], { axis: 1 });
    const load = column('load');
    const moment = graph.node('Mul', [load, column('distance')]);
    graph.node('Concat', [x, load, moment], { axis: 1 }, output);
  }
  graph.output(output, ['customers', shape.kind === 'local-sets' ? phiOutputs(shape) : pooledSize(shape)]);
  return { phi: graph.finish({ features: shape.features.join(' ') }), rho: writeRegressor(rho, name) };
}

/** `sums` cannot be inferred from the layers; our model card states it. */
export function readDeepSets(pair: OnnxPair, features: readonly Feature[], sums = false): SetsNetwork<DeepSetsShape> {
  const { layers: phi, activation } = readPhi(pair.phi, features.length);
  const rho = readRegressor(pair.rho);
  const shape = {
    kind: 'deep-sets' as const,
    features: [...features],
    layers: phi.length - 1,
    width: phi[0].outputs,
    latent: phi[phi.length - 1].outputs,
    units: rho.units,
    linear: rho.linear.some((value) => value !== 0),
    sums,
    ...(activation !== 'relu' && { activation }),
    ...(rho.second && { secondUnits: rho.second.biases.length }),
  };
  requireFit(shape, rho.latent);
  return { shape, phi, rho };
}

/** The card says how φ's outputs are divided; the files must fit it. */
export function readLocalSets(pair: OnnxPair, shape: LocalSetsShape): SetsNetwork<LocalSetsShape> {
  const { layers: phi, activation } = readPhi(pair.phi, shape.features.length);
  const rho = readRegressor(pair.rho);
  requireFit(shape, rho.latent);
  if (activation !== 'relu' || rho.second) throw new NeoLrpError('E_MODEL', 'local sets have ReLUs in φ, and one hidden layer in ρ');
  if (phi.length - 1 !== shape.layers || phi[0].outputs !== shape.width || phi[phi.length - 1].outputs !== phiOutputs(shape))
    throw new NeoLrpError('E_MODEL', 'the card does not match φ in the ONNX file');
  // A maximum in which the cost may fall would be wrong in a MIP, in silence.
  const { latent, units, outputs, output, hidden, linear } = rho;
  const falls =
    output.some((weight) => weight < 0) ||
    Array.from({ length: units }, (_, k) => hidden[(k + 1) * latent - 1]).some((weight) => weight < 0) ||
    Array.from({ length: outputs }, (_, h) => linear[(h + 1) * latent - 1]).some((weight) => weight < 0);
  if (falls) throw new NeoLrpError('E_MODEL', 'ρ of local sets must be convex, and must not fall in the maximum');
  return { shape: { ...shape, units, linear: linear.some((value) => value !== 0) }, phi, rho };
}

/** The dense layers of φ. */
function readPhi(phi: OnnxModel, features: number): { readonly layers: Layer[]; readonly activation: Activation } {
  const { input, layers: found } = denseLayers(phi.graph);
  const fault = (reason: string) => new NeoLrpError('E_MODEL', reason);
  const activation = found[0]?.activation ?? 'relu';
  const follows = (k: number) =>
    found[k].input === (k > 0 ? found[k - 1].output : input) && found[k].activation === (k < found.length - 1 ? activation : undefined);
  if (found.length < 2 || !found.every((_, k) => follows(k)))
    throw fault('φ must be dense layers with a ReLU after each but the last, or a Sigmoid or Tanh after each');
  const layers = found.map(({ layer }) => layer);
  layers.forEach((layer, k) => {
    if (k > 0 && layer.inputs !== layers[k - 1].outputs) throw fault(`layer ${k} of φ does not fit the one before it`);
  });
  if (layers[0].inputs !== features) throw fault(`φ takes ${layers[0].inputs} features, but ${features} are named`);
  return { layers, activation };
}

function requireFit(shape: DeepSetsShape | LocalSetsShape, latent: number): void {
  if (pooledSize(shape) !== latent) throw new NeoLrpError('E_MODEL', `φ gives ${pooledSize(shape)} dimensions, but ρ takes ${latent}`);
}
