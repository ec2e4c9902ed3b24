/** The journal of a tuning run: a line of JSON for the plan, then one a finished trial, so that a killed run continues. */
import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fileFault, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type TrialResult, type TuningPlan, trialResultSchema, tuningPlanSchema } from './tune.ts';

export class TuningJournal {
  private constructor(
    private readonly file: string,
    readonly results: readonly TrialResult[],
  ) {}

  /** Opens the journal with what it holds, or begins one; refuses that of another plan. */
  static async open(file: string, plan: TuningPlan): Promise<TuningJournal> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw fileFault(file, error, 'read');
    });
    if (text === '') {
      await saveText(file, `${JSON.stringify(plan)}\n`);
      return new TuningJournal(file, []);
    }
    // A kill leaves at most a torn last line, which is dropped: from here on the journal ends with a whole one.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    const begun = parseLine(tuningPlanSchema, lines[0] ?? '', file, 1);
    if (JSON.stringify(begun) !== JSON.stringify(tuningPlanSchema.parse(plan)))
      throw new NeoLrpError(
        'E_DATASET',
        `the journal belongs to another plan or other data (${JSON.stringify(begun)}); repeat that, or name another journal`,
        {
          file,
        },
      );
    const results = lines.slice(1).map((line, k) => parseLine(trialResultSchema, line, file, k + 2));
    if (whole !== text) await saveText(file, whole);
    return new TuningJournal(file, results);
  }

  append(result: TrialResult): Promise<void> {
    return appendFile(this.file, `${JSON.stringify(result)}\n`).catch((cause) => Promise.reject(fileFault(this.file, cause, 'write')));
  }
}

function parseLine<T>(schema: z.ZodType<T>, text: string, file: string, line: number): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON';
    throw new NeoLrpError('E_DATASET', `the journal is broken: ${reason}`, { file, line }, { cause: error });
  }
}
