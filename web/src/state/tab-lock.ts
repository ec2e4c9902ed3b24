/** A tab holds a lock on each document that it has had open, so that no two tabs write the same one. */

const nameOf = (key: string) => `neo-lrp ${key}`;
const held = new Set<string>();

/** Whether this tab has the document from now on; undefined where the browser has no locks, as in insecure contexts. */
export async function hold(key: string): Promise<boolean | undefined> {
  if (held.has(key)) return true;
  if (!navigator.locks) return undefined;
  return new Promise((resolve) => {
    void navigator.locks.request(nameOf(key), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      held.add(key);
      // Held until the tab is closed.
      return new Promise<void>(() => {});
    });
  });
}

/** Tries for a moment: after a reload, the page before may not be gone yet. */
export async function holdSoon(key: string): Promise<boolean | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const mine = await hold(key);
    if (mine !== false) return mine;
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  return false;
}

/** Tells which documents other tabs hold. */
export async function heldElsewhere(): Promise<(key: string) => boolean> {
  const state = await navigator.locks?.query();
  const names = new Set(state?.held?.map(({ name }) => name));
  return (key) => !held.has(key) && names.has(nameOf(key));
}
