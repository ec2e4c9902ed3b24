import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };

describe('neo-lrp', () => {
  const { run } = workplace();

  it('tells its version', () => {
    expect(run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each(['solve', 'route', 'inspect', 'verify', 'convert', 'plot'])('%s --help shows examples', (command) => {
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

  it('uses no colours where nobody looks', () => {
    const { stdout, stderr } = run(['inspect', 'instance.json']);
    expect(stdout + stderr).not.toContain('\x1b');
  });

  it('is quiet about a reader that leaves early', async () => {
    const main = fileURLToPath(new URL('dist/cli/main.js', root));
    const child = spawn(process.execPath, [main, 'convert', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
