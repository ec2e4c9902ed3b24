/**
 * One thread against two on the same files in the same wall time, in turn. Needs an otherwise idle machine with two cores.
 * usage: node scripts/run.mjs bench/threads.ts [--benchmarks DIR] [--sets P,T,B,S] [--every 1] [--seconds 5] [--seeds 1] [--threads 2]
 */
import { parseArgs } from 'node:util';
import { bestKnownOf, gapTo, loadBestKnown } from '../src/benchmark/reference.ts';
import { findInstances } from '../src/benchmark/sets.ts';
import { mean, median } from '../src/benchmark/statistics.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { searchParallel } from '../src/search/islands/islands.ts';

const { values } = parseArgs({
  options: {
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    sets: { type: 'string', default: 'P,T,B,S' },
    every: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    seeds: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
  },
});
const threadCounts = [1, Number(values.threads)];
const bestKnown = await loadBestKnown();

for (const set of values.sets.split(',')) {
  const files = (await findInstances([`${values.benchmarks}/${set}`], bestKnown)).filter((_, k) => k % Number(values.every) === 0);
  const gaps = threadCounts.map((): number[] => []);
  for (const found of files) {
    if (!('instance' in found)) continue;
    const { instance } = found;
    const best = bestKnownOf(bestKnown, found.set, instance.name);
    if (best === null) continue;
    for (const seed of values.seeds.split(',').map(Number))
      for (const [k, threads] of threadCounts.entries()) {
        const { routes } = await searchParallel(instance, { threads, seed, stop: { seconds: Number(values.seconds) } });
        const { feasible, cost } = verify(instance, describeRoutes(instance, routes));
        if (!feasible) throw new Error(`${instance.name}: the solution does not hold`);
        gaps[k].push(gapTo(cost.total, best) ?? Number.NaN);
      }
    console.log(`  ${instance.name.padEnd(18)} ${gaps.map((own) => own.at(-1)?.toFixed(3)).join('  ')}`);
  }
  const cells = threadCounts.map(
    (threads, k) =>
      `${threads} thread${threads > 1 ? 's' : ''}: mean ${mean(gaps[k]).toFixed(3)} %, median ${median(gaps[k]).toFixed(3)} %`,
  );
  console.log(`${set}: ${gaps[0].length} runs of ${values.seconds} s;  ${cells.join(';  ')}`);
}
