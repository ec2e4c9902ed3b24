/** Reads the examples of docs/reference/formats.md, so that the page stays correct. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/formats.ts';
import { readPlan } from '../../src/formats/plan.ts';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { solutionFormats } from '../../src/formats/write.ts';
import { verify } from '../../src/problem/verify.ts';

const page = readFileSync(new URL('../../docs/reference/formats.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```\w+ (file|plan)=(\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, name, text]) => ({ kind, name, text }));
const files = blocks.filter(({ kind }) => kind === 'file');
const single = files.filter(({ name }) => !name.includes('/'));

describe('docs/reference/formats.md', () => {
  it('shows an example of every format, which reads', () => {
    const folder = files.filter(({ name }) => name.startsWith('shop-town/'));
    const shown = [...single.map((file) => [file]), folder];
    expect(shown.map((sources) => recogniseFormat(sources).name).sort()).toEqual(
      formats
        .filter(({ encode }) => !encode)
        .map(({ name }) => name)
        .sort(),
    );
    for (const sources of shown) expect(readInstance(sources).customers.length).toBeGreaterThan(0);
    expect(readInstance(folder).name).toBe('shop town');
  });

  it('lists the formats with what they can do', () => {
    for (const { name, extensions, write, encode } of formats) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      for (const extension of extensions) expect(row).toContain(`\`${extension}\``);
      expect(row).toMatch((write ?? encode) ? /\| yes \| yes \|/ : /\| yes \| no \|/);
    }
    for (const { name } of solutionFormats) expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'));
  });

  it('shows plans that verify', () => {
    const plans = blocks.filter(({ kind }) => kind === 'plan');
    expect(plans).toHaveLength(3);
    for (const { name, text } of plans) {
      const instance = readInstance(files.find((file) => file.name === name) ?? []);
      // 5 + 5, then 10 + 4 + 13 with √17 rounded to 4.
      expect(verify(instance, readPlan({ name: 'plan', text }, instance))).toMatchObject({ feasible: true, cost: { total: 37 } });
    }
  });
});
