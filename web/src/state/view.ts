/** What the visitor looks at and points to; nothing of it is part of the document. */
import { computed, effect, signal } from '@preact/signals';
import type { ThemeName } from '../../../src/report/palette.ts';
import type { PlaceRef } from './edits.ts';

export const tabs = ['data', 'rules', 'plan', 'what-if', 'scenarios'] as const;
export type Tab = (typeof tabs)[number];
export const tab = signal<Tab>('data');

/** What a click on the map does. */
export type Tool = 'select' | 'customer' | 'depot';
export const tool = signal<Tool>('select');

export const selection = signal<PlaceRef | undefined>(undefined);

/** What the pointer or the keyboard is on, on the map or in a table: it is lit on both. */
export type Focus =
  | { readonly kind: 'depot'; readonly id: string }
  | { readonly kind: 'customer'; readonly id: string }
  | { readonly kind: 'route'; readonly index: number };
export const focus = signal<Focus | undefined>(undefined);

export type Dialog = 'open' | 'paste' | 'export' | undefined;
export const dialog = signal<Dialog>(undefined);
export const closeDialog = () => {
  dialog.value = undefined;
};

/** A sentence for a moment, also for screen readers. */
export const notice = signal<string | undefined>(undefined);

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
