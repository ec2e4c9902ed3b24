/** Builds the page into dist/web, with relative addresses, so that any folder of any web server can hold it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly version: string };

/** The core names its workers as they are called once built. Here they are bundled from their sources. */
const workersFromSource: Plugin = {
  name: 'neo-lrp:workers-from-source',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${root}src/`) || !code.includes('.worker.js')) return undefined;
    return code.replaceAll(/(new URL\('[\w./-]+\.worker)\.js(', import\.meta\.url\))/g, '$1.ts$2');
  },
};

/** Fetches what a run needs ahead of it, so that the page solves without its server. */
const fetchAhead: Plugin = {
  name: 'neo-lrp:fetch-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /\.(wasm|onnx)$|\.worker-[^/]*\.js$|\/(highs|__vite)[^/]*\.js$|\/local[^/]*\.json$/.test(file))
        .map((file) => ({ tag: 'link', attrs: { rel: 'prefetch', href: `./${file}`, as: 'fetch', crossorigin: true }, injectTo: 'head' })),
  },
};

/**
 * The service worker with the list of what it keeps: all that was built, except what it keeps once it is used. The name of its cache is a digest of that list, as the names of
 * files in assets/ contain a digest of their content.
 */
const keepForOffline: Plugin = {
  name: 'neo-lrp:keep-for-offline',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((file) => file !== 'index.html' && !/\.(map|bin)$/.test(file));
    const digest = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
    const list = JSON.stringify(['./', './icon.svg', './settings.json', ...files.map((file) => `./${file}`)]);
    const source = readFileSync(`${root}web/service-worker.js`, 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: source.replace("'__CACHE__'", JSON.stringify(`neo-lrp ${digest}`)).replace("'__FILES__'", list),
    });
  },
};

export default defineConfig({
  root: `${root}web`,
  base: './',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [workersFromSource, fetchAhead, keepForOffline],
  worker: { format: 'es', plugins: () => [workersFromSource] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    // Addresses with data: would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Leaves out of the first load what the library exports and the page does not use, or only on demand.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !id.startsWith(`${root}src/`) } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
