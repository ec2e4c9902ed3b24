import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, type PageOptions, pageServer } from '../../src/server/page.ts';

const home = mkdtempSync(join(tmpdir(), 'neo-lrp-page-'));
const folder = join(home, 'web');
const script = `// ${'filler '.repeat(400)}`;

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'assets/main-1a2b.js'), script);
  writeFileSync(join(home, 'secret.txt'), 'not for you');
});
afterAll(() => rmSync(home, { recursive: true }));

/** A raw request: fetch would tidy the path up before anybody could be led astray by it. */
async function get(
  path: string,
  options: { method?: string; headers?: Record<string, string>; page?: Partial<PageOptions> & { host?: string } } = {},
) {
  const server = pageServer({ folder, ...options.page });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { method = 'GET', headers = {} } = options;
  try {
    return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
      })
        .on('error', reject)
        .end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the server of the page', () => {
  it('hands out the files of its folder, with their types', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/);
    expect(page.body.toString()).toContain('<title>page</title>');
    const asset = await get('/assets/main-1a2b.js');
    expect(asset.headers['content-type']).toBe('text/javascript');
    expect(asset.body.toString()).toBe(script);
  });

  it.each([
    '/nothing.js',
    '/assets',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%00',
    '/index.html%00.js',
  ])('has nothing at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).not.toContain('not for you');
  });

  it('refuses what it cannot read and what it is not for', async () => {
    expect((await get('/%zz')).status).toBe(400);
    const post = await get('/', { method: 'POST' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('answers for this machine and its own name alone', async () => {
    const status = async (host: string, listening?: string) => (await get('/', { headers: { host }, page: { host: listening } })).status;
    for (const host of ['localhost', 'LOCALHOST:8700', '127.0.0.1:1', '[::1]:8700', 'localhost.']) expect(await status(host)).toBe(200);
    for (const host of ['evil.example', 'evil.example:8700', 'localhost.evil.example', '192.168.1.5:8700', 'a b', '[::1'])
      expect(await status(host)).toBe(421);
    expect(await status('planner.example:8700', 'planner.example')).toBe(200);
    expect(await status('192.168.1.5:8700', '0.0.0.0')).toBe(200);
    expect(await status('[fe80::1]:8700', '::')).toBe(200);
    expect(await status(`${hostname()}:8700`, '0.0.0.0')).toBe(200);
    expect(await status('evil.example', '0.0.0.0')).toBe(421);
  });

  it('lets the browser keep what never changes, and ask for the rest', async () => {
    expect((await get('/assets/main-1a2b.js')).headers['cache-control']).toContain('immutable');
    const first = await get('/');
    expect(first.headers['cache-control']).toBe('no-cache');
    expect((await get('/', { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);
  });

  it('compresses for those who can read it', async () => {
    const zipped = await get('/assets/main-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.body.length).toBeLessThan(script.length / 4);
  });

  it('answers whole files, whatever part is asked for', async () => {
    for (const range of ['bytes=9-2', 'bytes=0-3', 'bytes=-5', 'lines=1'])
      expect((await get('/assets/main-1a2b.js', { headers: { range } })).body.toString()).toBe(script);
  });

  it('holds the page to itself: no inline scripts, no eval, no other host', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('names one other host where map tiles are wished for', async () => {
    const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
    const page = { tiles, attribution: '© the mappers' };
    const { headers, body } = await get('/settings.json', { page });
    expect(headers['content-security-policy']).toContain("img-src 'self' blob: https://tiles.example;");
    expect(JSON.parse(body.toString())).toEqual({ tiles: { url: tiles, attribution: '© the mappers' } });
    expect(JSON.parse((await get('/settings.json')).body.toString())).toEqual({});
  });

  it('allows the hosts that the user has named on the page, as a cookie tells', async () => {
    const policyFor = async (cookie: string) => String((await get('/', { headers: { cookie } })).headers['content-security-policy']);
    const policy = await policyFor('theme=dark; neo-lrp-hosts=https://tiles.example,http://localhost:5000');
    expect(policy).toContain("img-src 'self' blob: https://tiles.example http://localhost:5000;");
    expect(policy).toContain("connect-src 'self' https://tiles.example http://localhost:5000;");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const plain = await policyFor('');
    for (const value of ['*', 'https:', 'https://*', "'unsafe-inline'", 'data:', 'https://a.example/x', 'http://a b'])
      expect(await policyFor(`neo-lrp-hosts=${value}`)).toBe(plain);
  });

  it.each([
    'tiles.example/{z}/{x}/{y}.png',
    'https://tiles.example/',
    'ftp://tiles.example/{z}/{x}/{y}',
    'https://{z}{x}{y} ; script-src *',
  ])('refuses %s as an address of tiles', (tiles) => {
    expect(() => contentSecurityPolicy(tiles)).toThrow(expect.objectContaining({ code: 'E_USAGE' }));
  });
});
