/** What was open survives a reload: the browser's own database keeps each document under its key. Nothing is sent anywhere. */
import { effect, signal } from '@preact/signals';
import { createStore, delMany, get, set, values } from 'idb-keyval';
import { ServerRun } from '../solver/server-run.ts';
import { documentKey, draft, freshKey, restore, scenarios } from './document.ts';
import { emptyDraft, isEmpty } from './draft.ts';
import { openedProject, type Project } from './project.ts';
import { type Job, job, running, type Settings, setJob, settings } from './run.ts';
import { compared } from './scenarios.ts';
import { heldElsewhere, hold, holdSoon } from './tab-lock.ts';
import { type Tab, type ThemeChoice, tab, tell, themeChoice } from './view.ts';

interface Visit extends Project {
  readonly key: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly at: number;
  readonly tab: Tab;
  /** A run on the service whose plan is not here yet. */
  readonly job?: Job;
}

interface Preferences {
  readonly settings: Settings;
  readonly theme: ThemeChoice;
}

const documents = createStore('neo-lrp', 'documents');
const preferencesKey = 'preferences';
/** Names, in the tab's own storage, the document that it had open: a reload returns to it. */
const tabEntry = 'neo-lrp document';
/** Milliseconds without a change after which the last one is written. */
const quiet = 120;
/** Earlier documents that are kept; older ones are deleted. */
const mostDocuments = 20;

/** Whether this browser keeps the work. */
export const keeps = signal(true);

/** Documents that this tab has written. An empty document is written only if it once held something. */
const written = new Set<string>();

/** All documents, the latest first. */
async function allVisits(): Promise<readonly Visit[]> {
  const all = await values<Visit | Preferences>(documents);
  return all.filter((one): one is Visit => 'draft' in one).sort((a, b) => b.at - a.at);
}

/** What this tab shows first: the document that it had open, or a copy if another tab has it; in a new tab, the latest unless it is open. */
async function lastVisit(): Promise<Visit | undefined> {
  const own = sessionStorage.getItem(tabEntry);
  if (own !== null) {
    const mine = await holdSoon(own);
    const visit = await get<Visit>(own, documents);
    return visit && (mine === false ? { ...visit, key: freshKey() } : visit);
  }
  const [latest] = await allVisits();
  if (!latest) return undefined;
  const mine = await hold(latest.key);
  if (mine === undefined) return { ...latest, key: freshKey() };
  if (mine) return latest;
  tell('Your work is open in another tab. This tab has a document of its own; both are kept.');
  return undefined;
}

/** Takes up the last visit and keeps this one. In a browser that keeps nothing, such as a private window, the page works and says so. */
export async function resume(): Promise<void> {
  try {
    const preferences = await get<Preferences>(preferencesKey, documents);
    if (preferences) {
      settings.value = preferences.settings;
      themeChoice.value = preferences.theme;
    }
  } catch {
    keeps.value = false;
    return;
  }
  const last = await lastVisit().catch(() => undefined);
  if (last) {
    written.add(last.key);
    restore({ key: last.key, draft: { ...emptyDraft, ...last.draft }, plan: last.plan, scenarios: last.scenarios });
    setJob(last.key, last.job);
    compared.value = last.compared;
    tab.value = last.tab;
  }
  void prune().catch(() => {});
  effect(() => void write(preferencesKey, { settings: settings.value, theme: themeChoice.value }));
  keepDocuments();
}

function keepDocuments(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Visit | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (pending) {
      written.add(pending.key);
      void write(pending.key, pending);
    }
    pending = undefined;
  };
  effect(() => {
    const key = documentKey.value;
    const visit: Visit = { ...openedProject(), key, at: Date.now(), tab: tab.value, job: job.value };
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

async function write(key: string, value: Visit | Preferences): Promise<void> {
  keeps.value = await set(key, value, documents).then(
    () => true,
    () => false,
  );
}

/** Documents of earlier visits that are not open now, the latest first. */
export async function earlierVisits(): Promise<readonly Visit[]> {
  const isElsewhere = await heldElsewhere();
  const visits = await allVisits().catch(() => []);
  return visits.filter(({ key }) => key !== documentKey.value && !isElsewhere(key));
}

async function prune(): Promise<void> {
  const old = (await earlierVisits()).slice(mostDocuments);
  await delMany(
    old.map(({ key }) => key),
    documents,
  );
}

/** Asks before leaving where that would lose something: a run in progress, or work that the browser does not keep. */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    const unkept = !keeps.value && (!isEmpty(draft.value) || scenarios.value.length > 0);
    // A job of the service is picked up again.
    const lost = running.value && !(running.value.run instanceof ServerRun && keeps.value);
    if (lost || unkept) event.preventDefault();
  });
}
