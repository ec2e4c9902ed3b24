/** Reads and writes ONNX files by the table of the schema; without code generation, so it runs under a strict content security policy. */
import protobuf from 'protobufjs/minimal.js';
import { NeoLrpError } from '../../problem/errors.ts';
import { type MessageName, messages, type OnnxModel, type Scalar } from './schema.ts';

type Message = Record<string, unknown>;

const wireType: Record<Scalar, number> = { int: 0, double: 1, string: 2, bytes: 2, float: 5 };
const lengthDelimited = 2;

export function decodeOnnx(bytes: Uint8Array): OnnxModel {
  try {
    const model = decode('Model', protobuf.Reader.create(bytes), bytes.length) as unknown as OnnxModel;
    if (model.graph) return model;
  } catch (cause) {
    throw new NeoLrpError('E_MODEL', 'not an ONNX file, or a damaged one', {}, { cause });
  }
  throw new NeoLrpError('E_MODEL', 'the ONNX file has no graph');
}

export function encodeOnnx(model: OnnxModel): Uint8Array {
  // In Node, protobufjs returns Buffers.
  return new Uint8Array(encode('Model', model as unknown as Message, protobuf.Writer.create()).finish());
}

function decode(type: MessageName, reader: protobuf.Reader, end: number): Message {
  const fields = messages[type];
  const message: Message = {};
  for (const [name, , repeated] of Object.values(fields)) if (repeated) message[name] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = fields[tag >>> 3];
    if (!field) {
      reader.skipType(tag & 7);
      continue;
    }
    const [name, kind, repeated] = field;
    if (repeated && isScalar(kind) && wireType[kind] !== lengthDelimited && (tag & 7) === lengthDelimited) {
      const last = reader.uint32() + reader.pos;
      while (reader.pos < last) (message[name] as unknown[]).push(readScalar(kind, reader));
      continue;
    }
    const value = isScalar(kind) ? readScalar(kind, reader) : decode(kind, reader, reader.uint32() + reader.pos);
    if (repeated) (message[name] as unknown[]).push(value);
    else message[name] = value;
  }
  return message;
}

function encode(type: MessageName, message: Message, writer: protobuf.Writer): protobuf.Writer {
  for (const [number, [name, kind, repeated]] of Object.entries(messages[type])) {
    const value = message[name];
    if (value === undefined) continue;
    const items = repeated ? (value as unknown[]) : [value];
    const tag = Number(number) << 3;
    if (repeated && isScalar(kind) && wireType[kind] !== lengthDelimited) {
      if (items.length === 0) continue;
      writer.uint32(tag | lengthDelimited).fork();
      for (const item of items) writeScalar(kind, item, writer);
      writer.ldelim();
      continue;
    }
    for (const item of items) {
      if (isScalar(kind)) writeScalar(kind, item, writer.uint32(tag | wireType[kind]));
      else encode(kind, item as Message, writer.uint32(tag | lengthDelimited).fork()).ldelim();
    }
  }
  return writer;
}

function isScalar(kind: Scalar | MessageName): kind is Scalar {
  return kind in wireType;
}

const method = { int: 'int64', float: 'float', double: 'double', string: 'string', bytes: 'bytes' } as const satisfies Record<
  Scalar,
  string
>;

function readScalar(kind: Scalar, reader: protobuf.Reader): number | string | Uint8Array {
  const value = reader[method[kind]]();
  return kind === 'int' ? Number(value) : (value as number | string | Uint8Array);
}

const writeScalar = (kind: Scalar, value: unknown, writer: protobuf.Writer) => writer[method[kind]](value as never);
