import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { saveModel } from '../../src/node/model-files.ts';
import { parts, randomModel, universalShape } from '../surrogate/random-models.ts';
import { instance, workplace } from './neo-lrp.ts';

const benchmarks = fileURLToPath(new URL('../../../shared/benchmarks', import.meta.url));

describe('inspect', () => {
  const { run, path } = workplace();

  it('describes one instance as an object', () => {
    const { status, stdout } = run(['inspect', 'instance.json', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'instance.json',
      format: 'json',
      name: 'right angles',
      customers: 2,
      depots: 2,
      demand: { total: 5 },
      vehicle: { capacity: 5, cost: 7 },
      depotCapacity: { min: 10, max: 10, total: 20 },
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
      bounds: { vehicles: 1, depots: 1 },
      infeasible: null,
    });
  });

  it('describes several as an array, or as a table', () => {
    const { stdout } = run(['inspect', 'instance.json', 'instance.json', '--json']);
    expect(JSON.parse(stdout)).toHaveLength(2);
    const table = run(['inspect', 'instance.json', 'instance.json']).stdout.trimEnd().split('\n');
    expect(table).toHaveLength(3);
    expect(table[1]).toMatch(/^right angles +2 +2 +5 /);
  });

  it('shows the others where one of several files is bad, and ends with its status', () => {
    writeFileSync(path('bad.json'), '{ "depots": 1 }');
    const { status, stdout, stderr } = run(['inspect', 'instance.json', 'bad.json', 'instance.json']);
    expect(status).toBe(2);
    expect(stdout.match(/^right angles/gm)).toHaveLength(2);
    expect(stderr).toMatch(/bad\.json/);
  });

  it('converts by the unit it is told, reads decimal commas and percents, and says what a change of unit means', () => {
    const changed = (...args: string[]) => JSON.parse(run(['inspect', 'instance.json', '--json', ...args]).stdout);
    expect(changed('--set', 'units.distance=m', '--cost-per-km', '2').costPerDistance).toBe(0.002);
    expect(changed('--cost-per-km', '0,66').costPerDistance).toBe(0.66);
    for (const factor of ['1.3', '1,3', '130%', '+30%']) expect(changed('--demand', factor).demand.total).toBeCloseTo(6.5, 9);
    expect(run(['inspect', 'instance.json', '--demand', 'more']).stderr).toContain('1.3 for 30 % more');
    const globe = { ...instance, depots: [{ id: 'A', x: 1, y: 1 }], travel: { kind: 'great-circle' } };
    writeFileSync(path('globe.json'), JSON.stringify(globe));
    expect(run(['inspect', 'globe.json', '--set', 'travel.unit=mi']).stdout).toMatch(/note +distances are now in mi.* per mi/);
    expect(run(['inspect', 'globe.json', '--set', 'units.distance=mi']).stderr).toContain('travel.unit');
  });

  it('reads stdin', () => {
    expect(run(['inspect', '-'], JSON.stringify(instance)).stdout).toContain('right angles');
  });

  it('says why an instance cannot be solved, and is done all the same', () => {
    writeFileSync(path('bulky.json'), JSON.stringify({ ...instance, vehicleCapacity: 1 }));
    const { status, stdout } = run(['inspect', 'bulky.json']);
    expect(status).toBe(0);
    expect(stdout).toContain('E_INFEASIBLE_DEMAND');
  });

  it('tells what it noticed, and goes on without a column where it is told to', () => {
    const settings = 'vehicle capacity,5\ncost per km,0.5\ncurrency,EUR\n';
    for (const [name, text] of [
      [
        'customers.csv',
        'id,longitude,latitude,demand (kg),mood,opening hours\na,14.5,46.1,1,good,9-17\nb,46.1,14.5,1,,\nc,14.6,46.1,1,,\n',
      ],
      ['depots.csv', 'id,longitude,latitude\nD,14.5,46\n'],
      ['settings.csv', settings],
    ])
      writeFileSync(path(name), text);
    const refused = run(['inspect', 'customers.csv,depots.csv,settings.csv']);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('--ignore "opening hours"');
    const ignoring = ['customers.csv,depots.csv,settings.csv', '--ignore', 'opening hours'];
    const text = run(['inspect', ...ignoring]).stdout;
    expect(text).toMatch(/warning +.*column 'mood' is not used/);
    expect(JSON.parse(run(['inspect', ...ignoring, '--json']).stdout)).toMatchObject({
      warnings: [
        { code: 'unused-column', columns: ['mood'] },
        { code: 'swapped-coordinates', places: ['b'] },
        { code: 'defaults', columns: ['travel.detour', 'vehicleCost'] },
      ],
    });
    expect(run(['inspect', ...ignoring, '--vehicle-cost', '0', '--set', 'travel.detour=1.3']).stdout).not.toContain('by default');
    const { status, stderr } = run(['solve', ...ignoring, '--iterations', '5', '--threads', '1']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/warning: .*'mood'[\s\S]*warning: .*customer 'b' look swapped/);
    expect(run(['inspect', ...ignoring, '--ignore', 'nothing'])).toMatchObject({ status: 2 });
  });

  it('counts the variables of the optimisation model with a surrogate inside', async () => {
    await saveModel(path('.'), randomModel(universalShape, parts));
    const { stdout } = run(['inspect', 'instance.json', '--model', 'random.json', '--json']);
    expect(JSON.parse(stdout).model).toMatchObject({
      arcFlow: { locations: 2, arcs: 12, binaries: 14, continuous: 12 },
      neural: { locations: 2, assignments: 4, activations: 16, latent: 20, outputs: 2 },
    });
    const { stdout: text } = run(['inspect', 'instance.json', '--model', 'random.json']);
    expect(text).toMatch(/arc flow +14 binary, 12 continuous/);
    expect(run(['inspect', 'instance.json', '--model', 'no-such-model'])).toMatchObject({ status: 2 });
  });

  it('names file and line of what it cannot read', () => {
    writeFileSync(path('broken.json'), '{\n  "name": "x",\n  "depots": [}\n');
    const { status, stdout, stderr } = run(['inspect', 'broken.json']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('broken.json:3');
  });

  describe.skipIf(!existsSync(benchmarks))('on the benchmark files (where ../shared/benchmarks is present)', () => {
    it('reads every one, with the rounding of its set', () => {
      const sets = ['P', 'T', 'B', 'S'];
      const files = sets.flatMap((set) => readdirSync(join(benchmarks, set)).map((file) => join(benchmarks, set, file)));
      const { status, stdout } = run(['inspect', '--json', ...files]);
      expect(status).toBe(0);
      const inspected = JSON.parse(stdout) as { file: string; customers: number; travel: { scale: number; rounding: string } }[];
      expect(inspected).toHaveLength(files.length);
      for (const { file, customers, travel } of inspected) {
        expect(customers).toBeGreaterThan(10);
        const scaled = /[/\\][PS][/\\][^/\\]*$/.test(file);
        expect({ file, ...travel }).toMatchObject(scaled ? { scale: 100, rounding: 'ceil' } : { scale: 1, rounding: 'none' });
      }
    });
  });
});
