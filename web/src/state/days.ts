/** Data with days: the page plans one of them at a time, and the others stay at hand. */
import { computed, signal } from '@preact/signals';
import { createInstance, type Instance, instanceOfDay, readPlan, type SourceFile } from '../../../src/page.ts';
import { documentKey, draft, type Plan, step } from './document.ts';
import { draftOf } from './draft.ts';
import { solutionOf } from './project.ts';

type PlanOfDays = ReturnType<typeof readPlan>;

interface ManyDays {
  /** Of the document that shows one of them. */
  readonly key: string;
  readonly instance: Instance;
  readonly plan?: { readonly of: PlanOfDays; readonly file: string };
}

const kept = signal<ManyDays | undefined>(undefined);

/** Of the open document; undefined where that has no days. */
export const manyDays = computed(() => (kept.value?.key === documentKey.value ? kept.value : undefined));
/** Which of them is shown. */
export const shownDay = computed(() => {
  const days = manyDays.value?.instance.days ?? [];
  return days.findIndex(({ name }) => draft.value.name === `${manyDays.value?.instance.name} ${name}`);
});

export function keepDays(many: ManyDays | undefined): void {
  kept.value = many;
}

/** One day of data, and of a plan for all days; as it is where there are none. */
export function onDay(instance: Instance, k: number, plan?: ManyDays['plan']): Pick<Plan, 'instance'> & Partial<Plan> {
  const day = instance.days?.[k];
  const ofDay = day ? createInstance(instanceOfDay(instance, day)) : instance;
  const routes = day ? plan?.of.days?.find((one) => one.day === day.name)?.routes : plan?.of.routes;
  return { instance: ofDay, ...(plan && routes && { solution: solutionOf(ofDay, day ? { routes } : plan.of, plan.file) }) };
}

/** What was changed of depots and vehicles stays. */
export function showDay(k: number): void {
  const many = manyDays.value;
  if (!many) return;
  const { instance, solution } = onDay(many.instance, k, many.plan);
  const { name, customers, rules, travel } = draftOf(instance);
  step({ draft: { ...draft.value, name, customers, rules, travel }, plan: solution && { instance, solution } });
}

export const readPlanFile = (file: SourceFile, instance: Instance): NonNullable<ManyDays['plan']> => ({
  of: readPlan(file, instance),
  file: file.name,
});
