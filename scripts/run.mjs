// Runs a TypeScript file of this project: node scripts/run.mjs bench/search.ts ARGUMENTS…
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
const outfile = join(folder, 'main.js');
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
// In the bundle every `new URL('./x.worker.js', import.meta.url)` refers to a file beside it.
const workers = readdirSync(join(root, 'src'), { recursive: true }).filter((path) => path.endsWith('.worker.ts'));
const entryPoints = [{ in: entry, out: 'main' }, ...workers.map((path) => ({ in: join(root, 'src', path), out: basename(path, '.ts') }))];
await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', packages: 'external', outdir: folder, logLevel: 'warning' });
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(outfile).href);
