/**
 * Auditions: a surrogate's proposals are routed briefly, then neighbours of the best of them, step by step to cheaper ones. The cheapest is
 * routed to the end. Trials behind the figures: docs/lab/pipeline.md.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { routeCost } from '../problem/solution.ts';
import { depotSubproblem } from '../problem/subproblem.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { sharedType } from '../routing/shared-fleet.ts';
import type { Decision, Proposal } from './decide.ts';
import type { Run } from './run.ts';

/** Proposals that are routed, the most promising by the prices of known sets. */
const auditioned = 12;
/** Descents for the customers of one depot. */
const briefDescents = 4;
/** Customers that are routed so often without a look at the clock. */
const briefUpTo = 200;
/** Share of the whole time at which auditions end, and the share that one proposal may take if its neighbours are to be tried. */
const auditionsEnd = 0.7;
const quick = 0.03;
/** Proposals of which neighbours are tried, and how many at first. */
const climbers = 6;
const firstTrials = 40;
/** Trials where no time is limited. */
const untimedTrials = 100;

/** The first proposal where no surrogate priced them, or where depots share vehicles and cannot be routed one by one. */
export async function audition(run: Run, { proposals, neighbours }: Decision): Promise<Proposal> {
  const { instance, watch } = run;
  const [first] = proposals;
  const used = [...new Set(first.assignment)];
  if (!first.expect || proposals.length < 2 || used.length < 2 || sharedType(instance, used) !== undefined) return first;
  const stage = new Stage(run);
  const heard: Heard[] = [];
  for (const [k, proposal] of mostPromising(proposals).entries()) {
    if (k > 0 && stage.isOver()) break;
    run.onProgress({ stage: 'routing', seconds: watch.elapsed(), routed: k, of: Math.min(auditioned, proposals.length) });
    heard.push({ proposal, cost: await stage.costOf(proposal) });
  }
  heard.sort((a, b) => a.cost - b.cost);
  if (!neighbours || stage.isSlow || instance.depots.some(({ minLoad }) => minLoad)) return heard[0].proposal;
  return (await race(stage, distinct(heard).slice(0, climbers), neighbours)).proposal;
}

interface Heard {
  readonly proposal: Proposal;
  readonly cost: number;
}

/** The best of each set of depots. */
function distinct(sorted: readonly Heard[]): readonly Heard[] {
  const bySet = new Map<string, Heard>();
  for (const heard of sorted) {
    const key = [...new Set(heard.proposal.assignment)].sort((a, b) => a - b).join();
    if (!bySet.has(key)) bySet.set(key, heard);
  }
  return [...bySet.values()];
}

/** All climb for as many trials, the better half for twice as many, and so on (successive halving); returns the best. */
async function race(stage: Stage, starts: readonly Heard[], neighbours: NonNullable<Decision['neighbours']>): Promise<Heard> {
  let field = starts.map((start) => new Climb(stage, start, neighbours));
  for (let trials = firstTrials; !stage.isOver() && field.some(({ isDone }) => !isDone); trials *= 2) {
    for (const climb of field) await climb.advance(trials);
    field = field.toSorted((a, b) => a.at.cost - b.at.cost).slice(0, Math.ceil(field.length / 2));
  }
  return field[0].at;
}

/** To the first cheaper neighbour, again and again, until there is none. */
class Climb {
  isDone = false;
  private untried: Iterator<Proposal>;

  constructor(
    private readonly stage: Stage,
    public at: Heard,
    private readonly neighbours: NonNullable<Decision['neighbours']>,
  ) {
    this.untried = this.look();
  }

  async advance(trials: number): Promise<void> {
    for (let k = 0; k < trials && !this.isDone && !this.stage.isOver(); k++) {
      const { done, value: proposal } = this.untried.next();
      if (done) {
        this.isDone = true;
        return;
      }
      const cost = await this.stage.costOf(proposal);
      if (cost >= this.at.cost) continue;
      this.at = { proposal, cost };
      this.untried = this.look();
    }
  }

  private look(): Iterator<Proposal> {
    return this.neighbours(this.at.proposal)[Symbol.iterator]();
  }
}

/** What proposals cost once routed briefly; each depot with the same customers is routed once. */
class Stage {
  private readonly costs = new Map<string, number>();
  private trials = 0;
  /** When the first proposal was routed, and the last. */
  private first = 0;
  private last = 0;

  constructor(private readonly run: Run) {}

  isOver(): boolean {
    const { watch } = this.run;
    if (watch.interrupted()) return true;
    return watch.stop.seconds === undefined ? this.trials > untimedTrials : watch.spent(0) > auditionsEnd;
  }

  /** A proposal takes so long that routes need the time more than other proposals do. The first one also compiles code. */
  get isSlow(): boolean {
    const { seconds } = this.run.watch.stop;
    if (seconds === undefined) return false;
    return this.trials < 2 || (this.last - this.first) / (this.trials - 1) > quick * seconds;
  }

  async costOf({ assignment }: Proposal): Promise<number> {
    const { instance, watch } = this.run;
    this.trials++;
    const customers: number[][] = instance.depots.map(() => []);
    assignment.forEach((depot, customer) => {
      customers[depot].push(customer);
    });
    let total = 0;
    for (const [depot, served] of customers.entries()) total += await this.costAt(depot, served);
    this.last = watch.elapsed();
    if (this.trials === 1) this.first = this.last;
    return total;
  }

  private async costAt(depot: number, customers: readonly number[]): Promise<number> {
    const { instance } = this.run;
    const { status, openingCost } = instance.depots[depot];
    if (customers.length === 0) return status === 'open' ? openingCost : 0;
    const key = `${depot}:${customers.join()}`;
    const known = this.costs.get(key);
    if (known !== undefined) return known;
    const cost = await this.briefly(depotSubproblem(instance, depot, customers));
    this.costs.set(key, cost);
    return cost;
  }

  /** Infinity where nothing is found: another proposal may do. */
  private async briefly(part: Instance): Promise<number> {
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

/** The decision itself and the others that cost least by the prices of known sets, which are closer than those of the MIP. */
function mostPromising([first, ...others]: Decision['proposals']): Proposal[] {
  const priced = others.flatMap((proposal) => (proposal.expect ? [{ proposal, total: proposal.expect().total }] : []));
  priced.sort((a, b) => a.total - b.total);
  return [first, ...priced.slice(0, auditioned - 1).map(({ proposal }) => proposal)];
}
