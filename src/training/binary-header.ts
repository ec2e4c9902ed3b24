/** The header that our binary files share: magic (8 bytes) · version u32 · length u32 · JSON · CRC-32 of all that u32; little-endian. */
import { crc32 } from 'node:zlib';
import type * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';

const fixedLength = 16;

/** A kind of file; the magic is eight ASCII characters. */
export interface FileType {
  readonly magic: string;
  readonly version: number;
  readonly noun: string;
  /** What to do about a broken one. */
  readonly remedy: string;
}

/** A fault at a byte of the file. */
export function brokenAt(type: FileType, file: string, offset: number, what: string): NeoLrpError {
  return new NeoLrpError('E_DATASET', `${what} at byte ${offset}; ${type.remedy}`, { file });
}

export function encodeHeader(type: FileType, content: unknown): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(content));
  const bytes = new Uint8Array(fixedLength + json.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(type.magic));
  view.setUint32(8, type.version, true);
  view.setUint32(12, json.length, true);
  bytes.set(json, fixedLength);
  view.setUint32(fixedLength + json.length, crc32(bytes.subarray(0, fixedLength + json.length)), true);
  return bytes;
}

/** The checked content, and where the header ends. */
export function decodeHeader<T>(
  type: FileType,
  schema: z.ZodType<T>,
  bytes: Uint8Array,
  file: string,
): { readonly content: T; readonly end: number } {
  const broken = (offset: number, what: string) => brokenAt(type, file, offset, what);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < fixedLength || new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== type.magic)
    throw broken(0, `this is not a ${type.noun}: the mark '${type.magic}' is missing`);
  const version = view.getUint32(8, true);
  if (version !== type.version)
    throw broken(8, `this release reads version ${type.version} of a ${type.noun}, but the file says ${version}`);
  const jsonEnd = fixedLength + view.getUint32(12, true);
  if (jsonEnd + 4 > bytes.length) throw broken(12, 'the file ends inside the header');
  if (view.getUint32(jsonEnd, true) !== crc32(bytes.subarray(0, jsonEnd)))
    throw broken(fixedLength, 'the checksum is wrong for the header');
  const parsed = schema.safeParse(jsonIn(bytes.subarray(fixedLength, jsonEnd)));
  if (!parsed.success) {
    const field = parsed.error.issues[0].path.join('.');
    throw broken(
      fixedLength,
      field === '' ? 'the header is not a JSON object of the right kind' : `the header lacks or misnames '${field}'`,
    );
  }
  return { content: parsed.data, end: jsonEnd + 4 };
}

/** Undefined if the text is not JSON: even a broken header may have a correct checksum. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
