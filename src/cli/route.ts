/** `neo-lrp route FILE.vrp`: the routes of one depot, by any router. */
import { solve } from '../node/solve.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { defaultRouter, findRouter, routerNames } from '../routing/registry.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger } from './arguments.ts';
import { defineCommand, option } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { deliver, requireOutputs, solutionOptions } from './plan-output.ts';

const defaultSeconds = 5;

export const register = defineCommand({
  description:
    'Solves a capacitated vehicle routing problem: one depot, its customers, identical vehicles. Use `solve` for several depots.',
  arguments: [['<file>', 'instance file with one depot, or -']],
  options: {
    ...solutionOptions,
    ...instanceOptions,
    router: option('--router <name>', `router to use: ${routerNames.join(', ')}`, defaultRouter),
    time: option('--time <seconds>', `wall time to route (default: ${defaultSeconds}, or no limit with --iterations)`, nonNegativeNumber),
    iterations: option(
      '--iterations <n>',
      `descents of ${defaultRouter}; the same seed and iterations give the same routes`,
      positiveInteger,
    ),
    seed: option('--seed <n>', 'seed of the random numbers', nonNegativeInteger, 1),
  },
  examples: ['route problem.vrp --out problem.sol', 'route problem.vrp --router vroom --time 5 --json'],
  async run(options, output, file) {
    const { instance, changes } = await loadNoted(file, options, output);
    requireOneDepot(instance);
    await requireOutputs(instance, file, options);
    const router = await findRouter(options.router);
    const { seed, time, iterations } = options;
    const seconds = time ?? (iterations === undefined ? defaultSeconds : undefined);
    const everybody = instance.customers.map(() => 0);
    const solution = await interruptible(output, 'the best plan so far follows, if there is one', (signal) =>
      solve(instance, {
        stop: { seconds, iterations, signal },
        seed,
        decide: async () => ({ method: router.name, proposals: [{ assignment: everybody }] }),
        router,
        improve: false,
        onProgress: ({ seconds }) => output.progress(`${seconds.toFixed(1)} s · ${router.name} is routing`),
      }),
    );
    await deliver(instance, { ...solution, ...(changes && { changes }) }, output, options);
  },
});

function requireOneDepot({ name, depots }: Instance): void {
  if (depots.length > 1)
    throw new NeoLrpError('E_USAGE', `'${name}' has ${depots.length} depots, but routing takes one; use \`neo-lrp solve\``, {
      field: 'depots',
    });
}
