/** What the user looks at and points to; none of it is part of the document. */
import { computed, effect, signal } from '@preact/signals';
import type { ThemeName } from '../../../src/page.ts';
import { draft, moment } from './document.ts';
import { locate, type PlaceAt, type PlaceRef, placesOf } from './edits.ts';

export const tabs = ['data', 'rules', 'plan', 'what-if', 'scenarios'] as const;
export type Tab = (typeof tabs)[number];
export const tab = signal<Tab>('data');

/** What a click or a drag on the map does. */
export type Tool = 'select' | 'move' | 'customer' | 'depot';
export const tool = signal<Tool>('select');

export const selection = signal<PlaceRef | undefined>(undefined);
/** The position of the selected place in the draft. */
export const selected = computed<PlaceAt | undefined>(() => selection.value && locate(draft.value, selection.value));

export function selectAt({ kind, index }: PlaceAt): void {
  selection.value = { kind, id: placesOf(draft.value, kind)[index].id };
}

/** What the pointer or the keyboard is on. It is highlighted on the map and in tables. */
export type Focus = PlaceRef | { readonly kind: 'route'; readonly index: number };
export const focus = signal<Focus | undefined>(undefined);

/** A route that was clicked: the others step back until something else is. */
export const isolated = signal<number | undefined>(undefined);

/** Outlines of what each depot serves. */
export const catchments = signal(false);

/** What an element needs to highlight something while the pointer or the keyboard is on it. */
export function pointing(at: Focus) {
  const enter = () => (focus.value = at);
  const leave = () => (focus.value = undefined);
  return { onPointerEnter: enter, onPointerLeave: leave, onFocusCapture: enter, onBlurCapture: leave };
}

export type Dialog = 'open' | 'paste' | 'export' | 'map' | 'roads' | undefined;
const dialogEntry = 'neo-lrp-dialog';
export const dialog = signal<Dialog>((sessionStorage.getItem(dialogEntry) as Dialog) ?? undefined);
sessionStorage.removeItem(dialogEntry);
/** `again`: also when the page has been loaded anew. */
export const openDialog =
  (name: Dialog, again = false) =>
  () => {
    if (name && again) sessionStorage.setItem(dialogEntry, name);
    dialog.value = name;
  };
export const closeDialog = openDialog(undefined);

/** A sentence shown for a moment, also to screen readers, and what can be done about it. */
export interface Notice {
  readonly text: string;
  /** Offered until the next step. */
  readonly action?: { readonly label: string; readonly act: () => void };
  readonly moment: unknown;
}
export const notice = signal<Notice | undefined>(undefined);
export const tell = (text: string, action?: Notice['action']): void => {
  notice.value = { text, action, moment: moment.value };
};

/** Whether places can be added to the data; says why not. */
export function canAddPlaces(): boolean {
  if (draft.value.travel.kind !== 'matrix') return true;
  tell('The distance matrix has no row for a new place. Choose straight lines under Data first.');
  return false;
}

/** A question that must be answered before work goes on. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly answer: (yes: boolean) => void;
}
export const question = signal<Question | undefined>(undefined);

export function ask(asked: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    question.value = {
      ...asked,
      answer: (yes) => {
        question.value = undefined;
        resolve(yes);
      },
    };
  });
}

export type ThemeChoice = ThemeName | 'system';
export const themeChoice = signal<ThemeChoice>('system');
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = signal<ThemeName>(systemDark.matches ? 'dark' : 'light');
systemDark.addEventListener('change', ({ matches }) => {
  systemTheme.value = matches ? 'dark' : 'light';
});
export const theme = computed<ThemeName>(() => (themeChoice.value === 'system' ? systemTheme.value : themeChoice.value));
effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
