/** The document at hand: its key, under which the browser keeps it and plans find it again, and its draft. Every change can be undone. */
import { computed, signal } from '@preact/signals';
import { type InstanceWarning, instanceWarnings } from '../../../src/index.ts';
import { type Draft, emptyDraft, judge, type Validity } from './draft.ts';
import { perform, type Step } from './history.ts';

interface Present {
  readonly key: string;
  readonly draft: Draft;
}

/** Sixteen hexadecimal digits. (`randomUUID` exists in secure contexts alone, and a page in a local network may not be one.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16).padStart(8, '0')).join('');

const present = signal<Present>({ key: freshKey(), draft: emptyDraft });

export const documentKey = computed(() => present.value.key);
export const draft = computed(() => present.value.draft);
export const validity = computed<Validity>(() => judge(draft.value));
/** What is valid, but probably not meant. */
export const warnings = computed<readonly InstanceWarning[]>(() =>
  validity.value.state === 'valid' ? instanceWarnings(validity.value.instance) : [],
);

/** `beside`: what goes the same way with it. */
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

export function change(edit: (draft: Draft) => Draft): void {
  const { key, draft: before } = present.value;
  const next = edit(before);
  if (next !== before) go({ key, draft: next });
}

/** Another document takes the place of this one, which undoing brings back with its plan. */
export function openDraft(key: string, next: Draft, beside?: Step): void {
  go({ key, draft: next }, beside);
}

/** As at the start of a visit: nothing to undo yet. */
export function restoreDraft(key: string, restored: Draft): void {
  present.value = { key, draft: restored };
}
