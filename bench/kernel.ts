/**
 * Speed of the core: descents, and iterations of ruin and recreate, per CPU second. With another checkout, both in turns: the ratio is what
 * counts, for machines differ and drift.
 * usage: node scripts/run.mjs bench/kernel.ts [--benchmarks DIR] [--before CHECKOUT] [--json] [FILES…]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readInstance } from '../src/formats/read.ts';
import { Random } from '../src/run/random.ts';
import { StopWatch } from '../src/run/stop.ts';
import { construct } from '../src/search/construction/construct.ts';
import { searchData } from '../src/search/data.ts';
import { proposeDepotSets } from '../src/search/depots/ranking.ts';
import { Engine } from '../src/search/engine.ts';
import { listOf } from '../src/search/routes.ts';
import { cpuSeconds } from './cpu-seconds.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const some = ['P/coord100-10-2.dat', 'T/coordP122112.dat', 'S/300-15-1a.json', 'S/600-30-1d.json', 'X/X-n936-k151.vrp'];
const files = positionals.length > 0 ? positionals : [...some.map((file) => join(values.benchmarks, file)), 'examples/town.json'];
const rounds = 20;
const iterations = 60_000;

interface Speed {
  /** Per CPU second in the fastest round: whatever else the machine does only ever slows it down. */
  readonly descents: number;
  readonly iterations: number;
}

async function measure(file: string): Promise<Speed> {
  const data = searchData(readInstance({ name: file, text: readFileSync(file, 'utf8') }));
  const [open] = await proposeDepotSets(data, new Random(1), new StopWatch({}));
  const routes = listOf(data, construct(data, open, new Random(1)));
  const engine = await Engine.create(data);
  const strict = { vehicle: 5000, depot: 5000, rule: 50_000, distance: 50_000, time: 1 };
  const timed = (run: () => void) => {
    const began = cpuSeconds();
    run();
    return cpuSeconds() - began;
  };
  const descents = Math.max(1, Math.round(2000 / data.n));
  const speeds = Array.from({ length: rounds }, (_, round) => {
    const descending = timed(() => {
      for (let k = 0; k < descents; k++) {
        engine.load(routes, open, strict);
        engine.descend(round * descents + k);
      }
    });
    if (!engine.toIndividual().feasible) engine.load(routes, open, strict);
    engine.startAnnealing();
    return { descents: descents / descending, iterations: iterations / timed(() => engine.anneal(round, iterations, 1, 0.1)) };
  });
  const fastest = (kind: keyof Speed) => Math.max(...speeds.map((speed) => speed[kind]));
  return { descents: fastest('descents'), iterations: fastest('iterations') };
}

function measureIn(checkout: string, file: string): Speed {
  const script = ['scripts/run.mjs', 'bench/kernel.ts', '--json', resolve(file)];
  return JSON.parse(execFileSync(process.execPath, script, { cwd: checkout, encoding: 'utf8' })) as Speed;
}

for (const file of files.filter(existsSync)) {
  const speed = await measure(file);
  if (values.json) console.log(JSON.stringify(speed));
  else {
    const before = values.before && measureIn(values.before, file);
    const shown = (kind: keyof Speed) =>
      `${speed[kind].toFixed(0)} ${kind} a second${before ? ` (${(speed[kind] / before[kind]).toFixed(2)} × before)` : ''}`;
    console.log(`${basename(file).padEnd(22)} ${shown('descents')}, ${shown('iterations')}`);
  }
}
