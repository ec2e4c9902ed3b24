/**
 * What was open survives a reload: each document is kept in the browser's own database under its key, and nowhere else. A tab holds a lock
 * on the documents that it has had open, so that no two write the same one.
 */
import { effect, signal } from '@preact/signals';
import { documentKey, draft, freshKey, restoreDraft } from './document.ts';
import { emptyDraft, isEmpty } from './draft.ts';
import type { Project } from './project.ts';
import { plan, running, type Settings, setPlan, settings } from './run.ts';
import { compared, scenarios } from './scenarios.ts';
import { type Tab, type ThemeChoice, tab, tell, themeChoice } from './view.ts';

interface Visit extends Project {
  readonly key: string;
  /** When it was written last, in milliseconds since 1970. */
  readonly at: number;
  readonly tab: Tab;
}

interface Preferences {
  readonly settings: Settings;
  readonly theme: ThemeChoice;
}

const [database, table, preferencesKey] = ['neo-lrp', 'documents', 'preferences'];
/** Name in the tab's own storage of the document that it had open: a reload returns to it. */
const tabEntry = 'neo-lrp document';
/** Milliseconds of quiet after which a change is written. */
const quiet = 120;
/** Documents that are kept; older ones go. */
const mostDocuments = 20;

/** Whether this browser keeps what is at hand. */
export const keeps = signal(true);

let known: IDBDatabase | undefined;
/** Keys of documents that the database has had from this tab: an empty one that never was is not kept. */
const written = new Set<string>();

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 2);
  request.onupgradeneeded = () => request.result.createObjectStore(table);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const reading = (): IDBObjectStore | undefined => known?.transaction(table).objectStore(table);

async function visitOf(key: string): Promise<Visit | undefined> {
  const store = reading();
  return store && (settled(store.get(key)) as Promise<Visit | undefined>);
}

/** All documents, the latest first. */
async function allVisits(): Promise<readonly Visit[]> {
  const store = reading();
  const all = store ? ((await settled(store.getAll())) as (Visit | Preferences)[]) : [];
  return all.filter((one): one is Visit => 'draft' in one).sort((a, b) => b.at - a.at);
}

const lockOf = (key: string) => `neo-lrp ${key}`;
const held = new Set<string>();

/** Whether the document is this tab's from now on; undefined where the browser knows no locks, as in insecure contexts. */
async function hold(key: string): Promise<boolean | undefined> {
  if (held.has(key)) return true;
  if (!navigator.locks) return undefined;
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      held.add(key);
      // Held until the tab is closed.
      return new Promise<void>(() => {});
    });
  });
}

/** After a reload the page before may still be on its way out. */
async function holdSoon(key: string): Promise<boolean | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const mine = await hold(key);
    if (mine !== false) return mine;
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  return false;
}

/** Where this tab goes on: where it was, in a copy where it is itself one, else with the latest document unless another tab has it open. */
async function begin(): Promise<Visit | undefined> {
  const own = sessionStorage.getItem(tabEntry);
  if (own !== null) {
    const mine = await holdSoon(own);
    const visit = await visitOf(own);
    return visit && (mine === false ? { ...visit, key: freshKey() } : visit);
  }
  const [latest] = await allVisits();
  if (!latest) return undefined;
  const mine = await hold(latest.key);
  if (mine === undefined) return { ...latest, key: freshKey() };
  if (mine) return latest;
  tell('Your work is open in another tab. This one has a document of its own; both are kept.');
  return undefined;
}

/** Takes up the last visit and keeps this one from now on. A browser that keeps nothing (a private window) is no obstacle, but says so. */
export async function resume(): Promise<void> {
  known = await open().catch(() => undefined);
  keeps.value = known !== undefined;
  if (!known) return;
  const store = reading();
  const preferences = store && ((await settled(store.get(preferencesKey))) as Preferences | undefined);
  if (preferences) {
    settings.value = preferences.settings;
    themeChoice.value = preferences.theme;
  }
  const last = await begin().catch(() => undefined);
  if (last) {
    written.add(last.key);
    restoreDraft(last.key, { ...emptyDraft, ...last.draft });
    setPlan(last.key, last.plan);
    scenarios.value = last.scenarios;
    compared.value = last.compared;
    tab.value = last.tab;
  }
  void prune().catch(() => {});
  keepPreferences();
  keepDocuments();
}

function keepPreferences(): void {
  effect(() => write(preferencesKey, { settings: settings.value, theme: themeChoice.value }));
}

function keepDocuments(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Visit | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (pending) {
      written.add(pending.key);
      write(pending.key, pending);
    }
    pending = undefined;
  };
  effect(() => {
    const key = documentKey.value;
    const visit: Visit = {
      key,
      at: Date.now(),
      draft: draft.value,
      plan: plan.value,
      scenarios: scenarios.value,
      compared: compared.value,
      tab: tab.value,
    };
    // The document before is written as it was left.
    if (pending && pending.key !== key) flush();
    sessionStorage.setItem(tabEntry, key);
    void hold(key);
    const empty = isEmpty(visit.draft) && visit.scenarios.length === 0 && !visit.plan;
    pending = empty && !written.has(key) ? undefined : visit;
    clearTimeout(timer);
    timer = setTimeout(flush, quiet);
  });
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
}

function write(key: string, value: Visit | Preferences): void {
  const writing = known?.transaction(table, 'readwrite').objectStore(table).put(value, key);
  if (!writing) return;
  writing.onsuccess = () => {
    keeps.value = true;
  };
  writing.onerror = (event) => {
    event.preventDefault();
    keeps.value = false;
  };
}

async function openElsewhere(): Promise<ReadonlySet<string | undefined>> {
  const state = await navigator.locks?.query();
  return new Set(state?.held?.map(({ name }) => name));
}

async function prune(): Promise<void> {
  const [visits, busy] = [await allVisits(), await openElsewhere()];
  for (const { key } of visits.slice(mostDocuments))
    if (!busy.has(lockOf(key))) known?.transaction(table, 'readwrite').objectStore(table).delete(key);
}

/** What was worked on before and is not open now, the latest first. */
export async function earlierVisits(): Promise<readonly Visit[]> {
  const [visits, busy] = [await allVisits(), await openElsewhere()];
  return visits.filter(({ key }) => key !== documentKey.value && (held.has(key) || !busy.has(lockOf(key))));
}

/** Who leaves is asked where that would lose something: a run under way, or work that the browser does not keep. */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    const unkept = !keeps.value && (!isEmpty(draft.value) || scenarios.value.length > 0);
    if (running.value || unkept) event.preventDefault();
  });
}
