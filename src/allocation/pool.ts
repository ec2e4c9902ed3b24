/** Good allocations, kept distinct: the best of every set of open depots, and other assignments of the same sets behind them. */
import { keyOf } from '../problem/depot-set.ts';
import type { Allocation } from './allocation.ts';

/** How many allocations a pool should have, and a result returns at most. */
export const poolSize = 8;
export const poolLimit = 24;
/** Limits on stored sets of open depots and other assignments. */
const keptSets = 64;
const keptOthers = 32;

export class AllocationPool {
  private readonly bySet = new Map<string, Allocation>();
  private others: Allocation[] = [];
  best: Allocation | undefined;

  /** True if it is the best so far. */
  add(allocation: Allocation): boolean {
    const key = keyOf(allocation.open);
    const known = this.bySet.get(key);
    if (known === undefined || allocation.objective < known.objective) {
      if (known !== undefined && !sameAssignment(known, allocation)) this.addOther(known);
      this.bySet.set(key, allocation);
      this.trim();
    } else if (!sameAssignment(known, allocation)) this.addOther(allocation);
    if (this.best !== undefined && allocation.objective >= this.best.objective) return false;
    this.best = allocation;
    return true;
  }

  /** The best first; one per set of depots, then others. */
  list(count: number): Allocation[] {
    const sets = [...this.bySet.values()].sort(byObjective);
    return [...sets, ...this.others].slice(0, count);
  }

  get length(): number {
    return this.bySet.size + this.others.length;
  }

  private trim(): void {
    if (this.bySet.size <= keptSets) return;
    const [worst] = [...this.bySet].reduce((a, b) => (b[1].objective > a[1].objective ? b : a));
    this.bySet.delete(worst);
  }

  private addOther(allocation: Allocation): void {
    const last = this.others.at(-1);
    if (this.others.length >= keptOthers && last !== undefined && allocation.objective >= last.objective) return;
    if (this.others.some((other) => sameAssignment(other, allocation))) return;
    this.others = [...this.others, allocation].sort(byObjective).slice(0, keptOthers);
  }
}

const byObjective = (a: Allocation, b: Allocation) => a.objective - b.objective;

function sameAssignment(a: Allocation, b: Allocation): boolean {
  return a.depotOf.every((d, i) => d === b.depotOf[i]) && a.open.every((o, d) => o === b.open[d]);
}
