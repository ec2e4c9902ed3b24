/** `neo-lrp serve`: serves the files of the page, which solves in the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { NeoLrpError } from '../problem/errors.ts';
import { pageServer } from '../server/page.ts';
import { portNumber } from './arguments.ts';
import { interruptible } from './interrupt.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';

interface ServeOptions extends OutputOptions {
  readonly port: number;
  readonly host: string;
  readonly open?: boolean;
  readonly tiles?: string;
  readonly attribution?: string;
}

const defaultPort = 8700;

export function registerServe(program: Command): void {
  addOutputOptions(program.command('serve'))
    .summary('serve the page to plan in the browser')
    .description(
      'Serves the page on this machine until Ctrl-C. Data and plans stay in the browser, which also does the solving; the page contacts no other host.',
    )
    .option('--port <n>', 'port to listen on; 0 for any free one', portNumber, defaultPort)
    .option('--host <name>', 'address to listen on; 0.0.0.0 or :: to serve other machines', 'localhost')
    .option('--open', 'open the page in the browser')
    .option('--tiles <url>', 'map tiles under longitude and latitude, such as https://tiles.example/{z}/{x}/{y}.png')
    .option('--attribution <text>', 'credit for the tiles, shown on the map')
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp serve --open
  neo-lrp serve --port 0 --json`,
    )
    .action(async (options: ServeOptions) => {
      const output = new Output(options);
      const folder = fileURLToPath(new URL('../web', import.meta.url));
      if (!existsSync(join(folder, 'index.html')))
        throw new NeoLrpError(
          'E_FILE',
          'the page is missing from this installation; install neo-lrp again or, in its source folder, build it',
          { file: folder },
        );
      const server = pageServer({ folder, tiles: options.tiles, attribution: options.attribution, host: options.host });
      const { port } = await listen(server.listen(options.port, options.host), options);
      const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}/`;
      output.result({ url, port }, () => `${url}\n`);
      output.note('Ctrl-C ends it.');
      if (options.open) openBrowser(url, output);
      await interruptible(
        () => once(server, 'close'),
        () => {
          server.close();
          server.closeAllConnections();
        },
      );
    });
}

async function listen(server: ReturnType<typeof pageServer>, { port, host }: ServeOptions): Promise<{ readonly port: number }> {
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const reason =
      code === 'EADDRINUSE' ? `port ${port} is in use; name another, or 0 for any` : `cannot listen on ${host}:${port} (${code})`;
    throw new NeoLrpError('E_USAGE', reason, { field: 'port', value: port }, { cause });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address : { port };
}

/** Uses the desktop's opener; without one, the user follows the printed address. */
function openBrowser(url: string, output: Output): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => output.note('No browser could be opened; use the address above.'));
  child.unref();
}
