import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveModel } from '../../src/node/model-files.ts';
import { deepSetsShape, graphShape, parts, randomModel, scaled, universalShape } from '../surrogate/random-models.ts';
import { workplace } from './neo-lrp.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const town = join(root, 'examples/town.json');

describe('neo-lrp solve by method', () => {
  const { run, path, folder } = workplace();
  const brief = ['--iterations', '10', '--threads', '1'];

  beforeAll(async () => {
    const named = (name: string, { card, network }: ReturnType<typeof randomModel>) => ({ card: { ...card, name }, network });
    await saveModel(path('models'), named('mine', randomModel(universalShape, parts, 3)));
    await saveModel(path('models'), named('graph', randomModel(graphShape, scaled, 3)));
    await saveModel(path('alone'), named('single', randomModel(deepSetsShape, scaled, 3)));
    await saveModel(path('bare'), named('pair', randomModel(deepSetsShape, scaled, 3)));
    rmSync(path('bare/pair.json'));
  });

  const solved = (...args: readonly string[]) => {
    const { status, stdout, stderr } = run(['solve', town, ...brief, '--json', ...args]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return JSON.parse(stdout);
  };

  it('goes from the decision of a network to verified routes, rules kept', () => {
    const solution = solved('--model', 'models/mine', '--out', 'town.json', '--quiet');
    expect(solution).toMatchObject({
      method: 'neo-ds',
      model: 'mine',
      predicted: { total: expect.any(Number), actual: expect.any(Number) },
      mip: { objective: expect.any(Number), bound: expect.any(Number), gap: expect.any(Number), solver: 'lagrangian' },
      openDepots: expect.arrayContaining(['Station']),
    });
    expect(solution.cost.total).toBeLessThanOrEqual(solution.predicted.actual);
    expect(solution.mip.bound).toBeLessThanOrEqual(solution.mip.objective);
    expect(solution.time.allocation).toBeGreaterThan(0);
    expect(run(['verify', town, 'town.json']).status).toBe(0);
  });

  it('repeats itself for the same seed, threads and iterations', () => {
    const timeless = () => ({ ...solved('--model', 'models/mine'), time: 0, cpu: 0 });
    expect(timeless()).toEqual(timeless());
  });

  it.each([
    ['neo-ds', ['--model', 'models/mine']],
    ['neo-ds', ['--model', 'alone']],
    ['neo-ds', ['--model', 'bare/pair', '--model-price', '100:1000']],
    ['neo-gt', ['--model', 'models/graph.json']],
    ['flp', ['--method', 'flp']],
  ])('%s ends after routing where nobody improves: %j', (method, args) => {
    const solution = solved(...args, '--no-improve', '--mip-gap', '0.2');
    expect(solution.method).toBe(method);
    expect(solution.time.improvement).toBeLessThan(0.1);
    expect(solution.mip.gap).toBeLessThanOrEqual(0.2);
    if (method === 'flp') expect(solution).not.toHaveProperty('predicted');
    else {
      const { actual, perDepot, total } = solution.predicted;
      const sum = (key: 'routing' | 'actual') => perDepot.reduce((a: number, b: Record<typeof key, number>) => a + b[key], 0);
      expect(actual).toBe(solution.cost.total);
      expect(sum('actual')).toBeCloseTo(solution.cost.vehicles + solution.cost.travel, 6);
      expect(sum('routing')).toBeCloseTo(total - solution.cost.opening, 6);
      expect(perDepot.map(({ depot }: { depot: string }) => depot)).toEqual(solution.openDepots);
    }
  });

  it.each([['neo-ds'], ['flp'], ['radial']])('%s routes its decision and nothing else where it is pure', (method) => {
    const { options, time, mip, predicted } = solved('--method', method, '--pure', '--mip-gap', '0.2');
    expect(options).toMatchObject({ method, pure: true, improve: false });
    expect(time.improvement).toBeLessThan(0.1);
    expect(time.allocation).toBeLessThanOrEqual(time.total);
    expect(mip.gap).toBeLessThanOrEqual(0.2);
    expect(predicted === undefined).toBe(method === 'flp');
    const { stdout } = run(['solve', 'instance.json', ...brief, '--method', method, '--pure', '--mip-gap', '0.2']);
    expect(stdout).toMatch(/\nT_LA \d+\.\d s, T_total \d+\.\d s, stopped by /);
  });

  it('tells prediction and cost apart in the summary', () => {
    const { stdout } = run(['solve', 'instance.json', ...brief, '--model', 'models/mine']);
    expect(stdout).toMatch(/total cost +127\n/);
    expect(stdout).toMatch(/\n\n(before the search: )?predicted about [−\d.,-]+, routed [\d.,]+, difference [+−][\d.]+ %\n/);
    expect(stdout).not.toMatch(/objective|bound|within/);
    const { stdout: verbose } = run(['solve', 'instance.json', ...brief, '--model', 'models/mine', '--verbose']);
    expect(verbose).toMatch(/\ndepot +routing predicted +routed\n/);
    expect(verbose).toMatch(/\nchoice of mine by [\w.-]+(, within [\d.]+ % of its best)?\n/);
    expect(verbose).toMatch(/method neo-ds · /);
    expect(run(['solve', 'instance.json', ...brief, '--method', 'search']).stdout).not.toContain('predicted');
  });

  it('asks the MIP solver where a formulation is named, however short the time', () => {
    const { mip, notes = [] } = solved('--model', 'models/mine', '--formulation', 'tight', '--mip-gap', '0', '--time', '4', '--quiet');
    expect(mip.bound).toBeLessThanOrEqual(mip.objective);
    expect([mip.solver, ...notes].join('; ')).toMatch(/highs/i);
  });

  it('says so where a solver was named and the heuristic proved the gap before', () => {
    for (const method of [
      ['--model', 'models/mine'],
      ['--method', 'flp'],
    ]) {
      const { mip, notes } = solved(...method, '--mip-solver', 'highs', '--mip-gap', '100', '--quiet');
      expect(mip.solver).toBe('lagrangian');
      expect(notes).toContainEqual(expect.stringMatching(/^highs was not needed: the Lagrangian heuristic proved the gap/i));
    }
  });

  it.each([
    [['--model', 'nobody'], /E_MODEL.*there is no model 'nobody'; name one in the package \(/],
    [['--method', 'neo-ds', '--model', 'models'], /E_MODEL.*the folder has (mine, graph|graph, mine)/],
    [['--method', 'neo-gt', '--model', 'models/mine'], /E_MODEL.*'mine' is for neo-ds, not for neo-gt/],
    [['--model', 'bare/pair'], /E_MODEL.*'bare\/pair' has no card.*100:1000/],
    [['--model', 'bare/pair', '--model-price', 'cheap'], /E_USAGE.*DISTANCE:VEHICLE/],
    [['--method', 'flp', '--model', 'models/mine'], /E_USAGE.*'flp' uses no model/],
  ])('refuses %j', (args, message) => {
    const { status, stdout, stderr } = run(['solve', 'instance.json', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('says at once which solver is missing', () => {
    const main = join(root, 'dist/lib/main.js');
    const args = [main, 'solve', 'instance.json', '--method', 'flp', '--mip-solver', 'cbc', '--time', '1000'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder(), encoding: 'utf8', env: { PATH: '' } });
    expect(status).toBe(4);
    expect(stderr).toMatch(/E_SOLVER_MISSING.*cbc/);
  });

  const benchmark = join(root, '../shared/benchmarks/P/coord20-5-1.dat');
  const authors = join(root, '../shared/models/authors-ds-scaled-110000');
  it.skipIf(!existsSync(benchmark) || !existsSync(`${authors}.rho.onnx`))(
    'runs the paper’s pipeline on its own benchmark and network (where they lie beside the repository)',
    () => {
      const args = ['--model', authors, '--model-price', '100:1000', '--no-improve', ...brief, '--json'];
      const solution = JSON.parse(run(['solve', benchmark, ...args]).stdout);
      expect(solution).toMatchObject({ method: 'neo-ds', model: 'authors-ds-scaled-110000', predicted: { actual: solution.cost.total } });
      expect(solution.cost.total).toBeGreaterThanOrEqual(54793);
      expect(solution.cost.total).toBeLessThan(1.15 * 54793);
    },
  );
});
