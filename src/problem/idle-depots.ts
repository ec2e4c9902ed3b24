/** Depots that open though nobody is served from them, because a least number must be open. */
import type { Instance } from './instance.ts';

/** Steps of the search below; the first try is the answer wherever no two candidates exclude each other. */
const mostSteps = 20_000;

/** The cheapest that make up `minOpen` beside those `open`, by id: no two of one group, none that must supply a least load. Fewer where that is impossible. */
export function idleDepots({ depots, rules }: Instance, open: ReadonlySet<string>): readonly string[] {
  const needed = (rules.minOpen ?? 0) - open.size;
  if (needed <= 0) return [];
  const { oneOf = [] } = rules;
  const taken = oneOf.filter((group) => group.some((id) => open.has(id)));
  const candidates = depots
    .filter(({ id, status, minLoad = 0 }) => status !== 'closed' && minLoad === 0 && !open.has(id))
    .filter(({ id }) => !taken.some((group) => group.includes(id)))
    .sort((a, b) => a.openingCost - b.openingCost);
  const excludes = (a: string, b: string) => oneOf.some((group) => group.includes(a) && group.includes(b));

  let best: readonly string[] = [];
  let least = Number.POSITIVE_INFINITY;
  let steps = 0;
  const choose = (chosen: readonly string[], next: number, cost: number) => {
    if (chosen.length > best.length || (chosen.length === best.length && cost < least)) [best, least] = [chosen, cost];
    if (chosen.length === needed) return;
    for (let k = next; k < candidates.length && steps < mostSteps; k++, steps++) {
      const { id, openingCost } = candidates[k];
      // Candidates come by price, so the others on the way to `needed` cost at least as much.
      if (best.length === needed && cost + (needed - chosen.length) * openingCost >= least) return;
      if (!chosen.some((other) => excludes(other, id))) choose([...chosen, id], k + 1, cost + openingCost);
    }
  };
  choose([], 0, 0);
  return best;
}
