/** The built service as a process of its own, on a free port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from '../../src/jobs/database/database.ts';

const commandLine = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));

export const example = (name: string) => readFileSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)));
export const tiny = JSON.parse(example('tiny.json').toString()) as Record<string, unknown>;

export interface TestService {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** What it has written to stderr so far: notes, and the stacks of defects. */
  log(): string;
  /** JSON in, JSON out. */
  send(path: string, options?: Sent): Promise<Answer>;
  close(): Promise<void>;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what is there
  readonly body: any;
}

const placeOptions = (place: DatabasePlace) => ('data' in place ? ['--data', place.data] : ['--database', place.database]);

/** A key by that name, made before the service starts. */
export function addKey(place: DatabasePlace, name: string): string {
  return spawnSync(process.execPath, [commandLine, 'keys', 'add', name, '--quiet', ...placeOptions(place)], {
    encoding: 'utf8',
  }).stdout.trim();
}

/** `args`: further options of `neo-lrp serve --api`. */
export async function startService(place: DatabasePlace, ...args: readonly string[]): Promise<TestService> {
  const child = spawn(process.execPath, [commandLine, 'serve', '--api', '--port', '0', '--json', ...placeOptions(place), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (part) => {
    log += part;
  });
  let printed = '';
  for await (const part of child.stdout) {
    printed += part;
    if (/\}\s*$/.test(printed)) break;
  }
  if (printed === '') throw new Error(log);
  const { port } = JSON.parse(printed) as { readonly port: number };
  const url = `http://localhost:${port}`;
  return {
    url,
    port,
    process: child,
    log: () => log,
    async send(path, { method, body, type = 'application/json', headers = {} } = {}) {
      const sent = body === undefined || body instanceof FormData || body instanceof Uint8Array ? body : JSON.stringify(body);
      const response = await fetch(url + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        body: sent as BodyInit | undefined,
        headers: { ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': type }), ...headers },
      });
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The events of a stream, up to its end or to so many. */
export async function readEvents(
  response: Response,
  most = Number.POSITIVE_INFINITY,
): Promise<{ id: string; event: string; data: string }[]> {
  const events: { id: string; event: string; data: string }[] = [];
  let text = '';
  for await (const part of response.body ?? []) {
    text += new TextDecoder().decode(part);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (fields.event) events.push(fields as { id: string; event: string; data: string });
    }
    if (events.length >= most) break;
  }
  return events;
}
