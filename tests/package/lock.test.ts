import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe.each(['package-lock.json', 'docs/package-lock.json'])('%s', (file) => {
  const packages: Readonly<Record<string, Locked>> = read(file).packages;
  const installed = Object.entries(packages).filter(([place]) => place !== '');

  it('has a checksum for every package, and no address of a registry', () => {
    expect(installed.filter(([, { integrity, link }]) => !integrity && !link).map(([place]) => place)).toEqual([]);
    expect(installed.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
  });

  it('has the builds for other platforms, which npm ci asks for', () => {
    const wanted = installed.flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !packages[`${place}/node_modules/${name}`] && !packages[`node_modules/${name}`]),
    );
    expect(wanted).toEqual([]);
  });
});
