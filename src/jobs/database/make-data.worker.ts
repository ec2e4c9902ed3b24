/** The thread in which the folder of a new database is made: that may take seconds in which nothing else would run. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { handleRequests } from '../../parallel/worker.ts';

export interface MakeData {
  readonly folder: string;
  /** A packed folder of a database that was made before: scripts/database-template.ts. */
  readonly template: string;
}

/** The last line of a template; before it, the bytes of all files. */
interface Contents {
  /** Of PGlite: another may want other files. */
  readonly version: string;
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

handleRequests<MakeData, never, void>(async ({ folder, template }) => {
  await rm(folder, { recursive: true, force: true });
  if (await unpack(template, folder)) return;
  const { PGlite } = await import('@electric-sql/pglite');
  await (await PGlite.create(folder)).close();
});

/** False where there is no template for the PGlite that is installed. */
async function unpack(template: string, folder: string): Promise<boolean> {
  const packed = await readFile(template).catch(() => undefined);
  if (!packed) return false;
  const bytes = await promisify(brotliDecompress)(packed);
  const { version, folders, files } = JSON.parse(bytes.toString('utf8', bytes.lastIndexOf('\n'))) as Contents;
  const installed = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  if (version !== (JSON.parse(await readFile(installed, 'utf8')) as { readonly version: string }).version) return false;
  for (const path of folders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
  let at = 0;
  for (const { path, size } of files) {
    await writeFile(join(folder, path), bytes.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  return true;
}
