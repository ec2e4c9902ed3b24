/** Depots that exclude each other, and depots that somebody cannot do without. */
import { NeoLrpError, namePlaces } from './errors.ts';
import type { Model } from './model.ts';
import { exceeds } from './tolerance.ts';
import { amountTexts } from './units.ts';

/** Depots by position, at most one of each list opens. Groups that share a depot count once, which leaves the number too large, never too small. */
export function sitesOf({ instance, rules: { lockedClosed: closed } }: Model): readonly (readonly number[])[] {
  const { depots, rules } = instance;
  const left = new Set([...depots.keys()].filter((d) => !closed[d]));
  const at = new Map(depots.map(({ id }, d) => [id, d]));
  const sites: number[][] = [];
  for (const group of rules.oneOf ?? []) {
    const site = [...new Set(group)].map((id) => at.get(id) ?? -1).filter((d) => d >= 0 && !closed[d]);
    if (site.length === 0 || !site.every((d) => left.has(d))) continue;
    sites.push(site);
    for (const d of site) left.delete(d);
  }
  return [...sites, ...Array.from(left, (d) => [d])];
}

/** No more depots than this can be open together. */
export const mostOpen = (model: Model): number => Math.min(model.rules.maxOpen, sitesOf(model).length);

/** Customers with a single depot left, by lists or by reach, whose depots cannot all open. */
export function contradictingNeeds({ instance, rules: { allowed } }: Model): NeoLrpError | undefined {
  const { depots, customers, rules, units } = instance;
  const m = depots.length;
  /** A customer that has this depot only. */
  const needs = new Map<number, number>();
  customers.forEach((_, i) => {
    const choices = [...depots.keys()].filter((d) => allowed[i * m + d]);
    if (choices.length === 1 && !needs.has(choices[0])) needs.set(choices[0], i);
  });
  const told = (list: readonly number[]) =>
    list
      .map((d, k) => {
        const verb = k === 0 ? 'can be served ' : '';
        return `customer ${namePlaces([customers[needs.get(d) ?? 0]])} ${verb}from depot ${namePlaces([depots[d]])} only`;
      })
      .join(', ');
  const needed = [...needs.keys()];
  const broken = (reason: string, field: string) => new NeoLrpError('E_INFEASIBLE_RULES', reason, { field });
  for (const group of rules.oneOf ?? []) {
    const both = needed.filter((d) => group.includes(depots[d].id));
    if (both.length > 1) return broken(`${told(both)}; but at most one of these depots may open`, 'rules.oneOf');
  }
  const open = [...depots.keys()].filter((d) => depots[d].status === 'open' || needs.has(d));
  const locked = open.length > needed.length ? ', and other depots are locked open' : '';
  if (open.length > (rules.maxOpen ?? m)) return broken(`${told(needed)}${locked}; but maxOpen is ${rules.maxOpen}`, 'rules.maxOpen');
  const cost = open.reduce((sum, d) => sum + depots[d].openingCost, 0);
  if (!exceeds(cost, rules.openingBudget ?? Number.POSITIVE_INFINITY)) return undefined;
  const [spent, budget] = amountTexts(units.currency, cost, rules.openingBudget ?? 0);
  return broken(`${told(needed)}${locked}; to open these depots costs ${spent}, over the budget of ${budget}`, 'rules.openingBudget');
}

/** Least loads that cannot be supplied: by a depot that must open, or by as many as must. */
export function contradictingLoads({ instance, rules: { allowed } }: Model): NeoLrpError | undefined {
  const { depots, customers, rules, units } = instance;
  const m = depots.length;
  if (!depots.some(({ minLoad }) => minLoad)) return undefined;
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const fault = (reason: string) => new NeoLrpError('E_INFEASIBLE_CAPACITY', reason, { field: 'depots.minLoad' });
  /** What a depot can supply at the most. */
  const reachable = (d: number) =>
    Math.min(
      depots[d].capacity ?? Number.POSITIVE_INFINITY,
      customers.reduce((sum, { demand }, i) => (allowed[i * m + d] || depots[d].status === 'candidate' ? sum + demand : sum), 0),
    );
  const tooLittle = (d: number) => exceeds(depots[d].minLoad ?? 0, reachable(d));
  const locked = [...depots.keys()].find((d) => depots[d].status === 'open' && tooLittle(d));
  if (locked !== undefined) {
    const [least, most] = amountTexts(units.demand, depots[locked].minLoad ?? 0, reachable(locked));
    return fault(
      `depot ${namePlaces([depots[locked]])} is locked open and must supply ${least} (minLoad), but can supply ${most} at the most`,
    );
  }
  const usable = [...depots.keys()].filter((d) => depots[d].status !== 'closed');
  if (usable.every(tooLittle)) {
    const [least] = amountTexts(units.demand, Math.min(...usable.map((d) => depots[d].minLoad ?? 0)));
    const [demand] = amountTexts(units.demand, total);
    return fault(`no depot can open: each must supply more than it can (minLoad, ${least} or more; the customers demand ${demand})`);
  }
  const byLoad = depots.filter(({ status }) => status === 'candidate').toSorted((a, b) => (a.minLoad ?? 0) - (b.minLoad ?? 0));
  const held = depots.filter(({ status }) => status === 'open');
  const open = [...held, ...byLoad.slice(0, Math.max(0, (rules.minOpen ?? 0) - held.length))];
  const least = open.reduce((sum, { minLoad = 0 }) => sum + minLoad, 0);
  if (!exceeds(least, total)) return undefined;
  const [needed, wanted] = amountTexts(units.demand, total, least);
  const who = open.length > held.length ? `the ${open.length} depots that must open (minOpen)` : 'the depots locked open';
  return fault(`${who} must supply ${wanted} at least (minLoad), but the customers demand ${needed}`);
}
