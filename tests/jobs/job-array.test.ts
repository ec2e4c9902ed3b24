/** The job-array scripts of docs/how-to/run-job-arrays.md, run as Slurm would run them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRecords } from '../../src/benchmark/record.ts';
import { instance } from '../cli/neo-lrp.ts';
import { commandLine } from './backends.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/how-to/run-job-arrays.md', import.meta.url)), 'utf8');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neo-lrp-array-'));
  for (const [, name, script] of page.matchAll(/```text file=(\S+)\n([\s\S]*?)```/g)) writeFileSync(join(folder, name), script);
  // What npx would run.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'npx'), `#!/bin/bash\nshift\nexec "${process.execPath}" "${commandLine}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
  mkdirSync(join(folder, 'instances'));
  for (const name of ['one', 'two', 'three'])
    writeFileSync(join(folder, 'instances', `${name}.json`), JSON.stringify({ ...instance, name }));
  execFileSync(process.execPath, [
    commandLine,
    'generate',
    '--count',
    '6',
    '--kind',
    'cells',
    '--out',
    join(folder, 'paper.set'),
    '--quiet',
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('does all parts, and puts them together', async () => {
  const run = (script: string, task = '') => {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
      ITERATIONS: '2',
      SECONDS_A_RUN: '0.1',
      SLURM_ARRAY_TASK_ID: task,
      SLURM_ARRAY_TASK_COUNT: '2',
    };
    const { status, stderr } = spawnSync('bash', [script], { cwd: folder, env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  for (const task of ['2', '1']) run('study.sh', task);
  run('merge.sh');
  const records = await loadRecords(join(folder, 'results.jsonl'));
  expect(records.map(({ file, state }) => [file, state])).toEqual(['one.json', 'three.json', 'two.json'].map((file) => [file, 'solved']));
  // Labels do not depend on how the work was cut.
  writeFileSync(join(folder, 'whole.set'), readFileSync(join(folder, 'paper.set')));
  execFileSync(process.execPath, [commandLine, 'label', join(folder, 'whole.set'), '--iterations', '2', '--quiet']);
  expect(readFileSync(join(folder, 'whole.set')).equals(readFileSync(join(folder, 'paper.set')))).toBe(true);
});
