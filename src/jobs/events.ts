/** The events of jobs, in order: written with the change itself, and announced to listeners. */
import type { Database, Queryable } from './database/database.ts';
import { schema } from './database/migrations.ts';
import { eventTypes, type JobEvent, type JobEventType } from './job.ts';

const channel = 'neo_lrp_jobs';

type EventData = Pick<JobEvent, 'progress' | 'cost' | 'error'>;

/** In the transaction that makes the change: its lock on the job's row makes sequence numbers follow the order of changes. */
export async function recordEvent(within: Queryable, job: string, type: JobEventType, data: EventData = {}): Promise<void> {
  await within.query(
    `with counted as (update ${schema}.job set events = events + 1 where id = $1 returning events),
       written as (insert into ${schema}.event (job, sequence, type, data) select $1, events, $2, $3 from counted returning job)
     select pg_notify('${channel}', $2 || ' ' || job) from written`,
    [job, type, JSON.stringify(data)],
  );
}

interface EventRow {
  readonly sequence: number;
  readonly at: Date;
  readonly type: JobEventType;
  readonly data: string;
}

/** Those after the sequence number, oldest first. */
export async function eventsAfter(database: Queryable, job: string, sequence: number, limit: number): Promise<JobEvent[]> {
  const rows = await database.query<EventRow>(
    `select sequence, at, type, data from ${schema}.event where job = $1 and sequence > $2 order by sequence limit $3`,
    [job, sequence, limit],
  );
  return rows.map(({ sequence, at, type, data }) => ({ sequence, at: at.toISOString(), type, ...(JSON.parse(data) as EventData) }));
}

/** Without a job, announcements may have been missed: anything may have happened to any job. */
export type Announcement = { readonly job: string; readonly type: JobEventType } | { readonly job?: undefined };
type Listener = (announcement: Announcement) => void;

/** Announcements of all jobs to any number of listeners, over one connection. */
export interface Announcements {
  /** Returns how to end it. */
  subscribe(listener: Listener): () => void;
  end(): Promise<void>;
}

export async function openAnnouncements(database: Database): Promise<Announcements> {
  // Announcements may come before `listen` has returned.
  const listeners = new Set<Listener>();
  const notify = (announcement: Announcement) => {
    for (const listener of listeners) listener(announcement);
  };
  const onMessage = (message: string) => {
    const [name, job] = message.split(' ');
    const type = eventTypes.find((known) => known === name);
    if (type && job) notify({ job, type });
  };
  return {
    end: await database.listen(channel, onMessage, () => notify({})),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
