/** Many days at the command line: solved, checked, shown and drawn day by day, and gone on with after a stop. */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

const { path: at, run } = workplace();
const neoLrp = (...args: string[]) => run(args);

beforeAll(() => {
  const orders = (ids: readonly string[], demand: number) => ids.map((customer) => ({ customer, demand }));
  const instance = {
    name: 'week',
    depots: [
      { id: 'W', x: 0, y: 0, capacity: 20, openingCost: 9 },
      { id: 'E', x: 40, y: 0, capacity: 20, openingCost: 12 },
    ],
    customers: ['a', 'b', 'c'].map((id, k) => ({ id, x: 15 * k, y: 5, demand: 3 })),
    vehicleCapacity: 10,
    days: [
      { name: '2026-03-02', orders: orders(['a', 'b'], 4) },
      { name: '2026-03-03', orders: orders(['b', 'c'], 5) },
      { name: '2026-03-04', orders: orders(['a', 'b', 'c'], 2) },
    ],
  };
  writeFileSync(at('week.json'), JSON.stringify(instance));
});

describe('many days at the command line', () => {
  it('are solved, verified and drawn', () => {
    const solved = neoLrp('solve', at('week.json'), '--iterations', '8', '--threads', '1', '--out', at('plan.json'));
    expect(solved.stdout).toMatch(/cost of a day/);
    expect(solved.stdout).toMatch(/suffice on 95 % of the days/);
    const plan = JSON.parse(readFileSync(at('plan.json'), 'utf8'));
    expect(plan.days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(plan.routes).toEqual([]);
    expect(neoLrp('verify', at('week.json'), at('plan.json')).stdout).toMatch(/feasible/);
    expect(neoLrp('verify', at('week.json'), at('plan.json'), '--day', '2026-03-03').stdout).toMatch(/feasible/);
    expect(neoLrp('plot', at('week.json'), at('plan.json'), at('day.svg'), '--day', '2026-03-03').status).toBe(0);
    const sheets = neoLrp('sheets', at('week.json'), at('plan.json'), at('day.html'));
    expect(sheets).toMatchObject({ status: 2, stderr: expect.stringMatching(/--day.*many days/) });
    expect(neoLrp('convert', at('plan.json'), at('plan.xlsx'), '--instance', at('week.json')).status).toBe(0);
  });

  it('goes on from its journal, and refuses that of another run', () => {
    const args = ['solve', at('week.json'), '--iterations', '8', '--threads', '1', '--json', '--journal', at('week.jsonl')];
    const first = JSON.parse(neoLrp(...args).stdout);
    const lines = readFileSync(at('week.jsonl'), 'utf8').split('\n');
    // As a kill would leave it, with a torn line.
    writeFileSync(at('week.jsonl'), `${lines.slice(0, 5).join('\n')}\n{"set`);
    const again = JSON.parse(neoLrp(...args).stdout);
    expect(again.days).toEqual(first.days);
    expect(again.iterations).toBeLessThan(first.iterations);
    expect(neoLrp(...args, '--seed', '2')).toMatchObject({ status: 2, stderr: expect.stringMatching(/another instance, seed/) });
  });

  it('refuses what is for one day, and days that are none', () => {
    expect(neoLrp('solve', at('week.json'), '--map', at('map.svg'))).toMatchObject({ status: 2, stderr: expect.stringMatching(/--day/) });
    expect(neoLrp('solve', at('week.json'), '--day', 'Sunday')).toMatchObject({ status: 2, stderr: expect.stringMatching(/2026-03-02/) });
    expect(neoLrp('solve', 'instance.json', '--worst', '0.1')).toMatchObject({ status: 2, stderr: expect.stringMatching(/no days/) });
  });

  it('are drawn where there is no history, and written by convert', () => {
    expect(neoLrp('convert', 'instance.json', at('drawn.json'), '--draw', '5', '--attendance', '0.5').status).toBe(0);
    const { days } = JSON.parse(readFileSync(at('drawn.json'), 'utf8'));
    expect(days).toHaveLength(5);
    const solved = JSON.parse(neoLrp('solve', at('drawn.json'), '--iterations', '4', '--assignment', 'fixed', '--json').stdout);
    expect(solved.options).toMatchObject({ assignment: 'fixed', heldBack: 0 });
    expect(neoLrp('solve', at('drawn.json'), '--draw', '5')).toMatchObject({ status: 2, stderr: expect.stringMatching(/days of its own/) });
  });

  it('multiplies the orders of all days', () => {
    const scaled = JSON.parse(neoLrp('solve', at('week.json'), '--demand', '+25%', '--iterations', '4', '--json').stdout);
    expect(scaled.acrossDays.depots.reduce((sum: number, { meanLoad }: { meanLoad: number }) => sum + meanLoad, 0)).toBeCloseTo(1.25 * 8);
  });
});
