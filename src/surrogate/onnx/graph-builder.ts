/** Builds ONNX graphs node by node. */
import type { Layer } from '../network.ts';
import {
  attributeType,
  dataType,
  type OnnxAttribute,
  type OnnxModel,
  type OnnxNode,
  type OnnxTensor,
  type OnnxValueInfo,
} from './schema.ts';
import { floatTensor, indexTensor } from './tensor.ts';

/** IR 8 and opset 17, as in the authors' files; all recent runtimes read them. */
const irVersion = 8;
const opset = 17;

type Attributes = Readonly<Record<string, number | readonly number[] | { readonly float: number }>>;
type Dimension = number | string;

export class GraphBuilder {
  private readonly nodes: OnnxNode[] = [];
  private readonly tensors: OnnxTensor[] = [];
  private readonly inputs: OnnxValueInfo[] = [];
  private readonly outputs: OnnxValueInfo[] = [];
  private counter = 0;

  constructor(private readonly name: string) {}

  input(name: string, shape: readonly Dimension[]): string {
    this.inputs.push(valueInfo(name, shape));
    return name;
  }

  output(name: string, shape: readonly Dimension[]): void {
    this.outputs.push(valueInfo(name, shape));
  }

  floats(name: string, dims: readonly number[], values: ArrayLike<number>): string {
    this.tensors.push(floatTensor(name, dims, values));
    return name;
  }

  indices(values: readonly number[], dims?: readonly number[]): string {
    const name = `index_${this.counter++}`;
    this.tensors.push(indexTensor(name, values, dims));
    return name;
  }

  /** Adds a node and returns the name of its output. */
  node(op: string, inputs: readonly string[], attributes: Attributes = {}, output = `${op.toLowerCase()}_${this.counter++}`): string {
    this.nodes.push({
      op_type: op,
      name: output,
      input: [...inputs],
      output: [output],
      attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    });
    return output;
  }

  /** x·Wᵀ + b, as PyTorch writes it. */
  layer(name: string, x: string, { inputs, outputs, weights, bias }: Layer, output?: string): string {
    const w = this.floats(`${name}.weight`, [outputs, inputs], weights);
    return this.node('Gemm', [x, w, this.floats(`${name}.bias`, [outputs], bias)], { transB: 1 }, output);
  }

  finish(metadata: Readonly<Record<string, string>> = {}): OnnxModel {
    return {
      ir_version: irVersion,
      producer_name: 'neo-lrp',
      graph: { name: this.name, node: this.nodes, initializer: this.tensors, input: this.inputs, output: this.outputs },
      opset_import: [{ domain: '', version: opset }],
      metadata_props: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    };
  }
}

function attribute(name: string, value: number | readonly number[] | { readonly float: number }): OnnxAttribute {
  if (typeof value === 'number') return { name, i: value, type: attributeType.int, ints: [] };
  if ('float' in value) return { name, f: value.float, type: attributeType.float, ints: [] };
  return { name, ints: [...value], type: attributeType.ints };
}

function valueInfo(name: string, shape: readonly Dimension[]): OnnxValueInfo {
  const dim = shape.map((size) => (typeof size === 'number' ? { dim_value: size } : { dim_param: size }));
  return { name, type: { tensor_type: { elem_type: dataType.float, shape: { dim } } } };
}
