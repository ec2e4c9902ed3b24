/**
 * Rules between customers and depots that an assignment breaks: a customer at a depot it may not use; each depot beyond the first that a tied
 * group uses; each pair to be kept apart that shares a depot.
 */
import type { SearchData } from '../data.ts';

export function brokenRules({ n, m, rules }: SearchData, depotOf: Int32Array): number {
  const { allowed, group, apart, couples, restricts } = rules;
  if (!couples && !restricts) return 0;
  let broken = 0;
  /** Depots that each group uses. */
  const used = new Map<number, Set<number>>();
  for (let i = 0; i < n; i++) {
    if (!allowed[i * m + depotOf[i]]) broken++;
    const depots = used.get(group[i]);
    if (depots) depots.add(depotOf[i]);
    else used.set(group[i], new Set([depotOf[i]]));
  }
  for (const depots of used.values()) broken += depots.size - 1;
  for (const [g, h] of apart) for (const d of used.get(g) ?? []) if (used.get(h)?.has(d)) broken++;
  return broken;
}
