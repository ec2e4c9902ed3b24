// Runs schemathesis (PyPI) against the built service and its own OpenAPI document, on a database in a temporary folder or on the server
// of --database: node scripts/schemathesis.mjs [--examples N] [--database URL]. Needs Python 3.10 and a package index.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { examples: { type: 'string', default: '100' }, database: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-schemathesis-'));

/** The environment is kept: it takes longer to make than the tests to run. */
function program() {
  const environment = join(tmpdir(), 'neo-lrp-schemathesis-venv');
  const path = join(environment, 'bin', 'schemathesis');
  if (!existsSync(path)) {
    execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
    execFileSync(join(environment, 'bin', 'pip'), ['install', '--quiet', 'schemathesis'], { stdio: 'inherit' });
  }
  return path;
}

const place = values.database === undefined ? ['--data', join(folder, 'data')] : ['--database', values.database];
// Runs are short, or most of the time would be spent waiting for them.
const args = [join(root, 'dist/lib/main.js'), 'serve', '--api', '--port', '0', '--json', '--max-seconds', '0.1', ...place];
const service = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  let printed = '';
  for await (const part of service.stdout) {
    printed += part;
    if (/\}\s*$/.test(printed)) break;
  }
  const { status } = spawnSync(
    program(),
    [
      'run',
      `${JSON.parse(printed).url}openapi.json`,
      '--max-examples',
      values.examples,
      '--phases',
      'examples,coverage,fuzzing,stateful',
      // What the schema allows the library may refuse, such as a plan that names no customer; and DELETE stops a job, which stays.
      '--exclude-checks',
      'positive_data_acceptance,use_after_free',
      '--request-timeout',
      '100',
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  process.exitCode = service.exitCode === null ? (status ?? 1) : 1;
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
