/**
 * The page over HTTP: the files of a folder, and nothing else. The content-security policy allows no other source, except the host of map
 * tiles that the operator has named, and those that the user names on the page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import compression from '@polka/compression';
import sirv from 'sirv';
import { requireTiles } from '../report/tiles.ts';
import { isOwnHost } from './access.ts';

export interface PageOptions {
  /** Where the built page lies. */
  readonly folder: string;
  /** Address of map tiles with {z}, {x} and {y}. */
  readonly tiles?: string;
  /** Who is to be named for them, as their owners ask. */
  readonly attribution?: string;
  /** What an API at the same address offers the page. */
  readonly api?: PageApi;
}

/** The page can hand runs to the service that it came from. */
export interface PageApi {
  /** Most seconds of a job. */
  readonly seconds: number;
  readonly keyRequired: boolean;
}

/** `wasm-unsafe-eval` lets WebAssembly compile and nothing else; blob: images are the maps drawn for export. */
export function contentSecurityPolicy(tiles?: string, named: readonly string[] = []): string {
  const tileHost = tiles === undefined ? '' : ` ${requireTiles(tiles, 'tiles').origin}`;
  const hosts = named.map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob:${tileHost}${hosts}`,
    `connect-src 'self'${hosts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page alone. `host`: the name or address that it listens on; requests for other hosts than this and this machine are refused. */
export function pageServer({ host = 'localhost', ...options }: PageOptions & { readonly host?: string }): Server {
  const answer = pageHandler(options);
  return createServer((request, response) => {
    if (isOwnHost(request.headers.host, host)) answer(request, response);
    else refuse(response, 421, 'this server does not answer for that host');
  });
}

export function pageHandler({
  folder,
  tiles,
  attribution,
  api,
}: PageOptions): (request: IncomingMessage, response: ServerResponse) => void {
  // Refuses tiles without a host at the start.
  contentSecurityPolicy(tiles);
  const headers = Object.entries({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  const settings = JSON.stringify({ ...(tiles !== undefined && { tiles: { url: tiles, attribution } }), api });
  const compress = compression({ mimes: /text|javascript|\/json|xml|wasm/ });
  // `dev` looks files up at each request: a list made at the start would outlive an update of the package.
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'], setHeaders });

  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(tiles, namedHosts(request.headers.cookie)));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return refuse(response, 405, 'only GET and HEAD are answered here');
    }
    const path = pathOf(request.url ?? '/');
    if (path === undefined) return refuse(response, 400, 'the address cannot be read');
    if (path === '/settings.json') {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
      return void response.end(settings);
    }
    // Nothing here is large enough for parts, and sirv throws at a range that ends before it begins.
    delete request.headers.range;
    compress(request, response, () => files(request, response, () => refuse(response, 404, 'there is no such file')));
  };
}

/** Hosts that the user of the page has named there, as its cookie tells: the policy allows these, and no other. */
function namedHosts(cookie = ''): string[] {
  const [, value = ''] = /(?:^|;\s*)neo-lrp-hosts=([^;]*)/.exec(cookie) ?? [];
  return value.split(',').filter((host) => /^https?:\/\/[\w.:[\]-]+$/.test(host) && URL.canParse(host));
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

/** Files in assets/ carry a hash of their content in their names and never change; of all others the browser asks each time. */
function setHeaders(response: ServerResponse, path: string): void {
  if (path.endsWith('.onnx')) response.setHeader('Content-Type', 'application/octet-stream');
  if (path.startsWith('/assets/')) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Vary', 'Accept-Encoding');
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}
