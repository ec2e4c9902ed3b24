import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/problem/errors.ts';
import { instance, workplace } from './neo-lrp.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));

describe('neo-lrp solve', () => {
  const { run, path, folder } = workplace();
  const brief = ['--method', 'search', '--iterations', '20', '--threads', '1'];

  it('prints a summary for a person', () => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...brief]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^right angles\n\ntotal cost +127\nopening +100\nvehicles \(1\) +7\ntravel +20\n/);
    expect(stdout).toMatch(/depot +customers +load +capacity +routes +opening +travel\nA +2 +5 +10 +1 +100 +20\n/);
    expect(stdout).toMatch(/\n\n\d+\.\d s, stopped by the number of iterations\n$/);
    expect(stderr).toBe('');
  });

  it('prints one object with the keys of the contract', () => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...brief, '--seed', '9', '--json']);
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const solution = JSON.parse(stdout);
    expect(solution).toMatchObject({
      instance: 'right angles',
      method: 'search',
      cost: { total: 127, opening: 100, vehicles: 7, travel: 20 },
      openDepots: ['A'],
      assignment: ['A', 'A'],
      time: { allocation: expect.any(Number), routing: expect.any(Number), improvement: expect.any(Number), total: expect.any(Number) },
      cpu: expect.any(Number),
      seed: 9,
      stop: 'iterations',
      versions: { 'neo-lrp': expect.any(String), node: expect.any(String) },
    });
    expect(solution.routes).toEqual([
      { depot: 'A', stops: expect.toSatisfy((s: string[]) => s.toSorted().join() === 'c1,c2'), load: 5, distance: 20, cost: 20 },
    ]);
  });

  it('gives the same answer for the same seed, threads and iterations', () => {
    const answer = () => {
      const {
        time: _,
        cpu: __,
        ...rest
      } = JSON.parse(run(['solve', 'instance.json', '--method', 'search', '--iterations', '30', '--threads', '2', '--json']).stdout);
      return rest;
    };
    expect(answer()).toEqual(answer());
  });

  it('writes solution and map, which verify takes back', () => {
    const { status, stderr } = run(['solve', 'instance.json', ...brief, '--out', 'found.json', '--map', 'found.svg']);
    expect(status).toBe(0);
    expect(stderr).toBe('wrote found.json\nwrote found.svg\n');
    expect(readFileSync(path('found.svg'), 'utf8')).toContain('<svg');
    expect(run(['verify', 'instance.json', 'found.json']).status).toBe(0);
    expect(run(['solve', 'instance.json', ...brief, '--out', 'found.geojson', '--map', 'found.png', '--quiet']).stderr).toBe('');
    expect(JSON.parse(readFileSync(path('found.geojson'), 'utf8')).type).toBe('FeatureCollection');
    expect(readFileSync(path('found.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('starts from a plan, stops at a target, and returns a construction in no time', () => {
    const started = run(['solve', 'instance.json', '--start', 'plan.json', '--target', '127', '--time', '30', '--json']);
    expect(JSON.parse(started.stdout)).toMatchObject({ cost: { total: 127 }, stop: 'target' });
    const hasty = run(['solve', 'instance.json', '--method', 'search', '--time', '0', '--json']);
    expect(JSON.parse(hasty.stdout)).toMatchObject({ stop: 'time' });
  });

  it('ends at once with the reason where nothing can be done', () => {
    writeFileSync(path('heavy.json'), JSON.stringify({ ...instance, vehicleCapacity: 2.5 }));
    const { status, stdout, stderr } = run(['solve', 'heavy.json', '--time', '1000']);
    expect(status).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/E_INFEASIBLE_DEMAND.*'c2'/);
  });

  it.each([
    [['--time', '-1'], /--time/],
    [['--time', 'soon'], /--time/],
    [['--threads', '0'], /--threads/],
    [['--iterations', '1.5'], /--iterations/],
    [['--seed', ''], /--seed/],
    [['--out', 'found.docx'], /--out.*\.json, \.geojson, \.csv, \.sol, \.xlsx/],
    [['--map', 'found.pdf'], /--map.*\.svg or \.png/],
    [['--sheets', 'found.pdf'], /--sheets.*\.html or \.csv/],
    [['--out', 'same.csv', '--sheets', './same.csv'], /E_USAGE.*same name/],
    [['--set', 'maxOpen'], /--set.*PATH=VALUE/],
    [['--set', 'maxDepots=3'], /E_USAGE maxDepots: .*maxOpen/],
    [['--set', 'maxOpen=many'], /E_VALUE maxOpen/],
    [['--set', 'vehicleCost=1', '--vehicle-cost', '2'], /E_USAGE.*--vehicle-cost and another option change vehicleCost/],
    [['--demand', '-1'], /--demand/],
    [['--start', 'nowhere.json'], /nowhere\.json/],
    [['--speed', '9'], /--speed/],
    [['--method', 'guess'], /--method.*neo-ds, neo-gt, flp, radial, search/],
    [['--mip-gap', '-1'], /--mip-gap/],
    [['--mip-solver', 'abacus'], /--mip-solver.*highs, gurobi, cbc, scip/],
    [['--router', 'compass'], /--router.*hgs, ortools, vroom, vrpsolvereasy/],
    [['--formulation', 'loose'], /--formulation.*tight, paper/],
    [['--method', 'search', '--no-improve'], /E_USAGE.*nothing to do/],
  ])('refuses %j', (args, message) => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...args]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it.each([
    [['--out', 'nowhere/found.json'], /E_FILE nowhere\/found\.json: there is no such folder/],
    [['--map', 'nowhere/found.svg'], /E_FILE.*no such folder/],
    [['--out', './instance.json'], /E_FILE .\/instance\.json: the instance is in this file/],
    [['--sheets', 'plan.json/sheets.html'], /E_FILE.*part of the path is a file/],
    [['--out', 'found.sol'], /E_FORMAT_UNSUPPORTED.*only one depot/],
  ])('finds out before the run that %j cannot be written', (args, message) => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', '--time', '1000', ...args]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it.skipIf(process.platform !== 'linux')('prints the plan where it cannot be written after all', () => {
    symlinkSync('/dev/full', path('full.json'));
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...brief, '--out', 'full.json', '--map', 'kept.svg']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'neo-lrp/solution', cost: { total: 127 } });
    expect(stderr).toBe('wrote kept.svg\nerror E_FILE full.json: no space is left on the device\n');
  });

  it.skipIf(process.platform !== 'linux')('says in a sentence that stdout is full', () => {
    for (const [args, error] of [
      [[], /^error E_FILE stdout: no space is left on the device\n$/],
      [['--json'], /^\{"error":\{"code":"E_FILE"/],
    ] as const) {
      const command = `"$0" "$@" > /dev/full`;
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', command, process.execPath, main, 'solve', path('instance.json'), ...brief, ...args],
        {
          encoding: 'utf8',
        },
      );
      expect(status).toBe(2);
      expect(stderr).toMatch(error);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  it('writes sheets for drivers, and tells with --verbose how the plan was found', () => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...brief, '--sheets', 'found.html', '--verbose']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'wrote found.html\n' });
    expect(readFileSync(path('found.html'), 'utf8')).toContain('route 1 of 1');
    expect(stdout).toMatch(/method search · seed 1 · 1 thread · stopped by the number of iterations\n/);
    expect(stdout).toMatch(/ in all · allocation .* · neo-lrp \d/s);
  });

  it('solves a changed instance, and says what was changed', () => {
    const changes = ['--set', 'minOpen=2', '--demand', '0.5', '--cost-per-km', '2', '--vehicle-cost', '10', '--set', 'units.currency=EUR'];
    const { stdout } = run(['solve', 'instance.json', ...brief, ...changes]);
    expect(stdout).toMatch(
      /^right angles\nchanged: minOpen=2, units\.currency=EUR, demandFactor=0\.5, costPerDistance=2, vehicleCost=10\n/,
    );
    expect(stdout).toMatch(/total cost +350 EUR\nopening +300 EUR\nvehicles \(1\) +10 EUR\ntravel \(20\) +40 EUR\n/);
    expect(stdout).toMatch(/\ndepot 'B' is open but serves no customer: at least 2 must open\n/);
    const solution = JSON.parse(run(['solve', 'instance.json', ...brief, ...changes, '--out', 'changed.json', '--json', '--quiet']).stdout);
    expect(solution).toMatchObject({
      changes: { minOpen: 2, demandFactor: 0.5, costPerDistance: 2, vehicleCost: 10 },
      units: { currency: 'EUR' },
      notes: ["depot 'B' is open but serves no customer: at least 2 must open"],
    });
    const unchanged = run(['verify', 'instance.json', 'changed.json']);
    expect(unchanged.status).toBe(3);
    expect(unchanged.stderr).toMatch(/made for a changed instance; .* --set minOpen=2 .*--demand 0\.5/);
    expect(run(['verify', 'instance.json', 'changed.json', ...changes])).toMatchObject({ status: 0, stderr: '' });
  });

  /** Interrupted after this many milliseconds; undefined if it had found nothing by then. */
  async function interrupted(
    threads: string,
    after: number,
    signal: NodeJS.Signals = 'SIGINT',
  ): Promise<{ status: number; stdout: string } | undefined> {
    const args = ['solve', 'instance.json', '--time', '600', '--threads', threads, '--out', 'interrupted.json', '--json'];
    const child = spawn(process.execPath, [main, ...args], { cwd: folder(), stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await new Promise((resolve) => setTimeout(resolve, after));
    child.kill(signal);
    const status = await ended;
    return status === null || status === catalogue.E_BUDGET.exit ? undefined : { status, stdout };
  }

  it.skipIf(process.platform === 'win32').each(['1', '2'])('returns the best so far at Ctrl-C, on %s threads', async (threads) => {
    const end = (await interrupted(threads, 1500)) ?? (await interrupted(threads, 5000)) ?? (await interrupted(threads, 20_000));
    expect(end?.status).toBe(0);
    expect(JSON.parse(end?.stdout ?? '')).toMatchObject({ stop: 'aborted', cost: { total: 127 } });
    expect(JSON.parse(readFileSync(path('interrupted.json'), 'utf8'))).toMatchObject({ stop: 'aborted' });
  });

  it.skipIf(process.platform === 'win32')('returns the best so far when it is asked to end', async () => {
    const asked = (after: number) => interrupted('1', after, 'SIGTERM');
    const end = (await asked(1500)) ?? (await asked(5000)) ?? (await asked(20_000));
    expect(end?.status).toBe(0);
    expect(JSON.parse(end?.stdout ?? '')).toMatchObject({ stop: 'aborted', cost: { total: 127 } });
  });
});
