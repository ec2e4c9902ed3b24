/**
 * results.jsonl, open for appending. A line is written at once and synced, so that a kill loses no finished run; what a kill may leave
 * behind is a torn last line, which is cut off when the file is opened again.
 */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { fileFault } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type RunRecord, recordSchema } from './record.ts';

export class RecordFile {
  private queue: Promise<void> = Promise.resolve();

  private constructor(
    private readonly handle: FileHandle,
    private readonly file: string,
    /** Of earlier runs and of this one. */
    readonly records: RunRecord[],
  ) {}

  static async open(file: string): Promise<RecordFile> {
    const { records, whole } = await readRecords(file);
    const handle = await open(file, 'a').catch((cause) => Promise.reject(fileFault(file, cause, 'write')));
    const { size } = await handle.stat();
    if (size > whole) await handle.truncate(whole);
    // A whole record may still lack its line end.
    if (whole > size) await handle.appendFile('\n');
    return new RecordFile(handle, file, records);
  }

  /** One at a time: lines of runs that end together must not interleave. */
  append(record: RunRecord): Promise<void> {
    this.queue = this.queue.then(async () => {
      try {
        await this.handle.appendFile(`${JSON.stringify(record)}\n`);
        await this.handle.datasync();
      } catch (cause) {
        throw fileFault(this.file, cause, 'write');
      }
      this.records.push(record);
    });
    return this.queue;
  }

  async close(): Promise<void> {
    // Whoever appended has been told already.
    await this.queue.catch(() => undefined);
    await this.handle.close();
  }
}

/** The records of a file that nobody appends to; a torn last line is left out. */
export async function loadRecords(file: string): Promise<RunRecord[]> {
  const { records, whole } = await readRecords(file);
  if (whole === 0) throw new NeoLrpError('E_FILE', 'there are no records', { file });
  return records;
}

async function readRecords(file: string): Promise<{ records: RunRecord[]; whole: number }> {
  await requireFile(file);
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ENOENT' ? Buffer.alloc(0) : Promise.reject(fileFault(file, cause, 'read')),
  );
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  const records = lines.map((line, k) => {
    const read = parseLine(line);
    if (read.record) return read.record;
    throw new NeoLrpError('E_DATASET', `the record is broken: ${read.reason}; remove the line, and its run is repeated`, {
      file,
      line: k + 1,
    });
  });
  const rest = bytes.subarray(end).toString('utf8');
  const last = rest === '' ? undefined : parseLine(rest).record;
  return last ? { records: [...records, last], whole: bytes.length + 1 } : { records, whole: end };
}

/** Devices and pipes may have no end, and a folder has no lines. */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new NeoLrpError('E_FILE', 'the records must be in a file, and this is none', { file });
}

type Line = { readonly record: RunRecord; readonly reason?: undefined } | { readonly record?: undefined; readonly reason: string };

function parseLine(line: string): Line {
  try {
    return { record: recordSchema.parse(JSON.parse(line)) };
  } catch (error) {
    return { reason: error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON' };
  }
}
