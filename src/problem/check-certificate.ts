/**
 * The independent checker of bounds: recomputes from the instance and the certificate alone that no plan can cost less. It is plain and slow,
 * shares no code with the prover, and takes nothing of the certificate on trust: rows, loads and costs are held against the instance.
 */
import type { Certificate, CertificateBranch, CertificateRow, CertificateTree } from './certificate.ts';
import { NeoLrpError } from './errors.ts';
import { type Instance, requireInstance } from './instance.ts';
import { modelOf } from './model.ts';
import { withNoise } from './tolerance.ts';
import { mayServe, type VehicleType } from './vehicles.ts';

export interface BoundVerification {
  readonly valid: boolean;
  /** What the certificate proves, and what it says. */
  readonly bound: number;
  readonly claimed: number;
  /** Why it is refused. */
  readonly faults: readonly string[];
  readonly leaves: number;
}

/** Sums below this are exact; reduced costs are added up to once for each unit of capacity. */
const exact = Number.MAX_SAFE_INTEGER;

/** Loads finer than this would take the checker's memory. */
const mostCapacity = 10_000;

type Span = readonly [number, number];

interface Leaf {
  readonly open: readonly Span[];
  /** serves[d][i] */
  readonly serves: readonly (readonly boolean[])[];
  readonly spans: readonly Span[];
}

/** Whether no plan of the instance costs less than the certificate says. */
export function checkCertificate(given: Instance, certificate: Certificate): BoundVerification {
  const instance = requireInstance(given);
  const claimed = Number(certificate?.bound);
  try {
    const { bound, leaves } = new Checker(instance, certificate).check();
    const valid = claimed <= bound * (1 + 1e-12);
    const faults = valid ? [] : [`the prices prove a bound of ${bound}, not of ${claimed}`];
    return { valid, bound, claimed, faults, leaves };
  } catch (error) {
    if (error instanceof NeoLrpError) throw error;
    const fault = error instanceof Refusal ? error.message : 'the certificate is broken';
    return { valid: false, bound: 0, claimed, faults: [fault], leaves: 0 };
  }
}

class Refusal extends Error {}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Refusal(otherwise);
}

const isIndex = (value: unknown, count: number): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < count;

function requireIndices(list: unknown, count: number, what: string): asserts list is readonly number[] {
  require(Array.isArray(list) &&
    list.every((value) => isIndex(value, count)) &&
    new Set(list).size === list.length, `${what} names places that are not there, or twice`);
}

/** The cheapest way home, where it goes next, and the cheapest that goes elsewhere. */
interface Completion {
  cost: number;
  to: number;
  other: number;
}

/** A way from a depot to a customer. What has no limit is not counted. */
interface Way {
  readonly at: number;
  readonly before: number;
  readonly cost: number;
  /** Whom it remembers, in order. */
  readonly memory: readonly number[];
  /** When service begins. */
  readonly time: number;
  /** Without waiting that another start might spare. */
  readonly work: number;
  readonly distance: number;
  readonly stops: number;
}

const limits = ['cost', 'time', 'work', 'distance', 'stops'] as const;

/** More than the verifier allows, and less than the prover. */
const loosened = (limit: number) => limit * (1 + 2e-9);

class Checker {
  private readonly n: number;
  private readonly m: number;
  private readonly demand: readonly number[];
  /** Most that one vehicle carries. */
  private readonly vehicle: number;
  private readonly loads: readonly number[];
  /** By vehicle type. */
  private readonly capacities: readonly number[];
  /** Of the largest. */
  private readonly capacity: number;
  /** Added to capacities for customers that count as more than they need. */
  private readonly lifted: number;
  private readonly types: readonly VehicleType[];
  private readonly remembers: readonly ReadonlySet<number>[];
  /** By vehicle type and depot. */
  private readonly arcs: readonly (readonly (readonly (readonly number[])[])[])[];

  constructor(
    private readonly instance: Instance,
    private readonly certificate: Certificate,
  ) {
    const { format, version, instanceHash, loads, loadScale, memory, scale, rows, prices, bound } = Object(certificate) as Certificate;
    if (format !== 'neo-lrp/certificate' || version !== 1)
      throw new NeoLrpError('E_SYNTAX', "this is no certificate of a bound; expected format 'neo-lrp/certificate', version 1", {
        field: 'format',
      });
    const { depots, customers } = instance;
    const { types, hash } = modelOf(instance);
    [this.n, this.m] = [customers.length, depots.length];
    const { n } = this;
    require(instanceHash === hash, `the certificate was made for another instance (${instanceHash}, not ${hash})`);
    require(Number.isFinite(bound), 'the bound is not a number');
    require(Number.isFinite(scale) && scale > 0 && Number.isInteger(Math.log2(scale)), 'the scale is not a power of two');
    require(Number.isFinite(loadScale) && loadScale > 0, 'the scale of loads is not a number above 0');
    require([loads, memory, rows, prices].every(Array.isArray) &&
      loads.length === n &&
      memory.length === n, 'loads or memory do not fit the customers');
    this.demand = customers.map((customer) => customer.demand);
    const total = this.demand.reduce((sum, demand) => sum + demand, 0);
    this.vehicle = withNoise(Math.min(total, Math.max(...types.map((type) => type.capacity[0]))));
    this.loads = loads;
    this.lifted = this.checkLoads();
    this.types = types;
    this.capacities = types.map((type) => this.wholeLoad(Math.min(this.vehicle, withNoise(type.capacity[0]))));
    this.capacity = Math.max(...this.capacities);
    require(this.capacity <= mostCapacity, 'the loads are too fine');
    this.remembers = memory.map((list, at) => {
      requireIndices(list, n, 'memory');
      return new Set([...list, at]);
    });
    this.arcs = types.map((type) => depots.map((_, d) => this.wholeArcs(type, d)));
    rows.forEach((row, r) => {
      this.checkRow(row, r);
    });
  }

  check(): { bound: number; leaves: number } {
    const { instance, m, n } = this;
    const { depots, customers, rules } = instance;
    const may = (d: number, i: number): boolean => {
      const [{ id: depot }, { id: customer }] = [depots[d], customers[i]];
      const only = Object.entries(rules.allowed).find(([id]) => id === customer)?.[1];
      const barred = Object.entries(rules.forbidden).find(([id]) => id === customer)?.[1];
      return !(only && !only.includes(depot)) && !barred?.includes(depot);
    };
    const root: Leaf = {
      open: depots.map(({ status }) => [Number(status === 'open'), Number(status !== 'closed')] as const),
      serves: Array.from({ length: m }, (_, d) => Array.from({ length: n }, (_, i) => may(d, i))),
      spans: this.certificate.rows.map((row) => this.spanOf(row)),
    };
    let [least, leaves] = [Number.POSITIVE_INFINITY, 0];
    const waiting: [CertificateTree, Leaf][] = [[this.certificate.tree, root]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [tree, leaf] = next;
      if (typeof tree === 'number') {
        least = Math.min(least, this.worthOf(tree, leaf));
        leaves++;
        continue;
      }
      require(typeof tree === 'object' && tree !== null && typeof tree.branch === 'object' && tree.branch !== null, 'the tree is broken');
      waiting.push([tree.no, this.answered(leaf, tree.branch, false)], [tree.yes, this.answered(leaf, tree.branch, true)]);
    }
    const bound = least / this.certificate.scale;
    return { bound: this.wholeCosts() ? Math.ceil(bound) : bound, leaves };
  }

  /** Loads of every route add up to at most the capacity: each is at most its demand in whole numbers, or else 1 with room made for it. */
  private checkLoads(): number {
    let lifted = 0;
    this.loads.forEach((load, i) => {
      require(Number.isInteger(load) && load >= 1, `load ${i + 1} is not a whole number above 0`);
      require(load === 1 || !this.isLifted(i), `load ${i + 1} is more than the demand`);
      lifted += Number(this.isLifted(i));
    });
    require(this.n * 1e-7 < 5e-4, 'there are too many customers');
    return lifted;
  }

  private isLifted(customer: number): boolean {
    return this.loads[customer] > this.demand[customer] * this.certificate.loadScale + 1e-7;
  }

  private wholeLoad(amount: number): number {
    return Math.floor(amount * this.certificate.loadScale + 1e-3) + this.lifted;
  }

  private supplyOf(depot: number): number {
    const { capacity } = this.instance.depots[depot];
    const all = this.loads.reduce((sum, load) => sum + load, 0);
    return capacity === null ? all : Math.min(all, this.wholeLoad(withNoise(capacity)));
  }

  private lengthOf(d: number, from: number, to: number): number {
    const { instance, m } = this;
    return modelOf(instance).travel.distance(from === 0 ? d : m + from - 1, to === 0 ? d : m + to - 1);
  }

  /** The time on an arc, and at the place where it begins: loading or service. */
  private spentOf(type: VehicleType, d: number, from: number, to: number): number {
    const { instance, m } = this;
    const before = from === 0 ? (instance.depots[d].loadingTime ?? 0) : (instance.customers[from - 1].serviceTime ?? 0);
    const time = modelOf(instance).travel.time(from === 0 ? d : m + from - 1, to === 0 ? d : m + to - 1) / type.speedFactor;
    return before + (time === Number.POSITIVE_INFINITY ? 0 : time);
  }

  /** The same, with what has to be waited for at the next customer however late a vehicle begins at the last. */
  private workOf(type: VehicleType, d: number, from: number, to: number): number {
    const { customers } = this.instance;
    const spent = this.spentOf(type, d, from, to);
    const [left, next] = [from > 0 && customers[from - 1].timeWindows, to > 0 && customers[to - 1].timeWindows];
    return left && next ? Math.max(spent, next[0][0] - left[left.length - 1][1] * (1 + 3e-9)) : spent;
  }

  private arcCost(type: VehicleType, d: number, from: number, to: number): number {
    const { instance } = this;
    const length = this.lengthOf(d, from, to);
    if (from === to || length === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    const handled = to === 0 ? 0 : (instance.depots[d].handlingCost ?? 0) * this.demand[to - 1];
    const perDistance = type.costPerDistance + type.emissionPerDistance * (instance.emissionPrice ?? 0);
    return perDistance * length + type.costPerTime * this.workOf(type, d, from, to) + handled + (from === 0 ? type.fixedCost : 0);
  }

  /** Costs rounded down; the depot is place 0, and its vehicles are paid when they leave. */
  private wholeArcs(type: VehicleType, d: number): readonly (readonly number[])[] {
    const places = Array.from({ length: this.n + 1 }, (_, k) => k);
    return places.map((from) => places.map((to) => Math.floor(this.arcCost(type, d, from, to) * this.certificate.scale)));
  }

  /** Whether the cost of every plan is a whole number. */
  private wholeCosts(): boolean {
    const { instance, m, n } = this;
    const { types } = modelOf(instance);
    if (types.length > 1 || types.some(({ costPerTime }) => costPerTime > 0) || (instance.emissionPrice ?? 0) > 0) return false;
    if (instance.depots.some(({ openingCost }) => !Number.isInteger(openingCost))) return false;
    for (let d = 0; d < m; d++)
      for (let from = 0; from <= n; from++)
        for (let to = 0; to <= n; to++) {
          const cost = this.arcCost(types[0], d, from, to);
          if (cost < Number.POSITIVE_INFINITY && !Number.isInteger(cost)) return false;
        }
    return true;
  }

  /** Refuses a row that some plan of the instance may break. */
  private checkRow(row: CertificateRow, r: number): void {
    const { n, m, instance } = this;
    const shown = `row ${r + 1}`;
    switch (row?.kind) {
      case 'customer':
      case 'supply':
      case 'link': {
        const places = [row.kind === 'supply' || isIndex(row.customer, n), row.kind === 'customer' || isIndex(row.depot, m)];
        require(!places.includes(false), `${shown} names a place that is not there`);
        return;
      }
      case 'routes':
        requireIndices(row.depots, m, shown);
        return;
      case 'vehicles':
        requireIndices(row.depots, m, shown);
        require(isIndex(row.type, this.types.length), `${shown} names a vehicle that is not there`);
        return;
      case 'cut': {
        requireIndices(row.customers, n, shown);
        const load = row.customers.reduce((sum, i) => sum + (this.isLifted(i) ? 0 : this.loads[i]), 0);
        const needed = row.least <= 1 ? row.customers.length > 0 : load > (this.capacity - this.lifted) * (row.least - 1);
        require(Number.isInteger(row.least) && needed, `${shown} asks for more vehicles than the demand needs`);
        return;
      }
      case 'open': {
        requireIndices(row.depots, m, shown);
        const { minOpen = 0, maxOpen = m, oneOf = [] } = instance.rules;
        const isAll = row.depots.length === m;
        const inGroup = oneOf.some((ids) => row.depots.every((d) => ids.includes(instance.depots[d].id)));
        const most = Math.min(row.depots.length, isAll ? maxOpen : m, inGroup ? 1 : m);
        require(Number.isInteger(row.most) && row.most >= most, `${shown} allows fewer open depots than the rules`);
        const byRule = isAll ? Math.max(1, minOpen) : 0;
        require(Number.isInteger(row.least) &&
          (row.least <= byRule || this.mustOpen(row.depots, row.least)), `${shown} asks for more open depots than needed`);
        return;
      }
      default:
        throw new Refusal(`${shown} is of no known kind`);
    }
  }

  /** Whether all others and any `least` − 1 of these cannot supply the demand. */
  private mustOpen(depots: readonly number[], least: number): boolean {
    const supplies = depots.map((d) => this.supplyOf(d)).sort((a, b) => b - a);
    let supplied = supplies.slice(0, Math.max(0, least - 1)).reduce((sum, supply) => sum + supply, 0);
    for (let d = 0; d < this.m; d++) if (!depots.includes(d)) supplied += this.supplyOf(d);
    return least <= 0 || supplied < this.loads.reduce((sum, load) => sum + load, 0);
  }

  private spanOf(row: CertificateRow): Span {
    if (row.kind === 'customer') return [1, 1];
    if (row.kind === 'supply' || row.kind === 'link') return [Number.NEGATIVE_INFINITY, 0];
    if (row.kind === 'cut') return [row.least, Number.POSITIVE_INFINITY];
    if (row.kind === 'open') return [row.least, row.most];
    if (row.kind === 'vehicles') {
      const { available, availableAt } = this.types[row.type];
      const all = row.depots.reduce((sum, d) => sum + availableAt[d], 0);
      return [0, Math.min(available, all)];
    }
    const each = row.depots.reduce((sum, d) => sum + (this.instance.depots[d].maxVehicles ?? Number.POSITIVE_INFINITY), 0);
    const fleet = this.types.reduce((sum, { available }) => sum + available, 0);
    return [0, Math.min(each, fleet)];
  }

  /** What is left of a case when a question is answered. */
  private answered(leaf: Leaf, branch: CertificateBranch, yes: boolean): Leaf {
    const { n, m } = this;
    if ('row' in branch) {
      const { row, at } = branch;
      require(isIndex(row, this.certificate.rows.length) && Number.isInteger(at), 'a case asks for a row that is not there');
      require(['routes', 'vehicles', 'cut', 'open'].includes(this.certificate.rows[row].kind), 'a case splits a row that is not whole');
      const [least, most] = leaf.spans[row];
      const span: Span = yes ? [Math.max(least, at + 1), most] : [least, Math.min(most, at)];
      return { ...leaf, spans: leaf.spans.map((old, r) => (r === row ? span : old)) };
    }
    if ('server' in branch) {
      const { customer, server } = branch;
      require(isIndex(customer, n) && isIndex(server, m), 'a case asks for a pair that is not there');
      const serves = leaf.serves.map((of, d) => of.map((may, i) => may && (i !== customer || (d === server) === yes)));
      return { ...leaf, serves };
    }
    require(isIndex(branch.depot, m), 'a case asks for a depot that is not there');
    const open = leaf.open.map(
      (span, d): Span => (d !== branch.depot ? span : yes ? [Math.max(span[0], 1), span[1]] : [span[0], Math.min(span[1], 0)]),
    );
    return { ...leaf, open };
  }

  /** What every plan of a case costs at least, in whole units; Infinity where it has none. */
  private worthOf(place: number, { open, serves, spans }: Leaf): number {
    const { certificate, m } = this;
    const { rows } = certificate;
    if (spans.some(([least, most]) => least > most) || open.some(([least, most]) => least > most)) return Number.POSITIVE_INFINITY;
    require(isIndex(place, certificate.prices.length) && Array.isArray(certificate.prices[place]), 'a leaf has no prices');
    const prices = rows.map(() => 0);
    for (const [row, price] of certificate.prices[place]) {
      require(isIndex(row, rows.length) && Number.isSafeInteger(price), 'a price is not a whole number, or of no row');
      prices[row] = price;
    }
    let worth = 0n;
    rows.forEach((row, r) => {
      const { [r]: price } = prices;
      if (price === 0) return;
      const { [r]: limits } = spans;
      const limit = limits[price > 0 ? 0 : 1];
      require(Number.isInteger(limit), `the price of row ${r + 1} has the wrong sign`);
      require(row.kind !== 'cut' || price % 2 === 0, `the price of row ${r + 1} is odd`);
      worth += BigInt(price) * BigInt(limit);
    });
    for (let d = 0; d < m; d++) {
      let reduced = BigInt(Math.floor(this.instance.depots[d].openingCost * certificate.scale));
      rows.forEach((row, r) => {
        if (row.kind === 'supply' && row.depot === d) reduced += BigInt(prices[r]) * BigInt(this.supplyOf(d));
        if (row.kind === 'link' && row.depot === d) reduced += BigInt(prices[r]);
        if (row.kind === 'open' && row.depots.includes(d)) reduced -= BigInt(prices[r]);
      });
      const [least, most] = open[d];
      worth += reduced * BigInt(reduced > 0n ? least : most);
      if (most > 0)
        for (const [type, { availableAt }] of this.types.entries())
          if (availableAt[d] > 0) this.requireNoBargain(d, type, serves[d], prices);
    }
    require(worth < BigInt(exact), 'the bound is too large to be exact');
    return Number(worth);
  }

  /** Refuses prices at which a route of the depot has a negative reduced cost. */
  private requireNoBargain(d: number, type: number, serves: readonly boolean[], prices: readonly number[]): void {
    const { n, loads, instance } = this;
    const [{ [type]: capacity }, { [type]: vehicle }] = [this.capacities, this.types];
    const may = serves.map((serve, i) => serve && mayServe(instance.customers[i], vehicle));
    const arcs = this.reducedArcs(d, type, may, prices);
    const goOn = this.roundsOf(vehicle, d);
    const isNoWorse = (one: Way, other: Way) => limits.every((limit) => one[limit] <= other[limit]);
    for (const row of arcs)
      for (const cost of row)
        require(cost === Number.POSITIVE_INFINITY ||
          Math.abs(cost) * (capacity + 2) < exact, 'prices are too large to be added up exactly');
    // home[l][i]: the cheapest way from customer i back with at most the load l still to come. Nobody is returned to at once, others may be.
    const home: Completion[][] = [];
    const costFrom = ({ cost, to, other }: Completion, before: number) => (to === before ? other : cost);
    for (let l = 0; l <= capacity; l++) {
      home.push(arcs.map((row) => ({ cost: row[0], to: -1, other: Number.POSITIVE_INFINITY })));
      for (let i = 1; i <= n; i++) {
        const { [i]: best } = home[l];
        for (let j = 1; j <= n; j++) {
          if (j === i || loads[j - 1] > l) continue;
          const cost = arcs[i][j] + costFrom(home[l - loads[j - 1]][j], i);
          if (cost < best.cost) [best.other, best.cost, best.to] = [best.cost, cost, j];
          else if (cost < best.other) best.other = cost;
        }
      }
    }
    // states[l]: ways with the load l, by customer and memory; only those that may still become bargains, and are not worse than another.
    const states: Map<string, Way[]>[] = Array.from({ length: capacity + 1 }, () => new Map());
    const reach = (l: number, way: Way | undefined) => {
      if (!way || l > capacity || way.cost + costFrom(home[capacity - l][way.at], way.before) >= 0) return;
      const key = `${way.at}:${way.memory.join()}`;
      const known = states[l].get(key) ?? [];
      if (!known.some((other) => isNoWorse(other, way))) states[l].set(key, [...known.filter((other) => !isNoWorse(way, other)), way]);
    };
    const atDepot: Way = { at: 0, before: 0, cost: 0, memory: [], time: 0, work: 0, distance: 0, stops: 0 };
    for (let i = 1; i <= n; i++) reach(loads[i - 1], goOn(atDepot, i, arcs[0][i], [i - 1]));
    for (let l = 0; l <= capacity; l++) {
      for (const way of [...states[l].values()].flat()) {
        const { at, cost, memory } = way;
        require(!goOn(way, 0, arcs[at][0], []) || cost + arcs[at][0] >= 0, `a route of depot ${d + 1} has a negative reduced cost`);
        for (let j = 1; j <= n; j++) {
          if (memory.includes(j - 1)) continue;
          const kept = memory.filter((i) => i !== at - 1 && this.remembers[j - 1].has(i));
          const remembered = [...kept, at - 1, j - 1].sort((a, b) => a - b);
          reach(l + loads[j - 1], goOn(way, j, cost + arcs[at][j], remembered));
        }
      }
      states[l].clear();
    }
  }

  /** How ways of the depot's vehicles go on; undefined where a limit does not let them. */
  private roundsOf(type: VehicleType, d: number): (way: Way, to: number, cost: number, memory: readonly number[]) => Way | undefined {
    const { customers, depots } = this.instance;
    const [opens, closes] = depots[d].openingHours ?? [0, Number.POSITIVE_INFINITY];
    const [start, end] = [Math.max(opens, type.shift[0]), Math.min(closes, type.shift[1])];
    const usesTime = end < Number.POSITIVE_INFINITY || customers.some(({ timeWindows }) => timeWindows);
    const counted = (limit: number, amount: number) => (limit === Number.POSITIVE_INFINITY ? 0 : amount);
    return (way, to, cost, memory) => {
      const spent = this.spentOf(type, d, way.at, to);
      const distance = counted(type.maxDistance, way.distance + this.lengthOf(d, way.at, to));
      const stops = counted(type.maxStops, way.stops + Number(to > 0));
      if (distance > loosened(type.maxDistance) || stops > type.maxStops) return undefined;
      const arrival = usesTime ? (way.at === 0 ? start : way.time) + spent : 0;
      const windows = (to > 0 && customers[to - 1].timeWindows) || [[0, end] as const];
      const window = windows.find(([, last]) => arrival <= loosened(last));
      if (usesTime && (!window || arrival > loosened(end))) return undefined;
      const work = counted(type.maxDuration, way.work + this.workOf(type, d, way.at, to));
      if (work > loosened(type.maxDuration)) return undefined;
      return { at: to, before: way.at, cost, memory, time: usesTime && window ? Math.max(arrival, window[0]) : 0, work, distance, stops };
    };
  }

  private reducedArcs(d: number, type: number, serves: readonly boolean[], prices: readonly number[]): number[][] {
    const { n, loads, certificate } = this;
    const arcs = this.arcs[type][d].map((row, from) =>
      row.map((cost, to) => (to > 0 && (!serves[to - 1] || from === to) ? Number.POSITIVE_INFINITY : cost)),
    );
    const add = (from: number, to: number, price: number) => {
      arcs[from][to] -= price;
    };
    certificate.rows.forEach((row, r) => {
      const { [r]: price } = prices;
      if (price === 0) return;
      if (row.kind === 'customer' || (row.kind === 'link' && row.depot === d))
        for (let from = 0; from <= n; from++) add(from, row.customer + 1, price);
      if (row.kind === 'supply' && row.depot === d)
        for (let from = 0; from <= n; from++) for (let to = 1; to <= n; to++) add(from, to, price * loads[to - 1]);
      const starts = row.kind === 'routes' || (row.kind === 'vehicles' && row.type === type);
      if (starts && row.depots.includes(d)) for (let to = 1; to <= n; to++) add(0, to, price);
      if (row.kind === 'cut') {
        const inside = Array.from({ length: n + 1 }, (_, k) => k > 0 && row.customers.includes(k - 1));
        for (let from = 0; from <= n; from++) for (let to = 0; to <= n; to++) if (inside[from] !== inside[to]) add(from, to, price / 2);
      }
    });
    return arcs;
  }
}
