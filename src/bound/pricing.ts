/**
 * Routes of negative reduced cost: ng-routes by labels in order of load (Baldacci, Mingozzi, Roberti 2011), with the best completion by
 * q-routes as a bound; times and other limits are carried along. Costs are whole numbers, so nothing is lost to rounding; completions alone already give a valid bound.
 */

import { goOn, handicap, type Limits, reachesHome } from './resources.ts';

export interface Priced {
  /** Stops and reduced cost, cheapest first. */
  readonly routes: readonly { readonly stops: Int32Array; readonly cost: number }[];
  readonly shortfall: Shortfall;
  /** False where the search for labels was cut short; the shortfall is that of q-routes then. */
  readonly complete: boolean;
}

/** What leaves no route a negative reduced cost when prices of customers are lowered by it: for each unit of load, or for each customer. */
export interface Shortfall {
  readonly perLoad: number;
  readonly perCustomer: number;
}

export interface PricingOptions {
  /** One label for each customer and load: quick, but it may miss routes. */
  readonly quick: boolean;
  readonly mostRoutes: number;
  /** Asked now and then. */
  readonly stopped: () => boolean;
  /** Of the vehicle. */
  readonly capacity: number;
  readonly limits: Limits;
}

const mostLabels = 3_000_000;
const closingsPerEnd = 4;
/** Steps between two looks at the clock: less than a millisecond or two. */
const workBetweenLooks = 200_000;

export class Pricer {
  private readonly words: number;
  /** Least cost from a customer home with this load still to come: exactly, then at most. */
  private readonly home: Float64Array;
  private readonly transposed: Float64Array;
  private labels = 0;
  private cost = new Float64Array(1 << 12);
  private node = new Int32Array(1 << 12);
  private before = new Int32Array(1 << 12);
  private load = new Int32Array(1 << 12);
  private next = new Int32Array(1 << 12);
  private dead = new Uint8Array(1 << 12);
  private memory: Int32Array;
  /** States of ways, as many numbers each as the limits take. */
  private used = new Float64Array(0);
  private limits: Limits = { amounts: [], work: -1, size: 0 };

  constructor(
    private readonly n: number,
    private readonly loads: Int32Array,
    capacity: number,
  ) {
    this.words = (n + 31) >> 5;
    this.home = new Float64Array((capacity + 1) * n);
    this.transposed = new Float64Array(n * n);
    this.memory = new Int32Array(this.words << 12);
  }

  /** `arcs`: reduced costs, the depot first; Infinity where there is no way. `remembered`: the bits of each customer's memory. */
  price(arcs: Float64Array, remembered: Int32Array, { quick, mostRoutes, stopped, capacity, limits }: PricingOptions): Priced {
    const relaxed = this.completions(arcs, capacity);
    if (relaxed.perLoad === 0) return { routes: [], shortfall: relaxed, complete: true };
    const { n, words, loads, home } = this;
    const drawn = limits.size;
    this.limits = limits;
    if (this.used.length !== drawn * this.cost.length) this.used = new Float64Array(drawn * this.cost.length);
    const arrival = new Float64Array(drawn);
    const size = n + 1;
    const buckets = new Int32Array(capacity + 1).fill(-1);
    const best = new Int32Array(quick ? (capacity + 1) * n : 0).fill(-1);
    const kept: number[][] = Array.from({ length: n }, () => []);
    const closing = new Float64Array(capacity + 1);
    const ends: number[][] = Array.from({ length: n }, () => []);
    this.labels = 0;
    for (let j = 0; j < n; j++) {
      const cost = arcs[j + 1];
      if (loads[j] > capacity || cost + home[(capacity - loads[j]) * n + j] >= 0) continue;
      if (drawn > 0 && goOn(limits, arrival, 0, -1, j, arrival) === Number.POSITIVE_INFINITY) continue;
      const label = this.add(j, cost, loads[j], -1, buckets);
      this.used.set(arrival, label * drawn);
      this.memory[label * words + (j >> 5)] = 1 << (j & 31);
      if (quick) best[loads[j] * n + j] = label;
      else kept[j].push(label);
    }
    const memory = new Int32Array(words);
    for (let load = 1, work = 0; load <= capacity; load++) {
      for (let label = buckets[load]; label >= 0; label = this.next[label]) {
        if (this.dead[label]) continue;
        work += n;
        if (work > workBetweenLooks) {
          if (this.labels > mostLabels || stopped()) return this.answer(ends, relaxed, false, arcs, mostRoutes);
          work = 0;
        }
        const [j, cost] = [this.node[label], this.cost[label]];
        const row = (j + 1) * size;
        const closed = cost + arcs[row];
        if (closed < 0 && reachesHome(limits, this.used, label * drawn, j)) {
          ends[j].push(label);
          if (closed < closing[load]) closing[load] = closed;
        }
        for (let k = 0; k < n; k++) {
          const reached = load + loads[k];
          if (reached > capacity) continue;
          let longer = cost + arcs[row + k + 1];
          if (longer + home[(capacity - reached) * n + k] >= 0) continue;
          if ((this.memory[label * words + (k >> 5)] >> (k & 31)) & 1) continue;
          for (let w = 0; w < words; w++) memory[w] = this.memory[label * words + w] & remembered[k * words + w];
          memory[k >> 5] |= 1 << (k & 31);
          if (drawn > 0) {
            longer += goOn(limits, this.used, label * drawn, j, k, arrival);
            if (longer + home[(capacity - reached) * n + k] >= 0) continue;
          }
          if (quick) {
            const old = best[reached * n + k];
            if (old >= 0) {
              if (this.cost[old] <= longer) continue;
              this.dead[old] = 1;
            }
          } else {
            work += kept[k].length;
            if (this.dominated(kept[k], longer, reached, memory, arrival)) continue;
          }
          const added = this.add(k, longer, reached, label, buckets);
          this.memory.set(memory, added * words);
          if (drawn > 0) this.used.set(arrival, added * drawn);
          if (quick) best[reached * n + k] = added;
          else this.keep(kept[k], added);
        }
      }
    }
    return this.answer(ends, quick ? relaxed : shortfallOf(closing), !quick, arcs, mostRoutes);
  }

  /** Fills `home`; returns the shortfall of q-routes. */
  private completions(arcs: Float64Array, capacity: number): Shortfall {
    const { n, loads, home, transposed } = this;
    const size = n + 1;
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) transposed[k * n + j] = arcs[(j + 1) * size + k + 1];
    for (let j = 0; j < n; j++) home[j] = arcs[(j + 1) * size];
    const closing = new Float64Array(capacity + 1).fill(Number.POSITIVE_INFINITY);
    for (let load = 1; load <= capacity; load++) {
      const at = load * n;
      home.fill(Number.POSITIVE_INFINITY, at, at + n);
      for (let k = 0; k < n; k++) {
        if (loads[k] > load) continue;
        const rest = home[(load - loads[k]) * n + k];
        if (rest === Number.POSITIVE_INFINITY) continue;
        closing[load] = Math.min(closing[load], arcs[k + 1] + rest);
        const from = k * n;
        for (let j = 0; j < n; j++) {
          const cost = transposed[from + j] + rest;
          if (cost < home[at + j]) home[at + j] = cost;
        }
      }
    }
    for (let k = n; k < (capacity + 1) * n; k++) if (home[k - n] < home[k]) home[k] = home[k - n];
    return shortfallOf(closing);
  }

  private add(node: number, cost: number, load: number, before: number, buckets: Int32Array): number {
    if (this.labels === this.cost.length) this.grow();
    const label = this.labels++;
    this.node[label] = node;
    this.cost[label] = cost;
    this.load[label] = load;
    this.before[label] = before;
    this.dead[label] = 0;
    this.memory.fill(0, label * this.words, (label + 1) * this.words);
    this.next[label] = buckets[load];
    buckets[load] = label;
    return label;
  }

  /** Whether a label of the list, which is in order of cost, is as good in every respect. */
  private dominated(list: readonly number[], cost: number, load: number, memory: Int32Array, arrival: Float64Array): boolean {
    const { words, limits } = this;
    const drawn = limits.size;
    for (const other of list) {
      if (this.cost[other] > cost) return false;
      if (this.load[other] > load || !this.within(other * words, this.memory, memory)) continue;
      if (drawn === 0 || this.cost[other] + handicap(limits, this.used, other * drawn, arrival, 0) <= cost) return true;
    }
    return false;
  }

  /** Puts a label in its place; those that it dominates go. */
  private keep(list: number[], label: number): void {
    const { used, limits } = this;
    const drawn = limits.size;
    const cost = this.cost[label];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cost[list[middle]] <= cost) low = middle + 1;
      else high = middle;
    }
    const own = this.memory.subarray(label * this.words, (label + 1) * this.words);
    let left = low;
    for (let k = low; k < list.length; k++) {
      const other = list[k];
      const isAsGood = this.load[other] >= this.load[label] && this.within(0, own, this.memory, other * this.words);
      if (isAsGood && (drawn === 0 || cost + handicap(limits, used, label * drawn, used, other * drawn) <= this.cost[other]))
        this.dead[other] = 1;
      else list[left++] = other;
    }
    list.length = left;
    list.splice(low, 0, label);
  }

  private within(at: number, inner: Int32Array, outer: Int32Array, outerAt = 0): boolean {
    for (let w = 0; w < this.words; w++) if (inner[at + w] & ~outer[outerAt + w]) return false;
    return true;
  }

  private grow(): void {
    const twice = <T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    const size = this.cost.length * 2;
    this.cost = twice(this.cost, new Float64Array(size));
    this.used = twice(this.used, new Float64Array(size * this.limits.size));
    for (const name of ['node', 'before', 'load', 'next'] as const) this[name] = twice(this[name], new Int32Array(size));
    this.dead = twice(this.dead, new Uint8Array(size));
    this.memory = twice(this.memory, new Int32Array(size * this.words));
  }

  private answer(ends: readonly number[][], shortfall: Shortfall, complete: boolean, arcs: Float64Array, mostRoutes: number): Priced {
    const size = this.n + 1;
    const closed = (label: number) => this.cost[label] + arcs[(this.node[label] + 1) * size];
    const best = ends.flatMap((labels) => labels.sort((a, b) => closed(a) - closed(b)).slice(0, closingsPerEnd));
    const routes = best
      .sort((a, b) => closed(a) - closed(b))
      .slice(0, mostRoutes)
      .map((end) => {
        const stops: number[] = [];
        for (let label = end; label >= 0; label = this.before[label]) stops.push(this.node[label]);
        return { stops: Int32Array.from(stops.reverse()), cost: closed(end) };
      });
    return { routes, shortfall, complete };
  }
}

/** From the least reduced cost at each load. */
const shortfallOf = (closing: Float64Array): Shortfall => ({
  perLoad: closing.reduce((most, cost, load) => (cost < 0 ? Math.max(most, Math.ceil(-cost / load)) : most), 0),
  perCustomer: closing.reduce((most, cost) => Math.max(most, -cost), 0),
});
