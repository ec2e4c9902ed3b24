/** The draft with its history: every change can be undone. */
import { computed, signal } from '@preact/signals';
import { type Draft, emptyDraft, judge, type Validity } from './draft.ts';

interface History {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
}

/** Changes that can be taken back. Drafts share what did not change, so that many cost little. */
const remembered = 300;

const history = signal<History>({ past: [], present: emptyDraft, future: [] });
/** Counts documents opened: the map looks anew at each. */
export const opened = signal(0);

export const draft = computed(() => history.value.present);
export const validity = computed<Validity>(() => judge(draft.value));
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

export function change(edit: (draft: Draft) => Draft): void {
  const { past, present } = history.value;
  const next = edit(present);
  if (next === present) return;
  history.value = { past: [...past.slice(-remembered), present], present: next, future: [] };
}

/** Another document takes the place of this one; that, too, can be undone. */
export function openDraft(next: Draft): void {
  change(() => next);
  opened.value++;
}

/** As at the start of a visit: nothing to undo yet. */
export function restoreDraft(present: Draft): void {
  history.value = { past: [], present, future: [] };
  opened.value++;
}

export function undo(): void {
  const { past, present, future } = history.value;
  const before = past.at(-1);
  if (before) history.value = { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo(): void {
  const { past, present, future } = history.value;
  const [next, ...rest] = future;
  if (next) history.value = { past: [...past, present], present: next, future: rest };
}
