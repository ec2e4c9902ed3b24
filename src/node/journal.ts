/**
 * Files of JSON lines that are only appended to, so that a kill loses no finished entry. At most the last line is torn; it is cut off when
 * the journal is opened again.
 */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';
import { fileFault } from './file-fault.ts';

export interface JournalForm<Entry> {
  readonly schema: z.ZodType<Entry>;
  /** What to do about a broken line. */
  readonly remedy: string;
  /** The first line: what all others belong to. */
  readonly head?: object;
  /** The error for a journal with another head; without it the journal is begun anew. */
  readonly refuse?: (head: unknown) => NeoLrpError;
  /** Syncs only when the journal is closed, for entries that come by the hundred a second. A power failure may lose the last ones. */
  readonly syncAtEnd?: boolean;
}

export class Journal<Entry> {
  private queue: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
    private readonly syncAtEnd: boolean,
    /** Of earlier runs and this one. */
    readonly entries: Entry[],
  ) {}

  static async open<Entry>(file: string, form: JournalForm<Entry>): Promise<Journal<Entry>> {
    const { entries, whole } = await readJournal(file, form);
    const handle = await open(file, 'a').catch((cause) => Promise.reject(fileFault(file, cause, 'write')));
    const journal = new Journal(file, handle, form.syncAtEnd ?? false, entries);
    await journal.inTurn(async () => {
      const { size } = await handle.stat();
      if (size > whole) await handle.truncate(whole);
      if (size < whole) await handle.appendFile('\n');
    });
    if (whole === 0 && form.head) await journal.write(form.head);
    return journal;
  }

  /** After a failure every later one fails too. */
  async append(entry: Entry): Promise<void> {
    await this.write(entry);
    this.entries.push(entry);
  }

  async close(): Promise<void> {
    try {
      await this.inTurn(() => this.handle.datasync());
    } finally {
      await this.handle.close();
    }
  }

  private write(line: unknown): Promise<void> {
    return this.inTurn(async () => {
      await this.handle.appendFile(`${JSON.stringify(line)}\n`);
      if (!this.syncAtEnd) await this.handle.datasync();
    });
  }

  /** One action at a time, so that lines do not interleave. */
  private inTurn(action: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(action).catch((cause) => {
      throw cause instanceof NeoLrpError ? cause : fileFault(this.file, cause, 'write');
    });
    return this.queue;
  }
}

/** The entries, and the size in bytes of what is kept, newlines included; the last line counts even without its own. */
export async function readJournal<Entry>(
  file: string,
  { schema, remedy, head, refuse }: JournalForm<Entry>,
): Promise<{ readonly entries: Entry[]; readonly whole: number }> {
  const { lines, whole } = await readLines(file, remedy);
  const parse = <T>(lineSchema: z.ZodType<T>, k: number) => parseLine(lineSchema, lines[k], remedy, { file, line: k + 1 });
  if (head && lines.length > 0) {
    const begun = parse(z.unknown(), 0);
    if (JSON.stringify(begun) !== JSON.stringify(head)) {
      if (refuse) throw refuse(begun);
      return { entries: [], whole: 0 };
    }
  }
  const first = head ? 1 : 0;
  return { entries: lines.slice(first).map((_, k) => parse(schema, first + k)), whole };
}

/** The first line of a journal that has a head. */
export async function readHead<T>(file: string, schema: z.ZodType<T>, remedy: string): Promise<T> {
  const { lines } = await readLines(file, remedy);
  return parseLine(schema, lines[0] ?? '', remedy, { file, line: 1 });
}

/** None if there is no file yet. Devices and pipes are refused, as they may have no end. */
async function readLines(file: string, remedy: string): Promise<{ readonly lines: readonly string[]; readonly whole: number }> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new NeoLrpError('E_FILE', 'this must be a regular file', { file });
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ENOENT' ? new Uint8Array() : Promise.reject(fileFault(file, cause, 'read')),
  );
  const end = bytes.lastIndexOf(0x0a) + 1;
  const decode = (part: Uint8Array) => new TextDecoder().decode(part);
  const lines = decode(bytes.subarray(0, end)).split('\n').slice(0, -1);
  const rest = decode(bytes.subarray(end));
  if (isJson(rest)) return { lines: [...lines, rest], whole: bytes.length + 1 };
  if (rest !== '' && !rest.startsWith('{')) throw brokenLine('it is not JSON', remedy, { file, line: lines.length + 1 });
  return { lines, whole: end };
}

function parseLine<T>(schema: z.ZodType<T>, text: string, remedy: string, place: { file: string; line: number }): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw brokenLine(cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON', remedy, place, cause);
  }
}

const brokenLine = (reason: string, remedy: string, place: { file: string; line: number }, cause?: unknown) =>
  new NeoLrpError('E_DATASET', `the line is broken: ${reason}; ${remedy}`, place, { cause });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
