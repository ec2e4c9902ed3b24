/** The sets of depots rated so far, each once, by the variant in force. */
import { type DepotSet, keyOf } from '../../problem/depot-set.ts';
import type { SearchData } from '../data.ts';
import { CostProxy, type Estimate, type ProxyVariant, proxyVariants } from './cost-proxy.ts';

export interface RatedSet {
  readonly open: DepotSet;
  readonly proxy: number;
}

export class RatedSets {
  readonly proxy: CostProxy;
  private readonly known = new Map<string, Estimate>();
  /** The `count` lowest proxies, ascending. */
  private lowest: number[] = [];
  private current = proxyVariants[0];

  constructor(
    readonly data: SearchData,
    private readonly count: number,
    private readonly late: () => boolean,
  ) {
    this.proxy = new CostProxy(data);
  }

  get variant(): ProxyVariant {
    return this.current;
  }

  get size(): number {
    return this.known.size;
  }

  /** Changes the variant. What is known of the sets stays, their order does not. */
  useVariant(variant: ProxyVariant): void {
    this.current = variant;
    this.lowest = [];
    for (const estimate of this.known.values()) this.note(this.proxy.cost(estimate, variant));
  }

  /** Whether the budget for rating sets is spent; until one set is known, it never is. */
  shouldStop(): boolean {
    return this.known.size > 0 && this.late();
  }

  /** All of them, by proxy. */
  ranked(): RatedSet[] {
    return Array.from(this.known.values(), (estimate) => this.rated(estimate)).sort(byProxy);
  }

  /** The best of them. */
  leading(): DepotSet {
    let [leading] = this.known.values();
    for (const estimate of this.known.values())
      if (this.proxy.cost(estimate, this.current) < this.proxy.cost(leading, this.current)) leading = estimate;
    return leading.open;
  }

  /** The proxy at which a set is no longer among the best. */
  worstKept(): number {
    return this.lowest.length < this.count ? Number.POSITIVE_INFINITY : this.lowest[this.count - 1];
  }

  /**
   * The proxy of a set; Infinity where it breaks a rule. A set that turns out to be neither below `worth` nor among the best so far is
   * dropped at once, also with Infinity.
   */
  rate(open: DepotSet, worth = Number.POSITIVE_INFINITY): number {
    const key = keyOf(open);
    const known = this.known.get(key);
    if (known) return this.proxy.cost(known, this.current);
    const estimate = this.proxy.estimate(open, this.current, Math.max(worth, this.worstKept()));
    if (!estimate) return Number.POSITIVE_INFINITY;
    this.known.set(key, estimate);
    const proxy = this.proxy.cost(estimate, this.current);
    this.note(proxy);
    return proxy;
  }

  /** The proxy worked out in so many rounds; comparing many sets leaves it a little low. */
  rerate(open: DepotSet, rounds: number): RatedSet | undefined {
    const estimate = this.proxy.estimateAfresh(open, this.current, rounds);
    return estimate && this.rated(estimate);
  }

  private rated(estimate: Estimate): RatedSet {
    return { open: estimate.open, proxy: this.proxy.cost(estimate, this.current) };
  }

  private note(proxy: number): void {
    const { lowest, count } = this;
    let at = lowest.length;
    while (at > 0 && lowest[at - 1] > proxy) at--;
    if (at >= count) return;
    lowest.splice(at, 0, proxy);
    if (lowest.length > count) lowest.pop();
  }
}

export const byProxy = (a: RatedSet, b: RatedSet) => a.proxy - b.proxy || compare(a.open, b.open);

function compare(a: DepotSet, b: DepotSet): number {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k] - b[k];
  return 0;
}
