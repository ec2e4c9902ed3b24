/** An instance without what decides which depots may open. Serving from a set of depots costs the same, whatever that is. */
import { type DepotSet, depotsOf } from './depot-set.ts';
import type { Instance } from './instance.ts';
import { instanceHash } from './model.ts';

const free = { minOpen: undefined, maxOpen: undefined, openingBudget: undefined, oneOf: undefined } as const;

/** Any number of depots may open, within the other rules. */
export const withoutCounts = ({ rules, ...instance }: Instance): Instance => ({
  ...instance,
  rules: { ...rules, minOpen: undefined, maxOpen: undefined },
});

/** Without locks, counts, budget and groups. */
export const unbound = ({ rules, depots, ...instance }: Instance): Instance => ({
  ...instance,
  depots: depots.map((depot) => ({ ...depot, status: 'candidate' })),
  rules: { ...rules, ...free },
});

/** All of these depots, and no other. */
export const onlyOpen = (instance: Instance, open: DepotSet): Instance => ({
  ...instance,
  depots: instance.depots.map((depot, d) => ({ ...depot, status: open[d] ? 'open' : 'closed' })),
  rules: { ...instance.rules, ...free },
});

/** Equal for instances that differ only in opening costs, locks, counts, budget and groups, and so share what sets cost. */
export const routingHash = (instance: Instance): string => {
  const { depots, ...rest } = unbound(instance);
  return instanceHash({ ...rest, depots: depots.map((depot) => ({ ...depot, openingCost: 0 })) });
};

export const openIds = ({ depots }: Instance, open: DepotSet): readonly string[] => depotsOf(open).map((d) => depots[d].id);
