// Packs the folder of a new database, tables included, into dist/: `serve --api` unpacks it in a fraction of the time that making one takes.
import { createHash } from 'node:crypto';
import { cpSync, type Dirent, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { openStore } from '../src/jobs/store.ts';

const pglite = 'node_modules/@electric-sql/pglite/package.json';
const sources = [pglite, 'src/jobs/database/migrations.ts', 'scripts/database-template.ts'];

// Kept between builds, by what it is made from.
const hash = createHash('sha256');
for (const source of sources) hash.update(readFileSync(source));
const cache = 'node_modules/.cache';
const kept = join(cache, `database-${hash.digest('hex').slice(0, 16)}.br`);
if (!existsSync(kept)) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(kept, await pack());
}
// For tests of the sources, too.
for (const folder of ['src/jobs/database', 'dist/lib']) cpSync(kept, join(folder, 'template.br'));

async function pack(): Promise<Uint8Array> {
  const data = mkdtempSync(join(tmpdir(), 'neo-lrp-template-'));
  try {
    await (await openStore({ data })).close();
    const folder = join(data, 'postgres');
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const pathOf = (entry: Dirent) => relative(folder, join(entry.parentPath, entry.name));
    const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
    // By name: what the three databases have in common comes close together.
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== 'postmaster.pid')
      .map(pathOf)
      .sort();
    const contents = paths.map((path) => readFileSync(join(folder, path)));
    const files = paths.map((path, k) => ({ path, size: contents[k].length }));
    const { version } = JSON.parse(readFileSync(pglite, 'utf8'));
    const bytes = Buffer.concat([...contents, Buffer.from(`\n${JSON.stringify({ version, folders, files })}`)]);
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
    return brotliCompressSync(bytes, {
      params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
