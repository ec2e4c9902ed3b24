/** What can be undone: changing the data, opening other data, deleting a scenario. */
import { computed, signal } from '@preact/signals';

export interface Step {
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Steps that can be undone. Drafts share what did not change, so many cost little. */
const remembered = 300;

const history = signal<{ readonly past: readonly Step[]; readonly future: readonly Step[] }>({ past: [], future: [] });

/** Changes with every step, so that an offer to undo one can end with the next. */
export const moment = computed(() => history.value);

export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

export function perform(step: Step): void {
  step.redo();
  history.value = { past: [...history.value.past.slice(1 - remembered), step], future: [] };
}

export function undo(): void {
  const { past, future } = history.value;
  const step = past.at(-1);
  if (!step) return;
  step.undo();
  history.value = { past: past.slice(0, -1), future: [step, ...future] };
}

export function redo(): void {
  const { past, future } = history.value;
  const [step, ...rest] = future;
  if (!step) return;
  step.redo();
  history.value = { past: [...past, step], future: rest };
}
