/** What of an instance the network does not see, in words. Empty: it sees everything, and its predictions may be shown. */
import { type Instance, usesTime } from '../../../src/index.ts';

export function unpredicted({ vehicles, customers, depots, rules }: Instance): readonly string[] {
  const has = (list: readonly object[], field: string) => list.some((one) => (one as Record<string, unknown>)[field] !== undefined);
  const parts: readonly (readonly [string, boolean])[] = [
    ['times', usesTime({ vehicles, customers, depots })],
    ['vehicle types', vehicles !== undefined],
    ['handling costs', has(depots, 'handlingCost')],
    ['least loads', has(depots, 'minLoad')],
    ['limits on vehicles at a depot', has(depots, 'maxVehicles')],
    ['depots that exclude each other', (rules.oneOf ?? []).length > 0],
    ['several quantities', has(customers, 'quantities')],
  ];
  return parts.flatMap(([words, used]) => (used ? [words] : []));
}
