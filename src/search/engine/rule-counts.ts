/**
 * Side constraints between customers and depots, counted so that a move knows its effect at once.
 * Broken rules are: a customer at a depot it may not use; each depot beyond the first that a tied group uses;
 * each pair to be kept apart that shares a depot. Rules on depots (locked, least, most, budget) live in the configuration instead.
 */
import type { SearchData } from '../data.ts';

export class RuleCounts {
  private readonly data: SearchData;
  /** count[g · m + d]: members of tied group g at depot d. */
  private readonly count: Int32Array;
  /** Groups (by number) that group g must not meet. */
  private readonly foes: readonly number[][];
  /** Members of the group; 1 for a customer that is tied to nobody. */
  private readonly size: Int32Array;

  constructor(data: SearchData) {
    const { n, m, rules } = data;
    this.data = data;
    this.count = new Int32Array(n * m);
    this.size = new Int32Array(n);
    for (let i = 0; i < n; i++) this.size[rules.group[i]]++;
    this.foes = Array.from({ length: n }, () => []);
    for (const [g, h] of rules.apart) {
      this.foes[g].push(h);
      this.foes[h].push(g);
    }
  }

  clear(): void {
    this.count.fill(0);
  }

  /** Puts customer i at depot d; the number of rules this breaks (or mends, if negative). */
  enter(i: number, d: number): number {
    const { m, rules } = this.data;
    const g = rules.group[i];
    let broken = rules.allowed[i * m + d] ? 0 : 1;
    if (this.count[g * m + d]++ === 0) {
      if (this.size[g] > 1 && this.usedElsewhere(g, d)) broken++;
      for (const foe of this.foes[g]) if (this.count[foe * m + d] > 0) broken++;
    }
    return broken;
  }

  /** Takes customer i from depot d; the opposite of `enter`. */
  leave(i: number, d: number): number {
    const { m, rules } = this.data;
    const g = rules.group[i];
    let mended = rules.allowed[i * m + d] ? 0 : 1;
    if (--this.count[g * m + d] === 0) {
      if (this.size[g] > 1 && this.usedElsewhere(g, d)) mended++;
      for (const foe of this.foes[g]) if (this.count[foe * m + d] > 0) mended++;
    }
    return -mended;
  }

  private usedElsewhere(g: number, d: number): boolean {
    const { m } = this.data;
    for (let other = 0; other < m; other++) if (other !== d && this.count[g * m + other] > 0) return true;
    return false;
  }
}

/** Rules broken by a complete assignment. */
export function ruleViolations(data: SearchData, depotOf: Int32Array): number {
  if (!data.rules.couples && !data.rules.restricts) return 0;
  const counts = new RuleCounts(data);
  let broken = 0;
  for (let i = 0; i < data.n; i++) broken += counts.enter(i, depotOf[i]);
  return broken;
}
