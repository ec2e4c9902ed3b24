/** Which failures mean that the database is gone for now, and waiting for it. */
import { NeoLrpError } from '../../problem/errors.ts';
import { type Clock, pause } from '../../run/clock.ts';

/** Codes of Node for a connection that is not there. */
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
/** PostgreSQL: connection exceptions, disk full or out of memory, shutting down or starting up, no such database, wrong password. */
const refusals = /^(08...|53...|57P0[1-5]|3D000|28...)$/;
/** PostgreSQL: files that are missing or cannot be read, pages that are not what was written. */
const damages = /^(58...|XX...)$/;
/** What `pg` says without a code. */
const lost =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout|connection ended|cannot use a pool after/i;

/** A sentence where the database cannot be reached, and the error itself where it answered. */
export function asDatabaseFault(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof NeoLrpError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (damages.test(code) || error instanceof WebAssembly.RuntimeError) return damaged(error, where);
  if (!network.has(code) && !refusals.test(code) && !lost.test(error.message)) return error;
  const reason = error.message || code;
  return new NeoLrpError('E_DATABASE', `the database at ${where} cannot be used: ${reason}`, {}, { cause: error });
}

/** Waiting does not mend it. */
export const damaged = (cause: unknown, where: string): NeoLrpError =>
  new NeoLrpError(
    'E_DAMAGED',
    `the database at ${where} broke down (${cause instanceof Error ? cause.message : cause}); where a second start does not help, restore a copy of it`,
    {},
    { cause },
  );

export const isDatabaseFault = (error: unknown): boolean => error instanceof NeoLrpError && error.code === 'E_DATABASE';

/** Milliseconds between two attempts: short at first, for a server that only restarts. */
const firstPause = 200;
const longestPause = 5000;

/** Tries again until the database is back or the signal says stop; anything else is thrown at once. */
export async function patiently<T>(
  attempt: () => Promise<T>,
  { clock, signal, onWait }: { readonly clock: Clock; readonly signal?: AbortSignal; readonly onWait?: (error: unknown) => void },
): Promise<T> {
  for (let rest = firstPause; ; rest = Math.min(2 * rest, longestPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseFault(error) || signal?.aborted) throw error;
      onWait?.(error);
      await pause(clock, rest, signal);
    }
  }
}
