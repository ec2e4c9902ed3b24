/**
 * Does `solve --time` end in time, and does Ctrl-C get a plan? Runs of the built command on generated instances of many sizes.
 * usage: node scripts/run.mjs bench/punctuality.ts [--runs 100] [--interrupts 100]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInstance, Random } from '../src/index.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100' }, interrupts: { type: 'string', default: '100' } } });
const sizes = [
  [20, 5],
  [100, 10],
  [200, 10],
  [500, 20],
  [1000, 10],
  [1001, 20],
  [2000, 20],
  [3500, 30],
  [5000, 10],
  [5000, 50],
] as const;
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-'));

function fileOf([n, m]: (typeof sizes)[number]): string {
  const random = new Random(n + m);
  const place = (id: string) => ({ id, x: random.int(10_000) / 10, y: random.int(10_000) / 10 });
  const customers = Array.from({ length: n }, (_, i) => ({ ...place(`c${i}`), demand: 1 + random.int(20) }));
  const capacity = Math.ceil((31.5 * n) / m);
  const depots = Array.from({ length: m }, (_, d) => ({ ...place(`d${d}`), capacity, openingCost: 2000 + random.int(2000) }));
  const file = join(folder, `${n}-${m}.json`);
  writeFileSync(file, JSON.stringify(createInstance({ name: `${n} × ${m}`, customers, depots, vehicleCapacity: 200, vehicleCost: 100 })));
  return file;
}
const files = sizes.map(fileOf);

interface Run {
  readonly status: number | null;
  /** Seconds stated in the solution, without start-up and reading. */
  readonly seconds: number;
  readonly cost: number;
  /** Seconds from the signal to the end. */
  readonly afterSignal: number;
}

function solve(file: string, seconds: number, threads: number, interruptAfter?: number): Promise<Run> {
  const command = ['dist/lib/main.js', 'solve', file, '--time', String(seconds), '--threads', String(threads), '--json', '--quiet'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  let signalled = 0;
  if (interruptAfter !== undefined)
    setTimeout(() => {
      signalled = performance.now();
      child.kill('SIGINT');
    }, 1000 * interruptAfter);
  return new Promise((resolve) =>
    child.on('close', (status) => {
      const solution = status === 0 ? JSON.parse(out) : undefined;
      const afterSignal = (performance.now() - signalled) / 1000;
      resolve({ status, seconds: solution?.time.total ?? Number.NaN, cost: solution?.cost.total ?? Number.NaN, afterSignal });
    }),
  );
}

const random = new Random(1);
const budgets = [0.5, 1, 2, 3, 5];
let late = 0;
for (let k = 0; k < Number(values.runs); k++) {
  const file = k % files.length;
  const { [Math.floor(k / files.length) % budgets.length]: seconds } = budgets;
  const threads = 1 + (Math.floor(k / files.length / budgets.length) % 2);
  const run = await solve(files[file], seconds, threads);
  const over = run.seconds - seconds;
  const isLate = !(over <= 0.05 * seconds + 0.1);
  if (isLate) late++;
  if (isLate || process.stdout.isTTY || k % 10 === 0)
    console.log(
      `${sizes[file].join(' × ')}, ${seconds} s, ${threads} threads: ${run.seconds.toFixed(2)} s, cost ${run.cost.toFixed(0)}${isLate ? `  LATE or failed (exit ${run.status})` : ''}`,
    );
}
console.log(`${late} of ${values.runs} runs ended later than 5 % + 100 ms, or without a plan`);

let slow = 0;
for (let k = 0; k < Number(values.interrupts); k++) {
  const file = k % files.length;
  // After Node has started; a person needs at least 0.5 s.
  const after = 0.5 + 4 * random.float();
  const run = await solve(files[file], 10, 1 + (k % 2), after);
  const isSlow = run.status !== 0 || run.afterSignal > 1;
  if (isSlow) {
    slow++;
    console.log(
      `${sizes[file].join(' × ')} interrupted after ${after.toFixed(2)} s: exit ${run.status}, ${run.afterSignal.toFixed(2)} s later`,
    );
  }
}
console.log(`${slow} of ${values.interrupts} interrupts were answered later than 1 s, or without a plan`);
rmSync(folder, { recursive: true });
