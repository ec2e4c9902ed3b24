/** `neo-lrp route FILE.vrp`: the routes of one depot, by any router. */
import type { Command } from 'commander';
import { solve } from '../node/solve.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { defaultRouter, findRouter, routerNames } from '../routing/registry.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger } from './arguments.ts';
import { addInstanceOptions, type InstanceInputOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { Output } from './output.ts';
import { addSolutionOutputOptions, deliver, requireOutputs, type SolutionOutputOptions } from './solution-output.ts';

interface RouteCommandOptions extends SolutionOutputOptions, InstanceInputOptions {
  readonly router: string;
  readonly time?: number;
  readonly iterations?: number;
  readonly seed: number;
}

const defaultSeconds = 5;

export function registerRoute(command: Command): void {
  addInstanceOptions(addSolutionOutputOptions(command))
    .description(
      'Solves a capacitated vehicle routing problem: one depot, its customers, identical vehicles. Use `solve` for several depots.',
    )
    .argument('<file>', 'instance file with one depot, or -')
    .option('--router <name>', `router to use: ${routerNames.join(', ')}`, defaultRouter)
    .option('--time <seconds>', `wall time to route (default: ${defaultSeconds}, or no limit with --iterations)`, nonNegativeNumber)
    .option('--iterations <n>', `descents of ${defaultRouter}; the same seed and iterations give the same routes`, positiveInteger)
    .option('--seed <n>', 'seed of the random numbers', nonNegativeInteger, 1)
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp route problem.vrp --out problem.sol
  neo-lrp route problem.vrp --router vroom --time 5 --json`,
    )
    .action(async (file: string, options: RouteCommandOptions) => {
      const output = new Output(options);
      const { instance, changes } = await loadNoted(file, options, output);
      requireOneDepot(instance);
      await requireOutputs(instance, options);
      const router = await findRouter(options.router);
      const { seed, time, iterations } = options;
      const seconds = time ?? (iterations === undefined ? defaultSeconds : undefined);
      const everybody = instance.customers.map(() => 0);
      const solution = await interruptible(
        (signal) =>
          solve(instance, {
            stop: { seconds, iterations, signal },
            seed,
            decide: async () => ({ method: router.name, proposals: [{ assignment: everybody }] }),
            router,
            improve: false,
            onProgress: ({ seconds }) => output.progress(`${seconds.toFixed(1)} s · ${router.name} is routing`),
          }),
        () => output.note('stopping; the best plan so far follows, if there is one (Ctrl-C again to quit without it)'),
      );
      await deliver(instance, { ...solution, ...(changes && { changes }) }, output, options);
    });
}

function requireOneDepot({ name, depots }: Instance): void {
  if (depots.length > 1)
    throw new NeoLrpError('E_USAGE', `'${name}' has ${depots.length} depots, but routing takes one; use \`neo-lrp solve\``, {
      field: 'depots',
    });
}
