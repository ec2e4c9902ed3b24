/** The maximum over the units of each depot, kept while units come and go: the two largest, found again when one of them leaves. */
import type { PeakPrices } from './prices.ts';

export class Peaks {
  private readonly of: Float64Array;
  private readonly units: number;
  private readonly depotOf: Int32Array;
  /** The unit that has the maximum, or −1; the maximum; and the maximum of the others. */
  private readonly holder: Int32Array;
  private readonly first: Float64Array;
  private readonly second: Float64Array;

  /** `depotOf` is the depot of each unit, changed by the caller before `leave` and `join`. */
  constructor({ of }: PeakPrices, depotOf: Int32Array, depots: number) {
    this.of = of;
    this.units = of.length / depots;
    this.depotOf = depotOf;
    this.holder = new Int32Array(depots).fill(-1);
    this.first = new Float64Array(depots);
    this.second = new Float64Array(depots);
  }

  reset(): void {
    this.holder.fill(-1);
    this.first.fill(0);
    this.second.fill(0);
    for (let u = 0; u < this.units; u++) this.join(this.depotOf[u], u);
  }

  at(d: number): number {
    return this.first[d];
  }

  withUnit(d: number, u: number): number {
    return Math.max(this.first[d], this.of[d * this.units + u]);
  }

  without(d: number, u: number): number {
    return this.holder[d] === u ? this.second[d] : this.first[d];
  }

  swapped(d: number, out: number, into: number): number {
    return Math.max(this.without(d, out), this.of[d * this.units + into]);
  }

  join(d: number, u: number): void {
    const own = this.of[d * this.units + u];
    if (this.holder[d] < 0 || own > this.first[d]) {
      this.second[d] = this.first[d];
      this.first[d] = own;
      this.holder[d] = u;
    } else if (own > this.second[d]) this.second[d] = own;
  }

  /** O(1), or O(units) where one of the two largest leaves. */
  leave(d: number, u: number): void {
    if (this.holder[d] !== u && this.of[d * this.units + u] < this.second[d]) return;
    this.holder[d] = -1;
    this.first[d] = 0;
    this.second[d] = 0;
    for (let v = 0; v < this.units; v++) if (this.depotOf[v] === d) this.join(d, v);
  }
}
