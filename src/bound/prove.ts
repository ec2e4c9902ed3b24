/** How far a plan can be from the best: column generation, cuts and branching. The bound holds whenever the run is stopped. */
import type { Certificate, CertificateRow, CertificateTree } from '../problem/certificate.ts';
import { requireOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { Slice } from '../run/event-loop.ts';
import { type Stop, StopWatch } from '../run/stop.ts';
import { search } from '../search/search.ts';
import { type Branch, branchOn, type Case, splitCase, wholeInstance } from './branching.ts';
import { brokenRows, keyOfRow, leastOpen, vehiclesFor } from './cuts.ts';
import { Master, type MasterSolution } from './master.ts';
import { Memory } from './memory.ts';
import { type Effort, Pricer, type Shortfall } from './pricing.ts';
import { type Relaxation, relax } from './relaxation.ts';
import { keepsLimits } from './resources.ts';
import { type Column, crossingPrices, depotCoefficient, reducedArcs, spanOf, wholePrice } from './rows.ts';

export interface ProveOptions {
  readonly stop: Stop;
  /** A plan to compare with; without one, a part of the time goes into a search. */
  readonly plan?: readonly IndexedRoute[];
  readonly onProgress?: (progress: ProveProgress) => void;
}

export interface ProveProgress {
  readonly seconds: number;
  readonly bound: number;
  readonly best: number;
  readonly nodes: number;
}

export interface Proof {
  /** No plan costs less. */
  readonly bound: number;
  /** Cost of the plan that it is compared with. */
  readonly best: number;
  /** How far `best` can be above the best possible cost, as a share of the bound. */
  readonly gap?: number;
  readonly proven: boolean;
  /** The bound before any case distinction. */
  readonly root: number;
  readonly nodes: number;
  readonly columns: number;
  readonly cuts: number;
  /** Fields of the instance that the bound leaves out. */
  readonly relaxed: readonly string[];
  readonly seconds: number;
  readonly certificate: Certificate;
}

/** Cost of the plan in the master problem, so that its tolerances fit instances of every size. */
const planValue = 1e5;
/** A bound within this share of the plan's cost proves it: the rest is what rounding costs. */
const optimal = 1e-7;
/** Share of the time for a plan where none is given, and the most seconds. */
const searchShare = 0.15;
const mostSearchSeconds = 20;
const routesPerPricing = 40;
/** Rounds of cuts, at the root and below. */
const cutRounds = [60, 4] as const;
/** Reduced costs above this share of the plan's cost per customer are not worth a column. */
const worthwhile = 2e-8;

/** A case with what is known of it. */
interface Node extends Case {
  readonly depth: number;
  /** In whole units. */
  value: number;
  prices: Float64Array;
  children?: { readonly branch: Branch; readonly no: Node; readonly yes: Node };
}

export async function proveBound(given: Instance, options: ProveOptions): Promise<Proof> {
  const instance = requireInstance(given);
  requireOneDay(instance);
  const watch = new StopWatch(options.stop);
  const plan = options.plan ?? (await firstPlan(instance, options.stop, watch));
  const relaxation = relax(instance);
  const run = new ProofRun(instance, relaxation, watch, plan, options.onProgress);
  return run.prove();
}

async function firstPlan(instance: Instance, stop: Stop, watch: StopWatch): Promise<readonly IndexedRoute[]> {
  const seconds = Math.min(mostSearchSeconds, searchShare * watch.remaining());
  return (await search(instance, { stop: { ...stop, seconds, stall: 2000 } })).routes;
}

class ProofRun {
  private readonly memory: Memory;
  private readonly pricer: Pricer;
  private readonly best: number;
  /** A case worth this much, in whole units, holds nothing better than the plan. */
  private readonly target: number;
  /** Whole units in one of the master problem. */
  private readonly unit: number;
  private readonly known = new Set<string>();
  private readonly slice = new Slice();
  private readonly open: Node[] = [];
  private readonly root: Node;
  private nodes = 0;
  private rootValue = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly instance: Instance,
    private readonly relaxation: Relaxation,
    private readonly watch: StopWatch,
    private readonly plan: readonly IndexedRoute[],
    private readonly onProgress: ProveOptions['onProgress'],
  ) {
    const verification = verify(instance, describeRoutes(instance, plan));
    if (!verification.feasible)
      throw new NeoLrpError('E_INFEASIBLE', `the plan is not feasible: ${verification.violations[0].message}`, { field: 'plan' });
    this.best = verification.cost.total;
    this.target = relaxation.wholeCosts ? (this.best - 1) * relaxation.scale + 1 : this.best * (1 - optimal) * relaxation.scale;
    this.unit = this.best > 0 ? (this.best * relaxation.scale) / planValue : 1;
    this.memory = new Memory(relaxation);
    this.pricer = new Pricer(relaxation.n, relaxation.loads, relaxation.capacity);
    this.root = { ...wholeInstance(relaxation), depth: 0, value: 0, prices: new Float64Array(0) };
  }

  async prove(): Promise<Proof> {
    const master = await Master.create(this.relaxation, this.unit, 2 * planValue);
    try {
      for (const row of firstRows(this.instance, this.relaxation)) this.addRow(master, row);
      this.addFirstColumns(master);
      this.open.push(this.root);
      while (this.open.length > 0 && this.watch.interrupted() === undefined) {
        const node = this.takeLowest();
        if (node.value >= this.target) break;
        await this.process(master, node);
        if (this.nodes === 1) this.rootValue = this.root.value;
        this.onProgress?.({ seconds: this.watch.elapsed(), bound: this.bound(), best: this.best, nodes: this.nodes });
      }
      return this.result(master);
    } finally {
      master.dispose();
    }
  }

  private addRow(master: Master, row: CertificateRow): number {
    this.known.add(keyOfRow(row));
    return master.addRow(row);
  }

  private addFirstColumns(master: Master): void {
    const { n, m, loads, kinds } = this.relaxation;
    for (const { depot, vehicle = 0, stops } of this.plan) this.addColumn(master, depot, vehicle, Int32Array.from(stops));
    for (let d = 0; d < m; d++)
      kinds.forEach(({ capacity, serves, availableAt }, kind) => {
        for (let i = 0; i < n; i++) {
          const alone = availableAt[d] > 0 && loads[i] <= capacity && this.root.serves[d * n + i] && serves[i];
          if (alone) this.addColumn(master, d, kind, Int32Array.of(i));
        }
      });
  }

  private addColumn(master: Master, depot: number, kind: number, stops: Int32Array): boolean {
    const { n, kinds } = this.relaxation;
    const arcs = kinds[kind].arcs[depot];
    if (!keepsLimits(kinds[kind].limits[depot], stops)) return false;
    const size = n + 1;
    let [cost, at] = [0, 0];
    for (const stop of stops) {
      cost += arcs[at * size + stop + 1];
      at = stop + 1;
    }
    cost += arcs[at * size];
    return cost < Number.POSITIVE_INFINITY && master.addColumn({ depot, kind, stops, cost });
  }

  private takeLowest(): Node {
    let lowest = 0;
    this.open.forEach(({ value }, k) => {
      if (value < this.open[lowest].value) lowest = k;
    });
    return this.open.splice(lowest, 1)[0];
  }

  /** Prices out one case, with cuts, and splits it unless it is closed. */
  private async process(master: Master, node: Node): Promise<void> {
    this.nodes++;
    let solution = await this.converge(master, node);
    for (let round = 0; solution && round < cutRounds[Number(node.depth > 0)] && node.value < this.target; round++) {
      const before = solution.value;
      const rows = brokenRows(this.relaxation, solution, this.known);
      const grown = rows.length === 0 && node.depth < 3 && this.growMemory(solution);
      if (rows.length === 0 && !grown) break;
      for (const row of rows) this.addRow(master, row);
      solution = await this.converge(master, node);
      if (solution && node.depth > 0 && solution.value - before < 1e-4 * before) break;
    }
    const addRow = (row: CertificateRow) => this.addRow(master, row);
    const question = () => solution && branchOn(this.relaxation, node, master.rows, solution, addRow, this.known);
    let branch = question();
    for (let tries = 0; tries < 3 && solution && !branch && solution.missing > 1e-6 && node.value < this.target; tries++) {
      master.raisePenalty();
      solution = await this.converge(master, node);
      branch = question();
    }
    // Closed, out of time, or nothing left to decide: the case keeps its value, and is looked at no more.
    if (node.value >= this.target || !branch) return;
    const [no, yes] = splitCase(this.relaxation, node, branch, (r) => spanOf(master.rows[r], this.relaxation));
    const below = (part: Case): Node => ({ ...part, depth: node.depth + 1, value: node.value, prices: node.prices });
    node.children = { branch, no: below(no), yes: below(yes) };
    this.open.push(node.children.no, node.children.yes);
  }

  private growMemory({ used }: MasterSolution): boolean {
    return used.reduce((grown, { column }) => this.memory.grow(column.stops) || grown, false);
  }

  /** Columns until none is missing. Undefined where the time is over first, or the case is closed. */
  private async converge(master: Master, node: Node): Promise<MasterSolution | undefined> {
    const { relaxation, watch } = this;
    const spans = master.rows.map((row, r) => node.spans.get(r) ?? spanOf(row, relaxation));
    master.restrict(node.depots, spans, (column) => this.allows(node, column));
    let effort: Effort = 0;
    for (;;) {
      if (this.slice.over) await this.slice.next();
      if (watch.interrupted() !== undefined) return undefined;
      const solution = master.solve(watch.remaining());
      if (!solution) return undefined;
      const prices = Float64Array.from(master.rows, (row, r) => wholePrice(row, spans[r], solution.prices[r] * this.unit));
      const added = this.addPriced(master, node, spans, prices, effort, (worthwhile * planValue * this.unit) / relaxation.n);
      if (node.value >= this.target || added === undefined) return undefined;
      if (added === 0 && effort === 2) return solution;
      effort = added > 0 ? 0 : effort === 0 ? 1 : 2;
    }
  }

  private allows({ depots, serves }: Case, { depot, stops }: Column): boolean {
    const { n } = this.relaxation;
    return depots[depot][1] > 0 && stops.every((stop) => serves[depot * n + stop] === 1) && this.memory.allows(stops);
  }

  /** Adds what routes the prices leave missing, and keeps the prices where they prove more; undefined where the time is over. */
  private addPriced(
    master: Master,
    node: Node,
    spans: readonly (readonly [number, number])[],
    prices: Float64Array,
    effort: Effort,
    least: number,
  ): number | undefined {
    const { relaxation, watch } = this;
    const { n, m, kinds } = relaxation;
    const stopped = () => watch.interrupted() !== undefined;
    const crossing = crossingPrices(n, master.rows, master.members, prices);
    let [added, perLoad, perCustomer, complete] = [0, 0, 0, true];
    for (let d = 0; d < m; d++) {
      if (node.depots[d][1] === 0) continue;
      for (const [kind, { capacity, serves, limits, availableAt }] of kinds.entries()) {
        if (availableAt[d] === 0) continue;
        const mayServe = (i: number) => node.serves[d * n + i] === 1 && serves[i] === 1;
        const arcs = reducedArcs(relaxation, d, kind, master.rows, prices, crossing, mayServe);
        if (tooLarge(arcs, capacity)) return 0;
        const options = { effort, mostRoutes: routesPerPricing, stopped, capacity, limits: limits[d] };
        const priced = this.pricer.price(arcs, this.memory.bits, options);
        perLoad = Math.max(perLoad, priced.shortfall.perLoad);
        perCustomer = Math.max(perCustomer, priced.shortfall.perCustomer);
        complete &&= effort < 2 || priced.complete;
        for (const { stops, cost } of priced.routes) if (cost < -least) added += Number(this.addColumn(master, d, kind, stops));
      }
    }
    this.claim(master, node, spans, prices, { perLoad, perCustomer });
    return complete || added > 0 ? added : undefined;
  }

  /** What the prices prove, once those of customers are lowered by the shortfall. */
  private claim(
    master: Master,
    node: Node,
    spans: readonly (readonly [number, number])[],
    found: Float64Array,
    { perLoad, perCustomer }: Shortfall,
  ): void {
    const { relaxation } = this;
    const { loads, openingCost, m } = relaxation;
    const byLoad = perLoad * loads.reduce((sum, load) => sum + load, 0) < perCustomer * loads.length;
    const prices = found.map((price, r) => {
      const { [r]: row } = master.rows;
      return row.kind === 'customer' ? price - (byLoad ? perLoad * loads[row.customer] : perCustomer) : price;
    });
    let value = 0;
    prices.forEach((price, r) => {
      if (price !== 0) value += price * spans[r][price > 0 ? 0 : 1];
    });
    for (let d = 0; d < m; d++) {
      const reduced = master.rows.reduce(
        (cost, row, r) => cost - (prices[r] && prices[r] * depotCoefficient(row, d, relaxation)),
        openingCost[d],
      );
      value += reduced * node.depots[d][reduced > 0 ? 0 : 1];
    }
    if (value <= node.value || !Number.isSafeInteger(value)) return;
    node.value = value;
    node.prices = prices;
  }

  private costOf(value: number): number {
    const cost = value / this.relaxation.scale;
    return this.relaxation.wholeCosts ? Math.ceil(cost) : cost;
  }

  private bound(): number {
    return this.costOf(worthOf(this.root));
  }

  private result(master: Master): Proof {
    const { best, relaxation, watch, nodes } = this;
    const claimed = this.bound();
    if (claimed > best * (1 + 1e-8))
      throw new NeoLrpError('E_INTERNAL', `a bound of ${claimed} is above the cost ${best} of a verified plan`);
    const bound = Math.min(claimed, best);
    return {
      bound,
      best,
      ...(bound > 0 && { gap: best / bound - 1 }),
      proven: bound >= best * (1 - 2 * optimal),
      root: Math.min(best, this.costOf(nodes > 1 ? this.rootValue : this.root.value)),
      nodes,
      columns: master.columns.length,
      cuts: master.rows.filter(({ kind }) => kind === 'cut' || kind === 'link').length,
      relaxed: relaxation.relaxed,
      seconds: watch.elapsed(),
      certificate: this.certificate(master, bound),
    };
  }

  private certificate(master: Master, bound: number): Certificate {
    const { relaxation } = this;
    const table: (readonly (readonly [number, number])[])[] = [];
    const places = new Map<Float64Array, number>();
    const place = (prices: Float64Array): number => {
      const found = places.get(prices);
      if (found !== undefined) return found;
      places.set(prices, table.length);
      return table.push(Array.from(prices, (price, r) => [r, price] as const).filter(([, price]) => price !== 0)) - 1;
    };
    const treeOf = ({ children, prices }: Node): CertificateTree =>
      children ? { branch: children.branch, no: treeOf(children.no), yes: treeOf(children.yes) } : place(prices);
    const tree = treeOf(this.root);
    return {
      format: 'neo-lrp/certificate',
      version: 1,
      instance: this.instance.name,
      instanceHash: relaxation.model.hash,
      bound,
      relaxed: relaxation.relaxed,
      scale: relaxation.scale,
      loads: Array.from(relaxation.loads),
      loadScale: relaxation.loadScale,
      memory: this.memory.lists(),
      rows: master.rows,
      prices: table,
      tree,
    };
  }
}

/** A plan is in one of the cases. */
const worthOf = ({ children, value }: Node): number => (children ? Math.min(worthOf(children.no), worthOf(children.yes)) : value);

/** Rows that are there from the start. */
function firstRows({ rules, depots }: Instance, relaxation: Relaxation): CertificateRow[] {
  const { n, m, loads, kinds, supply } = relaxation;
  const all = Array.from({ length: m }, (_, d) => d);
  const customers = Array.from({ length: n }, (_, i) => i);
  const total = loads.reduce((sum, load) => sum + load, 0);
  const place = new Map(depots.map(({ id }, d) => [id, d]));
  const groups = (rules.oneOf ?? []).map((ids) => [...new Set(ids.map((id) => place.get(id) ?? 0))].sort((a, b) => a - b));
  return [
    ...customers.map((customer) => ({ kind: 'customer' as const, customer })),
    ...all.map((depot) => ({ kind: 'supply' as const, depot })).filter(({ depot }) => supply[depot] < total || m > 1),
    {
      kind: 'open',
      depots: all,
      least: Math.max(1, leastOpen(relaxation, all), rules.minOpen ?? 0),
      most: Math.min(m, rules.maxOpen ?? m),
    },
    ...groups.map((depots) => ({ kind: 'open' as const, depots, least: 0, most: 1 })),
    ...all.map((depot) => ({ kind: 'routes' as const, depots: [depot] })),
    ...(m > 1 ? [{ kind: 'routes' as const, depots: all }] : []),
    ...kinds.flatMap(({ availableAt }, type) => [
      ...(kinds.length > 1 ? [{ kind: 'vehicles' as const, type, depots: all }] : []),
      ...all
        .filter((d) => m > 1 && availableAt[d] < Number.POSITIVE_INFINITY)
        .map((d) => ({ kind: 'vehicles' as const, type, depots: [d] })),
    ]),
    { kind: 'cut', customers, least: vehiclesFor(relaxation, total) },
  ];
}

/** Beyond this, sums of reduced costs would not be exact. */
const tooLarge = (arcs: Float64Array, capacity: number): boolean =>
  arcs.some((cost) => cost < Number.POSITIVE_INFINITY && Math.abs(cost) * (capacity + 2) > Number.MAX_SAFE_INTEGER);
