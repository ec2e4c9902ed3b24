/** Finds the dense layers of ONNX graphs, as PyTorch and we write them. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Activation } from '../architecture.ts';
import type { Layer } from '../network.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from './schema.ts';
import { tensorValues } from './tensor.ts';

/** A layer with the values that it reads and gives, the latter after its activation if it has one. */
export interface DenseNode {
  readonly layer: Layer;
  readonly input: string;
  readonly output: string;
  readonly activation?: Activation;
}

/** By the name of their operators. */
const activations: Readonly<Record<string, Activation>> = { Relu: 'relu', Sigmoid: 'sigmoid', Tanh: 'tanh' };

/** Operators that do not change values at prediction time. */
const transparent = new Set(['Identity', 'Dropout', 'Cast', 'Flatten']);

/** The graph's input and its dense layers in order; ONNX lists nodes after those whose values they read. Other nodes are left out. */
export function denseLayers({ initializer, input: named, node: nodes }: OnnxGraph): { input: string; layers: readonly DenseNode[] } {
  const tensors = new Map(initializer.map((tensor) => [tensor.name, tensor]));
  const inputs = named.map((value) => value.name).filter((name) => !tensors.has(name));
  if (inputs.length !== 1) throw new NeoLrpError('E_MODEL', `the ONNX graph has ${inputs.length} inputs; one is expected`);
  /** By the value that they give. */
  const found = new Map<string, DenseNode>();
  const made = new Set<string>();
  const passedOn = new Map<string, string>();
  for (const node of nodes) {
    const [output] = node.output;
    if (made.has(output)) throw new NeoLrpError('E_MODEL', `two nodes make '${output}', so that the ONNX graph runs in a circle`);
    made.add(output);
    const [input = '', ...others] = node.input.map((name) => passedOn.get(name) ?? name);
    if (transparent.has(node.op_type)) passedOn.set(output, input);
    else if (node.op_type === 'Gemm') found.set(output, { layer: readGemm(node, tensors), input, output });
    else if (node.op_type === 'MatMul' && tensors.has(others[0]))
      found.set(output, { layer: readLayer(tensors, others[0], undefined, false), input, output });
    else if (node.op_type in activations || node.op_type === 'Add') {
      const dense = found.get(input) ?? found.get(others[0]);
      const bias = [input, ...others].find((name) => tensors.has(name));
      if (!dense || dense.activation || (node.op_type === 'Add' && bias === undefined)) continue;
      found.delete(dense.output);
      const layer = bias === undefined ? dense.layer : withBias(dense.layer, bias, tensors);
      found.set(output, { ...dense, layer, output, activation: activations[node.op_type] });
    }
  }
  return { input: inputs[0], layers: [...found.values()] };
}

type Tensors = ReadonlyMap<string, OnnxTensor>;

function readGemm(node: OnnxNode, tensors: Tensors): Layer {
  const option = (name: string, fallback: number) => {
    const found = node.attribute.find((attribute) => attribute.name === name);
    return found?.i ?? found?.f ?? fallback;
  };
  if (option('alpha', 1) !== 1 || option('beta', 1) !== 1 || option('transA', 0) !== 0)
    throw new NeoLrpError('E_MODEL', `Gemm '${node.name}' scales or transposes its input, which is not supported`);
  return readLayer(tensors, node.input[1], node.input[2], option('transB', 0) === 1);
}

function readLayer(tensors: Tensors, weightName: string, biasName: string | undefined, transposed: boolean): Layer {
  const tensor = tensors.get(weightName);
  if (tensor?.dims.length !== 2) throw new NeoLrpError('E_MODEL', `the ONNX graph has no stored matrix '${weightName}'`);
  const [outputs, inputs] = transposed ? tensor.dims : [tensor.dims[1], tensor.dims[0]];
  const stored = tensorValues(tensor);
  const weights = transposed ? stored : stored.map((_, at) => stored[(at % inputs) * outputs + Math.floor(at / inputs)]);
  const layer = { inputs, outputs, weights, bias: new Float64Array(outputs) };
  return biasName === undefined ? layer : withBias(layer, biasName, tensors);
}

/** With a bias more. */
function withBias(layer: Layer, name: string, tensors: Tensors): Layer {
  const tensor = tensors.get(name);
  const bias = tensor && tensorValues(tensor);
  if (bias?.length !== layer.outputs)
    throw new NeoLrpError('E_MODEL', `bias '${name}' has ${bias?.length ?? 'no'} values for ${layer.outputs} outputs`);
  return { ...layer, bias: layer.bias.map((value, k) => value + bias[k]) };
}
