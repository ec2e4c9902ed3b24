/** The open document with its plans. Every change makes a new state, and undoing goes back to the one before: no plan is ever lost. */
import { computed, signal } from '@preact/signals';
import {
  type Instance,
  type InstanceWarning,
  instanceHash,
  instanceWarnings,
  type NeoLrpError,
  type ReadWarning,
  type Solution,
} from '../../../src/page.ts';
import { type Draft, emptyDraft, judge, type Validity } from './draft.ts';

/** A plan with the instance that it is for. */
export interface Plan {
  readonly instance: Instance;
  readonly solution: Solution;
}

/** A plan that is kept under a name. */
export interface Scenario extends Plan {
  readonly key: string;
  readonly name: string;
}

export interface State {
  readonly key: string;
  readonly draft: Draft;
  /** Warnings from when its files were read; not kept between visits. */
  readonly told: readonly ReadWarning[];
  readonly plan?: Plan;
  readonly scenarios: readonly Scenario[];
}

/** Sixteen hexadecimal digits. (`randomUUID` needs a secure context, which a page in a local network may not be.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16).padStart(8, '0')).join('');

/** States that can be returned to. They share what did not change, so many cost little. */
const remembered = 300;

interface History {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

const history = signal<History>({
  past: [],
  present: { key: freshKey(), draft: emptyDraft, told: [], scenarios: [] },
  future: [],
});

const present = computed(() => history.value.present);
export const documentKey = computed(() => present.value.key);
export const draft = computed(() => present.value.draft);
export const plan = computed(() => present.value.plan);
export const scenarios = computed(() => present.value.scenarios);
export const validity = computed<Validity>(() => judge(draft.value));

/** Changes with every step, so that an offer to undo one can end with the next. */
export const moment = computed(() => history.value.present);
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** A step that can be undone. */
export function step(next: Partial<State>): void {
  const { past, present: before } = history.value;
  history.value = { past: [...past.slice(1 - remembered), before], present: { ...before, ...next }, future: [] };
}

export function undo(): void {
  const { past, present: now, future } = history.value;
  const before = past.at(-1);
  if (before) history.value = { past: past.slice(0, -1), present: before, future: [now, ...future] };
}

/** Offered with a notice. */
export const undoing = { label: 'Undo', act: undo } as const;

export function redo(): void {
  const { past, present: now, future } = history.value;
  const [next, ...rest] = future;
  if (next) history.value = { past: [...past, now], present: next, future: rest };
}

/** At the start of a visit: nothing to undo yet. */
export function restore(state: Omit<State, 'told'>): void {
  history.value = { past: [], present: { ...state, told: [] }, future: [] };
}

/** Every plan of this visit, also those that only Undo and Redo lead to. */
export const knownPlans = computed<readonly Plan[]>(() => {
  const { past, present: now, future } = history.value;
  const states = [now, ...past, ...future];
  const plans = states.flatMap(({ plan: own, scenarios: kept }) => [...(own ? [own] : []), ...kept]);
  return [...new Map(plans.map((one) => [one.solution, one])).values()];
});

/** `more`: warnings from reading what the change brings in. */
export function change(edit: (draft: Draft) => Draft, more: readonly ReadWarning[] = []): void {
  const { draft: before, told } = present.value;
  const next = edit(before);
  if (next !== before) step({ draft: next, told: [...told, ...more] });
}

/** Replaces the document. */
export function openDraft(next: Draft, opened: Partial<State> = {}): void {
  step({ key: freshKey(), told: [], plan: undefined, ...opened, draft: next });
}

/** What keeps the draft from being solved. */
export const obstacle = computed<NeoLrpError | undefined>(() => {
  const now = validity.value;
  return now.state === 'invalid' ? now.error : now.state === 'valid' ? now.obstacle : undefined;
});
/** What is wrong with a field, where anything is. */
export const faultAt = (field: string): string | undefined => (obstacle.value?.place.field === field ? obstacle.value.reason : undefined);

const noted = signal<ReadonlySet<ReadWarning>>(new Set());
/** What is valid, but may be a mistake. */
export const warnings = computed<readonly (ReadWarning | InstanceWarning)[]>(() => [
  ...present.value.told.filter((warning) => !noted.value.has(warning)),
  ...(validity.value.state === 'valid' ? instanceWarnings(validity.value.instance) : []),
]);

export function dismiss(warning: ReadWarning): void {
  noted.value = new Set([...noted.value, warning]);
}

const draftHash = computed(() => (validity.value.state === 'valid' ? instanceHash(validity.value.instance) : undefined));
/** Whether a plan is for the data as it is now. */
export const isCurrent = ({ solution }: Plan): boolean => solution.instanceHash === draftHash.value;
/** Whether the data has changed since the plan was made. */
export const outdated = computed(() => plan.value !== undefined && !isCurrent(plan.value));
