import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/benchmark/record.ts';
import { type BenchmarkPlan, outstandingRuns, runBenchmark } from '../../src/benchmark/runner.ts';
import type { BenchmarkInstance } from '../../src/benchmark/sets.ts';
import type { Execute } from '../../src/benchmark/solve-process.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { answer, machine, rightAngles } from './runs.ts';

const readable = (name: string): BenchmarkInstance => {
  const instance = rightAngles(name);
  return { set: 'toy', file: `${name}.json`, path: `toy/${name}.json`, instance, hash: instanceHash(instance) };
};
const broken: BenchmarkInstance = { set: 'toy', file: 'broken.dat', path: 'toy/broken.dat', error: { code: 'E_SYNTAX', message: 'no' } };

const plan: BenchmarkPlan = {
  instances: [readable('one'), broken, readable('two')],
  methods: [{ name: 'm', options: ['--method', 'm'] }],
  seeds: [1, 2],
  seconds: 3,
  clock: 'cpu',
};

async function run(
  execute: Execute,
  records: readonly RunRecord[] = [],
  { threads = 2, retry = false, signal = undefined as AbortSignal | undefined } = {},
) {
  const found: RunRecord[] = [];
  const onRecord = async (record: RunRecord) => void found.push(record);
  const bestKnown = { toy: { one: 100 } };
  await runBenchmark(outstandingRuns(plan, records, retry), {
    execute,
    threads,
    bestKnown,
    machine,
    versions: { node: '20' },
    onRecord,
    signal,
  });
  return found;
}

describe('the runner', () => {
  it('records each run once: verified cost, gap, routes by position', async () => {
    const found = await run(async () => answer);
    expect(found).toHaveLength(6);
    expect(found.find((record) => record.instance === 'one')).toMatchObject({
      state: 'solved',
      cost: { total: 127, opening: 100, vehicles: 7, travel: 20 },
      bestKnown: 100,
      gap: 27,
      routes: [[0, 0, 1]],
      machine,
      versions: { 'neo-lrp': '1.2.3' },
    });
    expect(found.find((record) => record.instance === 'two')).toMatchObject({ bestKnown: null, gap: null });
    expect(found.filter(({ file }) => file === 'broken.dat')).toMatchObject([
      { state: 'failed', error: broken.error, hash: null },
      { state: 'failed', error: broken.error, hash: null },
    ]);
  });

  it('keeps a failing run as a record and goes on', async () => {
    const found = await run(async ({ path, seed }) => {
      if (path.includes('one') && seed === 1) throw new NeoLrpError('E_BUDGET', 'too late');
      if (path.includes('one')) throw new TypeError('a defect');
      return answer;
    });
    expect(found.filter(({ instance }) => instance === 'one').map((record) => record.state === 'failed' && record.error)).toEqual([
      { code: 'E_BUDGET', message: 'too late' },
      { code: 'E_INTERNAL', message: 'TypeError: a defect' },
    ]);
    expect(found.filter(({ state }) => state === 'solved')).toHaveLength(2);
  });

  it('believes no claim: a wrong cost or an unserved customer is a failure', async () => {
    const lies = [
      { ...answer, cost: { total: 90 } },
      { ...answer, routes: [{ depot: 'A', stops: ['c1'] }] },
    ];
    for (const lie of lies)
      expect((await run(async () => lie)).filter(({ instance }) => instance === 'one')).toMatchObject([
        { state: 'failed', error: { code: 'E_UNVERIFIED' } },
        { state: 'failed', error: { code: 'E_UNVERIFIED' } },
      ]);
  });

  it('repeats no finished run, failures only on request, and what changed in any case', async () => {
    const records = await run(async () => answer);
    expect(outstandingRuns(plan, records)).toEqual([]);
    expect(outstandingRuns(plan, records.slice(1))).toHaveLength(1);
    expect(outstandingRuns(plan, records, true).map(({ of }) => of.file)).toEqual(['broken.dat', 'broken.dat']);
    expect(outstandingRuns({ ...plan, seconds: 4 }, records)).toHaveLength(6);
    const retrained = { ...plan, methods: [{ ...plan.methods[0], networks: 'others' }] };
    expect(outstandingRuns(retrained, records)).toHaveLength(6);
    const changed = records.map((record) => (record.instance === 'two' ? { ...record, hash: 'another' } : record));
    expect(outstandingRuns(plan, changed).map(({ of }) => of.file)).toEqual(['two.json', 'two.json']);
    const mended = { ...plan, instances: [{ ...readable('broken'), file: 'broken.dat' }] };
    expect(outstandingRuns(mended, records)).toHaveLength(2);
  });

  it('sees every instance before it sees one twice', async () => {
    const seen: string[] = [];
    await run(
      async ({ path, seed, clock }) => {
        expect(clock).toBe('cpu');
        seen.push(`${path} ${seed}`);
        return answer;
      },
      [],
      { threads: 1 },
    );
    expect(seen).toEqual(['toy/one.json 1', 'toy/two.json 1', 'toy/one.json 2', 'toy/two.json 2']);
  });

  it('broken off by the user, records no failure and starts nothing more', async () => {
    const controller = new AbortController();
    const found = await run(
      async () => {
        controller.abort();
        throw new NeoLrpError('E_INTERNAL', 'killed');
      },
      [],
      { threads: 1, signal: controller.signal },
    );
    expect(found).toEqual([]);
  });
});
