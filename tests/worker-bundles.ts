/**
 * Workers under test. Sources say `new Worker(new URL('./x.worker.js', import.meta.url), …)`, which is right once built. For tests of the
 * sources, this plugin bundles ./x.worker.ts and redirects the line to the result.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside node_modules, so that the bundle's own imports resolve as the source's do; as deep as src/ROOM/, so that paths to models do, too.
const bundles = join(root, 'node_modules/.workers');
const workerUrl = /new URL\('(\.{1,2}\/[\w./-]+\.worker)\.js', import\.meta\.url\)/g;

export function workerBundles(): Plugin {
  return {
    name: 'neo-lrp:worker-bundles',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('.worker.js')) return undefined;
      return code.replace(workerUrl, (line, worker: string) => {
        const source = join(dirname(id), `${worker}.ts`);
        return existsSync(source) ? `new URL('${bundle(source)}')` : line;
      });
    },
  };
}

export function bundle(source: string): URL {
  const outfile = join(bundles, basename(source).replace(/\.ts$/, '.mjs'));
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' });
  return pathToFileURL(outfile);
}
