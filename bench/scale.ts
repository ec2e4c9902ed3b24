/**
 * Decisions at scale: the first stage in a tenth of the time, routed, against the end of a full search on generated regions.
 * All seconds are CPU seconds of one thread.
 * usage: node scripts/run.mjs bench/scale.ts [--sizes 1000x60,2000x100,10000x200] [--seconds 60] [--model NAME] [--no-full] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { solve } from '../src/node.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { hgsRouter } from '../src/routing/hgs.ts';
import { routeDepots } from '../src/routing/route-depots.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { region } from './location-instances.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000x60,2000x100,10000x200' },
    seconds: { type: 'string', default: '60' },
    model: { type: 'string' },
    'no-full': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
for (const size of values.sizes.split(',')) {
  const [customers, depots] = size.split('x').map(Number);
  const instance = region(customers, depots, Number(values.seed));
  // Half of the time of the paper's pipeline goes to the decision.
  const decided = await solve(instance, { model: values.model, improve: false, stop: { seconds: seconds / 5, clock: cpuSeconds } });
  const position = new Map(instance.depots.map(({ id }, d) => [id, d]));
  const assignment = decided.assignment.map((id) => position.get(id) ?? 0);
  const { routes } = await routeDepots(instance, assignment, hgsRouter, { stop: { iterations: 30 }, seed: 1, threads: 1 });
  const routed = describeRoutes(instance, routes).cost.total;
  const predicted = decided.predicted?.total ?? Number.NaN;
  console.log(
    `${size}: decided after ${decided.time.allocation.toFixed(1)} s, ${decided.openDepots.length} depots, predicted ${predicted.toFixed(0)}, routed ${routed.toFixed(0)}`,
  );
  if (values['no-full']) continue;
  const full = await solve(instance, { model: values.model, stop: { seconds, clock: cpuSeconds } });
  console.log(
    `${size}: end of ${seconds} s ${full.cost.total.toFixed(0)}, decision ${((100 * routed) / full.cost.total - 100).toFixed(2)} % above`,
  );
}
