/**
 * The haul of a set of depots before any route exists: the least cost of bringing all demand to the open depots within their
 * capacities, customers divisible. Solved as the dual of that transportation problem by coordinate ascent: a unit of load at depot d pays
 * price[d], each customer chooses where it pays least, and a depot's price is set so that it is just full. Any prices bound the cost from
 * below, so that a set can be given up as soon as its bound passes a cutoff; and prices of one set serve the next,
 * which differs by a depot or two.
 */

/**
 * Most sweeps over the prices, the excess that counts as none, and the least gain that is worth another sweep. Prices rise together, and
 * slowly, where depots must be filled to capacity; elsewhere the gain ends it early.
 */
const priceRounds = 30;
const loadTolerance = 0.01;
const priceTolerance = 3e-4;
const bisections = 12;

/** The price of a unit of load at each depot; where each customer pays least and second least at these prices, and how much. */
function choices(n: number, m: number) {
  return {
    price: new Float64Array(m),
    first: new Int32Array(n),
    second: new Int32Array(n),
    firstPaid: new Float64Array(n),
    secondPaid: new Float64Array(n),
  };
}

/** Choices and prices from which the costs of neighbouring sets are bounded. */
export type TransportView = ReturnType<typeof choices> & { readonly bound: number };

export class Transport {
  private readonly n: number;
  private readonly m: number;
  private readonly now: ReturnType<typeof choices>;
  private depots: readonly number[] = [];
  private readonly load: Float64Array;
  /** Prices at which customers leave the depot being priced, and their loads. */
  private readonly leaves: Float64Array;
  private readonly leaving: Float64Array;

  /** `share[i · m + d]` is the cost of serving all of customer i from depot d; no price goes above `dearest`. */
  constructor(
    private readonly share: Float64Array,
    private readonly demand: Float64Array,
    private readonly capacity: Float64Array,
    private readonly dearest: number,
  ) {
    this.n = demand.length;
    this.m = capacity.length;
    this.now = choices(this.n, this.m);
    this.load = new Float64Array(this.m);
    this.leaves = new Float64Array(this.n);
    this.leaving = new Float64Array(this.n);
  }

  get price(): Float64Array {
    return this.now.price;
  }

  /** The cost with these depots open, from the present prices on; any number above `cutoff` where it is more. */
  cost(depots: readonly number[], cutoff: number, rounds = priceRounds): number {
    const { now, load, capacity } = this;
    const { price, first } = now;
    this.depots = depots;
    load.fill(0);
    for (let i = 0; i < this.n; i++) {
      this.choose(i);
      load[first[i]] += this.demand[i];
    }
    let bound = this.bound();
    for (let round = 0; round < rounds; round++) {
      const before = bound;
      for (const d of depots) {
        if (bound > cutoff) return bound;
        const fits = load[d] <= capacity[d] * (1 + loadTolerance);
        if (fits && (price[d] === 0 || load[d] >= capacity[d] * (1 - loadTolerance))) continue;
        this.reprice(d);
        bound = this.bound();
      }
      if (bound - before < priceTolerance * bound) break;
    }
    return bound;
  }

  /** Cost, prices aside, of a mean trip from each depot that customers now choose, in all; `part[i]` is customer i's part of one. O(customers). */
  trips(part: Float64Array): number {
    const { n, m, share, depots } = this;
    const { first } = this.now;
    const served = new Float64Array(m);
    const made = new Float64Array(m);
    for (let i = 0; i < n; i++) {
      served[first[i]] += share[i * m + first[i]];
      made[first[i]] += part[i];
    }
    let sum = 0;
    for (const d of depots) if (made[d] > 0) sum += served[d] / made[d];
    return sum;
  }

  view(): TransportView {
    return { ...structuredClone(this.now), bound: this.bound() };
  }

  /** Below the cost when depots of a view close and others open, at the view's prices: O(customers). */
  boundFrom({ bound, price, first, firstPaid, secondPaid }: TransportView, close: readonly number[], open: readonly number[]): number {
    const { n, m, share, demand, capacity } = this;
    const [closed = -1, closedToo = closed] = close;
    const [opened = -1, openedToo = opened] = open;
    let below = bound;
    for (const d of close) below += earns(price[d], capacity[d]);
    for (const d of open) below -= earns(price[d], capacity[d]);
    for (let i = 0; i < n; i++) {
      const home = first[i];
      let paid = home === closed || home === closedToo ? secondPaid[i] : firstPaid[i];
      if (opened >= 0) {
        paid = Math.min(paid, share[i * m + opened] + price[opened] * demand[i]);
        if (openedToo !== opened) paid = Math.min(paid, share[i * m + openedToo] + price[openedToo] * demand[i]);
      }
      below += paid - firstPaid[i];
    }
    return below;
  }

  private bound(): number {
    let bound = 0;
    for (const d of this.depots) bound -= earns(this.price[d], this.capacity[d]);
    for (let i = 0; i < this.n; i++) bound += this.now.firstPaid[i];
    return bound;
  }

  private choose(i: number): void {
    const { m, share, demand, depots, now } = this;
    const { price } = now;
    let first = -1;
    let second = -1;
    let firstPaid = Number.POSITIVE_INFINITY;
    let secondPaid = Number.POSITIVE_INFINITY;
    for (let k = 0; k < depots.length; k++) {
      const d = depots[k];
      const paid = share[i * m + d] + price[d] * demand[i];
      if (paid < firstPaid) {
        second = first;
        secondPaid = firstPaid;
        first = d;
        firstPaid = paid;
      } else if (paid < secondPaid) {
        second = d;
        secondPaid = paid;
      }
    }
    now.first[i] = first;
    now.second[i] = second;
    now.firstPaid[i] = firstPaid;
    now.secondPaid[i] = secondPaid;
  }

  /** The price at which depot d is just full, the others' prices given: the best along its coordinate. */
  private reprice(d: number): void {
    const { n, m, share, demand, load, leaves, leaving, capacity } = this;
    const { price, first, second, firstPaid, secondPaid } = this.now;
    let size = 0;
    let wish = 0;
    let high = 0;
    for (let i = 0; i < n; i++) {
      if (demand[i] === 0) continue;
      const elsewhere = first[i] === d ? secondPaid[i] : firstPaid[i];
      const limit = Math.min((elsewhere - share[i * m + d]) / demand[i], this.dearest);
      if (limit <= 0) continue;
      leaves[size] = limit;
      leaving[size++] = demand[i];
      wish += demand[i];
      if (limit > high) high = limit;
    }
    let low = 0;
    if (wish > capacity[d])
      for (let step = 0; step < bisections; step++) {
        const middle = (low + high) / 2;
        let stays = 0;
        for (let k = 0; k < size; k++) if (leaves[k] > middle) stays += leaving[k];
        if (stays > capacity[d]) low = middle;
        else high = middle;
      }
    price[d] = low;
    for (let i = 0; i < n; i++) {
      const before = first[i];
      const paid = share[i * m + d] + low * demand[i];
      if (before === d || second[i] === d) this.choose(i);
      else if (paid < firstPaid[i]) {
        second[i] = before;
        secondPaid[i] = firstPaid[i];
        first[i] = d;
        firstPaid[i] = paid;
      } else if (paid < secondPaid[i]) {
        second[i] = d;
        secondPaid[i] = paid;
      }
      if (first[i] !== before) {
        load[before] -= demand[i];
        load[first[i]] += demand[i];
      }
    }
  }
}

/** A depot without a limit has no price. */
const earns = (price: number, capacity: number) => (price > 0 ? price * capacity : 0);
