/** Where the service keeps its jobs and keys: a folder, or a PostgreSQL server. */
import type { Command } from 'commander';
import type { DatabasePlace } from '../jobs/database/database.ts';
import { NeoLrpError } from '../problem/errors.ts';

export interface PlaceOptions {
  readonly data?: string;
  readonly database?: string;
}

const defaultFolder = 'neo-lrp-data';

export const addPlaceOptions = (command: Command): Command =>
  command
    .option('--data <folder>', `where jobs and keys are kept, for one process at a time (default: ${defaultFolder})`)
    .option('--database <url>', 'PostgreSQL in its place, for several machines, such as postgres://user@host:5432/name');

export function placeOf({ data, database }: PlaceOptions): DatabasePlace {
  if (data !== undefined && database !== undefined)
    throw new NeoLrpError('E_USAGE', '--data and --database exclude each other; keep one', { field: '--data' });
  return database === undefined ? { data: data ?? defaultFolder } : { database };
}
