/**
 * Whether a request is for this server. A page elsewhere on the web can have its own name resolve to this machine and then read whatever
 * answers (DNS rebinding); its requests carry that name.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';

const loopback = ['localhost', '127.0.0.1', '::1'];

/** `header`: of the request. `listening`: the name or address that the server was told to listen on. */
export function isOwnHost(header: string | undefined, listening: string): boolean {
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(header?.trim().toLowerCase() ?? '') ?? [];
  if (!name) return false;
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (loopback.includes(host) || host === listening.toLowerCase()) return true;
  // Whoever listens on all addresses is called by any of them, or by the name of the machine.
  const everywhere = listening === '0.0.0.0' || listening === '::';
  const own = hostname().toLowerCase();
  return everywhere && (isIP(host) !== 0 || host === own || host === `${own}.local`);
}
