/** Who may ask: requests for this service, from its own pages and from programs, by the owner of an API key where keys are required. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ApiKeys } from '../jobs/api-keys.ts';
import { NeoLrpError } from '../problem/errors.ts';

const loopback = ['localhost', '127.0.0.1', '::1'];

/** Whether only this machine can connect. */
export const isLoopback = (listening: string): boolean => loopback.includes(listening.toLowerCase());

/**
 * Whether a request is for this server. A page elsewhere on the web can have its own name resolve to this machine and then read whatever
 * answers (DNS rebinding); its requests carry that name. `header`: of the request. `listening`: the name or address that the server
 * listens on. `names`: others that it is known by, such as that of a proxy in front of it.
 */
export function isOwnHost(header: string | undefined, listening: string, names: readonly string[] = []): boolean {
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(header?.trim().toLowerCase() ?? '') ?? [];
  if (!name) return false;
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if ([...loopback, listening, ...names].some((own) => own.toLowerCase() === host)) return true;
  // A server that listens on all addresses may be called by any of them, or by the name of the machine.
  const everywhere = listening === '0.0.0.0' || listening === '::';
  const own = hostname().toLowerCase();
  return everywhere && (isIP(host) !== 0 || host === own || host === `${own}.local`);
}

/** What the service is called. */
export interface OwnNames {
  /** The name or address that it listens on. */
  readonly host: string;
  readonly names: readonly string[];
}

export function requireOwnHost({ host }: IncomingHttpHeaders, own: OwnNames): void {
  if (!isOwnHost(host, own.host, own.names))
    throw new NeoLrpError('E_HOST', 'this service does not answer for that host', { field: 'Host', value: host });
}

/** Browsers say which page sends a request; programs have no reason to. */
export function requireOwnOrigin({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, own: OwnNames): void {
  const isOwn = origin === undefined || (URL.canParse(origin) && isOwnHost(new URL(origin).host, own.host, own.names));
  if (!isOwn || site === 'cross-site')
    throw new NeoLrpError('E_ORIGIN', 'pages of other sites may not use this service', { field: 'Origin', value: origin });
}

/** Owner of the jobs that come without a key, from this machine. */
const local = 'local';

export async function ownerOf(
  { authorization }: IncomingHttpHeaders,
  keysOf: () => Promise<ApiKeys>,
  keyRequired: boolean,
): Promise<string> {
  if (authorization === undefined && !keyRequired) return local;
  if (authorization === undefined)
    throw new NeoLrpError('E_KEY', 'send an API key: Authorization: Bearer neo_…', { field: 'Authorization' });
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const key = secret === undefined ? undefined : await (await keysOf()).check(secret);
  if (!key)
    throw new NeoLrpError('E_KEY', 'this API key is not valid; ask the operator of the service for one', { field: 'Authorization' });
  return key.id;
}
