import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/problem/errors.ts';
import { violationKinds } from '../../src/problem/verify.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', 'CHANGELOG.md', 'examples/README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)].filter(
  (file) => file.endsWith('.md'),
);

describe('the documentation', () => {
  it('lists exactly the errors of the catalogue, with their statuses', () => {
    const listed = [...read('docs/errors.md').matchAll(/^\| *`(E_\w+)` *\| *(\d+) *\| *(\d+) *\| *(.*?) *\|/gm)].map(
      ([, code, exit, http, title]) => [code, { exit: Number(exit), http: Number(http), title }],
    );
    expect(Object.fromEntries(listed)).toEqual(catalogue);
  });

  it('lists every kind of violation', () => {
    for (const kind of violationKinds) expect(read('docs/cli.md')).toContain(`\`${kind}\``);
  });

  it('describes every command', () => {
    const help = execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), '--help'], { encoding: 'utf8' });
    const commands = [...(help.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const command of commands) expect(read('docs/cli.md')).toContain(`\n## ${command}\n`);
  });

  it.each(pages)('%s links to what exists', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  const runnable = ['README.md', 'docs/errors.md', 'docs/library.md', 'docs/routers.md', 'docs/search.md', 'docs/surrogates.md'];
  it.each(runnable)('the JavaScript of %s runs and prints what it says', (page) => {
    const code = /```js\n([\s\S]*?)```/.exec(read(page))?.[1] ?? '';
    const promised = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, line]) => line);
    expect(promised).not.toEqual([]);
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
    expect(printed.trim().split('\n')).toEqual(promised);
  });
});
