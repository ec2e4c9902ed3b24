import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestRecords, loadRecords, openRecords } from '../../src/benchmark/record.ts';
import { scaled } from '../scaled.ts';
import { failed, solved } from './runs.ts';

describe('the record file', () => {
  let folder = '';
  const path = (name: string) => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neo-lrp-records-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('returns what was appended, in order', async () => {
    const file = await openRecords(path('a.jsonl'));
    await Promise.all([file.append(solved({ seed: 1 })), file.append(failed({ seed: 2 })), file.append(solved({ seed: 3 }))]);
    await file.close();
    expect(await loadRecords(path('a.jsonl'))).toEqual([solved({ seed: 1 }), failed({ seed: 2 }), solved({ seed: 3 })]);
  });

  it('cut at any byte, keeps every whole record and takes new ones', async () => {
    const records = [solved({ instance: 'Schneider & Löffler', seed: 1 }), failed({ seed: 2 }), solved({ seed: 3 })];
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    const bytes = Buffer.from(lines.join(''));
    const ends = lines.map((_, k) => Buffer.byteLength(lines.slice(0, k + 1).join('')));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (cut) => {
        writeFileSync(path('cut.jsonl'), bytes.subarray(0, cut));
        const file = await openRecords(path('cut.jsonl'));
        // A record is also complete without its newline.
        const whole = ends.filter((end) => end - 1 <= cut).length;
        expect(file.entries).toEqual(records.slice(0, whole));
        await file.append(solved({ seed: 9 }));
        await file.close();
        expect(await loadRecords(path('cut.jsonl'))).toEqual([...records.slice(0, whole), solved({ seed: 9 })]);
      }),
      { numRuns: scaled(60), examples: ends.flatMap((end) => [[end - 1], [end], [end - 2]] as [number][]) },
    );
  });

  it('names the line of a broken record before the end, and leaves the file alone', async () => {
    const text = `${JSON.stringify(solved())}\n{"state":"solved"}\n${JSON.stringify(solved({ seed: 2 }))}\n`;
    writeFileSync(path('broken.jsonl'), text);
    await expect(openRecords(path('broken.jsonl'))).rejects.toMatchObject({ code: 'E_DATASET', place: { line: 2 } });
    expect(readFileSync(path('broken.jsonl'), 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')('refuses devices, which may have no end, and folders', async () => {
    for (const file of ['/dev/zero', '/dev/full', folder]) {
      await expect(openRecords(file)).rejects.toMatchObject({ code: 'E_FILE' });
      await expect(loadRecords(file)).rejects.toMatchObject({ code: 'E_FILE' });
    }
  });

  it('refuses to report on nothing', async () => {
    await expect(loadRecords(path('none.jsonl'))).rejects.toMatchObject({ code: 'E_FILE' });
  });
});

describe('two attempts at one run', () => {
  it('count as the later one', () => {
    const [first, second, other] = [failed(), solved(), solved({ seed: 2 })];
    expect(latestRecords([first, other, second])).toEqual([second, other]);
  });
});
