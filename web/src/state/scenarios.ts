/** Plans kept for comparison, each with its data. */
import { computed, signal } from '@preact/signals';
import { comparePlans, type Instance, type PlanChange } from '../../../src/page.ts';
import { freshKey, openDraft } from './document.ts';
import { draftOf } from './draft.ts';
import { perform } from './history.ts';
import { type Plan, setPlan } from './run.ts';

export interface Scenario extends Plan {
  readonly key: string;
  readonly name: string;
}

export const scenarios = signal<readonly Scenario[]>([]);
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

/** Keeps a plan under a name of its own, and compares it with the first that is related to it. */
export function keep(kept: Plan, name: string): Scenario {
  const scenario = { ...kept, key: freshKey(), name: freshName(name) };
  const others = scenarios.value;
  scenarios.value = [...others, scenario];
  const candidates = comparison.value ? [comparison.value.pair[0], ...others] : others;
  const partner = candidates.find(({ instance }) => related(instance, kept.instance));
  if (partner) compared.value = [partner.key, scenario.key];
  return scenario;
}

export function rename(key: string, name: string): void {
  scenarios.value = scenarios.value.map((scenario) => (scenario.key === key ? { ...scenario, name } : scenario));
}

/** Can be undone, like any change of the data. */
export function discard(key: string): void {
  const index = scenarios.value.findIndex((scenario) => scenario.key === key);
  if (index < 0) return;
  const [gone, pair] = [scenarios.value[index], compared.value];
  perform({
    redo: () => {
      scenarios.value = scenarios.value.filter((scenario) => scenario.key !== key);
      if (compared.value?.includes(key)) compared.value = undefined;
    },
    undo: () => {
      scenarios.value = scenarios.value.toSpliced(index, 0, gone);
      compared.value = pair;
    },
  });
}

/** Opens the data and the plan of a scenario. */
export function reopen({ instance, solution }: Scenario): void {
  const key = freshKey();
  setPlan(key, { instance, solution });
  openDraft(key, draftOf(instance));
}

function freshName(name: string): string {
  const taken = new Set(scenarios.value.map((scenario) => scenario.name));
  let fresh = name;
  for (let k = 2; taken.has(fresh); k++) fresh = `${name} (${k})`;
  return fresh;
}
