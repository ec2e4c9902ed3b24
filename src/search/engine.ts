/** The working solution under the search: takes routes in, improves them, gives them back. All changes of routes happen in the core. */
import type { DepotSet } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { roundings } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { type CoreExports, coreModule } from './core-module.ts';
import type { SearchData } from './data.ts';
import { type Fleet, isSurcharged, vehicleAt } from './fleet.ts';
import { createIndividual, type Individual } from './population/individual.ts';
import type { Penalties } from './population/penalties.ts';

/** First and last temperature of a short refinement, in mean arcs. */
const refinement = { hot: 0.3, cold: 0.01 };

/** What a build for tests looks at (core/check.ts). */
const checks = [
  'a move between neighbours',
  'a whole route moved',
  'SWAP*',
  'ruin and recreate',
  'ruin and recreate, undone',
  'a stored load or size',
  'a stored link',
];

function differs(what: number, said: number, is: number): never {
  throw new NeoLrpError('E_INTERNAL', `${checks[what]} says ${said}, but it is ${is}`);
}

export class Engine {
  readonly core: CoreExports;

  constructor(
    private readonly data: SearchData,
    module: WebAssembly.Module,
    interrupted: () => boolean = () => false,
  ) {
    const env = { interrupted: () => Number(interrupted()), log: Math.log, differs };
    this.core = new WebAssembly.Instance(module, { env }).exports as unknown as CoreExports;
    this.fill();
  }

  /** `interrupted` says that the descent or annealing under way should end early. */
  static async create(data: SearchData, interrupted?: () => boolean): Promise<Engine> {
    return new Engine(data, await coreModule(data), interrupted);
  }

  /** Takes over routes as they are. Depots in use count as open. */
  load(routes: readonly IndexedRoute[], open: DepotSet, { vehicle, depot, rule, length, time }: Penalties): void {
    const { core } = this;
    const list = this.ints(core.routes, this.routesLength);
    const isOpen = this.ints(core.open, this.data.m);
    isOpen.set(open);
    let at = 1;
    let count = 0;
    for (const { depot, vehicle, stops } of routes) {
      if (stops.length === 0) continue;
      count++;
      isOpen[depot] = 1;
      list[at++] = vehicleAt(this.data, depot, vehicle) * this.data.m + depot;
      list[at++] = stops.length;
      list.set(stops, at);
      at += stops.length;
    }
    list[0] = count;
    core.penalise(vehicle, depot, rule, length, time);
    core.loadRoutes();
  }

  /** Descends to a local optimum. */
  descend(seed: number): void {
    this.core.descend(seed);
  }

  /** A short annealing by ruin and recreate; expects a feasible solution and leaves the best found. */
  refine(seed: number, iterations: number): void {
    this.startAnnealing();
    this.anneal(seed, iterations, refinement.hot, refinement.cold);
    this.core.saveBest();
    this.core.loadRoutes();
  }

  /** A long annealing, in as many parts as one likes: begins at the solution loaded, which must be feasible. */
  startAnnealing(): void {
    this.core.startAnnealing();
  }

  /** One part, between two temperatures in mean arcs. */
  anneal(seed: number, iterations: number, hot: number, cold: number): void {
    this.core.anneal(seed, iterations, hot, (cold / hot) ** (1 / Math.max(1, iterations)));
  }

  /** The best solution of the annealing so far. */
  annealed(): Individual {
    this.core.saveBest();
    return this.savedIndividual();
  }

  /** Opens, closes and exchanges depots under the routes; true when anything changed. */
  relocateDepots(): boolean {
    const { buffer } = this.core.memory;
    const changed = this.core.relocateDepots() !== 0;
    if (this.core.memory.buffer !== buffer) this.shareMatrix();
    return changed;
  }

  toIndividual(): Individual {
    this.core.saveRoutes();
    return this.savedIndividual();
  }

  private savedIndividual(): Individual {
    const { m } = this.data;
    const list = this.ints(this.core.routes, this.routesLength);
    const routes: IndexedRoute[] = [];
    for (let count = list[0], at = 1; count > 0; count--) {
      const base = list[at++];
      const size = list[at++];
      routes.push({ depot: base % m, vehicle: Math.floor(base / m), stops: list.slice(at, at + size) });
      at += size;
    }
    return createIndividual(this.data, routes, Uint8Array.from(this.ints(this.core.open, this.data.m)));
  }

  private get routesLength(): number {
    return 1 + 2 * this.data.slots + this.data.n;
  }

  // Views are made anew at each use: the memory may have grown.
  private ints(address: WebAssembly.Global<'i32'>, length: number): Int32Array {
    return new Int32Array(this.core.memory.buffer, address.value, length);
  }

  private reals(address: WebAssembly.Global<'i32'>, length: number): Float64Array {
    return new Float64Array(this.core.memory.buffer, address.value, length);
  }

  private fill(): void {
    const { core, data } = this;
    const { n, m, places, slots, stride, degree, rules, travel } = data;
    const { fleet } = data;
    const rivals = rivalsOf(m, rules.oneOf);
    core.allocate(
      n,
      m,
      fleet?.types ?? 1,
      slots,
      stride,
      degree,
      rules.couples || rules.restricts,
      2 * rules.apart.length,
      rivals.flat().length,
      fleet?.hours?.opens.length ?? 0,
      fleet?.quantities ?? 0,
      this.hasLengthsApart,
      this.hasTimesApart,
      fleet?.barred.includes(1) ?? false,
      fleet !== undefined && isSurcharged(fleet),
    );
    this.fillLists(core.rivalsFrom, core.rivals, rivals);
    this.reals(core.x, places).set(data.x);
    this.reals(core.y, places).set(data.y);
    this.reals(core.demand, n).set(data.demand);
    this.reals(core.depotCapacity, m).set(data.depotCapacity);
    this.reals(core.openingCost, m).set(data.openingCost);
    this.ints(core.neighbours, n * stride).set(data.neighbours);
    this.reals(core.nearestDepot, n).set(nearestDepots(data));
    this.ints(core.depotOrder, n * m).set(data.depotOrder);
    this.ints(core.lockedOpen, m).set(rules.lockedOpen);
    this.ints(core.lockedClosed, m).set(rules.lockedClosed);
    if (rules.couples || rules.restricts || this.isLimited) this.fillRules();
    if (fleet) this.fillFleet(fleet);
    if (data.maxDistance < Number.POSITIVE_INFINITY) core.limitDistance(data.maxDistance);
    this.fillTravel();
    core.configure(
      travel.symmetric,
      data.vehicleCapacity,
      data.vehicleCost,
      data.epsilon,
      rules.minOpen,
      rules.maxOpen,
      rules.openingBudget,
    );
    core.findExchanges();
    this.shareMatrix();
  }

  /** Whether the build in use knows lengths, and with them rules. */
  private get isLimited(): boolean {
    return this.data.fleet !== undefined || this.data.maxDistance < Number.POSITIVE_INFINITY;
  }

  /** Where distance is free, lengths do not follow from costs. */
  private get hasLengthsApart(): boolean {
    return this.isLimited && this.data.travel.costPerDistance === 0;
  }

  private get hasTimesApart(): boolean {
    const hours = this.data.fleet?.hours;
    return hours !== undefined && hours.timePerLength === undefined;
  }

  private fillRules(): void {
    const { core } = this;
    const { n, m, rules } = this.data;
    new Uint8Array(core.memory.buffer, core.allowed.value, n * m).set(rules.allowed);
    this.ints(core.group, n).set(rules.group);
    this.fillMates();
    const foesOf: number[][] = Array.from({ length: n }, () => []);
    for (const [g, h] of rules.apart) {
      foesOf[g].push(h);
      foesOf[h].push(g);
    }
    this.fillLists(core.foesFrom, core.foes, foesOf);
  }

  /** Lists one behind the other, and where each begins. */
  private fillLists(begins: WebAssembly.Global<'i32'>, members: WebAssembly.Global<'i32'>, lists: readonly (readonly number[])[]): void {
    const from = this.ints(begins, lists.length + 1);
    lists.forEach((list, k) => {
      from[k + 1] = from[k] + list.length;
    });
    this.ints(members, from[lists.length]).set(lists.flat());
  }

  private fillFleet(fleet: Fleet): void {
    const { core } = this;
    const reals = (address: WebAssembly.Global<'i32'>, values: Float64Array) => this.reals(address, values.length).set(values);
    const ints = (address: WebAssembly.Global<'i32'>, values: Int32Array) => this.ints(address, values.length).set(values);
    reals(core.typeCapacity, fleet.capacity);
    reals(core.fixedCost, fleet.fixedCost);
    reals(core.surcharge, fleet.surcharge);
    reals(core.costPerTime, fleet.costPerTime);
    reals(core.typeMaxDistance, fleet.maxDistance);
    reals(core.maxDuration, fleet.maxDuration);
    ints(core.maxStops, fleet.maxStops);
    ints(core.available, fleet.available);
    ints(core.availableAt, fleet.availableAt);
    reals(core.handling, fleet.handling);
    reals(core.minLoad, fleet.minLoad);
    ints(core.maxVehicles, fleet.maxVehicles);
    reals(core.amount, fleet.amount);
    reals(core.quantityCapacity, fleet.limit);
    new Uint8Array(core.memory.buffer, core.barred.value, fleet.barred.length).set(fleet.barred);
    const { hours } = fleet;
    if (!hours) return;
    reals(core.slowness, hours.slowness);
    reals(core.earliest, hours.earliest);
    reals(core.latest, hours.latest);
    reals(core.loading, hours.loading);
    reals(core.service, hours.service);
    ints(core.windowsFrom, hours.windowsFrom);
    reals(core.windowOpens, hours.opens);
    reals(core.windowCloses, hours.closes);
    const hull = Array.from(hours.service, (_, i) => [hours.opens[hours.windowsFrom[i]], hours.closes[hours.windowsFrom[i + 1] - 1]]);
    reals(
      core.opens,
      Float64Array.from(hull, ([from]) => from),
    );
    reals(
      core.closes,
      Float64Array.from(hull, ([, to]) => to),
    );
  }

  /** From here on the rest of the search reads the core's copy: a large matrix is kept once. To be called again when the memory has grown. */
  private shareMatrix(): void {
    const { source } = this.data.travel;
    if (!('matrix' in source)) return;
    const values = source.kind === 'wide' ? Float64Array : Float32Array;
    source.matrix = new values(this.core.memory.buffer, this.core.cost.value, this.data.places ** 2);
  }

  private fillTimes(): void {
    const { places, fleet } = this.data;
    const times = this.reals(this.core.durations, places * places);
    for (let from = 0; from < places; from++)
      for (let to = 0; to < places; to++) times[from * places + to] = fleet?.hours?.time(from, to) ?? 0;
  }

  private fillLengths(lengths: Float64Array | Float32Array): void {
    const { places, travel } = this.data;
    for (let from = 0; from < places; from++) for (let to = 0; to < places; to++) lengths[from * places + to] = travel.length(from, to);
  }

  /** Each member of a tied group points to the next, and the last one to the first. */
  private fillMates(): void {
    const { n, rules } = this.data;
    const mate = this.ints(this.core.mate, n);
    const latest = new Map<number, number>();
    for (let i = 0; i < n; i++) {
      const g = rules.group[i];
      const before = latest.get(g) ?? i;
      mate[i] = before === i ? i : mate[before];
      mate[before] = i;
      latest.set(g, i);
    }
  }

  private fillTravel(): void {
    const { core } = this;
    const { places, travel } = this.data;
    const { source, costPerDistance } = travel;
    const { timePerLength = 0 } = this.data.fleet?.hours ?? {};
    if ('matrix' in source) {
      const values = source.kind === 'wide' ? Float64Array : Float32Array;
      const copy = new values(core.memory.buffer, core.cost.value, places * places);
      copy.set(source.matrix);
      if (this.hasLengthsApart) this.fillLengths(new values(core.memory.buffer, core.lengths.value, places * places));
      if (this.hasTimesApart) this.fillTimes();
      core.configureTravel(false, 1, costPerDistance, timePerLength, 0);
      return;
    }
    if (source.kind === 'globe') this.reals(core.vectors, 3 * places).set(source.vectors);
    core.configureTravel(source.kind === 'globe', source.scale, costPerDistance, timePerLength, roundings.indexOf(source.rounding));
  }
}

/** By depot: those that may not be open beside it. */
function rivalsOf(m: number, oneOf: SearchData['rules']['oneOf']): number[][] {
  return Array.from({ length: m }, (_, d) =>
    [...new Set(oneOf.flatMap((group) => (group.includes(d) ? group : [])))].filter((e) => e !== d),
  );
}

/** Distance of each customer from the nearest depot, open or not. */
function nearestDepots({ n, m, travel }: SearchData): Float64Array {
  const nearest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < n; i++) for (let d = 0; d < m; d++) nearest[i] = Math.min(nearest[i], travel.out[i * m + d]);
  return nearest;
}
