/** `neo-lrp serve --api`: page and API from one process, with workers of its own. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { DatabasePlace } from '../jobs/database/database.ts';
import { type JobStore, openStore } from '../jobs/store.ts';
import { work } from '../jobs/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { defaultLimits, type Limits } from '../server/limits.ts';
import { isLoopback } from '../server/access.ts';
import type { PageOptions } from '../server/page.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { commandLine } from './command-line.ts';
import { interruptible } from './interrupt.ts';
import { addPlaceOptions, type PlaceOptions, placeOf } from './job-place.ts';
import { noteOutages } from './many-workers.ts';
import type { Output } from './output.ts';

export interface ApiOptions extends PlaceOptions {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly workers?: number;
  readonly maxSeconds?: number;
  readonly maxCustomers?: number;
  readonly maxBody?: number;
  readonly maxQueued?: number;
}

/** One core is left for the service itself. */
const defaultWorkers = Math.max(1, availableParallelism() - 1);
const megabyte = 2 ** 20;

export const addApiOptions = (command: Command): Command =>
  addPlaceOptions(command.option('--api', 'serve the API as well: jobs that outlive the request, solved on this machine'))
    .option('--workers <n>', `jobs solved at a time; 0 leaves them to neo-lrp work (default: ${defaultWorkers})`, nonNegativeInteger)
    .option(
      '--allow-host <name>',
      'further name of this service, such as that of a proxy before it (repeatable); asks for API keys',
      (name, names: readonly string[] = []) => [...names, name],
    )
    .option('--max-seconds <n>', `most seconds of a job (default: ${defaultLimits.jobSeconds})`, positiveNumber)
    .option('--max-customers <n>', `most customers of an instance (default: ${defaultLimits.customers})`, positiveInteger)
    .option('--max-body <megabytes>', `largest body (default: ${defaultLimits.bodyBytes / megabyte})`, positiveNumber)
    .option('--max-queued <n>', `most waiting jobs of a key (default: ${defaultLimits.queuedJobs})`, positiveInteger);

/** Options that mean nothing to the page alone. */
export function requireNoApiOptions(options: Partial<ApiOptions>): void {
  const names = ['data', 'database', 'workers', 'allowHost', 'maxSeconds', 'maxCustomers', 'maxBody', 'maxQueued'] as const;
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) {
    const option = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new NeoLrpError('E_USAGE', `${option} is for the API: add --api`, { field: option });
  }
}

/** `onListening` is told where. Ends with Ctrl-C. */
export async function serveApi(
  options: ApiOptions,
  page: Omit<PageOptions, 'api'>,
  output: Output,
  onListening: (port: number) => void,
): Promise<void> {
  const { host, allowHost: names = [], workers = defaultWorkers } = options;
  // Other commands need not load it.
  const { createService, loadPackages } = await import('../server/service.ts');
  await loadPackages();
  const keyRequired = !isLoopback(host) || names.length > 0;
  output.note('opening the database');
  const opening = openFor(placeOf(options), keyRequired);
  // It is awaited below, once there is something to tell it to.
  opening.catch(() => {});
  try {
    const app = await createService({
      opening,
      host,
      names,
      keyRequired,
      page,
      limits: limitsOf(options),
      onDefect: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    try {
      // Whoever may be refused for want of a key waits; a fault that is known already is told in place of an address.
      await (keyRequired ? opening : Promise.race([opening, undefined]));
      await app.listen({ port: options.port, host });
      const address = app.server.address();
      onListening(typeof address === 'object' && address !== null ? address.port : options.port);
      await interruptible(
        async (signal) => runJobs(await opening, workers, signal, output),
        () => output.note('stopping; jobs stay in the database (Ctrl-C again to quit at once)'),
      );
    } finally {
      await app.close();
    }
  } finally {
    await opening.then(
      (store) => store.close(),
      () => {},
    );
  }
}

async function openFor(place: DatabasePlace, keyRequired: boolean): Promise<JobStore> {
  const store = await openStore(place);
  if (keyRequired)
    await requireKeys(store).catch(async (error) => {
      await store.close();
      throw error;
    });
  return store;
}

async function runJobs(store: JobStore, threads: number, signal: AbortSignal, output: Output): Promise<void> {
  if (threads === 0) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  return work(store, { threads, program: commandLine, signal, onDatabase: noteOutages(output) });
}

/** Without one, nobody could ask for anything. */
async function requireKeys(store: JobStore): Promise<void> {
  const keys = await store.keys.list();
  if (keys.every(({ revoked }) => revoked !== undefined))
    throw new NeoLrpError(
      'E_USAGE',
      'others than this machine can connect, and there is no API key yet: make one with neo-lrp keys add NAME',
      {
        field: '--host',
      },
    );
}

function limitsOf({ maxSeconds, maxCustomers, maxBody, maxQueued }: ApiOptions): Limits {
  const jobSeconds = maxSeconds ?? defaultLimits.jobSeconds;
  return {
    ...defaultLimits,
    jobSeconds,
    solveSeconds: Math.min(jobSeconds, defaultLimits.solveSeconds),
    customers: maxCustomers ?? defaultLimits.customers,
    bodyBytes: maxBody === undefined ? defaultLimits.bodyBytes : Math.ceil(maxBody * megabyte),
    queuedJobs: maxQueued ?? defaultLimits.queuedJobs,
  };
}
