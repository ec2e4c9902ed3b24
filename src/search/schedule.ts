/**
 * The hybrid genetic search over depots, assignment and routes at once (after Vidal et al. 2012, Vidal 2022).
 * One population mixes configurations of open depots. Each call of `step` makes one descent, or a part of an annealing, so that any stop
 * criterion can sit between two.
 *
 *   race:    the best configurations by proxy are constructed and descended; some stay for heats, short annealings from which the better
 *            half goes on with twice the effort
 *   final:   where depots must be filled to the brim, the race's first two and the favourites of before it, annealed briefly: there a
 *            configuration shows its worth late
 *   anneal:  the winner, by ruin and recreate from hot to cold, for most of the budget
 *   evolve:  select two parents → route exchange, or order crossover and split over one parent's depots → descent → relocate depots →
 *            population
 */

import type { IndexedRoute } from '../problem/solution.ts';
import type { Random } from '../run/random.ts';
import { construct } from './construction/construct.ts';
import { Splitter } from './construction/split.ts';
import type { SearchData } from './data.ts';
import { isTight } from './depots/depot-set.ts';
import { type Engine, PlainEngine } from './engine/engine.ts';
import { KernelEngine } from './engine/kernel-engine.ts';
import { giantTour, orderCrossover } from './population/crossover.ts';
import { brokenPairs, createIndividual, type Individual, individualRoutes } from './population/individual.ts';
import { AdaptivePenalties, penalisedCost, scaled } from './population/penalties.ts';
import { Population } from './population/population.ts';
import { RouteExchange } from './population/route-exchange.ts';
import { Race } from './stages/race.ts';

/**
 * Children by route exchange; the others by order crossover. Three seeds, 5 s: the twelve 200-customer files of T end at 0.27 % with none, at
 * 0.20 % with half and at 0.30 % with nine of ten; 14 files of P at 0.11 % with none, at 0.07 and 0.10 % with half (two trials).
 */
const exchangeShare = 0.5;
/** Up to so many customers, drawing tours at random finds as much as crossing them does, and half of the children are so made. */
const fewCustomers = 12;
const afreshShare = 0.5;
const repairShare = 0.5;
const repairFactor = 10;
/** Share of descents after which whole depots may open, close or change places. */
const depotMoveShare = 0.3;
/** Descents without a better solution before the population starts afresh. */
const restartAfter = 10_000;

/** Share of steps that refine the best by ruin and recreate, and iterations of it per customer. */
const refineShare = 0.1;
const refineIterations = 10;
/**
 * Ruin-and-recreate iterations per customer that follow every descent that ends feasible. Measured at 3 CPU seconds against refining the
 * incumbent alone: mean gap on the twelve 200-customer files of T 0.60 → 0.21 %, on a sample of S (4 s) 0.78 → 0.71 %.
 */
const polishFirst = 5;
const polishChild = 3;

/** Share of the budget for all finals after the race. */
const finalShare = 0.12;

/** Share of the budget up to which the long annealing after the race may run. */
const annealShare = 0.9;
/**
 * The long annealing is made anew where it has left enough of the budget, in its own durations: evolution then has two deep solutions to
 * cross. On eleven files of up to 200 customers, two seeds each, 10 s on S and 5 s on P and T, the mean gap goes from 0.29 to 0.17 %; on
 * four of S from 0.44 to 0.09 %. But evolution needs its time, too: where two annealings left it a tenth of 5 s, the twelve 200-customer
 * files of T ended at 0.34 % (two seeds), with one at 0.22 %.
 */
const mostLongAnnealings = 2;
const spareTime = 2.5;
/**
 * Temperatures in mean arcs. Long: of five files at a million iterations, starting at 1 was best on three, 0.3 on two. Heats: ten thousand
 * iterations from 1 end 0.3 to 0.4 points lower than as many of the refinement that children get, from 0.3, and vary less (200-customer files
 * of T). In the whole search, against rounds of such refinement in the same minutes: B coordChrist100 in 1 s, twelve seeds, 0.38 instead of 0.46 % (± 0.05);
 * fourteen files of P 0.10 (0.09 ± 0.02), sixteen of S 0.18 (0.17 ± 0.03).
 */
const temperatures = {
  heat: { hot: 1, cold: 0.01 },
  final: { hot: 0.3, cold: 0.01 },
  long: { hot: 1, cold: 0.01 },
};
/**
 * Most iterations. From 300 to 2000 a customer the mean gap of four tight files of S falls from 1.41 to 0.76 %; from there to 6000, on three
 * of them, only from 0.72 to 0.67 %. On 400 customers and more, evolution added nothing between 5 and 10 s; the growth with n is a guess.
 */
const mostIterations = (n: number) => 2000 * n * Math.max(1, (n / 300) ** 2);
/**
 * A depot that costs no more than this share of a mean route may open on the way: one route moves there, and the next ones follow. Dearer
 * ones open by the race and by the moves of whole depots alone.
 */
const cheapOpening = 0.5;
/** Iterations of a first heat per customer. */
const heatIterations = 50;
/** Iterations between two looks at the budget: some ten milliseconds, less in an annealing that is short itself. */
const partIterations = (most: number) => Math.min(4000, Math.ceil(most / 16));

interface Annealing {
  /** A heat of the race, one of the finals after it, or the champion's long one. */
  readonly kind: keyof typeof temperatures;
  /** Window, in shares of the budget. */
  readonly begin: number;
  readonly end: number;
  /** Most iterations, whatever the budget. */
  readonly most: number;
  done: number;
  /** Cost of the best kept. */
  best: number;
}

export interface GeneticOptions {
  /** Says that the descent under way should end early. */
  readonly interrupted?: () => boolean;
  /** Share of the budget that is spent after so many descents, 0 to 1; long stages plan by it. */
  readonly spent?: (iterations: number) => number;
  readonly engine?: Engine;
}

export class GeneticSearch {
  readonly data: SearchData;
  iterations = 0;
  /** Iterations of the last improvement and of the end of the last annealing. */
  private improvedAt = 0;
  private annealedAt = 0;
  private restartedAt = 0;
  best: Individual | undefined;
  /** Best by penalised cost while nothing is feasible. */
  private leastBad: Individual | undefined;

  private readonly random: Random;
  private readonly population = new Population();
  private readonly penalties: AdaptivePenalties;
  private readonly splitter: Splitter;
  private readonly exchange: RouteExchange;
  private readonly engine: Engine;
  private readonly child: Int32Array;
  private readonly taken: Uint8Array;
  private readonly configurations: readonly Uint8Array[];
  private race: Race;
  private finals: Individual[] = [];
  /** The best solution known when the finals are over. */
  private champion: Individual | undefined;
  private annealing: Annealing | undefined;
  private longAnnealings = 0;
  /** The latest that came while an annealing had the engine. */
  private guest: readonly IndexedRoute[] | undefined;
  private readonly spent: () => number;

  /** Configurations are the sets of depots to race, the most promising first. */
  constructor(
    data: SearchData,
    random: Random,
    configurations: readonly Uint8Array[],
    { interrupted, engine, spent }: GeneticOptions = {},
  ) {
    this.data = data;
    this.spent = () => spent?.(this.iterations) ?? 0;
    this.random = random;
    this.configurations = configurations;
    this.penalties = new AdaptivePenalties(data);
    this.splitter = new Splitter(data);
    this.exchange = new RouteExchange(data);
    this.engine = engine ?? (KernelEngine.fits(data) ? new KernelEngine(data, interrupted) : new PlainEngine(data, interrupted));
    this.child = new Int32Array(data.n);
    this.taken = new Uint8Array(data.n);
    this.race = this.newRace();
  }

  /** One descent, of a configuration's construction while racing, of a child afterwards; or a part of the annealing under way. */
  step(): void {
    this.iterations++;
    if (this.annealing) this.anneal(this.annealing);
    else if (!this.race.over) this.endTurn(this.enter(this.race.next.open));
    else if (this.best && (this.isRough || this.random.float() < refineShare)) this.refine(this.best);
    else this.evolve();
    if (!this.annealing && this.iterations - Math.max(this.improvedAt, this.restartedAt) > restartAfter) {
      this.population.clear();
      this.restartedAt = this.iterations;
      this.race = this.newRace();
    }
  }

  /** Under rules that couple customers nothing polishes a new best, so that it may not even be a local optimum. */
  private get isRough(): boolean {
    return this.data.rules.couples && this.improvedAt === this.iterations - 1;
  }

  /** Takes in routes from elsewhere, whole or in part: customers left out are added where the split puts them. */
  welcome(routes: readonly IndexedRoute[]): void {
    // The engine is taken: the guest waits. Those before it came from the same island, and were worse.
    if (this.annealing) {
      this.guest = routes;
      return;
    }
    const { n, m } = this.data;
    this.taken.fill(0);
    const kept = routes.map(({ depot, stops }) => ({
      depot,
      stops: Int32Array.from(stops).filter((i) => {
        const fresh = this.taken[i] === 0;
        this.taken[i] = 1;
        return fresh;
      }),
    }));
    const open = new Uint8Array(m);
    for (const { depot, stops } of kept) if (stops.length > 0) open[depot] = 1;
    for (let d = 0; d < m; d++) if (this.data.lockedOpen[d]) open[d] = 1;
    const missing: number[] = [];
    for (let i = 0; i < n; i++) if (!this.taken[i]) missing.push(i);
    if (missing.length > 0) {
      const base = open.includes(1) ? open : this.configurations[0];
      const tour = Int32Array.from([...kept.flatMap(({ stops }) => [...stops]), ...missing]);
      this.race.invite(this.descend(this.splitter.split(tour, base, this.penalties.current), base).open);
    } else {
      this.keep(createIndividual(this.data, kept, open));
      this.race.invite(this.descend(kept, open).open);
    }
  }

  /** Descents since the last improvement; an annealing under way, which improves nothing while it is hot, does not count. */
  get fruitless(): number {
    return this.best && !this.annealing ? this.iterations - Math.max(this.improvedAt, this.annealedAt) : 0;
  }

  /** The best feasible solution or, while there is none, the least bad one. */
  get incumbent(): Individual | undefined {
    return this.best ?? this.leastBad;
  }

  private newRace(): Race {
    return new Race(this.configurations, {
      costOf: (individual) => this.strictCost(individual),
      isTight: (open) => isTight(this.data, open),
    });
  }

  private endTurn(individual: Individual): void {
    const { race } = this;
    race.record(individual, this.spent());
    if (race.over) this.endRace();
    else if (race.round > 0 && race.next.best?.feasible && !this.data.rules.couples) this.startHeat(race.next.best);
  }

  private startHeat(from: Individual): void {
    const most = heatIterations * this.data.n * 2 ** (this.race.round - 1);
    this.startAnnealing(from, { kind: 'heat', end: this.spent() + this.race.heatShare, most });
  }

  /** A configuration's first solution. */
  private enter(open: Uint8Array): Individual {
    const routes = construct(this.data, open, this.splitter, this.random);
    const constructed = createIndividual(this.data, routes, open);
    // From here on there is something to show, and the descent may be interrupted.
    if (constructed.feasible && !this.best) this.keep(constructed);
    const descended = this.descend(routes, open);
    if (descended.feasible || !constructed.feasible) return descended;
    // Where depots must be filled to the brim, a descent through infeasible solutions seldom comes back: go on from the construction.
    this.engine.load(routes, open, this.penalties.current);
    return this.polish();
  }

  private strictCost(individual: Individual | undefined): number {
    return individual ? penalisedCost(individual, scaled(this.penalties.current, repairFactor)) : Number.POSITIVE_INFINITY;
  }

  private endRace(): void {
    if (!this.best || this.data.rules.couples) return;
    this.finals = this.race.finalists();
    // A plan that was given had more effort than the race: its depots count, its head start does not.
    this.champion = this.race.winner ?? this.best;
    this.longAnnealings = 0;
    this.annealNext(finalShare / this.finals.length);
  }

  /** Anneals the next finalist for a share of the budget, or the champion for most of the rest. */
  private annealNext(share: number): void {
    const next = this.finals.shift();
    const most = mostIterations(this.data.n);
    if (next) this.startAnnealing(next, { kind: 'final', end: this.spent() + share, most: Math.ceil(most / 8) });
    else if (this.champion) this.startAnnealing(this.champion, { kind: 'long', end: annealShare, most: Math.ceil(most) });
  }

  private evolve(): void {
    const { random, penalties } = this;
    const first = this.population.select(random, penalties.current);
    const second = this.population.select(random, penalties.current);
    const fewPlans = this.data.n <= fewCustomers && random.float() < afreshShare;
    if (fewPlans || brokenPairs(first, second) === 0) {
      this.startAfresh();
      return;
    }
    const routes = random.float() < exchangeShare ? this.exchange.cross(first, second, random, penalties.current) : undefined;
    if (routes) this.descend(routes, first.open);
    else this.crossOrders(first, second);
  }

  /** A tour at random, on any configuration: where parents that are alike have nothing to exchange, it brings something new. */
  private startAfresh(): void {
    const { random, configurations } = this;
    const open = configurations[random.int(configurations.length)];
    for (let i = 0; i < this.child.length; i++) this.child[i] = i;
    random.shuffle(this.child);
    // At repair's prices, so that the split keeps capacities where it can.
    const routes = this.splitter.split(this.child, open, scaled(this.penalties.current, repairFactor));
    // Where a few customers have few plans, the split may have hit the best, which a descent through infeasible ones leaves.
    const split = createIndividual(this.data, routes, open);
    if (split.feasible) this.keep(split);
    this.descend(routes, open);
  }

  private crossOrders(first: Individual, second: Individual): void {
    const { data, random, penalties } = this;
    orderCrossover(giantTour(data, first), giantTour(data, second), random, this.child, this.taken);
    const { open } = random.float() < 0.5 ? first : second;
    this.descend(this.splitter.split(this.child, open, penalties.current), open);
  }

  /** Ruin and recreate from a feasible solution (which knows no rules that couple customers), then a descent. */
  private refine(from: Individual): void {
    const { engine, random, penalties } = this;
    // At repair's prices the descent keeps what ruin and recreate has made feasible.
    engine.load(individualRoutes(from), from.open, scaled(penalties.current, repairFactor));
    if (!this.data.rules.couples) engine.refine(random.uint32(), refineIterations * this.data.n);
    engine.descend(random.uint32());
    this.moveDepots();
    this.keep(engine.toIndividual());
  }

  /** By chance, whole depots open, close or change places under the routes. */
  private moveDepots(): void {
    const { engine, random, data } = this;
    if (data.m > 1 && random.float() < depotMoveShare && engine.relocateDepots()) engine.descend(random.uint32());
  }

  /** Plans an annealing from a solution: until a share of the budget is spent, but no longer than pays. A heat keeps to its depots. */
  private startAnnealing(from: Individual, { kind, end, most }: Pick<Annealing, 'kind' | 'end' | 'most'>): void {
    const open = kind === 'heat' ? from.open : this.withCheapDepots(from);
    this.engine.load(individualRoutes(from), open, this.penalties.current);
    this.engine.startAnnealing();
    const begin = this.spent();
    this.annealing = { kind, begin, end: Math.max(end, begin + 1e-9), most, done: 0, best: from.cost };
  }

  /** The configuration of a solution and, where no rule counts open depots, those that cost little to open. */
  private withCheapDepots({ open, cost, depot }: Individual): Uint8Array {
    const { m, openingCost, rules } = this.data;
    if (rules.minOpen > 0 || rules.maxOpen < m || rules.openingBudget < Number.POSITIVE_INFINITY) return open;
    const opening = open.reduce((sum, isOpen, d) => sum + isOpen * openingCost[d], 0);
    const most = (cheapOpening * (cost - opening)) / depot.length;
    return open.map((isOpen, d) => (isOpen || (openingCost[d] <= most && !rules.lockedClosed[d]) ? 1 : 0));
  }

  /** One part of the annealing under way. When its window is over, the next one begins, or evolution. */
  private anneal(annealing: Annealing): void {
    const { engine, random, data } = this;
    const { kind, most, begin, end } = annealing;
    const { hot, cold } = temperatures[kind];
    const part = Math.min(partIterations(most), most - annealing.done);
    const reached = () => Math.max((this.spent() - begin) / (end - begin), annealing.done / most);
    const temperature = (share: number) => hot * (cold / hot) ** Math.min(1, share);
    const from = reached();
    engine.anneal(random.uint32(), part, temperature(from), temperature(from + part / most));
    annealing.done += part;
    const best = engine.annealed();
    const over = reached() >= 1 || this.spent() >= end;
    // Of a heat its end and what is best of all: many solutions of one kind would fill the population.
    const least = kind === 'heat' ? (this.best?.cost ?? Number.POSITIVE_INFINITY) : annealing.best;
    if (over || best.cost < least - data.epsilon) {
      annealing.best = best.cost;
      this.keep(best);
    }
    if (!over) return;
    this.annealing = undefined;
    this.annealedAt = this.iterations;
    if (kind === 'heat') {
      this.endTurn(best);
      return;
    }
    if (kind === 'final' && this.champion && best.cost < this.champion.cost) this.champion = best;
    const left = annealShare - this.spent();
    if (kind === 'final') this.annealNext(end - begin);
    else if (++this.longAnnealings < mostLongAnnealings && left > spareTime * (this.spent() - begin)) this.annealNext(0);
    else if (this.guest) {
      this.welcome(this.guest);
      this.guest = undefined;
    }
  }

  /** Descent, repair by chance (always while racing, or while nothing is feasible), and into the population. */
  private descend(routes: readonly IndexedRoute[], open: Uint8Array): Individual {
    const { engine, random, penalties } = this;
    engine.load(routes, open, penalties.current);
    engine.descend(random.uint32());
    this.moveDepots();
    const individual = engine.toIndividual();
    penalties.record(individual);
    if (individual.feasible) return this.polish();
    this.keep(individual);
    if (this.best !== undefined && this.race.over && random.float() >= repairShare) return individual;
    engine.load(individualRoutes(individual), individual.open, scaled(penalties.current, repairFactor));
    engine.descend(random.uint32());
    if (engine.toIndividual().feasible) return this.polish();
    // A warm start may be feasible where no construction is: prices rise by what constructions show.
    if (this.best === undefined || !this.race.over) penalties.tighten(1.5);
    return individual;
  }

  /** A little ruin and recreate on the feasible solution that the engine holds, and into the population. */
  private polish(): Individual {
    const { engine, random, data } = this;
    if (!data.rules.couples) engine.refine(random.uint32(), (this.race.over ? polishChild : polishFirst) * data.n);
    const individual = engine.toIndividual();
    this.keep(individual);
    return individual;
  }

  private keep(individual: Individual): void {
    this.population.add(individual, this.penalties.current);
    const { epsilon } = this.data;
    if (individual.feasible) {
      if (this.best === undefined || individual.cost < this.best.cost - epsilon) {
        this.best = individual;
        this.improvedAt = this.iterations;
      }
    } else if (this.best === undefined) {
      if (this.strictCost(individual) < this.strictCost(this.leastBad)) this.leastBad = individual;
    }
  }
}
