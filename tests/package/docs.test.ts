/** Checks the errors, commands, links and paragraphs of the pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { solveOptionNames } from '../../src/pipeline/options.ts';
import { catalogue } from '../../src/problem/errors.ts';
import { customerSchema, depotSchema, instanceSchema, rulesSchema, travelKinds, unitsSchema } from '../../src/problem/instance.ts';
import { vehicleSchema } from '../../src/problem/vehicle-schema.ts';
import { violationKinds } from '../../src/problem/verify.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pagesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
const docs = pagesIn('docs');
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('examples'), ...pagesIn('results'), ...docs];

describe('the reference', () => {
  it('lists exactly the errors of the catalogue, with their statuses', () => {
    const listed = [...read('docs/reference/errors.md').matchAll(/^\| *`(E_\w+)` *\| *(\d+) *\| *(\d+) *\| *(.*?) *\|/gm)].map(
      ([, code, exit, http, title]) => [code, { exit: Number(exit), http: Number(http), title }],
    );
    expect(Object.fromEntries(listed)).toEqual(catalogue);
  });

  it('lists every kind of violation', () => {
    for (const kind of violationKinds) expect(read('docs/reference/commands.md')).toContain(`\`${kind}\``);
  });

  it.each(Object.keys(commands))('describes %s, with options that it has', async (name) => {
    const page = read('docs/reference/commands.md');
    const section = page.match(new RegExp(`\\n## ${name}\\n([\\s\\S]*?)(?=\\n## |$)`))?.[1] ?? '';
    const named = new Set(section.replaceAll(/\(.*?\)/g, '').match(/(?<![\w-])--[a-z][\w-]*/g));
    // Sections also speak of options of `solve`, such as those of a method.
    const known = ['--help', ...(await optionsOf(name)), ...(await optionsOf('solve'))];
    expect(section).not.toBe('');
    expect([...named].filter((option) => !known.includes(option))).toEqual([]);
    if (['solve', 'serve', 'work'].includes(name)) expect((await optionsOf(name)).filter((option) => !page.includes(option))).toEqual([]);
  });

  it.each([
    [
      'settings.md',
      [instanceSchema, depotSchema, customerSchema, vehicleSchema, unitsSchema, rulesSchema, ...travelKinds].flatMap((schema) =>
        Object.keys(schema.shape),
      ),
    ],
    ['commands.md', fieldsOf('src/problem/solution.ts', 'Solution')],
    [
      'options.md',
      [...Object.keys(solveOptionNames), ...fieldsOf('src/run/stop.ts', 'Stop'), ...fieldsOf('src/pipeline/methods.ts', 'MethodChoice')],
    ],
  ])('shows every field in %s', (page, fields) => {
    const text = read(`docs/reference/${page}`).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
    const shown = new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.split(/[^\w]+/)));
    expect(fields.filter((field) => !shown.has(field))).toEqual([]);
  });

  it('lists every name that the package exports, and uses every value', () => {
    const names = [...`${read('src/index.ts')}${read('src/node.ts')}`.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(
      ([, types, list]) =>
        list.split(',').map((name) => ({ name: name.replace('type ', '').trim(), value: !types && !name.includes('type ') })),
    );
    const code = pages
      .flatMap((page) => [...read(page).matchAll(/^ *```[jt]s[^\n]*\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block))
      .join();
    const listed = read('docs/reference/package.md');
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter(({ name }) => !listed.includes(`\`${name}\``))).toEqual([]);
    expect(names.filter(({ name, value }) => value && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

describe('the pages', () => {
  it('link to what exists', () => {
    const broken = pages.flatMap((page) =>
      linksOf(read(page))
        .filter((link) => {
          const [path, anchor] = link.split('#');
          const target = path === '' ? page : join(dirname(page), path);
          if (!existsSync(join(root, target))) return true;
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(decodeURIComponent(anchor));
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all reached from the index, or from that of the lab', () => {
    const linked = ['docs/index.md', 'docs/lab/README.md'].flatMap((index) =>
      linksOf(read(index)).map((link) => join(dirname(index), link).replaceAll('\\', '/')),
    );
    expect(docs.filter((page) => page !== 'docs/index.md' && !linked.includes(page))).toEqual([]);
  });

  it('have no marks of a merge', () => {
    expect(pages.filter((page) => /^(?:<{7}|>{7}) /m.test(read(page)))).toEqual([]);
  });

  it('have no paragraph of more than 120 words', () => {
    const long = pages
      .filter((page) => !page.startsWith('docs/lab/'))
      .flatMap((page) => paragraphsOf(read(page)).filter((paragraph) => paragraph.split(/\s+/).length > 120));
    expect(long).toEqual([]);
  });

  it('name files of the source that exist', () => {
    const named = ['CONTRIBUTING.md', ...docs].flatMap((page) =>
      [...read(page).matchAll(/`((?:src|tests|bench|scripts|web)\/[\w./-]+)`/g)].map(([, path]) => `${page}: ${path}`),
    );
    expect(named.filter((entry) => !existsSync(join(root, entry.split(': ')[1])))).toEqual([]);
  });

  it('are 28,000 words at most, without the lab', () => {
    const counted = [...docs, 'README.md', 'CONTRIBUTING.md'].filter((page) => !page.startsWith('docs/lab/'));
    expect(counted.reduce((sum, page) => sum + read(page).split(/\s+/).filter(Boolean).length, 0)).toBeLessThanOrEqual(28_000);
  });
});

function fieldsOf(file: string, name: string): string[] {
  const body = read(file).match(new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm'))?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, field]) => field);
}

/** Of the command and its subcommands. */
async function optionsOf(name: string): Promise<string[]> {
  const command = new Command(name);
  (await commands[name as keyof typeof commands].load()).register(command);
  const listed = ({ options, commands }: Command): string[] => [...options.map(({ long }) => long ?? ''), ...commands.flatMap(listed)];
  return listed(command);
}

/** Targets of links and pictures, except on the web. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const markdown = [...prose.matchAll(/\]\(([^)\s]+)\)/g)];
  const html = [...prose.matchAll(/<(?:img|a) [^>]*(?:src|href)="([^"]+)"/g)];
  return [...markdown, ...html].map(([, target]) => target).filter((target) => !/^(https?|mailto):/.test(target));
}

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Running text: no code, tables, headings or comments; an item of a list is a paragraph. */
const paragraphsOf = (text: string) =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/)
    .filter((block) => !/^\s*[|#]/.test(block));
