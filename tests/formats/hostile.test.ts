/** Hostile files, each read by a process of its own: an instance or a coded error, within bounded time and memory. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/problem/errors.ts';
import { scaledCount } from '../scale.ts';
import { bundle } from '../worker-bundles.ts';
import { hostileFile } from './hostile.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-hostile-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mostSeconds = 3;
const mostMegabytes = 500;
const longestMessage = 4000;
const seed = 1;
const coded = Object.keys(catalogue).filter((code) => catalogue[code as keyof typeof catalogue].exit !== 1);

describe('a hostile file', () => {
  const reader = fileURLToPath(bundle(fileURLToPath(new URL('./hostile-reader.ts', import.meta.url))));
  const count = scaledCount(30);

  it.each(Array.from({ length: count }, (_, k) => k))(
    '%i is read or refused with a code',
    async (index) => {
      const { kind, name, bytes } = hostileFile(seed, index);
      const file = join(folder, `${index}-${name}`);
      writeFileSync(file, bytes);
      const { stdout } = await run(process.execPath, [reader, file], { timeout: 60_000, maxBuffer: 2 ** 26 });
      rmSync(file);
      const { outcome, message, seconds, megabytes } = JSON.parse(stdout);
      if (process.env.NEO_LRP_TEST_SCALE)
        console.log([index, kind, basename(file), outcome, seconds.toFixed(2), Math.round(megabytes)].join('\t'));
      expect(['read', ...coded], kind).toContain(outcome);
      expect(message.length, kind).toBeLessThan(longestMessage);
      expect(seconds, kind).toBeLessThan(mostSeconds);
      expect(megabytes, kind).toBeLessThan(mostMegabytes);
    },
    120_000,
  );
});
