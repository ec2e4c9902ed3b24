/** The document at hand: its key, under which the browser keeps it and plans find it again, and its draft. Every change can be undone. */
import { computed, signal } from '@preact/signals';
import { type InstanceWarning, instanceWarnings, type ReadWarning } from '../../../src/index.ts';
import { type Draft, emptyDraft, judge, type Validity } from './draft.ts';
import { perform, type Step } from './history.ts';

interface Present {
  readonly key: string;
  readonly draft: Draft;
  /** What was said when its files were read; not kept between visits. */
  readonly told: readonly ReadWarning[];
}

/** Sixteen hexadecimal digits. (`randomUUID` exists in secure contexts alone, and a page in a local network may not be one.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16).padStart(8, '0')).join('');

const present = signal<Present>({ key: freshKey(), draft: emptyDraft, told: [] });

export const documentKey = computed(() => present.value.key);
export const draft = computed(() => present.value.draft);
export const validity = computed<Validity>(() => judge(draft.value));
const noted = signal<ReadonlySet<ReadWarning>>(new Set());
/** What is valid, but probably not meant. */
export const warnings = computed<readonly (ReadWarning | InstanceWarning)[]>(() => [
  ...present.value.told.filter((warning) => !noted.value.has(warning)),
  ...(validity.value.state === 'valid' ? instanceWarnings(validity.value.instance) : []),
]);

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

/** `more`: what was said when that was read which the change brings in. */
export function change(edit: (draft: Draft) => Draft, more: readonly ReadWarning[] = []): void {
  const { draft: before, told, key } = present.value;
  const next = edit(before);
  if (next !== before) go({ key, draft: next, told: [...told, ...more] });
}

/** Somebody has taken note of it. */
export function dismiss(warning: ReadWarning): void {
  noted.value = new Set([...noted.value, warning]);
}

/** Another document takes the place of this one, which undoing brings back with its plan. */
export function openDraft(key: string, next: Draft, { beside, told = [] }: { beside?: Step; told?: readonly ReadWarning[] } = {}): void {
  go({ key, draft: next, told }, beside);
}

/** As at the start of a visit: nothing to undo yet. */
export function restoreDraft(key: string, restored: Draft): void {
  present.value = { key, draft: restored, told: [] };
}
