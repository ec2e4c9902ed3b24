/**
 * Speed of the WebAssembly kernel: the same search, step by step, on both engines in one run.
 * usage: node scripts/run.mjs bench/kernel.ts [--benchmarks DIR] [--steps 150]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readInstance } from '../src/formats/read.ts';
import { Random } from '../src/run/random.ts';
import { StopWatch } from '../src/run/stop.ts';
import { searchData } from '../src/search/data.ts';
import { proposeConfigurations } from '../src/search/depots/ranking.ts';
import { PlainEngine } from '../src/search/engine/engine.ts';
import { KernelEngine } from '../src/search/engine/kernel-engine.ts';
import { Schedule } from '../src/search/schedule.ts';
import { cpuSeconds } from './cpu-seconds.ts';

const { values } = parseArgs({
  options: { benchmarks: { type: 'string', default: '../shared/benchmarks' }, steps: { type: 'string', default: '150' } },
});
const files = ['P/coord100-10-2.dat', 'T/coordP122112.dat', 'S/300-15-1a.json', 'S/600-30-1d.json'];

for (const file of files) {
  const path = join(values.benchmarks, file);
  if (!existsSync(path)) continue;
  const data = searchData(readInstance({ name: file, text: readFileSync(path, 'utf8') }));
  const sets = await proposeConfigurations(data, new Random(1), new StopWatch({}));
  const run = (engine: PlainEngine | KernelEngine) => {
    const began = cpuSeconds();
    const schedule = new Schedule(data, new Random(1), sets, { engine });
    for (let k = 0; k < Number(values.steps); k++) schedule.step();
    return { seconds: cpuSeconds() - began, cost: schedule.best?.cost };
  };
  const kernel = run(new KernelEngine(data));
  const plain = run(new PlainEngine(data));
  if (plain.cost !== kernel.cost) throw new Error(`${file}: the twins disagree: ${plain.cost} and ${kernel.cost}`);
  console.log(
    `${file.padEnd(22)} plain ${plain.seconds.toFixed(2)} s, kernel ${kernel.seconds.toFixed(2)} s: ${(plain.seconds / kernel.seconds).toFixed(2)} times as fast, same cost ${kernel.cost}`,
  );
}
