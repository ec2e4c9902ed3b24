/**
 * Speed of training Deep Sets φ 5 × 32, latent 6, ρ 6→6→1 in customer rows per second: one core by CPU time, two threads by wall time, and
 * PyTorch on the same network and data if `npm run peers torch` has installed it. The data are made up; only their sizes matter.
 * usage: node scripts/run.mjs bench/training.ts [--samples N] [--epochs N] [--threads N] [--preset NAME]
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from '../src/run/random.ts';
import type { SampleSet } from '../src/training/sample.ts';
import { train } from '../src/training/train.ts';
import { trainingPresets } from '../src/training/train-presets.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '5000' },
    epochs: { type: 'string', default: '20' },
    threads: { type: 'string', default: '2' },
    preset: { type: 'string', default: 'ds-paper' },
  },
});
const samples = Number(values.samples);
const epochs = Number(values.epochs);
const threads = Number(values.threads);
const preset = trainingPresets[values.preset as keyof typeof trainingPresets];

/** The paper's sizes, 5, 10, …, 100 customers; one route per customer, which is a valid label. */
function madeUp(count: number, seed: number): SampleSet {
  const random = new Random(seed);
  const start = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) start[k + 1] = start[k] + 5 * (1 + random.int(20));
  const column = () => Float32Array.from({ length: start[count] }, () => 100 * random.float());
  const set = { x: column(), y: column(), load: column().map((value) => value / 100) };
  const sum = (k: number) => {
    let travel = 0;
    for (let i = start[k]; i < start[k + 1]; i++) travel += 2 * Math.hypot(set.x[i], set.y[i]);
    return travel;
  };
  return {
    count,
    start,
    ...set,
    spread: new Float64Array(count).fill(100),
    travel: Float64Array.from({ length: count }, (_, k) => sum(k)),
    routes: Float64Array.from({ length: count }, (_, k) => start[k + 1] - start[k]),
    group: Int32Array.from({ length: count }, (_, k) => k),
    origin: new Uint8Array(count),
  };
}

const sets = { training: madeUp(samples, 1), validation: madeUp(20, 2) };
const rows = sets.training.start[samples];
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const inMillions = (value: number) => `${(value / 1e6).toFixed(3)} million rows/s`;

/** The best epoch after the first, in which code is still being compiled. */
async function measure(count: number, clock: () => number): Promise<number> {
  let [last, best] = [clock(), 0];
  await train({ ...preset, epochs, patience: undefined }, sets, {
    threads: count,
    onProgress: ({ epoch }) => {
      const now = clock();
      if (epoch > 1) best = Math.max(best, rows / (now - last));
      last = now;
    },
  });
  return best;
}

const one = await measure(1, cpuSeconds);
console.log(`one core, CPU time: ${inMillions(one)}`);
const wall = () => performance.now() / 1000;
const oneWall = await measure(1, wall);
console.log(`one thread, wall time: ${inMillions(oneWall)}`);
const many = await measure(threads, wall);
console.log(`${threads} threads, wall time: ${inMillions(many)}, ${(many / oneWall).toFixed(2)} times one thread`);

const python = '.peers/bin/python3';
if (existsSync(python) && values.preset === 'ds-paper') {
  try {
    const output = execFileSync(python, ['bench/training-pytorch.py', String(Math.min(samples, 5000))], { encoding: 'utf8' });
    const { version, padded, packed } = JSON.parse(output) as { version: string; padded: number; packed: number };
    console.log(`PyTorch ${version}, one thread, CPU time: ${inMillions(padded)} on padded batches, ${inMillions(packed)} on packed ones`);
    console.log(`ours over PyTorch's better: ${(one / Math.max(padded, packed)).toFixed(2)}`);
  } catch {
    console.log('PyTorch is not in .peers/; `npm run peers torch` installs it');
  }
}
