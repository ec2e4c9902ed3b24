/** Finds dense layers in ONNX graphs, as PyTorch and we write them. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Layer } from '../network.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from './schema.ts';
import { tensorValues } from './tensor.ts';

export interface ChainLink {
  readonly layer: Layer;
  readonly relu: boolean;
}

/** Operators that do not change values at prediction time. */
const transparent = new Set(['Identity', 'Dropout', 'Cast', 'Flatten']);

export class GraphReader {
  private readonly tensors: ReadonlyMap<string, OnnxTensor>;

  constructor(private readonly graph: OnnxGraph) {
    this.tensors = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]));
  }

  /** The one input that is not a stored tensor. */
  get input(): string {
    const inputs = this.graph.input.map((value) => value.name).filter((name) => !this.tensors.has(name));
    if (inputs.length !== 1) throw new NeoLrpError('E_MODEL', `the ONNX graph has ${inputs.length} inputs; one is expected`);
    return inputs[0];
  }

  consumers(value: string): readonly OnnxNode[] {
    return this.graph.node.filter((node) => node.input.includes(value));
  }

  values(name: string): Float64Array {
    return tensorValues(this.tensor(name));
  }

  private tensor(name: string): OnnxTensor {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new NeoLrpError('E_MODEL', `the ONNX graph has no stored tensor '${name}'`);
    return tensor;
  }

  /** The chain of dense layers that starts at `node`. */
  chain(node: OnnxNode | undefined): { links: ChainLink[]; end: string } {
    const links: ChainLink[] = [];
    let end = node?.input[0] ?? '';
    const passed = new Set<OnnxNode>();
    for (let next = node; next; next = this.single(end)) {
      if (passed.has(next)) throw new NeoLrpError('E_MODEL', `the ONNX graph runs in a circle at '${next.name || next.op_type}'`);
      passed.add(next);
      if (transparent.has(next.op_type)) {
        end = next.output[0];
        continue;
      }
      if (next.op_type === 'Relu' && links.length > 0 && !links[links.length - 1].relu) {
        links[links.length - 1] = { layer: links[links.length - 1].layer, relu: true };
        end = next.output[0];
        continue;
      }
      const dense = this.dense(next);
      if (!dense) break;
      links.push({ layer: dense.layer, relu: false });
      end = dense.output;
    }
    return { links, end };
  }

  private single(value: string): OnnxNode | undefined {
    const consumers = this.consumers(value);
    return consumers.length === 1 ? consumers[0] : undefined;
  }

  /** A layer written as Gemm, or as MatMul with or without an Add behind it. */
  private dense(node: OnnxNode): { layer: Layer; output: string } | undefined {
    if (node.op_type === 'Gemm') {
      const option = (name: string, fallback: number) => {
        const found = node.attribute.find((attribute) => attribute.name === name);
        return found?.i ?? found?.f ?? fallback;
      };
      if (option('alpha', 1) !== 1 || option('beta', 1) !== 1 || option('transA', 0) !== 0)
        throw new NeoLrpError('E_MODEL', `Gemm '${node.name}' scales or transposes its input, which is not supported`);
      return { layer: this.layer(node.input[1], node.input[2], option('transB', 0) === 1), output: node.output[0] };
    }
    if (node.op_type !== 'MatMul' || !this.tensors.has(node.input[1])) return undefined;
    const add = this.single(node.output[0]);
    const bias = add?.op_type === 'Add' ? add.input.find((name) => this.tensors.has(name)) : undefined;
    return { layer: this.layer(node.input[1], bias, false), output: add && bias !== undefined ? add.output[0] : node.output[0] };
  }

  private layer(weightName: string, biasName: string | undefined, transposed: boolean): Layer {
    const { dims } = this.tensor(weightName);
    if (dims.length !== 2) throw new NeoLrpError('E_MODEL', `tensor '${weightName}' is not a matrix`);
    const [outputs, inputs] = transposed ? dims : [dims[1], dims[0]];
    const stored = this.values(weightName);
    const weights = transposed ? stored : stored.map((_, at) => stored[(at % inputs) * outputs + Math.floor(at / inputs)]);
    const bias = biasName === undefined ? new Float64Array(outputs) : this.values(biasName);
    if (bias.length !== outputs) throw new NeoLrpError('E_MODEL', `bias '${biasName}' has ${bias.length} values for ${outputs} outputs`);
    return { inputs, outputs, weights, bias };
  }
}
