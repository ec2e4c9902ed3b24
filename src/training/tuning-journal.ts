/** The journal of a tuning run: a line of JSON for the plan, then one per finished trial, so that a killed run can continue. */
import { Journal, parseJsonLine, readJsonLines } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type TrialResult, type TuningPlan, trialResultSchema, tuningPlanSchema } from './tune.ts';

const remedy = 'repair it, or name another journal';

export class TuningJournal {
  private constructor(
    private readonly journal: Journal,
    /** Of earlier runs. */
    readonly results: readonly TrialResult[],
  ) {}

  /** Opens the journal or starts one; refuses that of another plan. */
  static async open(file: string, plan: TuningPlan): Promise<TuningJournal> {
    const { lines, whole } = await readJsonLines(file);
    const [first, ...rest] = lines;
    if (first !== undefined) requireSamePlan(plan, parseJsonLine(tuningPlanSchema, first, remedy, { file, line: 1 }), file);
    const results = rest.map((text, k) => parseJsonLine(trialResultSchema, text, remedy, { file, line: k + 2 }));
    const journal = new TuningJournal(await Journal.open(file, whole), results);
    if (first === undefined) await journal.write(plan);
    return journal;
  }

  append(result: TrialResult): Promise<void> {
    return this.write(result);
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  private async write(line: TuningPlan | TrialResult): Promise<void> {
    await this.journal.append(`${JSON.stringify(line)}\n`);
    await this.journal.sync();
  }
}

function requireSamePlan(plan: TuningPlan, begun: TuningPlan, file: string): void {
  if (JSON.stringify(begun) === JSON.stringify(tuningPlanSchema.parse(plan))) return;
  throw new NeoLrpError(
    'E_DATASET',
    `the journal belongs to another plan or other data (${JSON.stringify(begun)}); use the same again, or name another journal`,
    { file },
  );
}
