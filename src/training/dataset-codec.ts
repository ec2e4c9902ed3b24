/**
 * A data set as bytes, little-endian:
 *
 *     header with the magic 'NEOLRPDS' · columns, each beginning at a multiple of 8 bytes
 *
 * The header names the columns with their lengths and checksums, so that any wrong byte is found and located.
 */
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { contextWidth } from '../surrogate/context.ts';
import { brokenAt, decodeHeader, encodeHeader, type FileType } from './binary-header.ts';
import type { Column } from './columns.ts';
import { type Dataset, sourceSchema } from './dataset.ts';
import { classCount } from './instance-class.ts';
import { origins } from './sample.ts';

const datasetFile: FileType = { magic: 'NEOLRPDS', version: 3, noun: 'data set', remedy: 'generate or copy the file again' };

const columnTypes = { f32: Float32Array, f64: Float64Array, i32: Int32Array, u16: Uint16Array, u8: Uint8Array } as const;

/** Every column of a data set, in file order; those of labels are absent until there are labels. */
const layout = {
  start: 'i32',
  x: 'f32',
  y: 'f32',
  demand: 'f32',
  context: 'f32',
  capacity: 'f64',
  spread: 'f64',
  group: 'i32',
  classCode: 'u16',
  origin: 'u8',
  travel: 'f64',
  routes: 'f64',
  cost: 'f64',
} as const satisfies Record<string, keyof typeof columnTypes>;
type ColumnName = keyof typeof layout;
type ColumnOf<N extends ColumnName> = InstanceType<(typeof columnTypes)[(typeof layout)[N]]>;

const headerSchema = z.strictObject({
  sources: z.array(sourceSchema),
  columns: z.array(
    z.strictObject({
      name: z.enum(Object.keys(layout) as [ColumnName, ...ColumnName[]]),
      length: z.number().int().nonnegative(),
      crc32: z.number().int(),
    }),
  ),
});

const padded = (length: number) => Math.ceil(length / 8) * 8;
const bytesOf = (column: Column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

export function encodeDataset(dataset: Dataset): Uint8Array {
  const { sources, count: _, labels, ...own } = dataset;
  const columns: Partial<Record<ColumnName, Column>> = { ...own, ...labels };
  const present = (Object.keys(layout) as ColumnName[]).flatMap((name) => {
    const column = columns[name];
    return column ? [{ name, column }] : [];
  });
  const header = encodeHeader(datasetFile, {
    sources,
    columns: present.map(({ name, column }) => ({ name, length: column.length, crc32: crc32(bytesOf(column)) })),
  });
  const body = padded(header.length);
  const bytes = new Uint8Array(body + present.reduce((sum, { column }) => sum + padded(column.byteLength), 0));
  bytes.set(header);
  let at = body;
  for (const { column } of present) {
    bytes.set(bytesOf(column), at);
    at += padded(column.byteLength);
  }
  return bytes;
}

/** Checks every byte; `file` is for the error message. */
export function decodeDataset(bytes: Uint8Array, file: string): Dataset {
  const broken = (offset: number, what: string) => brokenAt(datasetFile, file, offset, what);
  const { content: header, end: headerEnd } = decodeHeader(datasetFile, headerSchema, bytes, file);
  const columns: Partial<Record<ColumnName, Column>> = {};
  const offsets: Partial<Record<ColumnName, number>> = {};
  let at = padded(headerEnd);
  for (let k = headerEnd; k < Math.min(at, bytes.length); k++) if (bytes[k] !== 0) throw broken(k, 'there is a stray byte');
  for (const { name, length, crc32: expected } of header.columns) {
    const type = columnTypes[layout[name]];
    const end = at + length * type.BYTES_PER_ELEMENT;
    if (at + padded(length * type.BYTES_PER_ELEMENT) > bytes.length) throw broken(bytes.length, `the file ends inside column '${name}'`);
    if (crc32(bytes.subarray(at, end)) !== expected) throw broken(at, `the checksum is wrong for column '${name}', which begins`);
    // A copy, because columns need aligned buffers of their own; not by `slice`, which shares memory in Node's Buffer.
    columns[name] = new type(Uint8Array.from(bytes.subarray(at, end)).buffer);
    offsets[name] = at;
    for (at = end; at < bytes.length && at % 8 !== 0; at++) if (bytes[at] !== 0) throw broken(at, 'there is a stray byte');
  }
  if (at < bytes.length) throw broken(at, 'there is more than the header announces');

  const column = <N extends ColumnName>(name: N): ColumnOf<N> => {
    const found = columns[name];
    if (!found) throw broken(headerEnd, `column '${name}' is missing from the header, which ends`);
    return found as ColumnOf<N>;
  };
  const dataset: Dataset = {
    sources: header.sources,
    count: column('start').length - 1,
    start: column('start'),
    x: column('x'),
    y: column('y'),
    demand: column('demand'),
    context: column('context'),
    capacity: column('capacity'),
    spread: column('spread'),
    group: column('group'),
    classCode: column('classCode'),
    origin: column('origin'),
    labels: columns.travel ? { travel: column('travel'), routes: column('routes'), cost: column('cost') } : null,
  };
  const fault = findFault(dataset);
  if (fault) {
    const offset = (offsets[fault.column] ?? 0) + fault.index * columnTypes[layout[fault.column]].BYTES_PER_ELEMENT;
    throw broken(offset, `column '${fault.column}' ${fault.what}`);
  }
  return dataset;
}

/** Checksums find damage; this finds lengths that disagree and impossible values. */
function findFault(dataset: Dataset): { readonly column: ColumnName; readonly index: number; readonly what: string } | undefined {
  const { count, start, labels } = dataset;
  if (start[0] !== 0) return { column: 'start', index: 0, what: `begins with ${start[0]}, not 0` };
  for (let k = 0; k < count; k++) if (start[k + 1] <= start[k]) return { column: 'start', index: k + 1, what: `leaves set ${k} empty` };
  const customers = start[count];
  const expectedLength = (name: ColumnName) =>
    name === 'start'
      ? count + 1
      : name === 'context'
        ? contextWidth * customers
        : name === 'x' || name === 'y' || name === 'demand'
          ? customers
          : count;
  const finite = (value: number) => Number.isFinite(value);
  const positive = (value: number) => value > 0 && finite(value);
  const notNegative = (value: number) => value >= 0 && finite(value);
  const rules: readonly (readonly [ColumnName, Column | undefined, (value: number) => boolean])[] = [
    ['x', dataset.x, finite],
    ['y', dataset.y, finite],
    ['demand', dataset.demand, notNegative],
    ['context', dataset.context, notNegative],
    ['capacity', dataset.capacity, positive],
    ['spread', dataset.spread, positive],
    ['group', dataset.group, finite],
    ['classCode', dataset.classCode, (code) => code < classCount],
    ['origin', dataset.origin, (origin) => origin < origins.length],
    ['travel', labels?.travel, notNegative],
    ['routes', labels?.routes, positive],
    ['cost', labels?.cost, notNegative],
  ];
  for (const [column, values, holds] of rules) {
    if (!values) continue;
    if (values.length !== expectedLength(column))
      return { column, index: 0, what: `has ${values.length} entries instead of ${expectedLength(column)}` };
    for (let k = 0; k < values.length; k++)
      if (!holds(values[k])) return { column, index: k, what: `has the impossible value ${values[k]}` };
  }
  return undefined;
}
