import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const entry = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));

const bundle = (name: string) =>
  build({ entryPoints: [entry(name)], bundle: true, platform: 'browser', format: 'esm', write: false, metafile: true, logLevel: 'silent' });

describe('the package in a browser', () => {
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
