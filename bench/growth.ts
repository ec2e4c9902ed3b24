/**
 * How the joint search grows with the instance: time until the first feasible solution, cost of a descent, memory.
 * usage: node scripts/run.mjs bench/growth.ts [--sizes 500x15,1000x20,600x30,5000x50] [--seconds 60] [--seed 1]
 * Each size runs in its own process, to measure its peak of memory; times are CPU seconds of that process.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { cpuClock } from '../src/node/cpu-clock.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import type { SearchProgress } from '../src/search/hybrid-search.ts';
import { search } from '../src/search/search.ts';
import { region } from './location-instances.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500x15,600x30,1000x20,5000x50' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const sizes = values.sizes.split(',');
const seed = Number(values.seed);

async function measure(size: string): Promise<void> {
  const [customers, depots] = size.split('x').map(Number);
  const instance = region(customers, depots, seed);
  let first: SearchProgress | undefined;
  const result = await search(instance, {
    stop: { seconds: Number(values.seconds), clock: cpuClock },
    seed,
    onProgress: (progress) => {
      if (progress.feasible) first ??= progress;
    },
  });
  const { feasible, cost } = verify(instance, describeRoutes(instance, result.routes));
  if (!feasible || !first) throw new Error(`${size}: the solution does not hold`);
  const perDescent = (1000 * (Number(values.seconds) - first.seconds)) / (result.iterations - first.iterations);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    [
      size.padEnd(8),
      `${first.seconds.toFixed(2)} s`.padStart(9),
      first.cost.toFixed(0).padStart(9),
      cost.total.toFixed(0).padStart(9),
      String(result.iterations).padStart(9),
      `${perDescent.toFixed(1)} ms`.padStart(11),
      `${((1000 * perDescent) / customers).toFixed(1)} µs`.padStart(14),
      `${peak.toFixed(0)} MB`.padStart(9),
    ].join(' '),
  );
}

if (sizes.length === 1) await measure(sizes[0]);
else {
  console.log(
    `size     feasible at  at cost  ends at  descents   a descent  per customer  peak memory   (${values.seconds} CPU s each, seed ${seed})`,
  );
  for (const size of sizes) {
    const args = ['scripts/run.mjs', 'bench/growth.ts', '--sizes', size, '--seconds', values.seconds, '--seed', values.seed];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
