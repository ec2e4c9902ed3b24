/**
 * The log that a labelling run appends to, so that a kill loses no finished label.
 *
 *     header with the magic 'NEOLRPLB'
 *     records of 32 bytes: set u32 · routes u32 · travel f64 · cost f64 · 0 u32 · CRC-32 of the 28 bytes before u32
 *
 * The header has the checksum of the data set, so that logs are not mixed up. A torn record at the end, which a kill leaves behind, is
 * dropped; a wrong one before the end is an error.
 */
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { brokenAt, decodeHeader, encodeHeader, type FileType } from './binary-header.ts';
import { type LabelCard, labelCardSchema } from './dataset.ts';

const logFile: FileType = { magic: 'NEOLRPLB', version: 1, noun: 'label log', remedy: 'delete the log to start again' };
const recordLength = 32;

export interface Label {
  readonly travel: number;
  readonly routes: number;
  /** Travel plus the labeller's vehicle cost per route. */
  readonly cost: number;
}

export interface LabelLog {
  readonly dataset: number;
  readonly card: LabelCard;
  readonly labels: ReadonlyMap<number, Label>;
  /** Offset of the next record. */
  readonly end: number;
}

const headerSchema = z.strictObject({ dataset: z.number().int(), card: labelCardSchema });

export const encodeLogHeader = (dataset: number, card: LabelCard): Uint8Array => encodeHeader(logFile, { dataset, card });

export function encodeLabel(set: number, { routes, travel, cost }: Label): Uint8Array {
  const record = new Uint8Array(recordLength);
  const view = new DataView(record.buffer);
  view.setUint32(0, set, true);
  view.setUint32(4, routes, true);
  view.setFloat64(8, travel, true);
  view.setFloat64(16, cost, true);
  view.setUint32(28, crc32(record.subarray(0, 28)), true);
  return record;
}

export function decodeLog(bytes: Uint8Array, file: string): LabelLog {
  const { content, end } = decodeHeader(logFile, headerSchema, bytes, file);
  const broken = (offset: number, what: string) => brokenAt(logFile, file, offset, what);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const labels = new Map<number, Label>();
  let at = end;
  for (; at + recordLength <= bytes.length; at += recordLength) {
    if (view.getUint32(at + 28, true) !== crc32(bytes.subarray(at, at + 28))) {
      // A power failure may leave a last record of the right length but wrong content.
      if (at + 2 * recordLength > bytes.length) break;
      throw broken(at, 'the checksum is wrong for the record');
    }
    const set = view.getUint32(at, true);
    const label = { routes: view.getUint32(at + 4, true), travel: view.getFloat64(at + 8, true), cost: view.getFloat64(at + 16, true) };
    const earlier = labels.get(set);
    if (earlier && (earlier.travel !== label.travel || earlier.routes !== label.routes))
      throw broken(at, `set ${set} is labelled a second time, and differently,`);
    labels.set(set, label);
  }
  return { ...content, labels, end: at };
}
