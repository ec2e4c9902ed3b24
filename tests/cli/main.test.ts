import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { workplace } from './neo-lrp.ts';

const root = new URL('../../', import.meta.url);
const { version, bin } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
  bin: Record<string, string>;
};
const entry = fileURLToPath(new URL(bin['neo-lrp'], root));

describe('neo-lrp', () => {
  const { run, path } = workplace();

  it('tells its version', () => {
    expect(run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each(['solve', 'route', 'inspect', 'verify', 'compare', 'convert', 'plot', 'sheets'])('%s --help shows examples', (command) => {
    const { status, stdout, stderr } = run([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: neo-lrp ${command}`);
    expect(stdout).toMatch(/Examples:\n {2}neo-lrp /);
    expect(stderr).toBe('');
  });

  it('shows the help where no command is named', () => {
    const { status, stdout, stderr } = run([]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Commands:');
  });

  it('suggests the command that was meant', () => {
    const { status, stdout, stderr } = run(['inspct']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Did you mean inspect?');
  });

  it('reports errors as one JSON object with --json, usage errors too', () => {
    const missing = run(['inspect', 'nowhere.json', '--json']);
    expect(missing.status).toBe(2);
    expect(missing.stdout).toBe('');
    expect(JSON.parse(missing.stderr)).toEqual({
      error: { code: 'E_FILE', status: 2, message: expect.any(String), place: { file: 'nowhere.json' } },
    });
    const usage = run(['inspect', '--json', '--colour']);
    expect(usage.status).toBe(2);
    expect(JSON.parse(usage.stderr).error).toMatchObject({ code: 'E_USAGE', status: 2, message: expect.stringContaining('--colour') });
  });

  it.each(Object.entries(commands))('lists %s as its own help does', async (name, { usage, load }) => {
    const command = new Command(name);
    (await load()).register(command);
    expect(command.usage()).toBe(usage);
  });

  it('starts without the libraries of its commands', () => {
    const folder = fileURLToPath(new URL('dist/lib/', root));
    const seen = new Set(['./main.js']);
    for (const file of seen)
      if (file.startsWith('./'))
        for (const [, target] of readFileSync(folder + file, 'utf8').matchAll(/^(?:import|.* from) "([^"]+)";/gm)) seen.add(target);
    expect([...seen].filter((target) => !target.startsWith('./') && !target.startsWith('node:'))).toEqual(['commander']);
  });

  it('uses no colours where nobody looks', () => {
    const { stdout, stderr } = run(['inspect', 'instance.json']);
    expect(stdout + stderr).not.toContain('\x1b');
  });

  it('is quiet about a reader that leaves early', async () => {
    const main = fileURLToPath(new URL('dist/lib/main.js', root));
    const child = spawn(process.execPath, [main, 'convert', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['0.12.18', 2],
    ['18.20.4', 2],
    ['20.18.3', 2],
    ['20.19.0', 0],
    ['22.1.0', 0],
  ])('on Node %s exits with %i, in a sentence', (pretended, expected) => {
    writeFileSync(
      path('pretend.cjs'),
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${pretended}' } });`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', path('pretend.cjs'), entry, '--version'], {
      encoding: 'utf8',
    });
    expect(status).toBe(expected);
    expect(expected === 0 ? stdout : stderr).toBe(
      expected === 0
        ? `${version}\n`
        : `error E_USAGE neo-lrp needs Node 20.19 or newer, and this is ${pretended}; see https://nodejs.org\n`,
    );
  });

  it('begins with a file that any Node can parse', () => {
    const code = readFileSync(entry, 'utf8').replace(/^#!.*/, '');
    // Throws on syntax that ES5 lacks and esbuild cannot rewrite; anything it can rewrite would change the output.
    const plain = (target: string) => transformSync(code, { target, format: 'cjs' }).code;
    expect(plain('es5')).toBe(plain('esnext'));
    expect(code).not.toMatch(/\bimport\b\s*\(/);
  });
});
