import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plan, workplace } from './neo-lrp.ts';

describe('verify', () => {
  const { run, path } = workplace();

  it('finds a changed load in a table of stops, and the factor on all demands', () => {
    const table = (...rows: string[]) => ['route,stop,depot,customer,demand,load', ...rows, ''].join('\n');
    writeFileSync(path('odd.csv'), table('1,1,A,c1,2,2', '1,2,A,c2,3,9'));
    expect(run(['verify', 'instance.json', 'odd.csv'])).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/load-misreported \(1\)\n {2}route 1 is said to have a load of 9 up to customer 'c2', but it is 5\n/),
      stderr: '',
    });
    writeFileSync(path('less.csv'), table('1,1,A,c1,1.4,1.4', '1,2,A,c2,2.1,3.5'));
    expect(run(['verify', 'instance.json', 'less.csv']).stderr).toContain(
      'changed instance; to check it against that one, add --demand 0.7\n',
    );
    expect(run(['verify', 'instance.json', 'less.csv', '--demand', '70%']).status).toBe(0);
  });

  it('understands a published cost in thousandths, and names the rounding by which one is right', () => {
    const nodes = ['1 0 0', '2 1 1', '3 2 2'].join('\n');
    const vrp = `NAME: v\nTYPE: CVRP\nDIMENSION: 3\nCAPACITY: 9\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n${nodes}\nDEMAND_SECTION\n1 0\n2 1\n3 1\nDEPOT_SECTION\n1\n-1\nEOF\n`;
    writeFileSync(path('v.vrp'), vrp);
    writeFileSync(path('v.sol'), 'Route #1: 1 2\nCost 5656\n');
    const exact = run(['verify', 'v.vrp', 'v.sol', '--rounding', 'exact']);
    expect(exact).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^feasible\n/),
      stderr: expect.stringContaining('1,000 times as large'),
    });
    const nearest = run(['verify', 'v.vrp', 'v.sol']);
    expect(nearest).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/^the routes are feasible, but figures are wrong: 1 violation\n/),
    });
    expect(nearest.stderr).toContain('with --rounding exact the plan has the cost that it states');
  });

  it('accepts a feasible plan and recomputes its cost', () => {
    const { status, stdout } = run(['verify', 'instance.json', 'plan.json', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      instance: 'right angles',
      feasible: true,
      violations: [],
      cost: { total: 127, opening: 100, vehicles: 7, travel: 20 },
      routes: [{ depot: 'A', stops: ['c1', 'c2'], load: 5, distance: 20, cost: 20 }],
    });
  });

  it('lists violations by kind and exits 3', () => {
    writeFileSync(path('bad.json'), JSON.stringify({ routes: [{ depot: 'A', stops: ['c1', 'c1', 'zz'] }], cost: { total: 1 } }));
    const text = run(['verify', 'instance.json', 'bad.json']);
    expect(text.status).toBe(3);
    expect(text.stdout).toMatch(/^infeasible: 4 violations\nunknown-id \(1\)\n {2}.*'zz'/);
    const { violations } = JSON.parse(run(['verify', 'instance.json', 'bad.json', '--json']).stdout);
    expect(violations.map((violation: { kind: string }) => violation.kind).sort()).toEqual([
      'cost-misreported',
      'served-twice',
      'unknown-id',
      'unserved',
    ]);
  });

  it('refuses a plan nested thousands deep with a code, in JSON as in words', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    writeFileSync(path('deep.json'), `{ "routes": ${deep} }`);
    for (const json of [[], ['--json']]) {
      const { status, stderr } = run(['verify', 'instance.json', 'deep.json', ...json]);
      expect(status).toBe(2);
      expect(stderr).toContain('E_SYNTAX');
    }
  });

  it('reads one of the two from stdin, not both', () => {
    expect(run(['verify', 'instance.json', '-'], JSON.stringify(plan)).status).toBe(0);
    const { status, stderr } = run(['verify', '-', '-']);
    expect(status).toBe(2);
    expect(stderr).toContain('only one input can come from stdin');
  });
});
