/**
 * Depots chosen with hours in force, against depots chosen without them, on the set LRPTW.
 * usage: node scripts/run.mjs bench/lrptw.ts [--time 30] [--every 1] [--only TEXT] [--seed 1] [--method neo-ds] [--records runs/lrptw.jsonl]
 * Apart: windows, services, opening hours, shifts, longest durations and costs of time are left out to choose depots; these are then locked
 * and routed with everything in force. Jointly has the CPU seconds of one thread, apart half of them for each of its two solves. Needs the
 * build in dist/. A comparison that the records already have is not repeated.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import type { Solution } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { lrptwCase, lrptwCount } from './lrptw-cases.ts';

const { values } = parseArgs({
  options: {
    time: { type: 'string', default: '30' },
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    method: { type: 'string', default: 'neo-ds' },
    records: { type: 'string', default: 'runs/lrptw.jsonl' },
  },
});

interface Comparison {
  readonly instance: string;
  readonly method: string;
  readonly seconds: number;
  readonly seed: number;
  readonly joint: number;
  /** null: the depots chosen without hours cannot serve everyone in time. */
  readonly apart: number | null;
  readonly jointDepots: readonly string[];
  readonly apartDepots: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-lrptw-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Exit statuses of the command that mean that there is no plan. */
const noPlan = [3, 5];

function solve(instance: Instance, seconds: number): Solution | undefined {
  const file = join(folder, 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  const budget = ['--time', String(seconds), '--clock', 'cpu', '--threads', '1', '--seed', values.seed];
  const args = ['dist/lib/main.js', 'solve', file, '--method', values.method, ...budget, '--json', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== null && noPlan.includes(status)) return undefined;
  if (status !== 0) throw new Error(`${instance.name}: ${stderr}`);
  const solution: Solution = JSON.parse(stdout);
  const { feasible, violations } = verify(instance, solution);
  if (!feasible) throw new Error(`${instance.name}: ${violations[0].message}`);
  return solution;
}

function withoutHours(instance: Instance): Instance {
  return createInstance({
    ...instance,
    depots: instance.depots.map(({ openingHours: _, loadingTime: __, ...depot }) => depot),
    customers: instance.customers.map(({ timeWindows: _, serviceTime: __, ...customer }) => customer),
    vehicles: instance.vehicles?.map(({ costPerHour: _, maxDuration: __, shift: ___, ...type }) => type),
  });
}

const locked = (instance: Instance, open: readonly string[]): Instance =>
  createInstance({
    ...instance,
    depots: instance.depots.map((depot) => ({ ...depot, status: open.includes(depot.id) ? 'open' : 'closed' })),
  });

function compare(instance: Instance): Comparison {
  const seconds = Number(values.time);
  const joint = solve(instance, seconds);
  const choice = solve(withoutHours(instance), seconds / 2);
  if (!joint || !choice) throw new Error(`${instance.name}: no plan in ${values.time} s`);
  const apart = solve(locked(instance, choice.openDepots), seconds / 2);
  return {
    ...keyOf(instance.name),
    joint: joint.cost.total,
    apart: apart?.cost.total ?? null,
    jointDepots: joint.openDepots,
    apartDepots: choice.openDepots,
  };
}

const keyOf = (instance: string) => ({ instance, method: values.method, seconds: Number(values.time), seed: Number(values.seed) });

mkdirSync(dirname(values.records), { recursive: true });
const records: Comparison[] = existsSync(values.records)
  ? readFileSync(values.records, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const known = (name: string) =>
  records.find((record) => Object.entries(keyOf(name)).every(([key, value]) => record[key as keyof Comparison] === value));

const saved: number[] = [];
let stranded = 0;
for (let index = 0; index < lrptwCount; index += Number(values.every)) {
  const { instance } = lrptwCase(index);
  if (!instance.name.includes(values.only)) continue;
  let record = known(instance.name);
  if (!record) {
    record = compare(instance);
    appendFileSync(values.records, `${JSON.stringify(record)}\n`);
  }
  const { joint, apart, jointDepots, apartDepots } = record;
  const percent = apart === null ? undefined : 100 * (1 - joint / apart);
  if (percent === undefined) stranded++;
  else saved.push(percent);
  console.log(
    `${instance.name.padEnd(22)} jointly ${joint.toFixed(2).padStart(10)}  apart ${(apart?.toFixed(2) ?? 'no plan').padStart(10)}  ${(percent?.toFixed(2) ?? '').padStart(6)} %  ${jointDepots.join(' ')} | ${apartDepots.join(' ')}`,
  );
}
const mean = saved.reduce((sum, percent) => sum + percent, 0) / saved.length;
console.log(`the joint choice is ${mean.toFixed(2)} % cheaper on the mean of ${saved.length}; without a plan apart: ${stranded}`);
