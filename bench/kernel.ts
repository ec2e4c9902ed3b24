/**
 * Speed of the core: descents, and iterations of ruin and recreate, per CPU second. An instance with hours or several vehicle types runs in
 * turns with the same places plain; with another checkout, both run in turns. The ratio is what counts, for machines differ and drift.
 * usage: node scripts/run.mjs bench/kernel.ts [--benchmarks DIR] [--before CHECKOUT] [--hours 150x8,400x20] [--rounds 20] [--json] [FILES…]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readInstance } from '../src/formats/read.ts';
import { cpuSeconds } from '../src/node/cpu-clock.ts';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { modelOf } from '../src/problem/model.ts';
import { Random } from '../src/run/random.ts';
import { StopWatch } from '../src/run/stop.ts';
import { construct } from '../src/search/construction/construct.ts';
import { searchData } from '../src/search/data.ts';
import { proposeDepotSets } from '../src/search/depots/ranking.ts';
import { Engine } from '../src/search/engine.ts';
import { searchParameters } from '../src/search/parameters.ts';
import { AdaptivePenalties, scaled } from '../src/search/population/penalties.ts';
import { listOf } from '../src/search/routes.ts';
import { withHours } from './location-instances.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    before: { type: 'string' },
    hours: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
});
const some = ['P/coord100-10-2.dat', 'T/coordP122112.dat', 'S/300-15-1a.json', 'S/600-30-1d.json', 'X/X-n936-k151.vrp'];
const files = positionals.length > 0 ? positionals : [...some.map((file) => join(values.benchmarks, file)), 'examples/town.json'];
const rounds = Number(values.rounds);

interface Speed {
  /** Per CPU second in the fastest round: whatever else the machine does only ever slows it down. */
  readonly descents: number;
  readonly iterations: number;
}

/** One round after the other; each leaves the plan for its ruin and recreate to the next. */
async function rounder(instance: Instance): Promise<(round: number) => Speed> {
  const data = searchData(instance);
  const [open] = await proposeDepotSets(data, new Random(1), new StopWatch({}));
  const routes = listOf(data, construct(data, open, new Random(1)));
  const engine = await Engine.create(data);
  const strict = scaled(new AdaptivePenalties(data, searchParameters().penalties).current, 100);
  const timed = (run: () => void) => {
    const began = cpuSeconds();
    run();
    return cpuSeconds() - began;
  };
  const descents = Math.max(1, Math.round(2000 / data.n));
  const iterations = data.fleet ? 20_000 : 60_000;
  const [hot, cold] = data.fleet?.hours ? [3, 0.3] : [1, 0.1];
  return (round) => {
    const descending = timed(() => {
      for (let k = 0; k < descents; k++) {
        engine.load(routes, open, strict);
        engine.descend(round * descents + k);
      }
    });
    if (!engine.toIndividual().feasible) engine.load(routes, open, strict);
    engine.startAnnealing();
    return { descents: descents / descending, iterations: iterations / timed(() => engine.anneal(round, iterations, hot, cold)) };
  };
}

async function measure(...instances: Instance[]): Promise<Speed[]> {
  const each = await Promise.all(instances.map(rounder));
  const speeds = Array.from({ length: rounds }, (_, round) => each.map((run) => run(round)));
  const fastest = (k: number, kind: keyof Speed) => Math.max(...speeds.map(({ [k]: speed }) => speed[kind]));
  return each.map((_, k) => ({ descents: fastest(k, 'descents'), iterations: fastest(k, 'iterations') }));
}

/** The same places without hours, and with the smallest of its vehicles alone. */
function plainOf(instance: Instance): Instance {
  const { name, depots, customers, travel } = instance;
  const capacity = Math.min(...modelOf(instance).types.map((type) => type.capacity[0]));
  return createInstance({
    name: `${name}-plain`,
    depots: depots.map(({ id, x, y, capacity: most, openingCost }) => ({ id, x, y, capacity: most, openingCost })),
    customers: customers.map(({ id, x, y, demand }) => ({ id, x, y, demand })),
    vehicleCapacity: capacity,
    travel,
  });
}

function measureIn(checkout: string, args: readonly string[]): Speed {
  const script = ['scripts/run.mjs', 'bench/kernel.ts', '--json', '--rounds', values.rounds, ...args];
  return JSON.parse(execFileSync(process.execPath, script, { cwd: checkout, encoding: 'utf8' })) as Speed;
}

async function show(name: string, instance: Instance, args: readonly string[]): Promise<void> {
  const isPlain = !searchData(instance).fleet;
  if (values.json) return console.log(JSON.stringify((await measure(instance))[0]));
  const [speed, plain] = await measure(...(isPlain ? [instance] : [instance, plainOf(instance)]));
  const before = values.before && measureIn(values.before, args);
  const shown = (kind: keyof Speed) =>
    `${speed[kind].toFixed(0)} ${kind} a second${before ? ` (${(speed[kind] / before[kind]).toFixed(2)} × before)` : ''}${plain ? ` (${(speed[kind] / plain[kind]).toFixed(2)} × plain)` : ''}`;
  console.log(`${name.padEnd(22)} ${shown('descents')}, ${shown('iterations')}`);
}

if (values.hours) {
  for (const size of values.hours.split(',')) {
    const [customers, depots] = size.split('x').map(Number);
    await show(`${size} with hours`, withHours(customers, depots, 1), ['--hours', size]);
  }
} else
  for (const file of files.filter(existsSync)) {
    const instance = readInstance({ name: file, text: readFileSync(file, 'utf8') });
    await show(basename(file), instance, [resolve(file)]);
  }
