/** ρ as an ONNX graph: Gemm, Relu, Gemm, and for a linear term a MatMul beside them. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Regressor } from '../network.ts';
import { denseLayers } from './dense-layers.ts';
import { GraphBuilder } from './graph-builder.ts';
import type { OnnxModel } from './schema.ts';

/** A network as two files. */
export interface OnnxPair {
  readonly phi: OnnxModel;
  readonly rho: OnnxModel;
}

export function writeRegressor(rho: Regressor, name: string): OnnxModel {
  const { latent, units, outputs } = rho;
  const graph = new GraphBuilder(`${name}.rho`);
  const z = graph.input('z', ['batch', latent]);
  const hidden = graph.node('Relu', [
    graph.layer('rho.hidden', z, { inputs: latent, outputs: units, weights: rho.hidden, bias: rho.hiddenBias }),
  ]);
  const linear = rho.linear.some((value) => value !== 0);
  const curved = graph.layer(
    'rho.output',
    hidden,
    { inputs: units, outputs, weights: rho.output, bias: rho.bias },
    linear ? undefined : 'prediction',
  );
  if (linear) {
    const transposed = rho.linear.map((_, at) => rho.linear[(at % outputs) * latent + Math.floor(at / outputs)]);
    const straight = graph.node('MatMul', [z, graph.floats('rho.linear', [latent, outputs], transposed)]);
    graph.node('Add', [curved, straight], {}, 'prediction');
  }
  graph.output('prediction', ['batch', outputs]);
  return graph.finish();
}

/** Drops a final ReLU, as in the authors' files: it only matters for negative costs. */
export function readRegressor(model: OnnxModel): Regressor {
  const { input, layers } = denseLayers(model.graph);
  const first = layers.find((one) => one.input === input && one.relu);
  const second = layers.find((one) => one.input === first?.output);
  const beside = layers.find((one) => one.input === input && one !== first);
  if (!first || !second || beside?.relu || layers.length > (beside ? 3 : 2))
    throw new NeoLrpError('E_MODEL', 'ρ must have one hidden ReLU layer, with or without a linear term beside it');
  const [hidden, output, linear] = [first.layer, second.layer, beside?.layer];
  if (output.inputs !== hidden.outputs || (linear && (linear.inputs !== hidden.inputs || linear.outputs !== output.outputs)))
    throw new NeoLrpError('E_MODEL', "the sizes of ρ's layers do not fit together");
  return {
    latent: hidden.inputs,
    units: hidden.outputs,
    outputs: output.outputs,
    hidden: hidden.weights,
    hiddenBias: hidden.bias,
    output: output.weights,
    linear: linear?.weights ?? new Float64Array(output.outputs * hidden.inputs),
    bias: linear ? output.bias.map((value, h) => value + linear.bias[h]) : output.bias,
  };
}
