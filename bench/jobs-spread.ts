/**
 * Labels and benchmark runs over 1, 2 and 4 worker processes, one of them killed on the way: is the output that of one process, and what
 * does the queue cost?
 *
 *     npm run build && node scripts/run.mjs bench/jobs-spread.ts [--labels 1000] [--iterations 4] [--runs 60] [--workers 1,2,4]
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000' },
    iterations: { type: 'string', default: '4' },
    runs: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1,2,4' },
  },
});
const program = resolve('dist/lib/main.js');
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-spread-'));

/** Wall seconds. */
function run(...args: string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [program, ...args, '--quiet'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
  return (performance.now() - began) / 1000;
}

async function runWith(count: number, database: string, killed: boolean, ...args: string[]): Promise<number> {
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [program, 'work', '--database', database, '--threads', '1', '--quiet'], { stdio: 'ignore' }),
  );
  await sleep(3000);
  const began = performance.now();
  const submitter = spawn(process.execPath, [program, ...args, '--database', database, '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const done = new Promise<number | null>((end) => submitter.once('exit', end));
  if (killed) {
    await sleep(4000);
    workers[0].kill('SIGKILL');
    // Somebody has to go on.
    workers[0] = spawn(process.execPath, [program, 'work', '--database', database, '--threads', '1', '--quiet'], { stdio: 'ignore' });
  }
  if ((await done) !== 0) throw new Error(args.join(' '));
  const seconds = (performance.now() - began) / 1000;
  for (const worker of workers) worker.kill('SIGKILL');
  return seconds;
}

/** Percent of a single worker's time, from its first job to its last, in which it had none. */
async function queueShare(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select kind, 100 * (1 - extract(epoch from sum(finished - started)) / extract(epoch from max(finished) - min(started))) as share
     from neo_lrp.job group by kind order by kind`,
  );
  await client.end();
  return rows.map(({ kind, share }) => `${kind} ${Number(share).toFixed(1)}`).join(', ');
}

/** Records without what a clock measured. */
const timeless = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.stringify({ ...JSON.parse(line), time: 0, cpu: 0, machine: 0, finished: 0 }))
    .join('\n');

const rows: Record<string, unknown>[] = [];
try {
  run('generate', '--count', values.labels, '--kind', 'cells', '--out', 'plain.set');
  mkdirSync(join(folder, 'in'));
  for (const name of ['plain', 'town', 'tiny']) cpSync(`examples/${name}.json`, join(folder, 'in', `${name}.json`));
  const seeds = String(Math.ceil(Number(values.runs) / 3));
  const label = (set: string) => ['label', set, '--iterations', values.iterations, '--check', '0', '--threads', '1'];
  const bench = (results: string) => [
    'bench',
    'in',
    '--methods',
    'mine=--method search --iterations 100',
    '--time',
    '600',
    '--runs',
    seeds,
    '--threads',
    '1',
    '--results',
    results,
  ];
  cpSync(join(folder, 'plain.set'), join(folder, 'one.set'));
  const alone = { labels: run(...label('one.set')), runs: run(...bench('one.jsonl')) };
  rows.push({ workers: 'one process', labels: alone.labels.toFixed(1), runs: alone.runs.toFixed(1) });
  for (const [count, killed] of values.workers.split(',').flatMap((text) => [false, true].map((kill) => [Number(text), kill] as const))) {
    const server = await startPostgres();
    try {
      const name = `${count}${killed ? '-killed' : ''}`;
      cpSync(join(folder, 'plain.set'), join(folder, `${name}.set`));
      const labels = await runWith(count, server.url, killed, ...label(`${name}.set`));
      const runs = await runWith(count, server.url, killed, ...bench(`${name}.jsonl`));
      const equal = readFileSync(join(folder, `${name}.set`)).equals(readFileSync(join(folder, 'one.set')));
      rows.push({
        workers: `${count}${killed ? ', one killed' : ''}`,
        labels: labels.toFixed(1),
        'labels equal': equal,
        runs: runs.toFixed(1),
        'runs equal': timeless(`${name}.jsonl`) === timeless('one.jsonl'),
        ...(count === 1 && !killed && { 'queue %': await queueShare(server.url) }),
      });
    } finally {
      server.remove();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
