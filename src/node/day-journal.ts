/** The journal of a solve for many days: a line per finished search of a day, so that a run that was killed goes on. */
import * as z from 'zod';
import type { DayTrial } from '../pipeline/day-trials.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import { Journal } from './journal.ts';
import { packageVersion } from './version.ts';

const route = z.object({ depot: z.number(), stops: z.array(z.number()), vehicle: z.number().optional() });
const trialSchema = z.object({
  set: z.string(),
  day: z.string(),
  level: z.number(),
  cost: z.number().nullable(),
  routes: z.array(route),
}) as z.ZodType<DayTrial>;

/** Refuses the journal of another instance, seed or effort. */
export const openDayJournal = (
  file: string,
  instance: Instance,
  told: { readonly seed?: number; readonly iterations?: number; readonly assignment?: string },
): Promise<Journal<DayTrial>> =>
  Journal.open(file, {
    schema: trialSchema,
    remedy: 'delete the file to start again',
    head: { instance: instanceHash(instance), ...JSON.parse(JSON.stringify(told)), version: packageVersion },
    refuse: () =>
      new NeoLrpError(
        'E_USAGE',
        'the journal belongs to another instance, seed, effort or version; name another file, or delete it to start again',
        { file },
      ),
    syncAtEnd: true,
  });
