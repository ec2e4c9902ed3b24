// Bundles the package into dist/lib: its two entry points, the command line and the workers, and what they share in files beside them. All
// in one folder, two levels deep as in src/, so that `new URL('./x.worker.js', import.meta.url)` and '../../models/' hold there, too.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'dist/lib');

/** Tells other bundlers that a schema is made without side effects: a program that uses none leaves zod out. */
const markSchemas = (code) =>
  code.replaceAll(/^(var \w+ = )(?!class|async|await|function)([a-z{[][\s\S]*?);\n(?![ )}\]])/gm, (statement, name, value) =>
    /\bz\d*\.|\.meta\(/.test(value) ? `${name}/* @__PURE__ */ (() => (${value}))();\n` : statement,
  );

export default async function bundle() {
  const workers = readdirSync(join(root, 'src'), { recursive: true }).filter((path) => path.endsWith('.worker.ts'));
  const entryPoints = ['index.ts', 'node.ts', 'cli/main.ts', ...workers].map((path) => ({
    in: join(root, 'src', path),
    out: basename(path, '.ts'),
  }));
  const options = { platform: 'node', target: 'es2022', outdir, write: false };
  const { outputFiles } = await build({ ...options, entryPoints, bundle: true, splitting: true, format: 'esm', packages: 'external' });
  // What an old Node parses first stays as it is written.
  const first = ['neo-lrp', 'import-main'].map((name) => join(root, 'src/cli', `${name}.cts`));
  const { outputFiles: scripts } = await build({ ...options, entryPoints: first, format: 'cjs', outExtension: { '.js': '.cjs' } });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of [...outputFiles, ...scripts]) writeFileSync(path, markSchemas(text));
  chmodSync(join(outdir, 'neo-lrp.cjs'), 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
