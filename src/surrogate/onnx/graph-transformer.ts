/**
 * φ of the Graph Transformer as an ONNX graph: features of the nodes (depot first) and their distances over P in, embeddings out.
 * Written in plain operators, so that any runtime evaluates it; read back by the names of its tensors.
 */
import { NeoLrpError } from '../../problem/errors.ts';
import type { GraphTransformerShape } from '../architecture.ts';
import { normEpsilon } from '../graph-transformer.ts';
import type { AttentionLayer, GraphNorm, GraphTransformerNetwork, Layer } from '../network.ts';
import { GraphBuilder } from './graph-builder.ts';
import { type OnnxPair, readRegressor, writeRegressor } from './regressor.ts';
import { tensorValues } from './tensor.ts';

/** Added to the score of a node for itself: its share of the softmax is zero in float32. */
const selfScore = -1e9;

export function writeGraphTransformer({ shape, encoder, attention, decoder, rho }: GraphTransformerNetwork, name: string): OnnxPair {
  const graph = new GraphBuilder(`${name}.phi`);
  const features = graph.input('features', ['nodes', shape.features.length]);
  const distance = graph.input('distance', ['nodes', 'nodes']);
  const self = graph.node('Mul', [graph.node('EyeLike', [distance]), graph.floats('self', [1], [selfScore])]);
  let x = graph.layer('encoder', features, encoder);
  attention.forEach((layer, k) => {
    x = writeAttention(graph, `attention.${k}`, layer, shape.attentionHeads, x, distance, self);
  });
  graph.layer('decoder', x, decoder, 'embedding');
  graph.output('embedding', ['nodes', shape.latent]);
  return { phi: graph.finish({ features: shape.features.join(' ') }), rho: writeRegressor(rho, name) };
}

function writeAttention(
  graph: GraphBuilder,
  name: string,
  layer: AttentionLayer,
  heads: number,
  x: string,
  distance: string,
  self: string,
) {
  const width = layer.edge.length;
  const channels = width / heads;
  const split = (part: 'query' | 'key' | 'value', perm: readonly number[]) => {
    const rows = graph.layer(`${name}.${part}`, x, layer[part]);
    return graph.node('Transpose', [graph.node('Reshape', [rows, graph.indices([-1, heads, channels])])], { perm });
  };
  const query = split('query', [1, 0, 2]);
  const key = split('key', [1, 2, 0]);
  const value = split('value', [1, 0, 2]);
  const edge = graph.floats(`${name}.edge`, [heads, channels, 1], layer.edge);
  const edgeRow = graph.node('Transpose', [edge], { perm: [0, 2, 1] });
  const alongEdge = graph.node('Mul', [graph.node('MatMul', [query, edge]), distance]);
  const raw = graph.node('Add', [graph.node('MatMul', [query, key]), alongEdge]);
  const scores = graph.node('Mul', [raw, graph.floats(`${name}.temperature`, [1], [1 / Math.sqrt(channels)])]);
  const weights = graph.node('Softmax', [graph.node('Add', [scores, self])], { axis: -1 });
  const reach = graph.node('ReduceSum', [graph.node('Mul', [weights, distance]), graph.indices([-1])], { keepdims: 1 });
  const received = graph.node('Add', [graph.node('MatMul', [weights, value]), graph.node('Mul', [reach, edgeRow])]);
  const merged = graph.node('Reshape', [graph.node('Transpose', [received], { perm: [1, 0, 2] }), graph.indices([-1, width])]);
  const skip = graph.layer(`${name}.skip`, x, layer.skip);
  const sum = layer.gate ? writeGate(graph, name, layer.gate, merged, skip) : graph.node('Add', [merged, skip]);
  return graph.node('Elu', [layer.norm ? writeNorm(graph, name, layer.norm, sum) : sum], { alpha: { float: 1 } });
}

function writeGate(graph: GraphBuilder, name: string, gate: Float64Array, received: string, skip: string): string {
  const difference = graph.node('Sub', [received, skip]);
  const all = graph.node('Concat', [received, skip, difference], { axis: 1 });
  const share = graph.node('Sigmoid', [graph.node('MatMul', [all, graph.floats(`${name}.gate`, [gate.length, 1], gate)])]);
  return graph.node('Sub', [received, graph.node('Mul', [share, difference])]);
}

function writeNorm(graph: GraphBuilder, name: string, { scale, shift, mean: kept }: GraphNorm, x: string): string {
  const width = scale.length;
  const mean = graph.node('ReduceMean', [x], { axes: [0], keepdims: 1 });
  const centred = graph.node('Sub', [x, graph.node('Mul', [mean, graph.floats(`${name}.norm.mean`, [1, width], kept)])]);
  const variance = graph.node('ReduceMean', [graph.node('Mul', [centred, centred])], { axes: [0], keepdims: 1 });
  const deviation = graph.node('Sqrt', [graph.node('Add', [variance, graph.floats(`${name}.norm.epsilon`, [1], [normEpsilon])])]);
  const scaled = graph.node('Mul', [graph.node('Div', [centred, deviation]), graph.floats(`${name}.norm.scale`, [1, width], scale)]);
  return graph.node('Add', [scaled, graph.floats(`${name}.norm.shift`, [1, width], shift)]);
}

export function readGraphTransformer({ phi, rho }: OnnxPair, shape: GraphTransformerShape): GraphTransformerNetwork {
  const tensors = new Map(phi.graph.initializer.map((tensor) => [tensor.name, tensor]));
  const values = (name: string, length: number) => {
    const tensor = tensors.get(name);
    const found = tensor && tensorValues(tensor);
    if (found?.length !== length)
      throw new NeoLrpError('E_MODEL', `the ONNX file should have ${length} values of '${name}', but has ${found?.length ?? 'none'}`);
    return found;
  };
  const layer = (name: string, inputs: number, outputs: number): Layer => ({
    inputs,
    outputs,
    weights: values(`${name}.weight`, inputs * outputs),
    bias: values(`${name}.bias`, outputs),
  });
  const { width } = shape;
  const regressor = readRegressor(rho);
  if (regressor.latent !== shape.latent || regressor.units !== shape.units)
    throw new NeoLrpError('E_MODEL', `ρ is ${regressor.latent} → ${regressor.units}, but the card says ${shape.latent} → ${shape.units}`);
  return {
    shape: { ...shape, linear: regressor.linear.some((value) => value !== 0) },
    encoder: layer('encoder', shape.features.length, width),
    attention: Array.from({ length: shape.layers }, (_, k) => ({
      query: layer(`attention.${k}.query`, width, width),
      key: layer(`attention.${k}.key`, width, width),
      value: layer(`attention.${k}.value`, width, width),
      skip: layer(`attention.${k}.skip`, width, width),
      edge: values(`attention.${k}.edge`, width),
      ...(shape.gate && { gate: values(`attention.${k}.gate`, 3 * width) }),
      ...(shape.norm && {
        norm: {
          scale: values(`attention.${k}.norm.scale`, width),
          shift: values(`attention.${k}.norm.shift`, width),
          mean: values(`attention.${k}.norm.mean`, width),
        },
      }),
    })),
    decoder: layer('decoder', width, shape.latent),
    rho: regressor,
  };
}
