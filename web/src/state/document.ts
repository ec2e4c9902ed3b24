/** The open document: its draft, and the key under which the browser keeps it and its plan. Every change can be undone. */
import { computed, signal } from '@preact/signals';
import { type InstanceWarning, instanceWarnings, type NeoLrpError, type ReadWarning } from '../../../src/page.ts';
import { type Draft, emptyDraft, judge, type Validity } from './draft.ts';
import { perform, type Step } from './history.ts';

interface Present {
  readonly key: string;
  readonly draft: Draft;
  /** Warnings from when its files were read; not kept between visits. */
  readonly told: readonly ReadWarning[];
}

/** Sixteen hexadecimal digits. (`randomUUID` needs a secure context, which a page in a local network may not be.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16).padStart(8, '0')).join('');

const present = signal<Present>({ key: freshKey(), draft: emptyDraft, told: [] });

export const documentKey = computed(() => present.value.key);
export const draft = computed(() => present.value.draft);
export const validity = computed<Validity>(() => judge(draft.value));

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

/** `beside` is done and undone together with it. */
function go(next: Present, beside?: Step): void {
  const before = present.value;
  perform({
    redo: () => {
      present.value = next;
      beside?.redo();
    },
    undo: () => {
      present.value = before;
      beside?.undo();
    },
  });
}

/** `more`: warnings from reading what the change brings in. */
export function change(edit: (draft: Draft) => Draft, more: readonly ReadWarning[] = []): void {
  const { draft: before, told, key } = present.value;
  const next = edit(before);
  if (next !== before) go({ key, draft: next, told: [...told, ...more] });
}

export function dismiss(warning: ReadWarning): void {
  noted.value = new Set([...noted.value, warning]);
}

/** Replaces the document. Undoing brings back the old one with its plan. */
export function openDraft(key: string, next: Draft, { beside, told = [] }: { beside?: Step; told?: readonly ReadWarning[] } = {}): void {
  go({ key, draft: next, told }, beside);
}

/** At the start of a visit: nothing to undo yet. */
export function restoreDraft(key: string, restored: Draft): void {
  present.value = { key, draft: restored, told: [] };
}
