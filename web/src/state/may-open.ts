/** Which plans answer a question about depots. */
import { depotRulesOf, type Instance, keepsDepotRules } from '../../../src/page.ts';
import type { Plan } from './document.ts';

/** Whether a plan opens what the data allows, apart from what is the question: the lock of a depot, or how many open. */
export function mayOpen(instance: Instance, { solution: { openDepots } }: Plan, question: { readonly lock: string } | 'count'): boolean {
  const { depots, rules } = instance;
  const unlocked = depots.map((depot) =>
    question !== 'count' && depot.id === question.lock ? { ...depot, status: 'candidate' as const } : depot,
  );
  const limits = question === 'count' ? { minOpen: undefined, maxOpen: undefined } : {};
  const open = Uint8Array.from(depots, ({ id }) => Number(openDepots.includes(id)));
  return keepsDepotRules(open, depotRulesOf({ ...instance, depots: unlocked, rules: { ...rules, ...limits } }));
}
