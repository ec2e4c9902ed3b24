/** The first stage of the pipeline: which depots open and which of them serves whom, decided before any route exists. */

import type { AllocateOptions, Allocation, Allocator, ObjectiveProof } from '../allocation/allocation.ts';
import { isObject, isText, requireArgument, requireKnown } from '../problem/arguments.ts';
import { depotsOf } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import type { Stop } from '../run/stop.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';

export interface Proposal {
  /** Depot of each customer, by position. */
  readonly assignment: readonly number[];
  /** The surrogate's prediction, if there is a surrogate. */
  readonly expect?: () => Expectation;
}

export interface Expectation {
  /** Opening costs included. */
  readonly total: number;
  readonly perDepot: readonly { readonly depot: number; readonly routing: number }[];
}

export interface Decision {
  readonly method: string;
  /** The surrogate's name, if there is one. */
  readonly model?: string;
  /** The decision first, then the runners-up. */
  readonly proposals: readonly [Proposal, ...Proposal[]];
  /** Proposals that differ from one by a customer or two, the most promising first. */
  readonly neighbours?: (proposal: Proposal) => Iterable<Proposal>;
  readonly mip?: ObjectiveProof;
  readonly notes?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
}

export interface DecideOptions extends Omit<AllocateOptions, 'gap'> {
  readonly stop: Stop;
  readonly seed: number;
  readonly threads: number;
}

/** The first stage of a pipeline: an allocator with its surrogate, made by `decideBy`. */
export interface Decide {
  (instance: Instance, options: DecideOptions): Promise<Decision>;
  /** Pairs of customer and depot that it embeds in a second; unlimited unless given. */
  readonly pairsPerSecond?: number;
  /** Keeps constraints of the caller's own, which a search that follows would not know. */
  readonly constrained?: boolean;
  /** Looks at the sets of depots that it is given. */
  readonly takesDepotSets?: boolean;
  /** What it was chosen by, for the record. */
  readonly choice?: Solution['options'];
  /** Of the surrogate's files. */
  readonly modelHash?: string;
}

export interface DecideByOptions {
  readonly method: string;
  /** Prices the sets; without one the objective does not predict the cost. */
  readonly surrogate?: Surrogate;
  /** Relative gap of the surrogate's objective that is good enough; the allocator's own by default. */
  readonly gap?: number;
}

/** An allocator as a stage of the pipeline. */
export function decideBy(allocator: Allocator, options: DecideByOptions): Decide {
  requireArgument(isObject(allocator, 'allocate'), 'allocator', 'an allocator, such as neuralMip(surrogate)');
  requireArgument(isText(options?.method), 'method', 'options with the name of the method');
  requireKnown(options, { method: 0, surrogate: 0, gap: 0 });
  const { method, surrogate, gap } = options;
  const decide: Decide = async (instance, { stop, seed, depotSets, onProgress }) => {
    const { best, pool, mip, notes, neighbours, versions } = await allocator.allocate(instance, {
      stop,
      seed,
      depotSets,
      onProgress,
      ...(gap !== undefined && { gap }),
    });
    const propose = (allocation: Allocation): Proposal => ({
      assignment: Array.from(allocation.depotOf),
      ...(surrogate && { expect: () => expectationOf(instance, surrogate, allocation) }),
    });
    const others = pool.filter((allocation) => allocation !== best);
    return {
      method,
      ...(surrogate && { model: surrogate.name }),
      proposals: [propose(best), ...others.map(propose)],
      ...(neighbours && {
        *neighbours({ assignment }) {
          for (const allocation of neighbours(allocationOf(instance, assignment))) yield propose(allocation);
        },
      }),
      mip,
      notes,
      versions,
    };
  };
  const { constrained } = allocator;
  return Object.assign(decide, { pairsPerSecond: surrogate?.pairsPerSecond, constrained, takesDepotSets: surrogate !== undefined });
}

/** Depots that serve somebody are open, and those locked open. */
function allocationOf({ depots }: Instance, assignment: readonly number[]): Pick<Allocation, 'open' | 'depotOf'> {
  const used = new Set(assignment);
  return {
    open: Uint8Array.from(depots, ({ status }, d) => Number(status === 'open' || used.has(d))),
    depotOf: Int32Array.from(assignment),
  };
}

/** A surrogate that appraises known sets better than it predicts is asked again. A depot that serves nobody costs no routing. */
function expectationOf(instance: Instance, surrogate: Surrogate, { open, depotOf, predicted }: Allocation): Expectation {
  const customers: number[][] = instance.depots.map(() => []);
  depotOf.forEach((depot, customer) => {
    customers[depot].push(customer);
  });
  const perDepot = depotsOf(open).map((depot) => {
    const { [depot]: served } = customers;
    return { depot, routing: served.length > 0 ? (surrogate.appraise?.(instance, depot, served) ?? predicted[depot]) : 0 };
  });
  const total = perDepot.reduce((sum, { depot, routing }) => sum + instance.depots[depot].openingCost + routing, 0);
  return { total, perDepot };
}
