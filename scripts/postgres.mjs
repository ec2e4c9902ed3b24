// PostgreSQL for the tests of jobs: finds it, installs Debian's package where that is allowed, and starts a server of its own in a
// temporary folder, on a free port, as a user that is not root. `node scripts/postgres.mjs` starts one until Ctrl-C.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const debian = '/usr/lib/postgresql';
/** Seconds that an installation, and a start, may take. */
const patience = { install: 240, start: 60 };

const isRoot = process.getuid?.() === 0;

/** The folder of its programs, or undefined. NEO_LRP_POSTGRES names one that is not Debian's and not on the PATH. */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.NEO_LRP_POSTGRES,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** Debian and its children, as root. Returns why not, where it cannot. */
export function installPostgres() {
  if (!existsSync('/usr/bin/apt-get')) return 'there is no apt-get here';
  if (!isRoot) return 'only root may install it';
  const apt = (...args) =>
    execFileSync('apt-get', ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 1000 * patience.install,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'postgresql');
    return undefined;
  } catch (error) {
    return `apt-get could not install it (${error instanceof Error ? error.message.split('\n')[0] : error})`;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A server of one's own. `stop` and `start` keep its data; `remove` ends it for good. */
export async function startPostgres() {
  const programs = findPostgres();
  if (!programs) throw new Error('there is no PostgreSQL here; node scripts/postgres.mjs installs it');
  const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-postgres-'));
  const port = await freePort();
  // PostgreSQL refuses to be run by root.
  const run = (program, ...args) => {
    const command = [join(programs, program), ...args];
    const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 1000 * patience.start, cwd: tmpdir() });
  };
  if (isRoot) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const data = join(folder, 'data');
  // Nothing here has to outlive a loss of power.
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  const start = () => run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', settings, 'start');
  const stop = () => run('pg_ctl', '-D', data, '-w', '-s', '-m', 'immediate', 'stop');
  run('initdb', '-D', data, '-U', 'neo', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  start();
  return {
    url: `postgres://neo@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove() {
      try {
        stop();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

// By name: in a bundle every module has the address of the whole.
if (basename(process.argv[1] ?? '') === 'postgres.mjs') {
  const reason = findPostgres() ? undefined : installPostgres();
  if (reason === undefined) {
    const server = await startPostgres();
    console.log(server.url);
    const waiting = setInterval(() => {}, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => {
        clearInterval(waiting);
        server.remove();
      });
  } else {
    console.error(`no PostgreSQL: ${reason}`);
    process.exitCode = 1;
  }
}
