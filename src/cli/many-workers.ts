/** What commands share whose work may be done by the workers of a database: the option, and what Ctrl-C means then. */
import { createInterface } from 'node:readline/promises';
import { Option } from 'commander';
import { openStore } from '../jobs/store.ts';
import { Study } from '../jobs/study.ts';
import { formatCount } from '../report/number.ts';
import type { Output } from './output.ts';

export const databaseOption = (): Option =>
  new Option('--database <url>', 'leave the work to all workers of a PostgreSQL database (neo-lrp work) in place of this machine');

/** Runs with a study where a database is named, and without one elsewhere. */
export async function withWorkers<T>(database: string | undefined, output: Output, run: (study?: Study) => Promise<T>): Promise<T> {
  if (database === undefined) return run();
  const store = await openStore({ database });
  const study = new Study(store, {
    onWait: (error) => output.note(`${error instanceof Error ? error.message : error}; waiting for it`),
  });
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  process.on('SIGINT', interrupt);
  try {
    return await run(study);
  } catch (error) {
    if (interrupted) await settle(study, output);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    await study.close();
    await store.close();
  }
}

/** How many parts are being worked on, for a line of progress. */
export const describeWorkers = (study: Study | undefined): string => (study ? ` · ${formatCount(study.running, 'job')} running` : '');

/** Without a terminal nobody can be asked: what was begun goes on. */
async function settle(study: Study, output: Output): Promise<void> {
  if (await wantsCancel()) {
    await study.cancel();
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
