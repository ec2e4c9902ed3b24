/** Checks the errors, commands, links and paragraphs of the pages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/problem/errors.ts';
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

  it('describes every command', () => {
    const help = execFileSync(process.execPath, [join(root, 'dist/lib/main.js'), '--help'], { encoding: 'utf8' });
    const commands = [...(help.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const command of commands) expect(read('docs/reference/commands.md')).toContain(`\n## ${command}\n`);
  });
});

describe('the pages', () => {
  it.each(pages)('%s links to what exists', (page) => {
    const broken = linksOf(read(page)).filter((link) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(decodeURIComponent(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('are all reached from the index', () => {
    const linked = linksOf(read('docs/index.md')).map((link) => join('docs', link).replaceAll('\\', '/'));
    expect(docs.filter((page) => page !== 'docs/index.md' && !linked.includes(page))).toEqual([]);
  });

  it.each(pages.filter((page) => !page.startsWith('docs/lab/')))('%s has no paragraph of more than 120 words', (page) => {
    expect(paragraphsOf(read(page)).filter((paragraph) => paragraph.split(/\s+/).length > 120)).toEqual([]);
  });

  it('name files of the source that exist', () => {
    const named = ['CONTRIBUTING.md', ...docs].flatMap((page) =>
      [...read(page).matchAll(/`((?:src|tests|bench|scripts|web)\/[\w./-]+)`/g)].map(([, path]) => `${page}: ${path}`),
    );
    expect(named.filter((entry) => !existsSync(join(root, entry.split(': ')[1])))).toEqual([]);
  });
});

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
