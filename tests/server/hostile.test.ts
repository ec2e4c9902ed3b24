/** Slow and hostile clients are answered or cut off; the service stays up, and its memory stays bounded. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileFile } from '../formats/hostile.ts';
import { scaledCount } from '../scale.ts';
import { startService, type TestService, tiny } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-hostile-'));
let service: TestService;
beforeAll(async () => {
  service = await startService({ data: folder }, '--workers', '1');
}, 120_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]) / 1024;

/** The raw answer to raw bytes, up to the end of the connection. */
async function raw(text: string, seconds = 30): Promise<string> {
  const socket = connect(service.port, 'localhost');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.on('error', () => {});
  socket.setTimeout(1000 * seconds, () => socket.destroy());
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('a service among hostile clients', () => {
  it('cuts off whoever sends a head without end', async () => {
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(service.port, 'localhost');
      socket.on('error', () => {});
      socket.write('POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\n');
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 500);
      return new Promise<void>((resolve) => socket.on('close', () => resolve(clearInterval(drip))));
    });
    expect((await service.send('/healthz')).status).toBe(200);
    await Promise.all(sockets);
  });

  it('refuses 100 MB at the announcement, and does not keep what comes without one', async () => {
    const before = megabytes();
    expect(
      status(
        await raw('POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n{'),
      ),
    ).toBe(413);
    const answered = await new Promise<number>((resolve) => {
      const sent = request(`${service.url}/v1/jobs`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      });
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode));
      sent.on('error', () => resolve(0));
      const chunk = Buffer.alloc(2 ** 20, ' ');
      let left = 100;
      const send = () => {
        while (left-- > 0) if (!sent.write(chunk)) return void sent.once('drain', send);
        sent.end();
      };
      send();
    });
    expect([413, 0]).toContain(answered);
    expect(megabytes() - before).toBeLessThan(200);
  });

  it('refuses a million customers', async () => {
    const many = Array.from({ length: 900_000 }, (_, k) => `{"id":${k},"x":1,"y":1,"demand":1}`).join(',');
    const body = new TextEncoder().encode(
      `{"instance":{"name":"m","vehicleCapacity":9,"depots":[{"id":"d","x":0,"y":0}],"customers":[${many}]}}`,
    );
    expect(await service.send('/v1/jobs', { body: body.subarray(0, 32 * 2 ** 20) })).toMatchObject({
      status: expect.toSatisfy((code) => code === 413 || code === 400),
    });
    const fewer = Array.from({ length: 700_000 }, (_, k) => `{"id":${k},"x":1,"y":1,"demand":1}`).join(',');
    const bare = new TextEncoder().encode(`{"name":"m","vehicleCapacity":9,"depots":[{"id":"d","x":0,"y":0}],"customers":[${fewer}]}`);
    expect((await service.send('/v1/jobs', { body: bare })).body.code).toBe('E_TOO_LARGE');
    const rows = Array.from({ length: 700_000 }, (_, k) => `${k},1,1,1`).join('\n');
    const form = new FormData();
    form.append('instance', new Blob([`id,x,y,demand\n${rows}\n`]), 'customers.csv');
    form.append('instance', new Blob(['id,x,y,capacity\nd,0,0,9\n']), 'depots.csv');
    expect((await service.send('/v1/jobs?vehicleCapacity=9', { body: form })).body.code).toBe('E_TOO_LARGE');
    expect(megabytes()).toBeLessThan(1500);
  }, 120_000);

  it('refuses JSON nested without end', async () => {
    const deep = new TextEncoder().encode('['.repeat(2_000_000));
    expect((await service.send('/v1/jobs', { body: deep })).body.code).toBe('E_SYNTAX');
    const closed = new TextEncoder().encode(`{"instance":${'['.repeat(500_000)}${']'.repeat(500_000)}}`);
    expect((await service.send('/v1/jobs', { body: closed })).body.code).toBe('E_SYNTAX');
    const proto = new TextEncoder().encode('{"__proto__":{"instance":1},"instance":{"__proto__":{"customers":[]}}}');
    expect((await service.send('/v1/inspect', { body: proto })).status).toBe(400);
  });

  it('refuses a body that is compressed', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const { status, body } = await service.send('/v1/inspect', { body: gzipSync(JSON.stringify({ instance: tiny })), headers });
    expect([status, body.code, body.place.field]).toEqual([415, 'E_MEDIA_TYPE', 'Content-Encoding']);
    expect((await service.send('/v1/inspect', { body: { instance: tiny }, headers: { 'Content-Encoding': 'identity' } })).status).toBe(200);
  });

  it('reads hostile files in processes that may die', async () => {
    const types: Record<string, string> = {
      xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      csv: 'text/csv',
      json: 'application/json',
    };
    for (let k = 0; k < scaledCount(20); k++) {
      const { kind, name, bytes } = hostileFile(2, k);
      const { status, body } = await service.send('/v1/inspect', {
        body: bytes,
        type: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
      });
      expect([200, 400, 413, 422], kind).toContain(status);
      if (status !== 200) expect(body.code, kind).toMatch(/^E_(?!INTERNAL)/);
      expect((await service.send('/healthz')).status, kind).toBe(200);
    }
  }, 600_000);

  it.each([
    '/../../etc/passwd',
    '/v1/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/v1/jobs/..%2f..%2fetc',
    '//etc/passwd',
    '/v1/jobs/%00',
    '/%ff',
    '/assets/%5c..%5c..',
  ])('leads nowhere by %s', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect([400, 404]).toContain(status(answer));
    expect(answer).not.toContain('root:');
  });

  it('answers for itself alone', async () => {
    const to = async (head: string) => status(await raw(`GET /v1/jobs HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`));
    expect(await to('Host: localhost')).toBe(200);
    expect(await to('Host: evil.example')).toBe(421);
    expect(await to('X: y')).toBe(400);
    expect(await to('Host: localhost\r\nOrigin: http://evil.example')).toBe(403);
    expect(await to('Host: localhost\r\nOrigin: null')).toBe(403);
    expect(await to('Host: localhost\r\nSec-Fetch-Site: cross-site')).toBe(403);
    expect(await to(`Host: localhost\r\nX: ${'y'.repeat(20_000)}`)).toBe(431);
    expect(await to(`Host: localhost\r\nOrigin: http://localhost:${service.port}`)).toBe(200);
  });

  it('cuts off a reader that does not read', async () => {
    const { body } = await service.send('/v1/jobs', { body: { instance: tiny, options: { seconds: 1 } } });
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(service.port, 'localhost');
      socket.on('error', () => {});
      socket.pause();
      socket.write(`GET /v1/jobs/${body.id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    });
    expect((await service.send('/healthz')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('is still there, no larger than it should be', async () => {
    const solved = await service.send('/v1/solve', { body: { instance: tiny, options: { seconds: 0.2 } } });
    expect([solved.status, solved.body.cost.total]).toEqual([200, 130]);
    expect(service.log()).not.toMatch(/^\s+at /m);
    expect(megabytes()).toBeLessThan(1500);
  });
});
