/** Plans kept to be compared: each with the data it was made for. */
import { computed, signal } from '@preact/signals';
import { openDraft } from './document.ts';
import { draftOf } from './draft.ts';
import { type Plan, plan } from './run.ts';

export interface Scenario extends Plan {
  readonly key: string;
  readonly name: string;
}

export const scenarios = signal<readonly Scenario[]>([]);
/** Keys of the two that are compared. */
export const compared = signal<readonly [string, string] | undefined>(undefined);

export const comparison = computed(() => {
  const [a, b] = (compared.value ?? []).map((key) => scenarios.value.find((scenario) => scenario.key === key));
  return a && b ? ([a, b] as const) : undefined;
});

/** Kept with a name that no other has; the first two are compared without being asked. */
export function keep(kept: Plan, name: string): Scenario {
  const scenario = { ...kept, key: crypto.randomUUID(), name: freshName(name) };
  scenarios.value = [...scenarios.value, scenario];
  const [first, ...others] = scenarios.value;
  const last = others.at(-1);
  if (last) compared.value = [comparison.value?.[0].key ?? first.key, last.key];
  return scenario;
}

export function rename(key: string, name: string): void {
  scenarios.value = scenarios.value.map((scenario) => (scenario.key === key ? { ...scenario, name } : scenario));
}

export function discard(key: string): void {
  scenarios.value = scenarios.value.filter((scenario) => scenario.key !== key);
  if (compared.value?.includes(key)) compared.value = undefined;
}

/** Back to the data and the plan of a scenario. */
export function reopen({ instance, solution }: Scenario): void {
  openDraft(draftOf(instance));
  plan.value = { instance, solution };
}

function freshName(name: string): string {
  const taken = new Set(scenarios.value.map((scenario) => scenario.name));
  let fresh = name;
  for (let k = 2; taken.has(fresh); k++) fresh = `${name} (${k})`;
  return fresh;
}
