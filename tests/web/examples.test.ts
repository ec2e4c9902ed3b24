import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { loadInstance } from '../../src/node/files.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { describePage } from './page.ts';

const examples = [
  ['City', 'examples/city'],
  ['Delivery rounds', 'examples/rounds'],
  ['Town', 'examples/town.json'],
  ['Plain', 'examples/plain.json'],
  ['Tiny', 'examples/tiny.json'],
] as const;

/** By the command line of the same build as the page. */
const solveInNode = (path: string, ...options: readonly string[]) =>
  JSON.parse(
    execFileSync(process.execPath, ['dist/lib/main.js', 'solve', path, '--method', 'neo-ds', '--json', '--quiet', ...options], {
      encoding: 'utf8',
    }),
  ) as Solution;

describePage('the examples', (visit) => {
  it.each(examples)('%s: what is shown is what the verifier says of the plan that is exported', async (title, path) => {
    const guest = await visit();
    await guest.openExample(title);
    await guest.setSeconds(1);
    const shown = await guest.solve();
    const instance = await loadInstance(path);
    const { name, text } = await guest.export('The plan', 'JSON');
    const { feasible, cost, violations } = verify(instance, readPlan({ name, text }, instance));
    expect(violations).toEqual([]);
    expect(feasible).toBe(true);
    expect(shown).toBeCloseTo(cost.total, 6);
    expect(await guest.page.getByText('verified').isVisible()).toBe(true);
    // Its optimum can be found by hand.
    if (title === 'Tiny') expect(shown).toBe(130);
  });

  it.each([
    ['Plain', 'examples/plain.json', 1],
    ['Town', 'examples/town.json', 2],
    ['City', 'examples/city', 1],
  ] as const)('%s: the browser and Node give the same plan for the same seed and iterations', async (title, path, threads) => {
    const guest = await visit();
    await guest.openExample(title);
    await guest.choose('Method', 'neo-ds');
    await guest.setOption('Seed', 5);
    await guest.setOption('Threads', threads);
    await guest.setOption('Iterations', 25);
    await guest.solve();
    const { text } = await guest.export('The plan', 'JSON');
    const inBrowser = JSON.parse(text) as {
      readonly routes: unknown;
      readonly cost: unknown;
      readonly predicted: unknown;
      readonly method: string;
    };
    const inNode = solveInNode(path, '--seed', '5', '--threads', String(threads), '--iterations', '25');
    expect(inBrowser.method).toBe('neo-ds');
    expect(inBrowser.routes).toEqual(inNode.routes);
    expect(inBrowser.cost).toEqual(inNode.cost);
    expect(twelveDigits(inBrowser.predicted)).toEqual(twelveDigits(inNode.predicted));
  });

  it('are exported as they were opened', async () => {
    const guest = await visit();
    await guest.openExample('Town');
    const { text } = await guest.export('The data', 'JSON');
    expect(JSON.parse(text)).toEqual(await loadInstance('examples/town.json'));
  });
});

/** V8 rounds logarithms and exponentials otherwise from version to version: a prediction may differ in its last digits, the plan may not. */
function twelveDigits(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toPrecision(12)) : part)));
}
