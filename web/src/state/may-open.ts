/** Which plans answer a question about depots. */
import type { Instance } from '../../../src/page.ts';
import type { Plan } from './document.ts';

/** Whether a plan opens what the data allows, apart from what is the question: the lock of a depot, or how many open. */
export function mayOpen(
  { depots, rules }: Instance,
  { solution: { openDepots, cost } }: Plan,
  question: { readonly lock: string } | 'count',
): boolean {
  const { openingBudget = Number.POSITIVE_INFINITY, oneOf = [], minOpen = 0, maxOpen = depots.length } = rules;
  return (
    (question === 'count' || (openDepots.length >= minOpen && openDepots.length <= maxOpen)) &&
    cost.opening <= openingBudget &&
    oneOf.every((group) => group.filter((id) => openDepots.includes(id)).length <= 1) &&
    depots.every(
      ({ id, status }) =>
        (question !== 'count' && id === question.lock) || status === 'candidate' || openDepots.includes(id) === (status === 'open'),
    )
  );
}
