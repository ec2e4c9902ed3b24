/** Workers as processes of their own, on PostgreSQL: killed, deprived of their database, and compared with one process. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { recordSchema } from '../../src/benchmark/record.ts';
import { solveOptionsSchema } from '../../src/jobs/job.ts';
import { openStore } from '../../src/jobs/store.ts';
import { solveRequest } from '../../src/jobs/tasks/solve.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { instance as rightAngles } from '../cli/neo-lrp.ts';
import { randomInstance } from '../search/random-instance.ts';
import { commandLine, describeWithPostgres, freshDatabase, startWorker, until, type WorkerProcess } from './backends.ts';

const request = (seed: number, seconds: number) => {
  const instance = randomInstance(new Random(seed), { customers: 40, depots: 4 });
  return { instance, request: solveRequest(instance, solveOptionsSchema.parse({ seconds, method: 'search', seed })) };
};

describeWithPostgres('workers as processes', () => {
  it('take over the job of one that was killed, from its best plan', async () => {
    const database = (await freshDatabase()) ?? '';
    const store = await openStore({ database });
    const { instance, request: asked } = request(1, 4);
    const victim = startWorker(database);
    const { job } = await store.submit('me', asked);
    await until(() => store.result('me', job.id));
    await victim.kill();
    const left = await store.find('me', job.id);
    expect(left).toMatchObject({ state: 'running', attempts: 1 });
    const heir = startWorker(database);
    const done = await until(async () => {
      const found = await store.find('me', job.id);
      return found?.state === 'completed' && found;
    });
    await heir.kill();
    expect(done.attempts).toBe(2);
    expect(done.cost).toBeLessThanOrEqual(left?.cost ?? 0);
    expect(verify(instance, JSON.parse((await store.result('me', job.id)) ?? '') as Solution).feasible).toBe(true);
    const types = (await store.events('me', job.id))?.map(({ type }) => type) ?? [];
    expect(types.filter((type) => type === 'interrupted' || type === 'started' || type === 'completed')).toEqual([
      'started',
      'interrupted',
      'started',
      'completed',
    ]);
    await store.close();
  });

  it('wait for a database that is gone, and go on', async () => {
    const server = await startPostgres();
    try {
      const store = await openStore({ database: server.url });
      const worker = startWorker(server.url);
      const jobs = await Promise.all([2, 3].map(async (seed) => (await store.submit('me', request(seed, 2).request)).job));
      await until(() => store.result('me', jobs[0].id));
      server.stop();
      await expect(store.find('me', jobs[0].id)).rejects.toMatchObject({ code: 'E_DATABASE' });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      server.start();
      for (const { id } of jobs) await until(async () => (await store.find('me', id).catch(() => undefined))?.state === 'completed');
      await worker.kill();
      await store.close();
    } finally {
      server.remove();
    }
  });
});

describeWithPostgres('work that is shared', () => {
  let folder = '';
  let database = '';
  let workers: WorkerProcess[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neo-lrp-shared-'));
    database = (await freshDatabase()) ?? '';
    workers = [startWorker(database), startWorker(database)];
    for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...rightAngles, name }));
    run('generate', '--count', '24', '--kind', 'cells', '--out', 'one.set');
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [commandLine, ...args], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  const bytes = (file: string) => readFileSync(join(folder, file));

  it('has the labels of one process, byte for byte', () => {
    writeFileSync(join(folder, 'two.set'), bytes('one.set'));
    run('label', 'one.set', '--iterations', '2', '--check', '4', '--check-factor', '2');
    run('label', 'two.set', '--iterations', '2', '--check', '4', '--check-factor', '2', '--database', database);
    expect(bytes('two.set').equals(bytes('one.set'))).toBe(true);
  });

  it('has the records of one process, but for what a clock measured', () => {
    const args = [
      'bench',
      'one.json',
      'two.json',
      '--methods',
      'mine=--method search --iterations 3',
      '--runs',
      '2',
      '--time',
      '60',
      '--threads',
      '1',
    ];
    run(...args, '--results', 'here.jsonl');
    run(...args, '--results', 'there.jsonl', '--database', database);
    for (const part of ['1/2', '2/2']) run(...args, '--shard', part);
    run(...args, '--merge', 'results.2-of-2.jsonl', 'results.1-of-2.jsonl', '--results', 'merged.jsonl');
    expect(timeless('here.jsonl').length).toBe(4);
    expect(timeless('there.jsonl')).toEqual(timeless('here.jsonl'));
    expect(timeless('merged.jsonl')).toEqual(timeless('here.jsonl'));
  });

  it('finds the results of an earlier time in place of running again', () => {
    const args = ['bench', 'one.json', '--methods', 'mine=--method search --iterations 4', '--time', '60', '--database', database];
    run(...args, '--results', 'first.jsonl');
    run(...args, '--results', 'second.jsonl');
    expect(bytes('second.jsonl').equals(bytes('first.jsonl'))).toBe(true);
  });

  it('has the plans of one process for a folder of instances', () => {
    const args = ['solve', '.', '--iterations', '3', '--method', 'search', '--threads', '1'];
    run(...args, '--each', 'here');
    run(...args, '--each', 'there', '--database', database);
    for (const name of ['one', 'two']) {
      const [here, there] = ['here', 'there'].map((place) => JSON.parse(bytes(`${place}/${name}.solution.json`).toString()) as Solution);
      expect({ ...there, time: 0, cpu: 0, versions: 0 }).toEqual({ ...here, time: 0, cpu: 0, versions: 0 });
    }
  });

  it('has the configuration of one process after tuning', () => {
    const args = ['tune', 'deep-sets', '--data', 'one.set', '--trials', '3', '--first-epochs', '1', '--epochs', '2', '--max-width', '16'];
    run(...args, '--journal', 'here.tuning', '--out', 'here.config');
    run(...args, '--journal', 'there.tuning', '--out', 'there.config', '--database', database);
    expect(bytes('there.config').equals(bytes('here.config'))).toBe(true);
  });

  /** Lines of records without times, and without where and when they ran. */
  const timeless = (file: string) =>
    bytes(file)
      .toString()
      .trim()
      .split('\n')
      .map((line) => recordSchema.parse(JSON.parse(line)))
      .map((record) => JSON.stringify({ ...record, time: 0, cpu: 0, machine: 0, finished: 0 }));
});

describe('without the packages of jobs', () => {
  it('is one sentence and status 4', () => {
    const hide = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent("export const resolve = (name, context, next) => { if (name === 'pg') throw Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }"));`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(hide)}`, commandLine, 'work', '--database', 'postgres://localhost:1/none'],
      { encoding: 'utf8' },
    );
    expect([status, stderr.trim()]).toEqual([
      4,
      'error E_SOLVER_MISSING jobs in PostgreSQL need packages that are not installed: npm install pg',
    ]);
  });
});
