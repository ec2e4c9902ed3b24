/** Who asks: the owner behind an API key, or whoever sits at this machine where no key is needed. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeys } from '../jobs/api-keys.ts';
import { NeoLrpError } from '../problem/errors.ts';

/** Owner of the jobs that come without a key. */
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
