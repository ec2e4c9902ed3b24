/** For each customer, those whose visits a route remembers there: its neighbours, and whoever closed a cycle. */
import type { Relaxation } from './relaxation.ts';

const neighbours = 8;
/** More would make labels incomparable. */
const mostRemembered = 16;

export class Memory {
  readonly bits: Int32Array;
  private readonly words: number;
  private readonly n: number;

  constructor({ n, kinds: [{ arcs }] }: Relaxation) {
    this.n = n;
    this.words = (n + 31) >> 5;
    this.bits = new Int32Array(n * this.words);
    const size = n + 1;
    for (let i = 0; i < n; i++) {
      const way = Float64Array.from({ length: n }, (_, j) => arcs[0][(i + 1) * size + j + 1] + arcs[0][(j + 1) * size + i + 1]);
      const order = Array.from({ length: n }, (_, j) => j).filter((j) => j !== i);
      order.sort((a, b) => (way[a] === way[b] ? a - b : way[a] - way[b]));
      for (const j of [i, ...order.slice(0, neighbours)]) this.remember(i, j);
    }
  }

  has(at: number, customer: number): boolean {
    return ((this.bits[at * this.words + (customer >> 5)] >> (customer & 31)) & 1) === 1;
  }

  /** Whether a route keeps to it. */
  allows(stops: Int32Array): boolean {
    for (let from = 0; from < stops.length; from++)
      for (let to = from + 1; to < stops.length; to++) {
        if (stops[to] === stops[from]) return false;
        if (!this.has(stops[to], stops[from])) break;
      }
    return true;
  }

  /** Remembers the customers of a route's cycles along these; false where there is no cycle, or no room. */
  grow(stops: Int32Array): boolean {
    let grown = false;
    for (let from = 0; from < stops.length; from++) {
      const to = stops.indexOf(stops[from], from + 1);
      if (to < 0) continue;
      const between = stops.subarray(from + 1, to);
      if (between.some((at) => !this.has(at, stops[from]) && this.size(at) >= mostRemembered)) continue;
      for (const at of between) {
        if (this.has(at, stops[from])) continue;
        this.remember(at, stops[from]);
        grown = true;
      }
    }
    return grown;
  }

  lists(): number[][] {
    return Array.from({ length: this.n }, (_, at) => Array.from({ length: this.n }, (_, i) => i).filter((i) => this.has(at, i)));
  }

  private remember(at: number, customer: number): void {
    this.bits[at * this.words + (customer >> 5)] |= 1 << (customer & 31);
  }

  private size(at: number): number {
    let count = 0;
    for (let i = 0; i < this.n; i++) count += Number(this.has(at, i));
    return count;
  }
}
