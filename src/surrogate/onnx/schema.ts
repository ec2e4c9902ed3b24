/**
 * The part of ONNX's protobuf schema (onnx.proto3) that our models and the authors' use, with field numbers as published there. Unknown
 * fields are skipped, as protobuf demands.
 */

export interface OnnxModel {
  ir_version: number;
  producer_name?: string;
  graph: OnnxGraph;
  opset_import: { domain?: string; version: number }[];
  metadata_props: { key: string; value: string }[];
}

export interface OnnxGraph {
  node: OnnxNode[];
  name: string;
  initializer: OnnxTensor[];
  input: OnnxValueInfo[];
  output: OnnxValueInfo[];
}

export interface OnnxNode {
  input: string[];
  output: string[];
  name?: string;
  op_type: string;
  attribute: OnnxAttribute[];
}

export interface OnnxAttribute {
  name: string;
  f?: number;
  i?: number;
  ints: number[];
  type?: number;
}

export interface OnnxTensor {
  dims: number[];
  data_type: number;
  float_data: number[];
  name: string;
  raw_data?: Uint8Array;
  double_data: number[];
}

export interface OnnxValueInfo {
  name: string;
  type?: { tensor_type?: { elem_type: number; shape?: { dim: { dim_value?: number; dim_param?: string }[] } } };
}

export const attributeType = { float: 1, int: 2, ints: 7 } as const;
export const dataType = { float: 1, int64: 7, double: 11 } as const;

type Scalar = 'int' | 'float' | 'double' | 'string' | 'bytes';
/** Field number → name, type (a scalar or the name of a message), and whether it repeats. */
type Fields = Readonly<Record<number, readonly [name: string, type: Scalar | MessageName, repeated?: 'repeated']>>;
type MessageName =
  | 'Model'
  | 'Graph'
  | 'Node'
  | 'Attribute'
  | 'Tensor'
  | 'ValueInfo'
  | 'Type'
  | 'TensorType'
  | 'Shape'
  | 'Dimension'
  | 'Opset'
  | 'Entry';

export const messages: Readonly<Record<MessageName, Fields>> = {
  Model: {
    1: ['ir_version', 'int'],
    2: ['producer_name', 'string'],
    7: ['graph', 'Graph'],
    8: ['opset_import', 'Opset', 'repeated'],
    14: ['metadata_props', 'Entry', 'repeated'],
  },
  Opset: { 1: ['domain', 'string'], 2: ['version', 'int'] },
  Entry: { 1: ['key', 'string'], 2: ['value', 'string'] },
  Graph: {
    1: ['node', 'Node', 'repeated'],
    2: ['name', 'string'],
    5: ['initializer', 'Tensor', 'repeated'],
    11: ['input', 'ValueInfo', 'repeated'],
    12: ['output', 'ValueInfo', 'repeated'],
  },
  Node: {
    1: ['input', 'string', 'repeated'],
    2: ['output', 'string', 'repeated'],
    3: ['name', 'string'],
    4: ['op_type', 'string'],
    5: ['attribute', 'Attribute', 'repeated'],
  },
  Attribute: {
    1: ['name', 'string'],
    2: ['f', 'float'],
    3: ['i', 'int'],
    8: ['ints', 'int', 'repeated'],
    20: ['type', 'int'],
  },
  Tensor: {
    1: ['dims', 'int', 'repeated'],
    2: ['data_type', 'int'],
    4: ['float_data', 'float', 'repeated'],
    8: ['name', 'string'],
    9: ['raw_data', 'bytes'],
    10: ['double_data', 'double', 'repeated'],
  },
  ValueInfo: { 1: ['name', 'string'], 2: ['type', 'Type'] },
  Type: { 1: ['tensor_type', 'TensorType'] },
  TensorType: { 1: ['elem_type', 'int'], 2: ['shape', 'Shape'] },
  Shape: { 1: ['dim', 'Dimension', 'repeated'] },
  Dimension: { 1: ['dim_value', 'int'], 2: ['dim_param', 'string'] },
};

export type { MessageName, Scalar };
