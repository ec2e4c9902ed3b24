/**
 * Gap of the joint search to the best-known values, by set and budget, on one thread in CPU seconds.
 * usage: node scripts/run.mjs bench/search.ts [--benchmarks DIR] [--sets P,T,B,S] [--budgets 1,2,5,10] [--seeds 1,2,3] [--every K] [--match TEXT] [--verbose]
 * Best-known values are only used after the runs; no solver sees them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readInstance } from '../src/formats/read.ts';
import { cpuClock, cpuSeconds } from '../src/node/cpu-clock.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { search } from '../src/search/search.ts';

const { values } = parseArgs({
  options: {
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    sets: { type: 'string', default: 'P,T,B,S' },
    budgets: { type: 'string', default: '1,2,5,10' },
    seeds: { type: 'string', default: '1,2,3' },
    every: { type: 'string', default: '1' },
    match: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const budgets = numbers(values.budgets);
const seeds = numbers(values.seeds);
const bestKnown: Record<string, Record<string, number>> = JSON.parse(readFileSync(join(values.benchmarks, 'bks.json'), 'utf8'));

for (const set of values.sets.split(',')) {
  const files = readdirSync(join(values.benchmarks, set)).filter((file) => file.includes(values.match));
  const gaps = budgets.map((): number[] => []);
  let iterations = 0;
  const began = cpuSeconds();
  for (const [k, file] of files.entries()) {
    if (k % Number(values.every) !== 0) continue;
    const stem = file.replace(/\.(dat|json)$/, '');
    const best = bestKnown[set][stem];
    if (best === undefined) continue;
    const instance = readInstance({ name: file, text: readFileSync(join(values.benchmarks, set, file), 'utf8') });
    const row: string[] = [];
    for (const seed of seeds) {
      const at = budgets.map(() => Number.POSITIVE_INFINITY);
      const result = await search(instance, {
        seed,
        stop: { seconds: budgets.at(-1), clock: cpuClock },
        onProgress: ({ seconds, cost, feasible }) => {
          budgets.forEach((budget, b) => {
            if (feasible && seconds <= budget * 1.05 + 0.1) at[b] = Math.min(at[b], cost);
          });
        },
      });
      const check = verify(instance, describeRoutes(instance, result.routes));
      if (!check.feasible || Math.abs(check.cost.total - result.cost) > 1e-6 * result.cost)
        throw new Error(`${file}: ${JSON.stringify(check.violations[0])}`);
      at[at.length - 1] = Math.min(at[at.length - 1], check.cost.total);
      for (const [b, cost] of at.entries()) gaps[b].push((100 * (cost - best)) / best);
      iterations += result.iterations;
      row.push(at.map((cost) => ((100 * (cost - best)) / best).toFixed(3)).join(' '));
      if (values.verbose) row.push(`[${result.iterations} it]`);
    }
    if (values.verbose) console.log(`  ${stem.padEnd(18)} ${row.join('  |  ')}`);
  }
  console.log(`${set}: ${gaps[0].length} runs, seeds ${values.seeds}, ${iterations} descents, ${(cpuSeconds() - began).toFixed(0)} CPU s`);
  budgets.forEach((budget, b) => {
    const sorted = gaps[b].toSorted((p, q) => p - q);
    const mean = sorted.reduce((p, q) => p + q, 0) / sorted.length;
    const median = (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
    const reached = sorted.filter((gap) => gap <= 1e-3).length;
    console.log(
      `  ${String(budget).padStart(4)} s   median ${median.toFixed(3)} %   mean ${mean.toFixed(3)} %   worst ${sorted.at(-1)?.toFixed(3)} %   at or below best known ${reached}/${sorted.length}`,
    );
  });
}
