/** What was open survives a reload: the visit is kept in the browser's own database, and nowhere else. */
import { effect } from '@preact/signals';
import { draft, restoreDraft } from './document.ts';
import type { Draft } from './draft.ts';
import { type Plan, plan, type Settings, settings } from './run.ts';
import { compared, type Scenario, scenarios } from './scenarios.ts';
import { type Tab, type ThemeChoice, tab, themeChoice } from './view.ts';

interface Visit {
  readonly draft: Draft;
  readonly plan: Plan | undefined;
  readonly scenarios: readonly Scenario[];
  readonly compared: readonly [string, string] | undefined;
  readonly settings: Settings;
  readonly theme: ThemeChoice;
  readonly tab: Tab;
}

const [database, table, key] = ['neo-lrp', 'visits', 'last-1'];
/** Milliseconds of quiet after which a change is written. */
const quiet = 120;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(table);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Takes up the last visit and keeps this one from now on. A browser that keeps nothing (a private window) is no obstacle. */
export async function resume(): Promise<void> {
  const known = await open().catch(() => undefined);
  if (!known) return;
  const last: Visit | undefined = await settled(known.transaction(table).objectStore(table).get(key)).catch(() => undefined);
  if (last) {
    restoreDraft(last.draft);
    plan.value = last.plan;
    scenarios.value = last.scenarios;
    compared.value = last.compared;
    settings.value = last.settings;
    themeChoice.value = last.theme;
    tab.value = last.tab;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const visit: Visit = {
      draft: draft.value,
      plan: plan.value,
      scenarios: scenarios.value,
      compared: compared.value,
      settings: settings.value,
      theme: themeChoice.value,
      tab: tab.value,
    };
    clearTimeout(timer);
    timer = setTimeout(() => {
      const writing = known.transaction(table, 'readwrite').objectStore(table).put(visit, key);
      // A full disk is no reason to disturb whoever is at work.
      writing.onerror = (event) => event.preventDefault();
    }, quiet);
  });
}
