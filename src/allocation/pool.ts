/** Good allocations: the best of each set of open depots. */
import { keyOf } from '../problem/depot-set.ts';
import type { Allocation } from './allocation.ts';

/** How many allocations a result returns at most. */
export const poolLimit = 24;
/** Sets that are kept. */
const keptSets = 64;

export class AllocationPool {
  private readonly bySet = new Map<string, Allocation>();
  best: Allocation | undefined;

  /** True if it is the best so far. */
  add(allocation: Allocation): boolean {
    const { bySet } = this;
    const key = keyOf(allocation.open);
    const known = bySet.get(key);
    if (known && allocation.objective >= known.objective) return false;
    bySet.set(key, allocation);
    if (bySet.size > keptSets) {
      const [worst] = [...bySet].reduce((a, b) => (b[1].objective > a[1].objective ? b : a));
      bySet.delete(worst);
    }
    if (this.best && allocation.objective >= this.best.objective) return false;
    this.best = allocation;
    return true;
  }

  /** The best first. */
  list(count = Number.POSITIVE_INFINITY): Allocation[] {
    return [...this.bySet.values()].sort((a, b) => a.objective - b.objective).slice(0, count);
  }
}
