/** The database may still be opened when the first requests come: the page and /healthz do not wait for it. */
import type { JobStore } from '../jobs/store.ts';
import { NeoLrpError } from '../problem/errors.ts';

/** The store once it is open. Throws E_DATABASE where that takes longer than so many milliseconds. */
export type Opened = (longest?: number) => Promise<JobStore>;

/** Clients that do not know of Retry-After are spared most refusals. */
const patience = 15_000;

export function openedOf(opening: Promise<JobStore>): Opened {
  let store: JobStore | undefined;
  opening.then(
    (opened) => {
      store = opened;
    },
    () => {},
  );
  return async (longest = patience) => store ?? within(opening, longest);
}

function within<T>(opening: Promise<T>, longest: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new NeoLrpError('E_DATABASE', 'the database is being opened; ask again in a moment'));
    const timer = setTimeout(late, longest);
    opening.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
