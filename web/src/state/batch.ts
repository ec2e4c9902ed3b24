/** Solves the board. A chunk of its own, since it brings the search along. */
import { NeoLrpError, type ScenarioCase, type Solution, solveScenarios } from '../../../src/page.ts';
import { board, casesOf, keepAnswers } from './board.ts';
import { validity } from './document.ts';
import { fault, solveOther } from './run.ts';
import { tell } from './view.ts';

/** One after the other, each for the seconds that are set. Stopping ends the batch; what was solved is kept. */
export async function solveBoard(): Promise<void> {
  const now = validity.value;
  if (now.state !== 'valid') return;
  const asked = board.value;
  let stopped = false;
  const cases: readonly ScenarioCase[] = casesOf(asked);
  const solveOne = async (
    ...[of, start, { name }]: Parameters<NonNullable<Parameters<typeof solveScenarios>[2]['solveOne']>>
  ): Promise<Solution> => {
    const found = stopped ? undefined : await solveOther(of, name, start);
    stopped ||= found === undefined || found.stop === 'aborted';
    if (found) return found;
    throw new NeoLrpError('E_BUDGET', 'stopped before it was solved');
  };
  try {
    const answers = await solveScenarios(now.instance, cases, { stop: { iterations: 1 }, solveOne });
    const base = answers.find(({ changes }) => Object.keys(changes).length === 0)?.solution;
    keepAnswers(answers, base);
    const solved = answers.filter(({ solution }) => solution);
    const unsolved = new Set(answers.filter(({ solution }) => !solution).map(({ name }) => name));
    board.value = board.value.filter(({ name }) => unsolved.has(name));
    const [failed] = answers.filter(({ reason }) => reason);
    tell(failed ? `${solved.length} of ${answers.length} solved; ${failed.name}: ${failed.reason}` : `${solved.length} scenarios solved`);
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    fault.value = error;
  }
}
