/** `neo-lrp work`: joins the workers of a database. */
import { availableParallelism } from 'node:os';
import { openStore } from '../jobs/store.ts';
import { defaultKeepDays, work } from '../jobs/worker.ts';
import { formatCount } from '../report/number.ts';
import { positiveInteger, positiveNumber } from './arguments.ts';
import { defineCommand, option, required } from './command.ts';
import { commandLine, noteOutages } from './database.ts';
import { interruptible } from './interrupt.ts';

export const register = defineCommand({
  description:
    'Takes jobs from a PostgreSQL database and does them until Ctrl-C: those of the service, and the parts of label, bench, ablate, tune and solve with --database. Start it on any number of machines. A job whose worker dies is taken over by another within 15 seconds, from its best plan so far; while the database is gone, workers wait.',
  arguments: [],
  options: {
    database: required(option('--database <url>', 'the database, such as postgres://user@host:5432/name')),
    threads: option('--threads <n>', 'jobs at a time, each on a thread of its own', positiveInteger, availableParallelism()),
    keepDays: option('--keep-days <n>', 'remove jobs that ended so many days ago', positiveNumber, defaultKeepDays),
  },
  examples: ['work --database postgres://neo@db.example/jobs', 'work --database "$DATABASE_URL" --threads 8 --quiet'],
  async run(options, output) {
    const { database, threads, keepDays } = options;
    const store = await openStore({ database });
    let done = 0;
    output.note(`waiting for jobs, ${formatCount(threads, 'thread')}; Ctrl-C ends it`);
    try {
      await interruptible(output, 'jobs go back to the queue with their best plans so far', (signal) =>
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
      );
    } finally {
      await store.close();
    }
    output.result({ completed: done }, () => `${formatCount(done, 'job')} completed`);
  },
});
