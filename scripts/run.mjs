// Runs a TypeScript file of this project: node scripts/run.mjs bench/search.ts ARGUMENTS…
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.mjs FILE.ts ARGUMENTS…');
  process.exit(2);
}
// Inside the project, so that packages resolve.
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(root, 'node_modules', '.run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'main.mjs');
await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile, logLevel: 'warning' });
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(outfile).href);
