/** results.jsonl: one line per run. */
import { type JournalForm, JsonJournal, readEntries } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type RunRecord, recordSchema } from './record.ts';

const form: JournalForm<RunRecord> = { schema: recordSchema, remedy: 'delete the line to repeat its run' };

/** Open for appending. */
export const openRecords = (file: string): Promise<JsonJournal<RunRecord>> => JsonJournal.open(file, form);

/** The records of a file, for reading only; a torn last line is left out. */
export async function loadRecords(file: string): Promise<RunRecord[]> {
  const { entries } = await readEntries(file, form);
  if (entries.length === 0) throw new NeoLrpError('E_FILE', 'there are no records', { file });
  return entries;
}
