/** What routes share. */
import type { JobStore } from '../jobs/store.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Limits } from './limits.ts';
import type { RequestWorkers } from './request-workers.ts';

/** The parameters of routes that name a job. */
export interface OfJob {
  readonly Params: { readonly id: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose jobs the request may see. */
    owner: string;
  }
}

export interface Context {
  readonly opened: Opened;
  /** For tasks that take moments. */
  readonly quick: RequestWorkers;
  /** For tasks that take seconds, so that the others need not wait for them. */
  readonly slow: RequestWorkers;
  readonly limits: Limits;
  /** Aborts when the service ends. */
  readonly closing: AbortSignal;
}

/** The store once the database is open; page and /healthz do not wait for it. Throws E_DATABASE after so many milliseconds. */
export type Opened = (longest?: number) => Promise<JobStore>;

/** Long, because many clients do not follow Retry-After. */
const patience = 15_000;

export const openedOf =
  (opening: Promise<JobStore>): Opened =>
  (longest = patience) =>
    new Promise((resolve, reject) => {
      const late = () => reject(new NeoLrpError('E_DATABASE', 'the database is being opened; ask again in a moment'));
      const timer = setTimeout(late, longest);
      opening.then(resolve, reject).finally(() => clearTimeout(timer));
    });
