/** ρ as an ONNX graph: Gemm, Relu, Gemm, and for a linear term a MatMul beside them. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Regressor } from '../network.ts';
import { type DenseNode, denseLayers } from './dense-layers.ts';
import { GraphBuilder } from './graph-builder.ts';
import type { OnnxModel } from './schema.ts';

/** A network as two files. */
export interface OnnxPair {
  readonly phi: OnnxModel;
  readonly rho: OnnxModel;
}

export function writeRegressor(rho: Regressor, name: string): OnnxModel {
  const { latent, units, outputs, second } = rho;
  const graph = new GraphBuilder(`${name}.rho`);
  const z = graph.input('z', ['batch', latent]);
  const dense = (label: string, x: string, inputs: number, weights: Float64Array, bias: Float64Array) =>
    graph.node('Relu', [graph.layer(label, x, { inputs, outputs: bias.length, weights, bias })]);
  const first = dense('rho.hidden', z, latent, rho.hidden, rho.hiddenBias);
  const hidden = second ? dense('rho.second', first, units, second.weights, second.biases) : first;
  const linear = rho.linear.some((value) => value !== 0);
  const curved = graph.layer(
    'rho.output',
    hidden,
    { inputs: second?.biases.length ?? units, outputs, weights: rho.output, bias: rho.bias },
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
  const chain: DenseNode[] = [];
  const after = (value: string, activated: boolean) =>
    layers.find((one) => one.input === value && !chain.includes(one) && (value !== input || (one.activation !== undefined) === activated));
  for (let next = after(input, true); next; next = after(next.output, true)) chain.push(next);
  const beside = after(input, false);
  const other = chain.slice(0, -1).find(({ activation }) => activation !== 'relu')?.activation;
  if (other)
    throw new NeoLrpError('E_MODEL', `ρ has a ${other}, which no linear model can hold; train it with ReLU (φ may have any activation)`);
  if (chain.length < 2 || chain.length > 3 || layers.length > chain.length + (beside ? 1 : 0))
    throw new NeoLrpError(
      'E_MODEL',
      `ρ must have one or two hidden layers with ReLU, with or without a linear term beside them, but the file has ${layers.length} dense layers`,
    );
  const [first, second, output] = chain.length === 3 ? chain.map(({ layer }) => layer) : [chain[0].layer, undefined, chain[1].layer];
  const linear = beside?.layer;
  const follows = (second?.inputs ?? output.inputs) === first.outputs && (!second || output.inputs === second.outputs);
  if (!follows || (linear && (linear.inputs !== first.inputs || linear.outputs !== output.outputs)))
    throw new NeoLrpError('E_MODEL', "the sizes of ρ's layers do not fit together");
  return {
    latent: first.inputs,
    units: first.outputs,
    outputs: output.outputs,
    hidden: first.weights,
    hiddenBias: first.bias,
    ...(second && { second: { weights: second.weights, biases: second.bias } }),
    output: output.weights,
    linear: linear?.weights ?? new Float64Array(output.outputs * first.inputs),
    bias: linear ? output.bias.map((value, h) => value + linear.bias[h]) : output.bias,
  };
}
