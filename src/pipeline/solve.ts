/** `solve`: checks the arguments, decides and routes or searches, and verifies what comes of it. */
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { observe } from '../run/observer.ts';
import { StopWatch } from '../run/stop.ts';
import { requireSize } from '../search/data.ts';
import { requireEnd } from '../search/search.ts';
import { describeOutcome } from './envelope.ts';
import { decideAndRoute } from './first-stage.ts';
import { jointSearch } from './joint-search.ts';
import { requireOptions, type SolveOptions, solveOptionNames, startRoutes } from './options.ts';
import type { Run } from './run.ts';
import { solveDays } from './solve-days.ts';

/** Finds depots, assignment and routes at the lowest total cost. The solution passes the verifier before it is returned. */
export async function solve(given: Instance, options: SolveOptions): Promise<Solution> {
  requireOptions(options, solveOptionNames);
  // Time counts from here: on a large instance even the checks take some.
  const { tell: onProgress, signal, rethrow } = observe(options.onProgress, options.stop.signal);
  const watch = new StopWatch({ ...options.stop, signal });
  const instance = requireInstance(given);
  requireWork(instance, options);
  requireFeasible(instance);
  const { decide, router = hgsRouter, pure = false, improve = !pure, seed = 1, threads = 1, parameters, cpuSeconds } = options;
  const start = startRoutes(instance, options.start);
  const cpuBefore = cpuSeconds?.() ?? 0;
  const notes = [...(options.notes ?? [])];
  const run: Run = { instance, watch, seed, threads, decide, router, improve, pure, start, parameters, onProgress, notes };
  if (instance.days) {
    const planned = await solveDays(run, { ...presentDepots(options.start), ...options.days });
    rethrow();
    return requireVerified(instance, {
      ...planned,
      ...(cpuSeconds && { cpu: cpuSeconds() - cpuBefore }),
      versions: { ...options.versions, ...planned.versions },
    });
  }
  const outcome = await (improve || !decide ? jointSearch(run) : decideAndRoute(run, decide));
  rethrow();
  const solution = describeOutcome(run, outcome);
  return requireVerified(instance, {
    ...solution,
    ...(cpuSeconds && { cpu: cpuSeconds() - cpuBefore }),
    versions: { ...options.versions, ...outcome.decision?.versions, ...solution.versions },
  });
}

const presentDepots = (start: SolveOptions['start'] = []) => ('routes' in start && start.openDepots ? { present: start.openDepots } : {});

/** Something to do, of a size that fits, with an end. */
function requireWork(instance: Instance, { decide, pure = false, improve = !pure, stop, days }: SolveOptions): void {
  if (instance.days && (decide || pure || !improve))
    throw new NeoLrpError('E_USAGE', 'depots for many days are chosen by the search; leave out method, model, pure and improve', {
      field: 'method',
    });
  if (instance.days && stop.target !== undefined)
    throw new NeoLrpError('E_USAGE', 'a target is for one day; leave it out', { field: 'target' });
  if (!instance.days && days) throw new NeoLrpError('E_USAGE', 'the instance has no days', { field: 'days' });
  if (pure && improve) throw new NeoLrpError('E_USAGE', 'pure ends with routing, so it cannot improve as well', { field: 'pure' });
  if (!improve && !decide)
    throw new NeoLrpError('E_USAGE', 'without improvement there is nothing to do: name a method that allocates, or let it improve');
  if (!improve) return;
  if (decide?.constrained)
    throw new NeoLrpError(
      'E_USAGE',
      'the joint search does not know your own constraints and could break them; add improve: false, so that routing follows the decision',
      { field: 'improve' },
    );
  requireEnd(stop);
  requireSize(instance);
}

/** Every solution is verified before it is returned. */
function requireVerified(instance: Instance, solution: Solution): Solution {
  const { feasible, violations } = verify(instance, solution);
  if (feasible) return solution;
  throw new NeoLrpError(
    'E_UNVERIFIED',
    `method '${solution.method}' returned an invalid solution: ${violations[0].message}. Please report it, with the instance and the seed ${solution.seed}.`,
  );
}
