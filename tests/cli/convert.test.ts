import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { instance, workplace } from './neo-lrp.ts';

describe('convert', () => {
  const { run, path, folder } = workplace();
  const inspected = (file: string) => {
    const { file: _file, format: _format, ...rest } = JSON.parse(run(['inspect', file, '--json']).stdout);
    return rest;
  };

  it('takes an instance through GeoJSON and CSV and back unchanged', () => {
    expect(run(['convert', 'instance.json', 'there.geojson']).status).toBe(0);
    expect(run(['convert', 'there.geojson', 'tables']).status).toBe(0);
    expect(readdirSync(path('tables'))).toEqual(expect.arrayContaining(['customers.csv', 'depots.csv']));
    expect(run(['convert', 'tables', 'back.json']).status).toBe(0);
    expect(inspected('back.json')).toEqual(inspected('instance.json'));
  });

  it('takes an instance through an Excel workbook and back unchanged', () => {
    expect(run(['convert', 'instance.json', 'book.xlsx']).status).toBe(0);
    expect(run(['convert', 'book.xlsx', 'from-book.json']).status).toBe(0);
    expect(inspected('from-book.json')).toEqual(inspected('instance.json'));
    expect(run(['solve', 'book.xlsx', '--iterations', '5', '--threads', '1', '--json'])).toMatchObject({ status: 0 });
  });

  it.each([
    ['own.json', 'json'],
    ['workbook.xlsx', 'xlsx'],
    ['map.geojson', 'geojson'],
    ['tables-by-name', 'csv'],
  ])('writes %s as %s', (out, format) => {
    expect(run(['convert', 'instance.json', out]).status).toBe(0);
    expect(JSON.parse(run(['inspect', out, '--json']).stdout)).toMatchObject({ format });
  });

  it('pipes', () => {
    const { status, stdout, stderr } = run(['convert', '-', '-', '--name', 'renamed', '--vehicle-cost', '8'], JSON.stringify(instance));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'renamed', vehicleCost: 8, vehicleCapacity: 5 });
  });

  it('converts a solution with its instance', () => {
    expect(run(['convert', 'plan.json', 'routes.geojson', '--instance', 'instance.json', '--quiet'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    const { features } = JSON.parse(readFileSync(path('routes.geojson'), 'utf8'));
    expect(features.filter((feature: { geometry: { type: string } }) => feature.geometry.type === 'LineString')).toHaveLength(1);
  });

  it('tells with --json what it wrote', () => {
    const { stdout } = run(['convert', 'instance.json', 'copy.json', '--json']);
    expect(JSON.parse(stdout)).toEqual({ written: ['copy.json'] });
  });

  it.each([
    [['instance.json', 'out.xyz'], 'names no format'],
    [['instance.json', 'out.json', '--to', 'nonsense'], "'nonsense'"],
    [['instance.json', '-', '--to', 'csv'], 'name a folder'],
    [['instance.json', 'out.json', '--vehicle-cost', '-3'], 'Expected a number, 0 or above'],
    [['plan.json', 'out.xyz', '--to', 'dat', '--instance', 'instance.json'], 'a solution is written as'],
    [['instance.json', 'no/such/folder/out.json'], 'no such folder'],
  ])('refuses %j', (args, reason) => {
    const before = readdirSync(folder());
    const { status, stdout, stderr } = run(['convert', ...args]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(reason);
    expect(readdirSync(folder())).toEqual(before);
  });
});
