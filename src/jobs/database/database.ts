/** The little that jobs ask of a database: the same for PostgreSQL and for PGlite in a folder. */

export interface Queryable {
  /** The rows of all statements; values stand for $1, $2, … and go with one statement only. */
  query<Row = Readonly<Record<string, unknown>>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** `embedded`: this process is the only one that uses it. */
  readonly kind: 'server' | 'embedded';
  /** All or nothing. Inside, only what is handed in may be asked. */
  transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T>;
  /** Messages of a channel; `onGap` where some may have been missed. Returns how to end it. */
  listen(channel: string, onMessage: (message: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Where jobs are kept: a folder for one process on one machine, or a PostgreSQL server for any number of them. */
export type DatabasePlace = { readonly data: string } | { readonly database: string };

export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if ('data' in place) return (await import('./pglite.ts')).openPglite(place.data);
  return (await import('./postgres.ts')).openPostgres(place.database);
}
