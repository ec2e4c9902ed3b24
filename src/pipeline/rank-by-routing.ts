/**
 * A surrogate's proposals are routed briefly, then neighbours of the best of them, step by step to cheaper ones; the cheapest is routed to
 * the end. Trials behind the figures: docs/lab/pipeline.md.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { routeCost } from '../problem/solution.ts';
import { depotSubproblem } from '../problem/subproblem.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { sharedType } from '../routing/shared-fleet.ts';
import { quickShare, rankedBy } from './budget.ts';
import { climb, type Priced } from './climb.ts';
import type { Decision, Proposal } from './decide.ts';
import type { Run } from './run.ts';

/** Proposals that are routed, the most promising by the prices of known sets. */
const mostRouted = 12;
/** Descents for the customers of one depot. */
const briefDescents = 4;
/** Customers that are routed so often without a look at the clock. */
const briefUpTo = 200;
/** Trials where no time is limited. */
const untimedTrials = 100;

/** The first proposal where no surrogate priced them, or where depots share vehicles and cannot be routed one by one. */
export async function rankByRouting(run: Run, { proposals, neighbours }: Decision): Promise<Proposal> {
  const { instance, watch } = run;
  const [first] = proposals;
  const used = [...new Set(first.assignment)];
  if (!first.expect || proposals.length < 2 || used.length < 2 || sharedType(instance, used) !== undefined) return first;
  const trials = new Trials(run);
  const routed: Priced<Proposal>[] = [];
  for (const [k, proposal] of mostPromising(proposals).entries()) {
    if (k > 0 && trials.isOver()) break;
    run.onProgress({ stage: 'routing', seconds: watch.elapsed(), routed: k, of: Math.min(mostRouted, proposals.length) });
    routed.push({ of: proposal, cost: await trials.costOf(proposal) });
  }
  routed.sort((a, b) => a.cost - b.cost);
  if (!neighbours || trials.isSlow || instance.depots.some(({ minLoad }) => minLoad)) return routed[0].of;
  let [best] = routed;
  for (const start of routed) {
    const reached = await climb(
      start,
      neighbours,
      (proposal) => trials.costOf(proposal),
      () => trials.isOver(),
    );
    if (reached.cost < best.cost) best = reached;
  }
  return best.of;
}

/** The decision itself and the others that cost least by the prices of known sets, which are closer than those of the MIP. */
function mostPromising([first, ...others]: Decision['proposals']): Proposal[] {
  const priced = others.flatMap((proposal) => (proposal.expect ? [{ proposal, total: proposal.expect().total }] : []));
  priced.sort((a, b) => a.total - b.total);
  return [first, ...priced.slice(0, mostRouted - 1).map(({ proposal }) => proposal)];
}

/** What proposals cost once routed briefly; each depot with the same customers is routed once. */
class Trials {
  private readonly costs = new Map<string, number>();
  private count = 0;
  /** When the first proposal was routed, and the last. */
  private first = 0;
  private last = 0;

  constructor(private readonly run: Run) {}

  isOver(): boolean {
    const { watch } = this.run;
    if (watch.interrupted()) return true;
    return watch.stop.seconds === undefined ? this.count > untimedTrials : watch.spent(0) > rankedBy;
  }

  /** A proposal takes so long that routes need the time more than other proposals do. The first one also compiles code. */
  get isSlow(): boolean {
    const { seconds } = this.run.watch.stop;
    return seconds !== undefined && (this.count < 2 || (this.last - this.first) / (this.count - 1) > quickShare * seconds);
  }

  async costOf({ assignment }: Proposal): Promise<number> {
    const { instance, watch } = this.run;
    const customers: number[][] = instance.depots.map(() => []);
    assignment.forEach((depot, customer) => {
      customers[depot].push(customer);
    });
    let total = 0;
    for (const [depot, served] of customers.entries()) total += await this.costAt(depot, served);
    this.last = watch.elapsed();
    if (this.count++ === 0) this.first = this.last;
    return total;
  }

  private async costAt(depot: number, customers: readonly number[]): Promise<number> {
    const { instance } = this.run;
    const { status, openingCost } = instance.depots[depot];
    if (customers.length === 0) return status === 'open' ? openingCost : 0;
    const key = `${depot}:${customers.join()}`;
    const cost = this.costs.get(key) ?? (await this.routeBriefly(depotSubproblem(instance, depot, customers)));
    this.costs.set(key, cost);
    return cost;
  }

  /** Infinity where nothing is found: another proposal may do. */
  private async routeBriefly(part: Instance): Promise<number> {
    const { watch, seed } = this.run;
    const { iterations = briefDescents, signal, clock, seconds } = watch.rest();
    // Few customers are routed sooner than a clock is worth asking.
    const time = part.customers.length > briefUpTo && { seconds, clock };
    try {
      const { routes } = await hgsRouter.solve(part, { stop: { signal, ...time, iterations: Math.min(iterations, briefDescents) }, seed });
      return routes.reduce((sum, route) => sum + routeCost(part, route), part.depots[0].openingCost);
    } catch (error) {
      if (error instanceof NeoLrpError) return Number.POSITIVE_INFINITY;
      throw error;
    }
  }
}
