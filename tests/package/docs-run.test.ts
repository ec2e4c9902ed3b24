/**
 * Runs every command and every piece of JavaScript of the README, Start and How to, as a reader would: page by page, top to bottom, each in
 * a new folder. Only `--time` is shortened, and a server is stopped once it has printed its address.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = join(root, 'dist/lib/main.js');
const pagesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
const walked = ['README.md', ...pagesIn('docs/start'), ...pagesIn('docs/how-to')];
const withCode = ['docs/reference', 'docs/explained'].flatMap(pagesIn).filter((page) => /^ *```js\n/m.test(text(page)));

interface Block {
  readonly language: string;
  /** What follows the language: `file=NAME`, `output`, `may-lack-a-solver`. */
  readonly note: string;
  readonly code: string;
}

function text(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

const blocksOf = (page: string): Block[] =>
  [...text(page).matchAll(/^( *)```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^\1```$/gm)].map(([, indent, language, note = '', code]) => ({
    language,
    note,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

describe('what the pages show', () => {
  it.each(walked)('%s can be followed', { timeout: 120_000 }, async (page) => {
    const blocks = blocksOf(page);
    expect(blocks.map(({ language }) => language).filter((name) => !['sh', 'js', 'json', 'csv', 'text'].includes(name))).toEqual([]);
    await inFolder(async (folder) => {
      let printed = '';
      for (const { language, note, code } of blocks) {
        const [, file] = /^file=(\S+)$/.exec(note) ?? [];
        if (file) write(join(folder, file), code);
        else if (language === 'sh') printed = await runCommands(code, folder, note === 'may-lack-a-solver');
        else if (language === 'js') runCode(code, folder);
        else if (note === 'output') expect(printed).toBe(code);
      }
    });
  });

  it.each(withCode)('%s has code that runs', async (page) => {
    await inFolder(async (folder) => {
      for (const { code } of blocksOf(page).filter(({ language }) => language === 'js')) runCode(code, folder);
    });
  });
});

/** A folder with the examples, and with the package installed. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-docs-'));
  try {
    symlinkSync(join(root, 'examples'), join(folder, 'examples'), 'junction');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules', 'neo-lrp'), 'junction');
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** What the last command printed. `npm ci` has run before any test, and `npm test` is what runs this. */
async function runCommands(code: string, folder: string, mayLackSolver: boolean): Promise<string> {
  let printed = '';
  const commands = code
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').replace(/^npm ci && /, ''))
    .filter((line) => line !== '' && line !== 'npm test');
  for (const command of commands) {
    const [program, name, ...args] = wordsOf(command);
    expect([program, name], command).toEqual(['npx', 'neo-lrp']);
    if (args[0] === 'serve') await serveOnce(args, folder);
    else printed = runCommand(brief(args), folder, mayLackSolver);
  }
  return printed;
}

function runCommand(args: readonly string[], folder: string, mayLackSolver: boolean): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });
  const lacking = mayLackSolver && status === 4 && /is not installed/.test(stderr);
  expect(lacking ? 0 : status, `${args.join(' ')}\n${stderr}`).toBe(0);
  return stdout;
}

async function serveOnce(args: readonly string[], folder: string): Promise<void> {
  const quiet = args.filter((arg) => arg !== '--open');
  const child = spawn(process.execPath, [main, ...quiet, '--port', '0', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let printed = '';
    for await (const part of child.stdout) {
      printed += part;
      if (/\}\s*$/.test(printed)) break;
    }
    expect((await fetch(JSON.parse(printed).url)).status).toBe(200);
  } finally {
    child.kill('SIGKILL');
  }
}

function runCode(code: string, folder: string): void {
  const promised = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, line]) => line);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toEqual(promised.length > 0 ? promised : ['']);
}

const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare);

const brief = (args: readonly string[]) => args.map((arg, k) => (args[k - 1] === '--time' ? '0.2' : arg));
