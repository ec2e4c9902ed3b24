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

/** What a journal of JSON lines holds. */
export interface JournalForm<Entry> {
  readonly schema: z.ZodType<Entry>;
  /** What to do about a broken line. */
  readonly remedy: string;
  /** The first line: what all others belong to. */
  readonly head?: object;
  /** The error for a journal with another head; without it such a journal is begun anew. */
  readonly refuse?: (head: string) => NeoLrpError;
}

/** A journal with a line of JSON per entry, each synced at once. */
export class JsonJournal<Entry> {
  private constructor(
    private readonly journal: Journal,
    /** Of earlier runs and this one. */
    readonly entries: Entry[],
  ) {}

  static async open<Entry>(file: string, form: JournalForm<Entry>): Promise<JsonJournal<Entry>> {
    const { entries, whole } = await readEntries(file, form);
    const journal = new JsonJournal(await Journal.open(file, whole), entries);
    if (whole === 0 && form.head) await journal.write(form.head);
    return journal;
  }

  async append(entry: Entry): Promise<void> {
    await this.write(entry);
    this.entries.push(entry);
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  private async write(line: unknown): Promise<void> {
    await this.journal.append(`${JSON.stringify(line)}\n`);
    await this.journal.sync();
  }
}

/** The entries of a journal and the size of what is kept; a torn last line is left out. */
export async function readEntries<Entry>(
  file: string,
  { schema, remedy, head, refuse }: JournalForm<Entry>,
): Promise<{ readonly entries: Entry[]; readonly whole: number }> {
  const { lines, whole } = await readJsonLines(file);
  const parse = <T>(lineSchema: z.ZodType<T>, k: number) => parseJsonLine(lineSchema, lines[k], remedy, { file, line: k + 1 });
  if (head && lines.length > 0) {
    const begun = JSON.stringify(parse(z.unknown(), 0));
    if (begun !== JSON.stringify(head)) {
      if (refuse) throw refuse(begun);
      return { entries: [], whole: 0 };
    }
  }
  const first = head ? 1 : 0;
  return { entries: lines.slice(first).map((_, k) => parse(schema, first + k)), whole };
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
