/** News of one job, for whoever waits: announcements wake, the store tells. */
import { isFinal, type Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/store.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { Bell } from '../run/clock.ts';

/** `bell` rings whenever something may have happened to the job. */
export function newsOf(store: JobStore, id: string): { readonly bell: Bell; readonly end: () => void } {
  const bell = new Bell(store.clock);
  const end = store.subscribe(({ job }) => {
    if (job === undefined || job === id) bell.ring();
  });
  return { bell, end };
}

/** Milliseconds after which the store is asked though nothing was announced. */
const longestSilence = 5000;

/** The job once it has ended. Throws E_BUSY where the signal fires before. */
export async function ended(store: JobStore, owner: string, id: string, signal: AbortSignal): Promise<Job> {
  const { bell, end } = newsOf(store, id);
  try {
    while (!signal.aborted) {
      const job = await store.find(owner, id);
      if (!job) throw new NeoLrpError('E_UNKNOWN_JOB', 'the job was removed');
      if (isFinal(job.state)) return job;
      await bell.wait(longestSilence, signal);
    }
    throw new NeoLrpError('E_BUSY', 'the service has no time for this run now; try again later, or make a job');
  } finally {
    end();
  }
}
