/** The first stage of the pipeline: which depots open and which of them serves whom, decided before any route exists. */

import type { AllocateOptions, Allocation, AllocationResult, Allocator, ObjectiveProof } from '../allocation/allocation.ts';
import { isObject, isText, requireArgument, requireKnown } from '../problem/arguments.ts';
import { depotsOf } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { Slice } from '../run/event-loop.ts';
import { type Stop, StopWatch } from '../run/stop.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import { allocatorShare } from './budget.ts';
import { climb } from './climb.ts';

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
  /** As of its surrogate. */
  readonly unseen?: (instance: Instance) => readonly string[];
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
  /** False leaves the decision as the allocator made it, even if the surrogate appraises known sets. */
  readonly appraise?: boolean;
}

/** Sets that are appraised at most, where no time is limited. */
const mostAppraised = 20_000;

/** An allocator as a stage of the pipeline. */
export function decideBy(allocator: Allocator, options: DecideByOptions): Decide {
  requireArgument(isObject(allocator, 'allocate'), 'allocator', 'an allocator, such as neuralMip(surrogate)');
  requireArgument(isText(options?.method), 'method', 'options with the name of the method');
  requireKnown(options, { method: 0, surrogate: 0, gap: 0, appraise: 0 });
  const { method, surrogate, gap, appraise = true } = options;
  const isAppraised = appraise && surrogate?.appraise !== undefined;
  const decide: Decide = async (instance, { stop, seed, depotSets, onProgress }) => {
    const watch = new StopWatch(stop);
    const { best, pool, mip, notes, neighbours, versions } = await allocator.allocate(instance, {
      stop: isAppraised && stop.seconds !== undefined ? { ...stop, seconds: allocatorShare * stop.seconds } : stop,
      seed,
      depotSets,
      onProgress,
      ...(gap !== undefined && { gap }),
    });
    const prices = surrogate && new Appraisals(instance, surrogate);
    const decided = isAppraised && prices && neighbours ? await betterAppraised(best, neighbours, prices, watch) : best;
    const propose = (allocation: Allocation): Proposal => ({
      assignment: Array.from(allocation.depotOf),
      ...(prices && { expect: () => prices.expectationOf(allocation) }),
    });
    const others = [best, ...pool].filter((allocation, k) => allocation !== decided && (k === 0 || allocation !== best));
    return {
      method,
      ...(surrogate && { model: surrogate.name }),
      proposals: [propose(decided), ...others.map(propose)],
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
  return Object.assign(decide, {
    pairsPerSecond: surrogate?.pairsPerSecond,
    unseen: surrogate?.unseen?.bind(surrogate),
    constrained,
    takesDepotSets: surrogate !== undefined,
  });
}

/** Depots that serve somebody are open, and those locked open. */
function allocationOf({ depots }: Instance, assignment: readonly number[]): Pick<Allocation, 'open' | 'depotOf'> {
  const used = new Set(assignment);
  return {
    open: Uint8Array.from(depots, ({ status }, d) => Number(status === 'open' || used.has(d))),
    depotOf: Int32Array.from(assignment),
  };
}

/**
 * A MIP picks what its network underprices, so the decision climbs to neighbours that cost less by the prices of known sets, which are
 * closer to the truth: docs/lab/pipeline.md.
 */
async function betterAppraised(
  best: Allocation,
  neighbours: NonNullable<AllocationResult['neighbours']>,
  prices: Appraisals,
  watch: StopWatch,
): Promise<Allocation> {
  const slice = new Slice();
  const costOf = async (allocation: Allocation) => {
    if (slice.over) await slice.next();
    return prices.expectationOf(allocation).total;
  };
  const isOver = () => watch.interrupted() !== undefined || prices.count > mostAppraised;
  return (await climb({ of: best, cost: await costOf(best) }, neighbours, costOf, isOver)).of;
}

/** What allocations cost by the surrogate, each depot with the same customers priced once. */
class Appraisals {
  count = 0;
  private readonly known = new Map<string, number>();

  constructor(
    private readonly instance: Instance,
    private readonly surrogate: Surrogate,
  ) {}

  /** A surrogate that appraises known sets better than it predicts is asked again. A depot that serves nobody costs no routing. */
  expectationOf({ open, depotOf, predicted }: Allocation): Expectation {
    const { depots } = this.instance;
    const customers: number[][] = depots.map(() => []);
    depotOf.forEach((depot, customer) => {
      customers[depot].push(customer);
    });
    const perDepot = depotsOf(open).map((depot) => {
      const { [depot]: served } = customers;
      return { depot, routing: served.length > 0 ? (this.appraised(depot, served) ?? predicted[depot]) : 0 };
    });
    const total = perDepot.reduce((sum, { depot, routing }) => sum + depots[depot].openingCost + routing, 0);
    return { total, perDepot };
  }

  private appraised(depot: number, served: readonly number[]): number | undefined {
    const { surrogate, instance, known } = this;
    if (!surrogate.appraise) return undefined;
    const key = `${depot}:${served.join()}`;
    const price = known.get(key) ?? surrogate.appraise(instance, depot, served);
    if (!known.has(key)) this.count++;
    known.set(key, price);
    return price;
  }
}
