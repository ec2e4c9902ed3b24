/**
 * The page over HTTP: the files of a folder, and nothing else. Everything the page needs comes from here, and its content-security
 * policy holds it to that; only map tiles may come from the one host that whoever starts the server has named.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { NeoLrpError } from '../problem/errors.ts';
import { isOwnHost } from './own-host.ts';

export interface PageOptions {
  /** Where the built page lies. */
  readonly folder: string;
  /** Address of map tiles with {z}, {x} and {y}. */
  readonly tiles?: string;
  /** Who is to be named for them, as their owners ask. */
  readonly attribution?: string;
  /** The name or address that it listens on; requests for other hosts than this and this machine are refused. */
  readonly host?: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
};

/** `wasm-unsafe-eval` lets WebAssembly compile and nothing else; blob: images are the maps drawn for export. */
export function contentSecurityPolicy(tiles?: string): string {
  const tileHost = tiles === undefined ? '' : ` ${originOf(tiles)}`;
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob:${tileHost}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function originOf(tiles: string): string {
  const address = tiles.replaceAll(/[{}]/g, '');
  const named = ['{z}', '{x}', '{y}'].every((part) => tiles.includes(part));
  if (named && /^https?:/.test(tiles) && URL.canParse(address)) return new URL(address).origin;
  throw new NeoLrpError('E_USAGE', 'map tiles need an address such as https://tiles.example/{z}/{x}/{y}.png', {
    field: 'tiles',
    value: tiles,
  });
}

export function pageServer({ folder, tiles, attribution, host = 'localhost' }: PageOptions): Server {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(tiles),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  const settings = JSON.stringify(tiles === undefined ? {} : { tiles: { url: tiles, attribution } });
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!isOwnHost(request.headers.host, host)) return refuse(response, 421, 'this server does not answer for that host');
    answer(request, response, folder, settings).catch(() => {
      // The reader is gone, or the file went away while it was read.
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, folder: string, settings: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'only GET and HEAD are answered here');
  }
  const path = pathOf(request.url ?? '/');
  if (path === undefined) return refuse(response, 400, 'the address cannot be read');
  if (path === `${sep}settings.json`) {
    response.writeHead(200, { 'Content-Type': types['.json'], 'Cache-Control': 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : settings);
    return;
  }
  const file = join(folder, path.endsWith(sep) ? join(path, 'index.html') : path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return refuse(response, 404, 'there is no such file');
  await send(request, response, file, path.startsWith(`${sep}assets${sep}`), found);
}

/** Normalised below the root: no path leads out of the folder. */
function pathOf(url: string): string | undefined {
  try {
    return normalize(join(sep, decodeURIComponent(new URL(url, 'http://localhost').pathname)));
  } catch {
    return undefined;
  }
}

/** Files in assets/ carry a hash of their content in their names and never change; of all others the browser asks each time. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  immutable: boolean,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
): Promise<void> {
  const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')) && size > 1024;
  response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
  response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  const body = await (zipped ? compressed(file, tag) : readFile(file));
  if (zipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.writeHead(200);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const compress = promisify(gzip);
/** The page has few files; each is compressed once for as long as it stays the same. */
const archive = new Map<string, { readonly tag: string; readonly body: Promise<Buffer> }>();

function compressed(file: string, tag: string): Promise<Buffer> {
  const known = archive.get(file);
  if (known?.tag === tag) return known.body;
  const body = readFile(file).then((content) => compress(content));
  archive.set(file, { tag, body });
  body.catch(() => archive.delete(file));
  return body;
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}
