import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { instance } from './neo-lrp.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function serve(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [main, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

/** Everything on stdout up to the first whole JSON value. */
async function firstJson(child: ChildProcess): Promise<{ readonly url: string; readonly port: number; readonly api?: string }> {
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += part;
    if (/\}\s*$/.test(text)) break;
  }
  return JSON.parse(text);
}

describe('neo-lrp serve', () => {
  it('says where the page is, hands it out, and ends in peace', async () => {
    const child = serve('--port', '0', '--json', '--quiet');
    const { url, port } = await firstJson(child);
    expect(port).toBeGreaterThan(0);
    expect(url).toBe(`http://localhost:${port}/`);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    const text = await page.text();
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(text) ?? [];
    expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript');
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
  });

  it('says so when the port is taken, and when tiles have no proper address', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const told = async (...args: readonly string[]) => {
      const child = serve('--json', ...args);
      let text = '';
      child.stderr?.on('data', (part) => {
        text += part;
      });
      const [status] = await once(child, 'close');
      return { status, error: JSON.parse(text).error };
    };
    expect(await told('--port', String(port))).toMatchObject({ status: 2, error: { code: 'E_USAGE', place: { field: 'port' } } });
    expect(await told('--port', '0', '--workers', '2')).toMatchObject({
      status: 2,
      error: { code: 'E_USAGE', place: { field: '--workers' } },
    });
    expect(await told('--port', '0', '--tiles', 'nowhere')).toMatchObject({
      status: 2,
      error: { code: 'E_USAGE', place: { field: 'tiles' } },
    });
    taken.close();
  });

  it('serves page and API with --api, and keeps its jobs where it is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-serve-'));
    try {
      for (const expected of [0, 1]) {
        const child = serve('--api', '--port', '0', '--json', '--quiet', '--data', folder);
        const { url, api } = await firstJson(child);
        expect(api).toBe(`${url}v1`);
        expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
        expect(await (await fetch(`${url}settings.json`)).json()).toEqual({ api: { seconds: 3600, keyRequired: false } });
        const { jobs } = (await (await fetch(`${api}/jobs`)).json()) as { readonly jobs: readonly unknown[] };
        expect(jobs.length).toBe(expected);
        const options = {
          method: 'POST',
          body: JSON.stringify({ instance, options: { seconds: 0.1 } }),
          headers: { 'Content-Type': 'application/json' },
        };
        expect((await fetch(`${api}/jobs`, options)).status).toBe(202);
        child.kill('SIGTERM');
        expect(await once(child, 'exit')).toEqual([0, null]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
