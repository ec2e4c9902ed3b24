import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { Journal, type JournalForm, readHead, readJournal } from '../../src/node/journal.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

const form: JournalForm<{ a: number }> = { schema: z.strictObject({ a: z.number() }), remedy: 'remove it' };

describe('a journal', () => {
  it('keeps what is whole, cuts the rest, and appends in order', async () => {
    writeFileSync(path('a'), '{"a":1}\n{"a":2}\n{"a":');
    const journal = await Journal.open(path('a'), form);
    await Promise.all([journal.append({ a: 3 }), journal.append({ a: 4 }), journal.append({ a: 5 })]);
    await journal.close();
    expect(readFileSync(path('a'), 'utf8')).toBe([1, 2, 3, 4, 5].map((a) => `{"a":${a}}\n`).join(''));
    expect(journal.entries).toEqual([1, 2, 3, 4, 5].map((a) => ({ a })));
  });

  it('completes a last line that lacks its end', async () => {
    writeFileSync(path('lines'), '{"a":1}\n{"a":2}');
    const journal = await Journal.open(path('lines'), { ...form, syncAtEnd: true });
    await journal.append({ a: 3 });
    await journal.close();
    expect(await readJournal(path('lines'), form)).toEqual({ entries: [{ a: 1 }, { a: 2 }, { a: 3 }], whole: 24 });
  });

  it('begins where there is no file, and refuses where there cannot be one', async () => {
    expect(await readJournal(path('new'), form)).toEqual({ entries: [], whole: 0 });
    await (await Journal.open(path('new'), form)).close();
    expect(readFileSync(path('new'))).toHaveLength(0);
    await expect(Journal.open(path('no/such/folder'), form)).rejects.toMatchObject({ code: 'E_FILE' });
    await expect(readJournal(folder, form)).rejects.toMatchObject({ code: 'E_FILE' });
  });

  it('says so when it cannot be written, now and ever after', async () => {
    const journal = await Journal.open(path('full'), form);
    const { handle } = journal as unknown as { handle: { appendFile: unknown } };
    const write = vi.spyOn(handle as { appendFile: () => Promise<void> }, 'appendFile');
    write.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    await expect(journal.append({ a: 1 })).rejects.toMatchObject({ code: 'E_FILE', message: expect.stringMatching(/no space/) });
    await expect(journal.append({ a: 2 })).rejects.toMatchObject({ code: 'E_FILE' });
    await expect(journal.close()).rejects.toMatchObject({ code: 'E_FILE' });
    expect(journal.entries).toEqual([]);
  });

  it('names a broken line, and leaves a file alone that is none', async () => {
    for (const [text, line] of [
      ['{"a":1}\n{"a":"x"}\n{"a":2}\n', 2],
      ['{"a":1}\n{"a":\n', 2],
      ['this is a shopping list', 1],
    ] as const) {
      writeFileSync(path('broken'), text);
      await expect(Journal.open(path('broken'), form)).rejects.toMatchObject({
        code: 'E_DATASET',
        place: { file: path('broken'), line },
        message: expect.stringMatching(/the line is broken: .*; remove it$/s),
      });
      expect(readFileSync(path('broken'), 'utf8')).toBe(text);
    }
  });
});

describe('a journal with a head', () => {
  const headed = (plan: number, refuse?: JournalForm<{ a: number }>['refuse']) => ({ ...form, head: { plan }, refuse });

  it('continues under the same head', async () => {
    for (const a of [1, 2]) {
      const journal = await Journal.open(path('head'), headed(7));
      await journal.append({ a });
      await journal.close();
    }
    expect(readFileSync(path('head'), 'utf8')).toBe('{"plan":7}\n{"a":1}\n{"a":2}\n');
    expect(await readHead(path('head'), z.object({ plan: z.number() }), 'remove it')).toEqual({ plan: 7 });
  });

  it('begins anew under another one, or refuses', async () => {
    const refuse = (head: unknown) => new NeoLrpError('E_USAGE', `it has ${JSON.stringify(head)}`);
    await expect(Journal.open(path('head'), headed(8, refuse))).rejects.toThrow('it has {"plan":7}');
    await (await Journal.open(path('head'), headed(8))).close();
    expect(readFileSync(path('head'), 'utf8')).toBe('{"plan":8}\n');
    appendFileSync(path('head'), '{"a":');
    expect((await readJournal(path('head'), headed(8))).entries).toEqual([]);
    await expect(readHead(path('none'), z.unknown(), 'remove it')).rejects.toMatchObject({ code: 'E_DATASET' });
  });
});
