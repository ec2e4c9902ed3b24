/** The database in which jobs and keys are kept, and work that its workers share. */
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from '../jobs/database/database.ts';
import type { OnDatabase } from '../jobs/database/faults.ts';
import { JobBatch } from '../jobs/job-batch.ts';
import { openStore } from '../jobs/store.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount } from '../report/number.ts';
import { option, type ValuesOf } from './command.ts';
import type { Output } from './output.ts';

/** The script of the command line, for runs in processes of their own. */
export const commandLine = fileURLToPath(new URL('./main.js', import.meta.url));

const defaultFolder = 'neo-lrp-data';

export const placeOptions = {
  data: option('--data <folder>', `where jobs and keys are kept, for one process at a time (default: ${defaultFolder})`),
  database: option('--database <url>', 'PostgreSQL in its place, for several machines, such as postgres://user@host:5432/name'),
};

export function placeOf({ data, database }: ValuesOf<typeof placeOptions>): DatabasePlace {
  if (data !== undefined && database !== undefined)
    throw new NeoLrpError('E_USAGE', '--data and --database exclude each other; keep one', { field: '--data' });
  return database === undefined ? { data: data ?? defaultFolder } : { database };
}

/** Of commands whose work may be done by the workers of a database. */
export const databaseOption = option(
  '--database <url>',
  'leave the work to all workers of a PostgreSQL database (neo-lrp work) in place of this machine',
);

/** Runs with a batch where a database is named, and without one elsewhere. */
export async function withWorkers<T>(database: string | undefined, output: Output, run: (batch?: JobBatch) => Promise<T>): Promise<T> {
  if (database === undefined) return run();
  const store = await openStore({ database });
  const batch = new JobBatch(store, noteOutages(output));
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  process.on('SIGINT', interrupt);
  try {
    return await run(batch);
  } catch (error) {
    if (interrupted) await settle(batch, output);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    await batch.close();
    await store.close();
  }
}

/** Notes for a person when the database is gone, and when it is back. */
export const noteOutages =
  (output: Output): OnDatabase =>
  (state, error) =>
    output.note(state === 'back' ? 'the database is back' : `${error instanceof Error ? error.message : error}; waiting for it`);

/** How many parts are being worked on, for a line of progress. */
export const describeWorkers = (batch: JobBatch | undefined): string => (batch ? ` · ${formatCount(batch.running, 'job')} running` : '');

/** Asks whether to cancel; without a terminal the work goes on. */
async function settle(batch: JobBatch, output: Output): Promise<void> {
  if (await wantsCancel()) {
    await batch.cancel();
    output.note('cancelled; what is done is kept');
  } else output.note('the workers go on; repeat the command to collect the results');
}

async function wantsCancel(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const leave = new AbortController();
  // Ctrl-C once more: quit, and leave the work as it is.
  terminal.once('SIGINT', () => leave.abort());
  try {
    const answer = await terminal.question('Leave the work running (Enter), or cancel it (c)? ', { signal: leave.signal });
    return /^c/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
