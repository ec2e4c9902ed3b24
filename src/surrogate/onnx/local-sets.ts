/** φ of local sets as an ONNX graph: rows of features in, rows of factors of a customer's own lengths out. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type LocalSetsShape, pooledSize } from '../architecture.ts';
import { phiOutputs } from '../local-sets.ts';
import type { LocalSetsNetwork } from '../network.ts';
import { type OnnxPair, readPhi, requireFit } from './deep-sets.ts';
import { GraphBuilder } from './graph-builder.ts';
import { readRegressor, writeRegressor } from './regressor.ts';

export function writeLocalSets({ shape, phi, rho }: LocalSetsNetwork, name: string): OnnxPair {
  const graph = new GraphBuilder(`${name}.phi`);
  let x = graph.input('features', ['customers', shape.features.length]);
  phi.forEach((layer, k) => {
    const last = k === phi.length - 1;
    const y = graph.layer(`phi.${k}`, x, layer, last ? 'factors' : undefined);
    x = last ? y : graph.node('Relu', [y]);
  });
  graph.output('factors', ['customers', phiOutputs(shape)]);
  return { phi: graph.finish({ features: shape.features.join(' ') }), rho: writeRegressor(rho, name) };
}

/** The card says how φ's outputs are divided; the files must fit it. */
export function readLocalSets({ phi, rho }: OnnxPair, shape: LocalSetsShape): LocalSetsNetwork {
  const layers = readPhi(phi, shape.features.length);
  const regressor = readRegressor(rho);
  requireFit(pooledSize(shape), regressor.latent);
  const last = layers[layers.length - 1];
  if (layers.length - 1 !== shape.layers || layers[0].outputs !== shape.width || last.outputs !== phiOutputs(shape))
    throw new NeoLrpError('E_MODEL', 'the card does not match φ in the ONNX file');
  // A maximum in which the cost may fall would be wrong in a MIP, in silence.
  const { latent, units, outputs, output, hidden, linear } = regressor;
  const falls =
    output.some((weight) => weight < 0) ||
    Array.from({ length: units }, (_, k) => hidden[(k + 1) * latent - 1]).some((weight) => weight < 0) ||
    Array.from({ length: outputs }, (_, h) => linear[(h + 1) * latent - 1]).some((weight) => weight < 0);
  if (falls) throw new NeoLrpError('E_MODEL', 'ρ of local sets must be convex, and must not fall in the maximum');
  return { shape: { ...shape, units: regressor.units, linear: linear.some((value) => value !== 0) }, phi: layers, rho: regressor };
}
