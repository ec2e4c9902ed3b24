/**
 * The continuous knapsack of one depot, its bound after Dantzig (1957):
 *
 *     min Σ_u c_u w_u   s.t.   Σ_u q_u w_u ≤ Q,   0 ≤ w ≤ 1
 *
 * Takes items of negative cost, the best per unit of demand first, and the last one in part. Weighted selection finds that one (Balas &
 * Zemel 1980), so that a solve takes O(n) time and allocates nothing.
 */
export class Knapsack {
  /** Items taken: items[0] … items[taken − 1] whole, items[taken] by `part` if that is positive. */
  readonly items: Int32Array;
  taken = 0;
  part = 0;
  /** What one more unit of capacity is worth; ≥ 0. */
  price = 0;
  private readonly ratio: Float64Array;

  constructor(size: number) {
    this.items = new Int32Array(size);
    this.ratio = new Float64Array(size);
  }

  /** Of the items in `list` that have a negative cost; returns the minimum, at most 0. */
  solve(costs: Float64Array, list: Int32Array, demand: Float64Array, limit: number): number {
    const { items } = this;
    let count = 0;
    let load = 0;
    let value = 0;
    for (const u of list) {
      const cost = costs[u];
      if (cost >= 0) continue;
      items[count++] = u;
      load += demand[u];
      value += cost;
    }
    this.taken = count;
    this.part = 0;
    this.price = 0;
    return load <= limit ? value : this.select(costs, demand, limit, count);
  }

  private select(costs: Float64Array, demand: Float64Array, limit: number, count: number): number {
    const { items, ratio } = this;
    for (let k = 0; k < count; k++) {
      const u = items[k];
      ratio[u] = demand[u] > 0 ? costs[u] / demand[u] : Number.NEGATIVE_INFINITY;
    }
    let room = limit;
    let low = 0;
    let high = count;
    while (low < high) {
      const pivot = ratio[items[(low + high) >> 1]];
      let less = low;
      let greater = high;
      let load = 0;
      for (let k = low; k < greater; ) {
        const u = items[k];
        if (ratio[u] < pivot) {
          load += demand[u];
          items[k++] = items[less];
          items[less++] = u;
        } else if (ratio[u] > pivot) {
          items[k] = items[--greater];
          items[greater] = u;
        } else k++;
      }
      if (load > room) {
        high = less;
        continue;
      }
      room -= load;
      low = less;
      while (low < greater && demand[items[low]] <= room) room -= demand[items[low++]];
      if (low < greater) break;
    }
    this.taken = low;
    // Everything fits: the sum exceeded the limit only by rounding.
    if (low === count) return items.subarray(0, count).reduce((sum, u) => sum + costs[u], 0);
    const critical = items[low];
    this.part = room / demand[critical];
    this.price = -ratio[critical];
    let value = this.part * costs[critical];
    for (let k = 0; k < low; k++) value += costs[items[k]];
    return value;
  }
}
