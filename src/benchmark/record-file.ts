/** results.jsonl, open for appending: one line per run, synced at once. */
import { Journal, parseJsonLine, readJsonLines } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type RunRecord, recordSchema } from './record.ts';

export class RecordFile {
  private constructor(
    private readonly journal: Journal,
    /** From earlier runs and this one. */
    readonly records: RunRecord[],
  ) {}

  static async open(file: string): Promise<RecordFile> {
    const { records, whole } = await readRecords(file);
    return new RecordFile(await Journal.open(file, whole), records);
  }

  async append(record: RunRecord): Promise<void> {
    await this.journal.append(`${JSON.stringify(record)}\n`);
    await this.journal.sync();
    this.records.push(record);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

/** The records of a file, for reading only; a torn last line is left out. */
export async function loadRecords(file: string): Promise<RunRecord[]> {
  const { records } = await readRecords(file);
  if (records.length === 0) throw new NeoLrpError('E_FILE', 'there are no records', { file });
  return records;
}

async function readRecords(file: string): Promise<{ records: RunRecord[]; whole: number }> {
  const { lines, whole } = await readJsonLines(file);
  const remedy = 'delete the line to repeat its run';
  return { records: lines.map((text, k) => parseJsonLine(recordSchema, text, remedy, { file, line: k + 1 })), whole };
}
