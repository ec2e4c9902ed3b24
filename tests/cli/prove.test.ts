import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('prove', () => {
  const { run, path } = workplace();

  it('proves a bound with a certificate that verify accepts, and refuses once it claims more', () => {
    const { status, stdout } = run(['prove', 'instance.json', 'plan.json', '--time', '20', '--out', 'certificate.json', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ instance: 'right angles', bound: 127, best: 127, gap: 0, proven: true, relaxed: [] });
    const held = run(['verify', 'instance.json', 'plan.json', 'certificate.json', '--json']);
    expect(held.status).toBe(0);
    expect(JSON.parse(held.stdout).proof).toMatchObject({ valid: true, bound: 127, claimed: 127, faults: [] });
    const certificate = JSON.parse(readFileSync(path('certificate.json'), 'utf8'));
    writeFileSync(path('more.json'), JSON.stringify({ ...certificate, bound: 128 }));
    const refused = run(['verify', 'instance.json', 'plan.json', 'more.json']);
    expect(refused).toMatchObject({ status: 3, stdout: expect.stringContaining('the certificate does not hold') });
  });

  it('refuses a plan that is not feasible, and a file that is no certificate', () => {
    writeFileSync(path('less.json'), JSON.stringify({ routes: [{ depot: 'A', stops: ['c1'] }] }));
    expect(run(['prove', 'instance.json', 'less.json', '--time', '1'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('E_INFEASIBLE'),
    });
    expect(run(['verify', 'instance.json', 'plan.json', 'plan.json'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('E_SYNTAX'),
    });
  });

  it('adds a bound to a solution', () => {
    const { stdout } = run(['solve', 'instance.json', '--iterations', '20', '--prove', '10', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ bound: 127, cost: { total: 127 } });
  });
});
