import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('neo-lrp suggest', () => {
  const { run, path } = workplace();

  it('makes a plan possible for customers alone', () => {
    const rows = ['Kunde;Breitengrad;Längengrad;Paletten', 'Müller;52,52;13,4;12,5', 'Weber;51,34;12,37;8', 'Huber;48,14;11,58;15'];
    writeFileSync(path('kunden.csv'), rows.join('\r\n'));
    const { status, stdout, stderr } = run(['suggest', 'kunden.csv', '--count', '2', '--rent', '900', '--out', 'plan.xlsx']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('2 sites suggested; next: neo-lrp solve plan.xlsx')]);
    expect(stderr).toContain('a vehicle carries 500');
    const solved = run(['solve', 'plan.xlsx', '--iterations', '20', '--json', '--quiet']);
    expect(JSON.parse(solved.stdout)).toMatchObject({ cost: { opening: 900 }, openDepots: ['S1'] });
  });

  it('adds sites to those of a file', () => {
    const { stdout } = run(['suggest', 'instance.json', '--count', '1', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ instance: 'right angles', sites: [{ id: 'S1', openingCost: 0, capacity: null }] });
    expect(run(['suggest', 'instance.json', '--out', 'sites.pdf'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('E_USAGE'),
    });
  });
});
