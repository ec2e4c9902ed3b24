/**
 * Keeps solutions that are better than the best-known ones: reads benchmark records, verifies each against its instance, and writes one
 * plan per file with seed and command, unless a better one exists. Ignores ties within the last published digit.
 * usage: node scripts/run.mjs bench/best-known.mjs RECORDS.jsonl [--benchmarks DIR] [--out results/best-known]
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRecords } from '../src/benchmark/record.ts';
import { loadBestKnown } from '../src/benchmark/reference.ts';
import { readInstance } from '../src/formats/read.ts';
import { instanceHash } from '../src/problem/model.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    benchmarks: { type: 'string', default: '../shared/benchmarks' },
    out: { type: 'string', default: 'results/best-known' },
  },
});

const bestKnown = await loadBestKnown();
const digits = (value) => String(value).split('.')[1]?.length ?? 0;
const records = (await Promise.all(positionals.map(loadRecords))).flat();
const best = new Map();
for (const record of records) {
  if (record.state !== 'solved') continue;
  const published = bestKnown[record.set]?.[record.instance];
  if (published === undefined || record.cost.total >= published - 0.5 * 10 ** -digits(published)) continue;
  const key = `${record.set}/${record.file}`;
  const other = best.get(key);
  if (other === undefined || record.cost.total < other.cost.total) best.set(key, record);
}

await mkdir(values.out, { recursive: true });
for (const [key, record] of best) {
  const instance = readInstance({ name: record.file, text: readFileSync(join(values.benchmarks, key), 'utf8') });
  const routes = record.routes.map(([depot, ...stops]) => ({ depot, stops }));
  const plan = { instance: instance.name, instanceHash: instanceHash(instance), ...describeRoutes(instance, routes) };
  const { feasible, violations, cost } = verify(instance, plan);
  if (!feasible) throw new Error(`${key}: ${violations[0].message}`);
  const published = bestKnown[record.set][record.instance];
  const command = [
    'neo-lrp solve',
    key,
    ...record.options,
    '--time',
    record.seconds,
    '--clock',
    record.clock,
    '--threads 1 --seed',
    record.seed,
  ];
  const file = join(values.out, `${record.set}-${record.instance}.json`);
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).cost.total <= cost.total) continue;
  await writeFile(
    file,
    `${JSON.stringify({ ...plan, published, seed: record.seed, command: command.join(' '), machine: record.machine, versions: record.versions })}\n`,
  );
  console.log(`${key}  ${cost.total}  published ${published}  (${((100 * (cost.total - published)) / published).toFixed(3)} %)`);
}
