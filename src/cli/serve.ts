/** `neo-lrp serve`: the page on this machine, which solves in the browser; with `--api` also a service that solves here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NeoLrpError } from '../problem/errors.ts';
import { type PageOptions, pageServer } from '../server/page.ts';
import { portNumber } from './arguments.ts';
import { defineCommand, flag, option } from './command.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';
import { apiOptions, portOf, requireNoApiOptions, serveApi } from './serve-api.ts';

const defaultPort = 8700;

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
