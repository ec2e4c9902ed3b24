/** Turns files as bytes into sources: the sheets of a workbook, or one text. */
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { BinaryFile } from './format.ts';
import type { SourceFile } from './source.ts';
import { looksLikeWorkbook, readWorkbook } from './xlsx-read.ts';

/** The texts of a file: the sheets of an Excel workbook, or its text. For `readInstance`. */
export async function decodeFile(file: BinaryFile): Promise<SourceFile[]> {
  requireArgument(isText(file?.name) && file.bytes instanceof Uint8Array, 'file', 'a file: { name, bytes }');
  return looksLikeWorkbook(file.bytes) ? readWorkbook(file) : [decodeText(file)];
}

/** UTF-8, or what else spreadsheets save: UTF-16 with a byte order mark, or Windows-1252. */
export function decodeText({ name, bytes }: BinaryFile): SourceFile {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name, text: new TextDecoder('utf-16le').decode(bytes) };
  const zeros = bytes.reduce((count, byte) => count + Number(byte === 0), 0);
  const binary = () =>
    new NeoLrpError('E_FORMAT_UNKNOWN', 'this is a binary file; expected an Excel workbook (.xlsx) or a text format', { file: name });
  // An id may contain a zero byte; UTF-16 without a byte order mark has many.
  if (zeros > bytes.length / 8) throw binary();
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    if (zeros > 0) throw binary();
    // As a stream, since several Node releases decode a whole buffer as Latin-1 instead (nodejs/node#60888).
    return { name, text: new TextDecoder('windows-1252').decode(bytes, { stream: true }) };
  }
}
