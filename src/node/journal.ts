/**
 * An append-only file, so that a kill loses no finished record. At most the last record is torn; it is cut off when the file is opened
 * again.
 */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';
import { fileFault } from './file-fault.ts';

export class Journal {
  private queue: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
  ) {}

  /** Keeps the first `whole` bytes and appends from there. If the file is just one byte short, the newline of its last line is missing. */
  static async open(file: string, whole: number): Promise<Journal> {
    const handle = await open(file, 'a').catch((cause) => Promise.reject(fileFault(file, cause, 'write')));
    const journal = new Journal(file, handle);
    await journal.write(async () => {
      const { size } = await handle.stat();
      if (size > whole) await handle.truncate(whole);
      if (size < whole) await handle.appendFile('\n');
    });
    return journal;
  }

  /** Appends one at a time, so that records do not interleave. After a failure every later append fails too. */
  append(record: string | Uint8Array): Promise<void> {
    return this.write(() => this.handle.appendFile(record));
  }

  /** Makes what was appended survive a power failure. */
  sync(): Promise<void> {
    return this.write(() => this.handle.datasync());
  }

  async close(): Promise<void> {
    try {
      await this.sync();
    } finally {
      await this.handle.close();
    }
  }

  private write(action: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(action).catch((cause) => {
      throw cause instanceof NeoLrpError ? cause : fileFault(this.file, cause, 'write');
    });
    return this.queue;
  }
}

/** Empty if there is no file yet. Devices and pipes are refused, as they may have no end. */
export async function readJournal(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new NeoLrpError('E_FILE', 'this must be a regular file', { file });
  return readFile(file).catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ENOENT' ? new Uint8Array() : Promise.reject(fileFault(file, cause, 'read')),
  );
}

/** The lines of a JSON journal and their size in bytes, newlines included. The last line counts even without its newline. */
export async function readJsonLines(file: string): Promise<{ readonly lines: readonly string[]; readonly whole: number }> {
  const bytes = await readJournal(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const decode = (part: Uint8Array) => new TextDecoder().decode(part);
  const lines = decode(bytes.subarray(0, end)).split('\n').slice(0, -1);
  const rest = decode(bytes.subarray(end));
  return isJson(rest) ? { lines: [...lines, rest], whole: bytes.length + 1 } : { lines, whole: end };
}

/** `remedy` says what to do about a broken line. */
export function parseJsonLine<T>(schema: z.ZodType<T>, text: string, remedy: string, place: { file: string; line: number }): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON';
    throw new NeoLrpError('E_DATASET', `the line is broken: ${reason}; ${remedy}`, place, { cause });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
