/** News of one job, for whoever waits: announcements wake, the store tells. */
import { isFinal, type Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/store.ts';
import { NeoLrpError } from '../problem/errors.ts';

export class JobNews {
  private heard = false;
  private wake: () => void = () => {};
  private readonly unsubscribe: () => void;

  constructor(store: JobStore, id: string) {
    this.unsubscribe = store.subscribe(({ job }) => {
      if (job !== undefined && job !== id) return;
      this.heard = true;
      this.wake();
    });
  }

  /** Waits for an announcement since the call before, for `longest` milliseconds, or until the signal fires; tells whether there was one. */
  async next(signal: AbortSignal, longest: number): Promise<boolean> {
    if (!this.heard && !signal.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, longest);
        signal.addEventListener('abort', done, { once: true });
        this.wake = done;
      });
    const { heard } = this;
    this.heard = false;
    return heard;
  }

  end(): void {
    this.unsubscribe();
  }
}

/** Milliseconds after which the store is asked though nothing was announced. */
const longestSilence = 5000;

/** The job once it has ended. Throws E_BUSY where the signal fires before. */
export async function ended(store: JobStore, owner: string, id: string, signal: AbortSignal): Promise<Job> {
  const news = new JobNews(store, id);
  try {
    while (!signal.aborted) {
      const job = await store.find(owner, id);
      if (!job || isFinal(job.state)) return job ?? gone();
      await news.next(signal, longestSilence);
    }
    throw new NeoLrpError('E_BUSY', 'the service has no time for this run now; try again later, or make a job');
  } finally {
    news.end();
  }
}

function gone(): never {
  throw new NeoLrpError('E_UNKNOWN_JOB', 'the job was removed');
}
