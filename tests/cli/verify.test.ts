import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plan, workplace } from './neo-lrp.ts';

describe('verify', () => {
  const { run, path } = workplace();

  it('accepts a feasible plan and recomputes its cost', () => {
    const { status, stdout } = run(['verify', 'instance.json', 'plan.json', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      instance: 'right angles',
      feasible: true,
      violations: [],
      cost: { total: 127, opening: 100, vehicles: 7, travel: 20 },
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
