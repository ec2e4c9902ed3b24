/** Plans: where one that was found goes, which are known, and two of them compared. */
import { computed, signal } from '@preact/signals';
import { comparePlans, describeRoutes, type Instance, indexRoutes, instanceHash, type PlanChange, verify } from '../../../src/page.ts';
import { documentKey, freshKey, isCurrent, knownPlans, openDraft, type Plan, plan, type Scenario, scenarios, step } from './document.ts';
import { draftOf } from './draft.ts';

/** Keys of the two that are compared. */
export const compared = signal<readonly [string, string] | undefined>(undefined);

export interface Comparison {
  readonly pair: readonly [Scenario, Scenario];
  /** From the first to the second. */
  readonly change: PlanChange;
}

/** Undefined while no two are chosen, or the two have nothing in common. */
export const comparison = computed<Comparison | undefined>(() => {
  const [a, b] = (compared.value ?? []).map((key) => scenarios.value.find((scenario) => scenario.key === key));
  if (!a || !b || !related(a.instance, b.instance)) return undefined;
  const [change] = comparePlans([a, b].map(({ name, solution }) => ({ name, plan: solution }))).changes;
  return { pair: [a, b], change };
});

/** Whether two instances have the same customers: at least half of them have the same id and position in both. */
export function related(a: Instance, b: Instance): boolean {
  if (a === b) return true;
  if ((a.travel.kind === 'great-circle') !== (b.travel.kind === 'great-circle')) return false;
  const known = new Map(a.customers.map((customer) => [customer.id, customer]));
  const shared = b.customers.filter(({ id, x, y }) => known.get(id)?.x === x && known.get(id)?.y === y).length;
  return 2 * shared >= Math.max(a.customers.length, b.customers.length);
}

/** Cheaper by less is the same. */
const negligible = 1e-6;
const cheaper = (a: Plan, b: Plan) => a.solution.cost.total < b.solution.cost.total - negligible * Math.abs(b.solution.cost.total);
const sameData = (a: Plan, b: Plan) => a.solution.instanceHash === b.solution.instanceHash;

/** The best plan that is known for exactly this data. */
export function bestFor(instance: Instance): Plan | undefined {
  const hash = instanceHash(instance);
  return knownPlans.value
    .filter(({ solution }) => solution.instanceHash === hash)
    .reduce<Plan | undefined>((best, one) => (best && !cheaper(one, best) ? best : one), undefined);
}

/** The plan as one for other data, where it keeps all its rules. */
function recast({ instance, solution }: Plan, of: Instance): Plan | undefined {
  if (instance === of) return { instance, solution };
  return verify(of, { routes: solution.routes }).feasible
    ? { instance: of, solution: { ...solution, instanceHash: instanceHash(of), ...describeRoutes(of, indexRoutes(of, solution)) } }
    : undefined;
}

/** A run of other data than the document's, such as with a depot locked open. */
export interface Variant {
  readonly name: string;
  readonly of: Instance;
}

/**
 * The one way in for a plan that was found. Better than the one shown, it is shown, and Undo brings the other back; else it is kept as a
 * version. A variant is always kept, and shown as well where it is a better plan for the document's own data.
 */
export function accept(document: string, found: Plan, variant?: Variant): 'shown' | 'kept' | 'known' {
  const now = plan.value;
  const candidate = variant ? recast(found, variant.of) : found;
  const isBetter =
    candidate !== undefined &&
    documentKey.value === document &&
    (now && (sameData(candidate, now) || isCurrent(now)) ? sameData(candidate, now) && cheaper(candidate, now) : variant === undefined);
  const isKnown = knownPlans.value.some((one) => sameData(one, found) && !cheaper(one, found) && !cheaper(found, one));
  const isKept = !isKnown && (variant !== undefined || !isBetter);
  const shown = isBetter ? { plan: candidate } : {};
  if (isKept) keep(found, variant?.name ?? found.instance.name, shown);
  else if (isBetter) step(shown);
  return isBetter ? 'shown' : isKept ? 'kept' : 'known';
}

/** Keeps a plan under a name of its own, and compares it with the first that is related to it. `shown`: what changes in the same step. */
export function keep({ instance, solution }: Plan, name: string, shown: { readonly plan?: Plan } = {}): Scenario {
  const others = scenarios.value;
  const scenario = { instance, solution, key: freshKey(), name: freshName(name) };
  const candidates = comparison.value ? [comparison.value.pair[0], ...others] : others;
  step({ scenarios: [...others, scenario], ...shown });
  const partner = candidates.find((other) => related(other.instance, instance));
  if (partner) compared.value = [partner.key, scenario.key];
  return scenario;
}

export const rename = (key: string, name: string): void =>
  step({ scenarios: scenarios.value.map((scenario) => (scenario.key === key ? { ...scenario, name } : scenario)) });

export const discard = (key: string): void => step({ scenarios: scenarios.value.filter((scenario) => scenario.key !== key) });

/** Opens the data and the plan of a scenario. */
export const reopen = ({ instance, solution }: Scenario): void => openDraft(draftOf(instance), { plan: { instance, solution } });

function freshName(name: string): string {
  const taken = new Set(scenarios.value.map((scenario) => scenario.name));
  let fresh = name;
  for (let k = 2; taken.has(fresh); k++) fresh = `${name} (${k})`;
  return fresh;
}
