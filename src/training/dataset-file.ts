/**
 * A data set as a file, little-endian:
 *
 *     'NEOLRPDS' · version u32 · length of the JSON u32 · JSON · CRC-32 of all that u32 · columns, each beginning at a multiple of 8 bytes
 *
 * The JSON names the columns with their lengths and checksums, so that any wrong byte is found and located.
 */

import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { loadBytes, saveBytes } from '../node/files.ts';
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Dataset, mergeDatasets, requireDataset, sourceSchema } from './dataset.ts';
import { decodeTable, encodeTable, tableKind } from './dataset-table.ts';
import { classCount, unknownClass } from './instance-class.ts';
import { origins } from './sample.ts';
import { type Column, customerWidths } from './set-table.ts';

const magic = 'NEOLRPDS';
const version = 3;
const fixedLength = 16;

const finite = (value: number) => Number.isFinite(value);
const positive = (value: number) => value > 0 && finite(value);
const notNegative = (value: number) => value >= 0 && finite(value);

interface ColumnType {
  readonly array: new (buffer: ArrayBuffer) => Column;
  readonly holds: (value: number) => boolean;
}

/** Every column of a data set, in file order; the last three are there once the set is labelled. */
const layout = {
  start: { array: Int32Array, holds: finite },
  x: { array: Float32Array, holds: finite },
  y: { array: Float32Array, holds: finite },
  demand: { array: Float32Array, holds: notNegative },
  context: { array: Float32Array, holds: notNegative },
  capacity: { array: Float64Array, holds: positive },
  spread: { array: Float64Array, holds: positive },
  group: { array: Int32Array, holds: finite },
  classCode: { array: Uint16Array, holds: (code) => code < classCount || code === unknownClass },
  origin: { array: Uint8Array, holds: (origin) => origin < origins.length },
  travel: { array: Float64Array, holds: notNegative },
  routes: { array: Float64Array, holds: positive },
  cost: { array: Float64Array, holds: notNegative },
} satisfies Record<string, ColumnType>;
type ColumnName = keyof typeof layout;
const columnNames = Object.keys(layout) as [ColumnName, ...ColumnName[]];
const labels: readonly ColumnName[] = ['travel', 'routes', 'cost'];

const headerSchema = z.strictObject({
  sources: z.array(sourceSchema).readonly(),
  columns: z.array(z.strictObject({ name: z.enum(columnNames), length: z.number().int().nonnegative(), crc32: z.number().int() })),
});

const padded = (length: number) => Math.ceil(length / 8) * 8;
const bytesOf = (column: Column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

export function encodeDataset(dataset: Dataset): Uint8Array {
  const present = columnNames.flatMap((name) => {
    const { [name]: column } = dataset;
    return column ? [{ name, column }] : [];
  });
  const columns = present.map(({ name, column }) => ({ name, length: column.length, crc32: crc32(bytesOf(column)) }));
  const json = new TextEncoder().encode(JSON.stringify({ sources: dataset.sources, columns }));
  const jsonEnd = fixedLength + json.length;
  let at = padded(jsonEnd + 4);
  const bytes = new Uint8Array(at + present.reduce((sum, { column }) => sum + padded(column.byteLength), 0));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, json.length, true);
  bytes.set(json, fixedLength);
  view.setUint32(jsonEnd, crc32(bytes.subarray(0, jsonEnd)), true);
  for (const { column } of present) {
    bytes.set(bytesOf(column), at);
    at += padded(column.byteLength);
  }
  return bytes;
}

/** The error for a fault at a byte of the file. */
type Fault = (offset: number, what: string) => NeoLrpError;

function decodeHeader(bytes: Uint8Array, broken: Fault): { header: z.output<typeof headerSchema>; headerEnd: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < fixedLength || new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== magic)
    throw broken(0, `this is not a data set: the mark '${magic}' is missing`);
  const found = view.getUint32(8, true);
  if (found !== version) throw broken(8, `this release reads version ${version} of a data set, but the file says ${found}`);
  const jsonEnd = fixedLength + view.getUint32(12, true);
  if (jsonEnd + 4 > bytes.length) throw broken(12, 'the file ends inside the header');
  if (view.getUint32(jsonEnd, true) !== crc32(bytes.subarray(0, jsonEnd)))
    throw broken(fixedLength, 'the checksum is wrong for the header');
  const parsed = headerSchema.safeParse(jsonIn(bytes.subarray(fixedLength, jsonEnd)));
  if (parsed.success) return { header: parsed.data, headerEnd: jsonEnd + 4 };
  throw broken(fixedLength, 'the header is not a JSON object of the right kind');
}

/** Undefined if the text is not JSON: even a broken header may have a correct checksum. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Checks every byte; `file` is for the error message. */
export function decodeDataset(bytes: Uint8Array, file: string): Dataset {
  const broken: Fault = (offset, what) =>
    new NeoLrpError('E_DATASET', `${what} at byte ${offset}; generate or copy the file again`, { file });
  const { header, headerEnd } = decodeHeader(bytes, broken);
  const columns: Partial<Record<ColumnName, Column>> = {};
  const offsets: Partial<Record<ColumnName, number>> = {};
  let at = padded(headerEnd);
  const requireZeros = (from: number, to: number) => {
    for (let k = from; k < Math.min(to, bytes.length); k++) if (bytes[k] !== 0) throw broken(k, 'there is a stray byte');
  };
  requireZeros(headerEnd, at);
  for (const { name, length, crc32: expected } of header.columns) {
    const { array } = layout[name];
    const end = at + length * array.BYTES_PER_ELEMENT;
    if (padded(end) > bytes.length) throw broken(bytes.length, `the file ends inside column '${name}'`);
    if (crc32(bytes.subarray(at, end)) !== expected) throw broken(at, `the checksum is wrong for column '${name}', which begins`);
    // A copy, because columns need aligned buffers of their own; not by `slice`, which shares memory in Node's Buffer.
    columns[name] = new array(Uint8Array.from(bytes.subarray(at, end)).buffer);
    offsets[name] = at;
    at = padded(end);
    requireZeros(end, at);
  }
  if (at < bytes.length) throw broken(at, 'there is more than the header announces');
  const missing = columnNames.find((name) => !columns[name] && (!labels.includes(name) || columns.travel));
  if (missing !== undefined) throw broken(headerEnd, `column '${missing}' is missing from the header, which ends`);
  const { start } = columns as Pick<Dataset, 'start'>;
  requireSound(start, columns, (name, index, what) => {
    const offset = (offsets[name] ?? 0) + index * layout[name].array.BYTES_PER_ELEMENT;
    return broken(offset, `column '${name}' ${what}`);
  });
  return { ...(columns as Omit<Dataset, 'sources' | 'count'>), sources: header.sources, count: start.length - 1 };
}

/** Checksums find damage; this finds lengths that disagree and impossible values. */
function requireSound(
  start: Int32Array,
  columns: Partial<Record<ColumnName, Column>>,
  fault: (name: ColumnName, index: number, what: string) => NeoLrpError,
): void {
  const count = start.length - 1;
  if (start[0] !== 0) throw fault('start', 0, `begins with ${start[0]}, not 0`);
  for (let k = 0; k < count; k++) if (start[k + 1] <= start[k]) throw fault('start', k + 1, `leaves set ${k} empty`);
  for (const name of columnNames) {
    const { [name]: values } = columns;
    if (!values || name === 'start') continue;
    const { [name]: width } = customerWidths;
    const length = width === undefined ? count : width * start[count];
    if (values.length !== length) throw fault(name, 0, `has ${values.length} entries instead of ${length}`);
    const index = values.findIndex((value) => !layout[name].holds(value));
    if (index >= 0) throw fault(name, index, `has the impossible value ${values[index]}`);
  }
}

/** One data set of all the files; those named .csv or .parquet are tables. */
export async function loadDataset(...files: readonly string[]): Promise<Dataset> {
  const parts: Dataset[] = [];
  for (const file of files) {
    requireArgument(isText(file), 'files', 'paths');
    const kind = tableKind(file);
    const bytes = await loadBytes(file);
    parts.push(kind ? await decodeTable(bytes, file, kind) : decodeDataset(bytes, file));
  }
  return mergeDatasets(parts);
}

/** Writes a data set as one binary file, or as a table where the name ends in .csv or .parquet. */
export async function saveDataset(file: string, dataset: Dataset): Promise<void> {
  requireArgument(isText(file), 'file', 'a path');
  const kind = tableKind(file);
  requireDataset(dataset);
  return saveBytes(file, kind ? await encodeTable(dataset, kind) : encodeDataset(dataset));
}

/** Identifies the problems of a data set; labels and cards do not count. */
export function datasetChecksum({ start, x, y, demand, capacity }: Dataset): number {
  const sums = [start, x, y, demand, capacity].map((column) => crc32(bytesOf(column)));
  return crc32(new Uint8Array(Uint32Array.from(sums).buffer));
}
