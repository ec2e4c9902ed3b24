import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { modelSuffixes, shippedModels } from '../../src/surrogate/registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = (name: string) => fileURLToPath(new URL(`../../dist/lib/${name}.js`, import.meta.url));

const bundle = (name: string) =>
  build({ entryPoints: [entry(name)], bundle: true, platform: 'browser', format: 'esm', write: false, metafile: true, logLevel: 'silent' });

/** What a bundler keeps of a program that uses the package like this. */
async function bundled(program: string): Promise<{ size: number; files: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: root },
    external: ['node:*'],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return { size: outputFiles[0].contents.length, files: Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0) };
}

describe('the package in a browser', () => {
  // The verifier works with the model of the instance, whose parts for solvers (rules, reach, hash: 7 kB) bundlers cannot leave out.
  it('bundles a map alone to some 57 kB, verifier, model and eight languages included, without the schemas', async () => {
    const { size, files } = await bundled("import { drawMap } from 'neo-lrp'; console.log(drawMap);");
    expect(files.filter((file) => file.includes('node_modules/'))).toEqual([]);
    expect(size).toBeGreaterThan(15_000);
    expect(size).toBeLessThan(58_500);
  });

  it('bundles a map with the check of its instance to some 176 kB: of zod, only what is used', async () => {
    const { size, files } = await bundled("import { createInstance, drawMap } from 'neo-lrp'; console.log(createInstance, drawMap);");
    expect(files.filter((file) => file.includes('/locales/')).length).toBeLessThanOrEqual(1);
    expect(size).toBeLessThan(178_000);
  });

  it('keeps what is there for its effects: workers', async () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
    const workers = built.filter((file) => file.endsWith('.worker.js') && !file.startsWith('web/'));
    expect(workers.length).toBeGreaterThanOrEqual(4);
    for (const worker of workers) expect((await bundled(`import './dist/${worker}';`)).files).toContain(`dist/${worker}`);
  });

  it('offers every file of the shipped models', () => {
    const { resolve } = createRequire(import.meta.url);
    for (const name of shippedModels)
      for (const suffix of Object.values(modelSuffixes)) expect(existsSync(resolve(`neo-lrp/models/${name}${suffix}`))).toBe(true);
  });

  it('bundles the core without any Node built-in', async () => {
    const { metafile, errors } = await bundle('index');
    expect(errors).toEqual([]);
    const external = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
      imports.filter((imported) => imported.external).map((imported) => `${file} → ${imported.path}`),
    );
    expect(external).toEqual([]);
  });

  it('would notice: the Node entry does not bundle', async () => {
    await expect(bundle('node')).rejects.toThrow(/node:/);
  });
});
