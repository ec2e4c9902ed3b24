/** Which errors mean that the database is gone for now, and retrying until it is back. */
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
/** Messages of `pg` that have no code. */
const lost =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout|connection ended|cannot use a pool after/i;

/** E_DATABASE where the database cannot be reached, E_DAMAGED where its files are broken, and the error itself where it answered. */
function asDatabaseFault(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof NeoLrpError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (damages.test(code) || error instanceof WebAssembly.RuntimeError) return damaged(error, where);
  if (!network.has(code) && !refusals.test(code) && !lost.test(error.message)) return error;
  const reason = error.message || code;
  return new NeoLrpError('E_DATABASE', `the database at ${where} cannot be used: ${reason}`, {}, { cause: error });
}

/** What the action returns; errors of the database are thrown as coded ones. */
export async function codedFaults<T>(where: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asDatabaseFault(error, where);
  }
}

/** An error that waiting does not mend. */
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

/** Called once when the database is gone, and once when it is back. */
export type OnDatabase = (state: 'gone' | 'back', error?: unknown) => void;

export type Retry = <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Repeats an attempt until the database is back or the signal aborts. Any other error is thrown at once. */
export function retryWhileGone(clock: Clock, onDatabase: OnDatabase = () => {}): Retry {
  let gone = false;
  return async (attempt, signal) => {
    for (let rest = firstPause; ; rest = Math.min(2 * rest, longestPause)) {
      try {
        const value = await attempt();
        if (gone) onDatabase('back');
        gone = false;
        return value;
      } catch (error) {
        if (!isDatabaseFault(error) || signal?.aborted) throw error;
        if (!gone) onDatabase('gone', error);
        gone = true;
        await pause(clock, rest, signal);
      }
    }
  };
}
