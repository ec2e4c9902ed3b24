import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTrials, type TrialResult, type TuningPlan } from '../../src/training/tune.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-tuning-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plan: TuningPlan = { space: 'deep-sets', trials: 9, eta: 3, firstEpochs: 2, mostEpochs: 18, mostWidth: 256, seed: 4, data: 'x' };
const result = (trial: number): TrialResult => ({ trial, round: 0, epochs: 2, error: 0.1, seconds: 1 });

describe('the journal of a tuning run', () => {
  it('continues after a kill with every finished trial', async () => {
    const file = join(folder, 'a.jsonl');
    const first = await openTrials(file, plan);
    for (const trial of [0, 1]) await first.append(result(trial));
    await first.close();
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    const second = await openTrials(file, plan);
    expect(second.entries).toEqual([result(0)]);
    await second.append(result(2));
    await second.close();
    const third = await openTrials(file, plan);
    expect(third.entries).toEqual([result(0), result(2)]);
    await third.close();
  });

  it('refuses another plan and a broken line', async () => {
    const file = join(folder, 'b.jsonl');
    await (await openTrials(file, plan)).close();
    await expect(openTrials(file, { ...plan, seed: 5 })).rejects.toThrow(/another plan/);
    writeFileSync(file, `${JSON.stringify(plan)}\n{"trial":0}\n${JSON.stringify(result(1))}\n`);
    await expect(openTrials(file, plan)).rejects.toMatchObject({ code: 'E_DATASET', place: { line: 2 } });
  });
});
