/** `neo-lrp work`: joins the workers of a database. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { openStore } from '../jobs/store.ts';
import { defaultKeepDays, work } from '../jobs/worker.ts';
import { formatCount } from '../report/number.ts';
import { positiveInteger, positiveNumber } from './arguments.ts';
import { commandLine } from './command-line.ts';
import { interruptible } from './interrupt.ts';
import { noteOutages } from './many-workers.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';

interface WorkCommandOptions extends OutputOptions {
  readonly database: string;
  readonly threads: number;
  readonly keepDays: number;
}

export function registerWork(command: Command): void {
  addOutputOptions(command)
    .description(
      'Takes jobs from a PostgreSQL database and does them until Ctrl-C: those of the service, and the parts of label, bench, ablate, tune and solve with --database. Start it on any number of machines. A job whose worker dies is taken over by another within 15 seconds, from its best plan so far; while the database is gone, workers wait.',
    )
    .requiredOption('--database <url>', 'the database, such as postgres://user@host:5432/name')
    .option('--threads <n>', 'jobs at a time, each on a thread of its own', positiveInteger, availableParallelism())
    .option('--keep-days <n>', 'remove jobs that ended so many days ago', positiveNumber, defaultKeepDays)
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp work --database postgres://neo@db.example/jobs
  neo-lrp work --database "$DATABASE_URL" --threads 8 --quiet`,
    )
    .action(async (options: WorkCommandOptions) => {
      const output = new Output(options);
      const { database, threads, keepDays } = options;
      const store = await openStore({ database });
      let done = 0;
      output.note(`waiting for jobs, ${formatCount(threads, 'thread')}; Ctrl-C ends it`);
      try {
        await interruptible(
          (signal) =>
            work(store, {
              threads,
              program: commandLine,
              signal,
              keepDays,
              onJob: ({ id, kind, state }) => {
                if (state === 'completed') done++;
                output.note(`${kind} ${id}: ${state === 'queued' ? 'failed here, and goes back to the queue' : state}`);
              },
              onDatabase: noteOutages(output),
            }),
          () => output.note('stopping; jobs go back to the queue with their best plans so far (Ctrl-C again to quit at once)'),
        );
      } finally {
        await store.close();
      }
      output.result({ completed: done }, () => `${formatCount(done, 'job')} completed`);
    });
}
