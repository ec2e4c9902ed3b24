/**
 * Random tiny instances against brute force: `node scripts/run.mjs bench/tiny.ts [--kind plain|fleets] [--count 20000] [--seed 1]
 * [--iterations 200] [--method search|neo-ds] [--only K] [--enumerate]`. `fleets` draws hours, fleets and money, too. With `--enumerate` nothing is
 * solved: the best plans go through the verifier, and the reasons for infeasibility are compared with the truth.
 */
import { parseArgs } from 'node:util';
import { type Instance, type NeoLrpError, type Solution, solve, verify } from '../src/index.ts';
import { explainInfeasibility } from '../src/problem/feasibility.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { agrees } from '../src/problem/tolerance.ts';
import { drawInstance, leastCost } from '../tests/search/brute-force.ts';
import { leastPlan } from '../tests/search/exhaustion.ts';
import { drawFleetInstance } from '../tests/search/tiny-fleets.ts';

const { values: given } = parseArgs({
  options: {
    kind: { type: 'string', default: 'plain' },
    enumerate: { type: 'boolean', default: false },
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    iterations: { type: 'string', default: '200' },
    method: { type: 'string', default: 'search' },
    only: { type: 'string' },
  },
});

const solveByMethod: (instance: Instance, options: object) => Promise<Solution> =
  given.method === 'search' ? (solve as never) : ((await import('../src/node.ts')).solve as never);

/** The least cost, by a plan that the verifier accepts at that cost. */
function verifiedCost(instance: Instance): number | undefined {
  const plan = leastPlan(instance);
  if (!plan) return undefined;
  const { openDepots } = plan;
  const { violations, cost } = verify(instance, { routes: describeRoutes(instance, plan.routes).routes, openDepots });
  if (violations.length > 0 || !agrees(cost.total, plan.cost))
    throw new Error(`${instance.name}: ${JSON.stringify([plan, violations, cost])}`);
  return plan.cost;
}
const [draw, bestOf] = given.kind === 'fleets' ? [drawFleetInstance, verifiedCost] : [drawInstance, leastCost];

const outcomes = new Map<string, number[]>();
const note = (outcome: string, seed: number) => outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), seed]);
const first = Number(given.seed);
const seeds =
  given.only === undefined ? Array.from({ length: Number(given.count) }, (_, k) => first * 1_000_000 + k) : [Number(given.only)];
const began = performance.now();
for (const [k, seed] of seeds.entries()) {
  let instance: Instance;
  try {
    instance = draw(seed);
  } catch (error) {
    note(`refused ${(error as NeoLrpError).code}`, seed);
    continue;
  }
  const best = bestOf(instance);
  if (given.only !== undefined) console.log(JSON.stringify(instance), '\nbest', best);
  if (given.enumerate) {
    const reason = explainInfeasibility(instance);
    if (best === undefined) note(reason ? 'infeasible, explained' : 'infeasible, not explained', seed);
    else note(reason ? `FALSELY CALLED ${reason.code}` : 'optimal plan verified', seed);
    continue;
  }
  const started = performance.now();
  try {
    const { cost, routes } = await solveByMethod(instance, {
      stop: { iterations: Number(given.iterations), seconds: 20 },
      seed: 1,
      threads: 1,
      ...(given.method !== 'search' && { method: given.method }),
    });
    if (given.only !== undefined) console.log(JSON.stringify({ cost, routes }));
    if (best === undefined) note('SOLVED WHAT IS INFEASIBLE', seed);
    else if (cost.total < best * (1 - 1e-9)) note('BELOW THE BEST', seed);
    else if (cost.total > best * (1 + 1e-9) + 1e-300) {
      note('missed the optimum', seed);
      if (given.only === undefined)
        console.log(`${seed}: ${cost.total} instead of ${best} (+${((100 * cost.total) / best - 100).toFixed(2)} %)`);
    } else note('optimal', seed);
  } catch (error) {
    const { code = 'TypeError', message } = error as NeoLrpError;
    if (given.only !== undefined) console.log(error);
    const infeasible = code.startsWith('E_INFEASIBLE');
    if (best === undefined) note(infeasible ? 'infeasible, explained' : `infeasible, ended with ${code}`, seed);
    else {
      note(infeasible ? `FALSELY CALLED ${code}` : `FEASIBLE, BUT ${code}`, seed);
      console.log(`${seed}: ${message}`);
    }
  }
  if (performance.now() - started > 5000) note('SLOW (over 5 s)', seed);
  if ((k + 1) % 1000 === 0) console.error(`${k + 1} of ${seeds.length}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
for (const [outcome, list] of [...outcomes].sort(([, a], [, b]) => b.length - a.length))
  console.log(
    `${String(list.length).padStart(6)}  ${outcome}${/optimal|explained/.test(outcome) ? '' : `: ${list.slice(0, 8).join(' ')}`}`,
  );
