/** `neo-lrp serve`: the page on this machine, which solves in the browser; with `--api` also a service that solves here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from '../jobs/database/database.ts';
import { type JobStore, openStore } from '../jobs/store.ts';
import { work } from '../jobs/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { isLoopback } from '../server/access.ts';
import { defaultLimits, type Limits } from '../server/limits.ts';
import { type PageOptions, pageServer } from '../server/page.ts';
import { nonNegativeInteger, portNumber, positiveInteger, positiveNumber } from './arguments.ts';
import { defineCommand, flag, option, repeated, type ValuesOf } from './command.ts';
import { commandLine, noteOutages, placeOf, placeOptions } from './database.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';

const defaultPort = 8700;
/** One core is left for the service itself. */
const defaultWorkers = Math.max(1, availableParallelism() - 1);
const megabyte = 2 ** 20;

const apiOptions = {
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

interface Address {
  readonly port: number;
  readonly host: string;
}

export const register = defineCommand({
  description:
    'Serves the page on this machine until Ctrl-C. Data and plans stay in the browser, which also does the solving; the page asks no other host for anything. With --api programs can solve here over HTTP: /docs describes it.',
  arguments: [],
  options: {
    port: option('--port <n>', 'port to listen on; 0 for any free one', portNumber, defaultPort),
    host: option('--host <name>', 'address to listen on; 0.0.0.0 or :: to serve other machines', 'localhost'),
    open: flag('--open', 'open the page in the browser'),
    tiles: option('--tiles <url>', 'map tiles under longitude and latitude, such as https://tiles.example/{z}/{x}/{y}.png'),
    attribution: option('--attribution <text>', 'who is to be named on the map for the tiles'),
    ...apiOptions,
  },
  examples: [
    'serve --open',
    'serve --port 0 --json',
    'serve --api --data neo-lrp-data',
    'serve --api --database postgres://neo@db.example/jobs --host 0.0.0.0 --workers 0',
  ],
  async run(options, output) {
    const folder = fileURLToPath(new URL('../web', import.meta.url));
    if (!existsSync(join(folder, 'index.html')))
      throw new NeoLrpError(
        'E_FILE',
        'the page is missing from this installation; install neo-lrp again or, in its source folder, build it',
        { file: folder },
      );
    const page: PageOptions = { folder, tiles: options.tiles, attribution: options.attribution };
    const onListening = (port: number) => {
      const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}/`;
      output.result({ url, port, ...(options.api && { api: `${url}v1`, docs: `${url}docs` }) }, () => `${url}\n`);
      output.note('Ctrl-C ends it.');
      if (options.open) openBrowser(url, output);
    };
    if (!options.api) requireNoApiOptions(options);
    const run = options.api ? serveApi(options, page, output, onListening) : servePage(options, page, output, onListening);
    await run.catch((cause: unknown) => Promise.reject(listenFault(cause, options)));
  },
});

async function servePage({ port, host }: Address, page: PageOptions, output: Output, onListening: (port: number) => void): Promise<void> {
  const server = pageServer({ ...page, host });
  await once(server.listen(port, host), 'listening');
  onListening(portOf(server) ?? port);
  await interruptible(output, undefined, async (signal) => {
    signal.addEventListener('abort', () => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'close');
  });
}

/** Options that mean nothing to the page alone. */
function requireNoApiOptions(options: ApiOptions): void {
  const given = Object.entries(apiOptions).find(([name]) => options[name as keyof ApiOptions] !== undefined);
  if (given) throw new NeoLrpError('E_USAGE', `${given[1].long} is for the API: add --api`, { field: given[1].long });
}

/** Calls `onListening` with the port. Ends with Ctrl-C. */
async function serveApi(
  options: ApiOptions & Address,
  page: Omit<PageOptions, 'api'>,
  output: Output,
  onListening: (port: number) => void,
): Promise<void> {
  const { host, allowHost: names = [], workers = defaultWorkers } = options;
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

function portOf(server: Server): number | undefined {
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

/** What the operating system said of the address, in a sentence. */
function listenFault(cause: unknown, { port, host }: Address): unknown {
  if (!(cause instanceof Error) || !('syscall' in cause) || !/^(listen|getaddrinfo)$/.test(String(cause.syscall))) return cause;
  const code = 'code' in cause ? String(cause.code) : '';
  const reason =
    code === 'EADDRINUSE' ? `port ${port} is in use; name another, or 0 for any` : `cannot listen on ${host}:${port} (${code})`;
  return new NeoLrpError('E_USAGE', reason, { field: 'port', value: port }, { cause });
}

/** Uses the desktop's opener; without one, the user follows the printed address. */
function openBrowser(url: string, output: Output): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => output.note('No browser could be opened; use the address above.'));
  child.unref();
}
