/** Before the tests of jobs: PostgreSQL runs, on a machine for continuous integration installed where it is missing. */
import type { TestProject } from 'vitest/node';
import { findPostgres, installPostgres, startPostgres } from '../../scripts/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a server for the tests of this run; empty where there is none. */
    readonly postgres: string;
  }
}

export default async function prepare(project: TestProject): Promise<(() => void) | undefined> {
  const reason = findPostgres() || !process.env.CI ? undefined : installPostgres();
  if (!findPostgres()) {
    process.stderr.write(`Jobs in PostgreSQL are not tested: ${reason ?? 'it is not installed; node scripts/postgres.mjs does that'}\n`);
    project.provide('postgres', '');
    return undefined;
  }
  const server = await startPostgres();
  project.provide('postgres', server.url);
  return () => server.remove();
}
