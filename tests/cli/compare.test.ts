import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('neo-lrp compare', () => {
  const { run, path } = workplace();
  const write = (name: string, content: object) => writeFileSync(path(name), JSON.stringify(content));
  const other = {
    routes: [
      { depot: 'A', stops: ['c1'] },
      { depot: 'B', stops: ['c2'] },
    ],
    method: 'by hand',
  };

  it('sets plans side by side, with what changed hands', () => {
    write('other.json', other);
    const { status, stdout, stderr } = run([
      'compare',
      'plan.json',
      'other.json',
      '--instance',
      'instance.json',
      '--set',
      'units.currency=EUR',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^ +plan\.json +other\.json\ntotal cost +127 EUR +[\d,.]+ EUR\ndifference +\+\d+\.\d\d %\nopening +100 EUR +300 EUR\n/,
    );
    expect(stdout).toMatch(/\nopen depots +1 +2\nfeasible +yes +yes\n/);
    expect(stdout).toContain('plan.json → other.json\nopens B\n1 customer served from another depot: c2 (A → B)\n');
    expect(stdout).toMatch(/assumptions that differ\n.*\nmethod +– +by hand\n/);
  });

  it('prints one object with --json', () => {
    const { stdout } = run(['compare', 'plan.json', 'plan.json', '--instance', 'instance.json', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      plans: [{ cost: { total: 127 }, openDepots: ['A'], routes: 1, distance: 20, violations: 0 }, { cost: { total: 127 } }],
      changes: [{ opened: [], closed: [], moved: [] }],
      assumptions: [],
      remarks: [],
    });
  });

  it('compares plans of changed instances, each cost for its own, and names what a plan breaks', () => {
    const brief = ['--method', 'search', '--iterations', '5', '--threads', '1', '--quiet'];
    run(['solve', 'instance.json', ...brief, '--out', 'one.json']);
    run(['solve', 'instance.json', ...brief, '--vehicle-cost', '9', '--out', 'two.json']);
    expect(run(['compare', 'one.json', 'two.json']).stdout).toMatch(
      /^the plans are for different instances.*\n.*\n\n +one\.json +two\.json\nfor +right angles +right angles, vehicleCost=9\n/,
    );
    const { stdout } = run(['compare', 'one.json', 'two.json', '--instance', 'instance.json']);
    expect(stdout).toMatch(/feasible +yes +yes\n/);
    expect(stdout).toMatch(/one\.json → two\.json\nfor another instance:\n {2}vehicleCost: \d+ → 9\n/);
    write('half.json', { routes: [{ depot: 'A', stops: ['c1'] }] });
    const half = run(['compare', 'one.json', 'half.json', '--instance', 'instance.json']).stdout;
    expect(half).toMatch(/feasible +yes +no: 1 violation\n\nhalf\.json breaks\n {2}.*'c2'.*\n/);
  });

  it.each([
    [['plan.json'], /E_USAGE.*two or more plans/],
    [['plan.json', 'nowhere.json'], /E_FILE nowhere\.json/],
    [['plan.json', 'plan.json', '--demand', '2'], /E_USAGE --instance/],
    [['-', '-'], /E_USAGE.*only one input/],
    [['plan.json', 'instance.json'], /an instance, not a plan/],
  ])('refuses %j', (args, message) => {
    const { status, stdout, stderr } = run(['compare', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
