import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Journal, parseJsonLine, readJournal, readJsonLines } from '../../src/node/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

describe('a journal', () => {
  it('keeps what is whole, cuts the rest, and appends in order', async () => {
    writeFileSync(path('a'), 'one\ntwo\nthr');
    const journal = await Journal.open(path('a'), 8);
    await Promise.all([journal.append('three\n'), journal.append(Buffer.from('four\n')), journal.append('five\n')]);
    await journal.close();
    expect(readFileSync(path('a'), 'utf8')).toBe('one\ntwo\nthree\nfour\nfive\n');
  });

  it('begins where there is no file, and refuses where there cannot be one', async () => {
    expect(await readJournal(path('new'))).toHaveLength(0);
    await (await Journal.open(path('new'), 0)).close();
    expect(readFileSync(path('new'))).toHaveLength(0);
    await expect(Journal.open(path('no/such/folder'), 0)).rejects.toMatchObject({ code: 'E_FILE' });
    await expect(readJournal(folder)).rejects.toMatchObject({ code: 'E_FILE' });
  });

  it.skipIf(process.platform !== 'linux')('says so when the disk is full, now and ever after', async () => {
    const journal = await Journal.open('/dev/full', 0);
    await expect(journal.append('lost')).rejects.toMatchObject({ code: 'E_FILE', message: expect.stringMatching(/no space/) });
    await expect(journal.append('more')).rejects.toMatchObject({ code: 'E_FILE' });
    await expect(journal.close()).rejects.toMatchObject({ code: 'E_FILE' });
  });
});

describe('lines of JSON', () => {
  it('leave out a torn last line, and complete one that lacks its end', async () => {
    writeFileSync(path('lines'), '{"a":1}\n{"a":2}\n{"a":');
    expect(await readJsonLines(path('lines'))).toEqual({ lines: ['{"a":1}', '{"a":2}'], whole: 16 });
    appendFileSync(path('lines'), '3}');
    const { lines, whole } = await readJsonLines(path('lines'));
    expect(lines).toHaveLength(3);
    const journal = await Journal.open(path('lines'), whole);
    await journal.append('{"a":4}\n');
    await journal.close();
    expect((await readJsonLines(path('lines'))).lines.map((line) => JSON.parse(line).a)).toEqual([1, 2, 3, 4]);
  });

  it('are read by a schema, and a broken one is named', () => {
    const schema = z.strictObject({ a: z.number() });
    const place = { file: 'lines', line: 7 };
    expect(parseJsonLine(schema, '{"a":1}', 'remove it', place)).toEqual({ a: 1 });
    for (const text of ['{"a":"x"}', '{"a":']) {
      expect(() => parseJsonLine(schema, text, 'remove it', place)).toThrow(
        expect.objectContaining({
          code: 'E_DATASET',
          place,
          message: expect.stringMatching(/^lines:7: the line is broken: .*; remove it$/s),
        }),
      );
    }
  });
});
