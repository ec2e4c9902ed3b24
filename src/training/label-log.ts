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
import { loadBytes } from '../node/files.ts';
import { Journal, readJournal } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { brokenAt, decodeHeader, encodeHeader, type FileType } from './binary-header.ts';
import { type Dataset, type LabelCard, labelCardSchema } from './dataset.ts';
import { datasetChecksum } from './dataset-file.ts';
import type { Label } from './label.ts';

const logFile: FileType = { magic: 'NEOLRPLB', version: 1, noun: 'label log', remedy: 'delete the log to start again' };
const recordLength = 32;

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

/** `end`: offset of the next record. */
export function decodeLog(bytes: Uint8Array, file: string) {
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

export class LabelLogFile {
  private constructor(
    private readonly journal: Journal,
    /** Labels known so far, those of earlier runs included. */
    readonly labels: Map<number, Label>,
  ) {}

  /** Opens the log with the labels of earlier runs; refuses a log of another data set or budget. */
  static async open(file: string, dataset: Dataset, card: LabelCard): Promise<LabelLogFile> {
    const bytes = await readJournal(file);
    if (bytes.length === 0) {
      const journal = await Journal.open(file, 0);
      await journal.append(encodeLogHeader(datasetChecksum(dataset), card));
      await journal.sync();
      return new LabelLogFile(journal, new Map());
    }
    const log = readLog(bytes, file, dataset);
    if (JSON.stringify(log.card) !== JSON.stringify(card))
      throw new NeoLrpError(
        'E_DATASET',
        `the log was started with other options (${JSON.stringify(log.card)}); use those, or name another log`,
        { file },
      );
    return new LabelLogFile(await Journal.open(file, log.end), log.labels);
  }

  async append(set: number, label: Label): Promise<void> {
    await this.journal.append(encodeLabel(set, label));
    this.labels.set(set, label);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

/** The labels of several logs (shards) of one data set, made with the same plan. */
export async function mergeLogs(files: readonly string[], dataset: Dataset): Promise<{ card: LabelCard; labels: Map<number, Label> }> {
  const labels = new Map<number, Label>();
  let card: LabelCard | undefined;
  for (const file of files) {
    const log = readLog(await loadBytes(file), file, dataset);
    if (card && JSON.stringify(card) !== JSON.stringify(log.card))
      throw new NeoLrpError('E_DATASET', `the log was made with other options than ${files[0]}; shards need the same options`, { file });
    card = log.card;
    for (const [set, label] of log.labels) labels.set(set, label);
  }
  if (!card) throw new NeoLrpError('E_DATASET', 'there is no log to merge; name at least one');
  return { card, labels };
}

function readLog(bytes: Uint8Array, file: string, dataset: Dataset) {
  const log = decodeLog(bytes, file);
  if (log.dataset !== datasetChecksum(dataset))
    throw new NeoLrpError('E_DATASET', 'the log belongs to another data set; name the one it was made for, or another log', { file });
  return log;
}
