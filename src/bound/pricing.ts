/**
 * Routes of negative reduced cost: ng-routes by labels in order of load (Baldacci, Mingozzi, Roberti 2011), with the best completion by
 * q-routes as a bound; times and other limits are carried along. Costs are whole numbers, so nothing is lost to rounding; completions alone already give a valid bound.
 */

import { goOn, type Limits, reachesHome } from './resources.ts';

export interface Priced {
  /** Stops and reduced cost, cheapest first. */
  readonly routes: readonly { readonly stops: Int32Array; readonly cost: number }[];
  readonly shortfall: Shortfall;
  /** False where the search for labels was cut short; the shortfall is that of q-routes then. */
  readonly complete: boolean;
}

/** What leaves no route a negative reduced cost when prices of customers are lowered by it: for each unit of load, or for each customer. */
export interface Shortfall {
  perLoad: number;
  perCustomer: number;
}

/** 0: one label for each customer and load. 1: labels that differ only in whom they remember are one. Both may miss routes that 2 finds. */
export type Effort = 0 | 1 | 2;

export interface PricingOptions {
  readonly effort: Effort;
  readonly mostRoutes: number;
  /** Asked now and then. */
  readonly stopped: () => boolean;
  /** Of the vehicle. */
  readonly capacity: number;
  readonly limits: Limits;
}

/** Least costs home that do not return at once to where the way came from: the best, where it goes next, and the best that goes elsewhere. */
interface Completions {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly next: Int32Array;
}

/** By the time at which service begins, in slots that no way is shorter than. */
interface Schedule extends Completions {
  readonly start: number;
  readonly width: number;
}

const mostSlots = 2000;
const mostLabels = 3_000_000;
const closingsPerEnd = 4;
/** Steps between two looks at the clock: less than a millisecond or two. */
const workBetweenLooks = 200_000;

export class Pricer {
  private readonly words: number;
  /** With at most this load still to come. */
  private readonly byLoad: Completions;
  private readonly transposed: Float64Array;
  private labels = 0;
  private forgets = false;
  private cost = new Float64Array(1 << 12);
  private node = new Int32Array(1 << 12);
  private before = new Int32Array(1 << 12);
  private load = new Int32Array(1 << 12);
  private next = new Int32Array(1 << 12);
  private dead = new Uint8Array(1 << 12);
  private memory: Int32Array;
  /** States of ways, as many numbers each as the limits take. */
  private used = new Float64Array(0);
  private limits: Limits = { amounts: [], size: 0 };

  constructor(
    private readonly n: number,
    private readonly loads: Int32Array,
    capacity: number,
  ) {
    this.words = (n + 31) >> 5;
    this.byLoad = noCompletions((capacity + 1) * n);
    this.transposed = new Float64Array(n * n);
    this.memory = new Int32Array(this.words << 12);
  }

  /** `arcs`: reduced costs, the depot first; Infinity where there is no way. `remembered`: the bits of each customer's memory. */
  price(arcs: Float64Array, remembered: Int32Array, { effort, mostRoutes, stopped, capacity, limits }: PricingOptions): Priced {
    const relaxed = this.completions(arcs, capacity);
    const schedule = this.schedule(arcs, limits);
    if (schedule) relaxed.perCustomer = Math.min(relaxed.perCustomer, leastOf(arcs, limits, schedule));
    const isHopeless = (from: number, at: number, cost: number, load: number) =>
      cost + homeFrom(byLoad, from, (capacity - load) * n + at) >= 0;
    const isLate = (from: number, at: number, cost: number, earliest: number) =>
      schedule !== undefined && cost + homeFrom(schedule, from, slotOf(schedule, earliest) * n + at) >= 0;
    if (relaxed.perLoad === 0 || relaxed.perCustomer === 0)
      return { routes: [], shortfall: { perLoad: 0, perCustomer: 0 }, complete: true };
    const { n, words, loads, byLoad } = this;
    const drawn = limits.size;
    const quick = effort === 0;
    this.limits = limits;
    this.forgets = effort === 1;
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
      if (loads[j] > capacity || isHopeless(-2, j, cost, loads[j])) continue;
      if (!goOn(limits, arrival, 0, -1, j, arrival)) continue;
      if (isLate(-2, j, cost, arrival[0])) continue;
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
          const longer = cost + arcs[row + k + 1];
          if (isHopeless(j, k, longer, reached)) continue;
          if ((this.memory[label * words + (k >> 5)] >> (k & 31)) & 1) continue;
          for (let w = 0; w < words; w++) memory[w] = this.memory[label * words + w] & remembered[k * words + w];
          memory[k >> 5] |= 1 << (k & 31);
          memory[j >> 5] |= 1 << (j & 31);
          if (!goOn(limits, this.used, label * drawn, j, k, arrival) || isLate(j, k, longer, arrival[0])) continue;
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
    return this.answer(ends, effort < 2 ? relaxed : shortfallOf(closing), effort === 2, arcs, mostRoutes);
  }

  /** Fills `byLoad`; returns the shortfall of q-routes. */
  private completions(arcs: Float64Array, capacity: number): Shortfall {
    const { n, loads, byLoad, transposed } = this;
    const { first, second, next } = byLoad;
    const size = n + 1;
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) transposed[k * n + j] = arcs[(j + 1) * size + k + 1];
    const closing = new Float64Array(capacity + 1).fill(Number.POSITIVE_INFINITY);
    for (let load = 0; load <= capacity; load++) {
      const at = load * n;
      for (let j = 0; j < n; j++) first[at + j] = arcs[(j + 1) * size];
      second.fill(Number.POSITIVE_INFINITY, at, at + n);
      next.fill(-1, at, at + n);
      for (let k = 0; k < n; k++) {
        if (loads[k] > load) continue;
        const rest = (load - loads[k]) * n + k;
        closing[load] = Math.min(closing[load], arcs[k + 1] + first[rest]);
        const from = k * n;
        for (let j = 0; j < n; j++) offer(byLoad, at + j, transposed[from + j] + (next[rest] === j ? second[rest] : first[rest]), k);
      }
    }
    return shortfallOf(closing);
  }

  /** Of routes that keep the windows, but may return to a customer. Undefined without a clock, or where ways are too short for it. */
  private schedule(arcs: Float64Array, { clock }: Limits): Schedule | undefined {
    if (!clock || clock.most === Number.POSITIVE_INFINITY) return undefined;
    const { n } = this;
    const { between, opens, latest, most, out } = clock;
    const size = n + 1;
    let [width, start] = [most, most];
    for (let j = 0; j < n; j++) {
      start = Math.min(start, out[j]);
      for (let k = 0; k < n; k++) if (k !== j && between[j * n + k] < width) width = between[j * n + k];
    }
    const slots = Math.floor((most - start) / width) + 1;
    if (!(slots > 0 && slots <= mostSlots)) return undefined;
    const schedule = { start, width, ...noCompletions(slots * n) };
    for (let slot = slots - 1; slot >= 0; slot--) {
      const time = start + slot * width;
      for (let j = 0; j < n; j++) {
        if (time > latest[j]) continue;
        if (time + clock.home[j] <= most) offer(schedule, slot * n + j, arcs[(j + 1) * size], -1);
        for (let k = 0; k < n; k++) {
          const begun = Math.max(time + between[j * n + k], opens[k]);
          if (k === j || begun > latest[k]) continue;
          const after = Math.max(slot + 1, slotOf(schedule, begun)) * n + k;
          offer(schedule, slot * n + j, arcs[(j + 1) * size + k + 1] + homeFrom(schedule, j, after), k);
        }
      }
    }
    return schedule;
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
    const { words, used } = this;
    const drawn = this.limits.size;
    for (const other of list) {
      if (this.cost[other] > cost) return false;
      if (this.load[other] > load || !this.within(other * words, this.memory, memory)) continue;
      if (usesLess(used, other * drawn, arrival, 0, drawn)) return true;
    }
    return false;
  }

  /** Puts a label in its place; those that it dominates go. */
  private keep(list: number[], label: number): void {
    const { used } = this;
    const drawn = this.limits.size;
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
      if (isAsGood && usesLess(used, label * drawn, used, other * drawn, drawn)) this.dead[other] = 1;
      else list[left++] = other;
    }
    list.length = left;
    list.splice(low, 0, label);
  }

  private within(at: number, inner: Int32Array, outer: Int32Array, outerAt = 0): boolean {
    if (this.forgets) return true;
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

function usesLess(one: Float64Array, a: number, other: Float64Array, b: number, count: number): boolean {
  for (let r = 0; r < count; r++) if (one[a + r] > other[b + r]) return false;
  return true;
}

function noCompletions(count: number): Completions {
  const none = () => new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  return { first: none(), second: none(), next: new Int32Array(count).fill(-1) };
}

function offer({ first, second, next }: Completions, at: number, cost: number, to: number): void {
  if (cost < first[at]) {
    if (next[at] !== to) second[at] = first[at];
    first[at] = cost;
    next[at] = to;
  } else if (cost < second[at] && next[at] !== to) second[at] = cost;
}

/** For a way that came from there. */
const homeFrom = ({ first, second, next }: Completions, from: number, at: number): number => (next[at] === from ? second[at] : first[at]);

const slotOf = ({ start, width }: Schedule, time: number): number => Math.max(0, Math.floor((time - start) / width));

/** How far the cheapest route by the schedule is below 0. */
function leastOf(arcs: Float64Array, { clock }: Limits, schedule: Schedule): number {
  let least = 0;
  clock?.out.forEach((arrival, j) => {
    const begun = Math.max(arrival, clock.opens[j]);
    if (begun <= clock.latest[j]) least = Math.min(least, arcs[j + 1] + schedule.first[slotOf(schedule, begun) * clock.out.length + j]);
  });
  return -least;
}

/** From the least reduced cost at each load. */
const shortfallOf = (closing: Float64Array): Shortfall => ({
  perLoad: closing.reduce((most, cost, load) => (cost < 0 ? Math.max(most, Math.ceil(-cost / load)) : most), 0),
  perCustomer: closing.reduce((most, cost) => Math.max(most, -cost), 0),
});
