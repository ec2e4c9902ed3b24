/** ρ as an ONNX graph: Gemm, Relu, Gemm, and for a linear term a MatMul beside them. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Regressor } from '../network.ts';
import { GraphBuilder } from './graph-builder.ts';
import { GraphReader } from './graph-reader.ts';
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
  const reader = new GraphReader(model.graph);
  const branches = reader.consumers(reader.input).map((node) => reader.chain(node).links);
  const curved = branches.find((links) => links.length === 2 && links[0].relu);
  const straight = branches.find((links) => links !== curved);
  if (!curved || branches.length > 2 || (straight && (straight.length !== 1 || straight[0].relu)))
    throw new NeoLrpError('E_MODEL', 'ρ must have one hidden ReLU layer, with or without a linear term beside it');
  const [{ layer: hidden }, { layer: output }] = curved;
  const linear = straight?.[0].layer;
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
