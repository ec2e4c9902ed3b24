/** `neo-lrp serve --api`: page and API from one process, with workers of its own. */
import type { Server } from 'node:http';
import { availableParallelism } from 'node:os';
import type { DatabasePlace } from '../jobs/database/database.ts';
import { type JobStore, openStore } from '../jobs/store.ts';
import { work } from '../jobs/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { isLoopback } from '../server/access.ts';
import { defaultLimits, type Limits } from '../server/limits.ts';
import type { PageOptions } from '../server/page.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { flag, option, repeated, type ValuesOf } from './command.ts';
import { commandLine, noteOutages, placeOf, placeOptions } from './database.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';

export /** One core is left for the service itself. */
const defaultWorkers = Math.max(1, availableParallelism() - 1);
const megabyte = 2 ** 20;

export const apiOptions = {
  api: flag('--api', 'serve the API as well: jobs that outlive the request, solved on this machine'),
  ...placeOptions,
  workers: option('--workers <n>', `jobs solved at a time; 0 leaves them to neo-lrp work (default: ${defaultWorkers})`, nonNegativeInteger),
  allowHost: option(
    '--allow-host <name>',
    'further name of this service, such as that of a proxy before it (repeatable); asks for API keys',
    repeated,
  ),
  maxSeconds: option('--max-seconds <n>', `most seconds of a job (default: ${defaultLimits.jobSeconds})`, positiveNumber),
  maxCustomers: option('--max-customers <n>', `most customers of an instance (default: ${defaultLimits.customers})`, positiveInteger),
  maxBody: option('--max-body <megabytes>', `largest body (default: ${defaultLimits.bodyBytes / megabyte})`, positiveNumber),
  maxQueued: option('--max-queued <n>', `most waiting jobs of a key (default: ${defaultLimits.queuedJobs})`, positiveInteger),
};
type ApiOptions = ValuesOf<typeof apiOptions>;

/** Options that mean nothing to the page alone. */
export function requireNoApiOptions(options: ApiOptions): void {
  const given = Object.entries(apiOptions).find(([name]) => options[name as keyof ApiOptions] !== undefined);
  if (given) throw new NeoLrpError('E_USAGE', `${given[1].long} is for the API: add --api`, { field: given[1].long });
}

/** Calls `onListening` with the port. Ends with Ctrl-C. */
export async function serveApi(
  options: ApiOptions & { readonly port: number; readonly host: string },
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
  // Awaited below.
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
      // Without a key nobody could use the service, so look for one first; an error that is known already is reported in place of an address.
      await (keyRequired ? opening : Promise.race([opening, undefined]));
      await app.listen({ port: options.port, host });
      onListening(portOf(app.server) ?? options.port);
      await interruptible(output, 'jobs stay in the database', async (signal) => runJobs(await opening, workers, signal, output));
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

export function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
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

/** Without a key, no request could be answered. */
async function requireKeys(store: JobStore): Promise<void> {
  const keys = await store.keys.list();
  if (keys.every(({ revoked }) => revoked !== undefined))
    throw new NeoLrpError(
      'E_USAGE',
      'others than this machine can connect, and there is no API key yet: make one with neo-lrp keys add NAME',
      { field: '--host' },
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
