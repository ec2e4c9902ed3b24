import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/formats/scenarios.ts';
import { solveScenarios } from '../../src/pipeline/scenarios.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';

const instance = createInstance({
  name: 'line',
  depots: [
    { id: 'A', x: 0, y: 0, openingCost: 10, capacity: 4 },
    { id: 'B', x: 20, y: 0, openingCost: 10 },
  ],
  customers: [
    { id: 'a', x: 1, y: 0, demand: 2 },
    { id: 'b', x: 19, y: 0, demand: 3 },
  ],
  vehicleCapacity: 6,
});
const stop = { iterations: 10 };

describe('scenarios', () => {
  it('have a verified plan each, or the reason why there is none', async () => {
    const heard: string[] = [];
    const answers = await solveScenarios(
      instance,
      [
        { name: 'base', changes: {} },
        { name: 'only A', changes: { 'depots.B.status': 'closed' } },
        { name: 'more', changes: { demandFactor: 2 } },
        { name: 'B is free', changes: { 'depots.B.openingCost': 0 } },
      ],
      { stop, onSolved: ({ name }) => heard.push(name) },
    );
    expect(heard).toEqual(['base', 'only A', 'more', 'B is free']);
    expect(answers[1].reason).toMatch(/demand/);
    expect(answers[1].solution).toBeUndefined();
    for (const { instance: own, solution, name } of answers) if (solution) expect(verify(own, solution).violations, name).toEqual([]);
    expect(answers[3].solution?.changes).toEqual({ 'depots.B.openingCost': 0 });
    expect(answers[3].solution?.cost.total).toBeLessThan(answers[0].solution?.cost.total ?? 0);
  });

  it('serve each other: a plan that keeps the rules of another scenario counts there, too', async () => {
    const lock = { 'depots.A.status': 'open', 'depots.B.status': 'open' } as const;
    const answers = await solveScenarios(
      instance,
      [
        { name: 'free', changes: {} },
        { name: 'both', changes: lock },
      ],
      {
        stop,
        // The first run finds a poor plan, with which the second begins.
        async solveOne(of, start, { name }) {
          expect(start === undefined).toBe(name === 'free');
          const found = await solve(of, { stop: { iterations: 1 }, ...(start && { start }) });
          const poor = describeRoutes(of, [
            { depot: 1, stops: [0] },
            { depot: 1, stops: [1] },
          ]);
          return name === 'free' ? { ...found, ...poor } : found;
        },
      },
    );
    expect(answers.map(({ solution }) => solution?.cost.total)).toEqual([24, 24]);
  });

  it('are tried before the first is solved', async () => {
    const scenarios: readonly Scenario[] = [
      { name: 'base', changes: {} },
      { name: 'odd', changes: { emissionPrice: 2 } },
    ];
    await expect(solveScenarios(instance, scenarios, { stop, onSolved: () => expect.fail('solved') })).rejects.toThrow('emits anything');
    await expect(solveScenarios(instance, [], { stop })).rejects.toMatchObject({ code: 'E_USAGE' });
  });
});
