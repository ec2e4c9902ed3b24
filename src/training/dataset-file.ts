/** Data sets and label logs as files. */

import { crc32 } from 'node:zlib';
import { loadBytes, saveBytes } from '../node/files.ts';
import { Journal, readJournal } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Dataset, type LabelCard, mergeDatasets } from './dataset.ts';
import { decodeDataset, encodeDataset } from './dataset-codec.ts';
import { decodeLog, encodeLabel, encodeLogHeader, type Label } from './label-log.ts';

/** One data set of all the files. */
export async function loadDataset(...files: readonly string[]): Promise<Dataset> {
  const parts: Dataset[] = [];
  for (const file of files) parts.push(decodeDataset(await loadBytes(file), file));
  return mergeDatasets(parts);
}

export const saveDataset = (file: string, dataset: Dataset): Promise<void> => saveBytes(file, encodeDataset(dataset));

/** Identifies the problems of a data set; labels and cards do not count. */
export function datasetChecksum({ start, x, y, demand, capacity }: Dataset): number {
  const sums = [start, x, y, demand, capacity].map((column) => crc32(new Uint8Array(column.buffer, column.byteOffset, column.byteLength)));
  return crc32(new Uint8Array(Uint32Array.from(sums).buffer));
}

export class LabelLogFile {
  private constructor(
    private readonly journal: Journal,
    /** Labels known so far, those of earlier runs included. */
    readonly labels: Map<number, Label>,
  ) {}

  /** Opens the log with the labels of earlier runs; refuses a log of another data set or budget. */
  static async open(file: string, dataset: Dataset, card: LabelCard): Promise<LabelLogFile> {
    const checksum = datasetChecksum(dataset);
    const bytes = await readJournal(file);
    if (bytes.length === 0) {
      const journal = await Journal.open(file, 0);
      await journal.append(encodeLogHeader(checksum, card));
      await journal.sync();
      return new LabelLogFile(journal, new Map());
    }
    const log = readLog(bytes, file, checksum);
    if (JSON.stringify(log.card) !== JSON.stringify(card))
      throw new NeoLrpError(
        'E_DATASET',
        `the log was started with other options (${JSON.stringify(log.card)}); use those, or name another log`,
        { file },
      );
    return new LabelLogFile(await Journal.open(file, log.end), new Map(log.labels));
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
  const checksum = datasetChecksum(dataset);
  const labels = new Map<number, Label>();
  let card: LabelCard | undefined;
  for (const file of files) {
    const log = readLog(await loadBytes(file), file, checksum);
    if (card && JSON.stringify(card) !== JSON.stringify(log.card))
      throw new NeoLrpError('E_DATASET', `the log was made with other options than ${files[0]}; shards need the same options`, { file });
    card = log.card;
    for (const [set, label] of log.labels) labels.set(set, label);
  }
  if (!card) throw new NeoLrpError('E_DATASET', 'there is no log to merge; name at least one');
  return { card, labels };
}

function readLog(bytes: Uint8Array, file: string, checksum: number) {
  const log = decodeLog(bytes, file);
  if (log.dataset !== checksum)
    throw new NeoLrpError('E_DATASET', 'the log belongs to another data set; name the one it was made for, or another log', { file });
  return log;
}
