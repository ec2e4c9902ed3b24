/** `neo-lrp scenarios WORKBOOK`: solves the scenarios of a workbook one after the other, and compares them. */
import { extname, join } from 'node:path';
import { hasScenarios, readScenarios, type Scenario } from '../formats/scenarios.ts';
import { fileNameOf } from '../formats/source.ts';
import { writeSolution } from '../formats/write.ts';
import { loadPlan, loadSources, makeFolder, requireWritableFolder, saveText } from '../node/files.ts';
import { solve } from '../node/solve.ts';
import { type ScenarioAnswer, solveScenarios } from '../pipeline/scenarios.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { amountsOf } from '../report/amounts.ts';
import { usualScenarios } from '../report/scenario-table.ts';
import { wordsOf } from '../report/words.ts';
import { requireOneStdin } from './arguments.ts';
import { defineCommand, flag, option } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { localeOptions, spoken } from './plan-output.ts';
import { loadRoads, roadOptions } from './road-options.ts';
import { requireReference, requireReportFile, saveReport, tellScenarios } from './scenario-output.ts';
import { libraryOptions, searchOptions } from './solve-options.ts';

const { language } = localeOptions;

export const register = defineCommand({
  description:
    "Solves scenarios: the same data with other sites, prices, demands or vehicles, as rows of a sheet 'Scenarios' or of a file of their own. --time is for each. All are compared with --today, with --reference, or with the data as it is. Finished plans are kept beside --out, so that the same command goes on where it was stopped.",
  arguments: [['<file>', 'workbook, folder or other instance file, or -']],
  options: {
    ...instanceOptions,
    ...searchOptions,
    ...roadOptions,
    language,
    list: option('--list <file>', 'scenarios from this file instead: CSV or a workbook, a row for each, or JSON'),
    usual: flag('--usual', 'also the usual questions: driving ±20 %, demand ±10 %, rent +20 %'),
    today: option('--today <plan>', "the plan of today's operation, to compare with and to start from"),
    reference: option('--reference <name>', 'compare with this scenario'),
    plans: option('--plans <folder>', 'keep the plans here (default: beside --out, in a folder of its name)'),
    out: option('--out <file>', 'write the comparison: .xlsx, or .html to print'),
  },
  examples: [
    'scenarios planning.xlsx --time 60 --out answer.xlsx',
    'scenarios examples/city --list scenarios.csv --usual --time 20 --out answer.html',
    'scenarios planning.xlsx --today today.json --json',
  ],
  async run(options, output, file) {
    requireOneStdin(file, options.list, options.today);
    await requireReportFile(options.out);
    const { list, out, reference: named, plans = out === undefined ? undefined : out.slice(0, -extname(out).length) } = options;
    if (plans !== undefined) await requireWritableFolder(plans);
    const { instance: given } = await loadNoted(file, options, output);
    const read = spoken(given, options);
    const words = wordsOf(read.units.language);
    const sources = await loadSources(list ?? file);
    const isNeeded = list !== undefined || !options.usual || hasScenarios(sources);
    const stated = isNeeded ? readScenarios(sources, read, list !== undefined) : [];
    const base = { name: words.asItIs, changes: {} };
    const hasBase = stated.some(({ changes }) => Object.keys(changes).length === 0);
    const scenarios = [...(hasBase ? [] : [base]), ...stated, ...(options.usual ? usualScenarios(read, words) : [])];
    const today = options.today === undefined ? undefined : await loadPlan(options.today, read);
    requireReference(
      [...scenarios, ...(today ? [{ name: words.today }] : [])].map(({ name }) => name),
      named,
    );
    const reference = named ?? (today ? words.today : scenarios.find(({ changes }) => Object.keys(changes).length === 0)?.name);
    const answers = await interruptible(output, 'finished plans are kept', async (signal) => {
      const { instance } = await loadRoads(read, options, output, signal);
      const search = await libraryOptions(options, signal);
      const cost = (of: Instance, value: number) => amountsOf(of).cost(value);
      const solved = await solveScenarios(instance, scenarios, {
        stop: search.stop,
        async solveOne(of, start, scenario) {
          const kept = plans === undefined ? undefined : await keptPlan(planFile(plans, scenario), of, search);
          if (kept) return kept;
          if (signal.aborted) throw new NeoLrpError('E_BUDGET', 'interrupted before it was solved; repeat the command to go on');
          const first = start ?? today;
          return solve(of, {
            ...search,
            ...(first && { start: first }),
            onProgress: (progress) => output.progress(`${scenario.name} · ${progress.seconds.toFixed(1)} s`),
          });
        },
        async onSolved(answer, k) {
          if (answer.solution)
            output.note(`${k + 1} of ${scenarios.length}: ${answer.name}, ${cost(answer.instance, answer.solution.cost.total)}`);
          else output.note(`${k + 1} of ${scenarios.length}: ${answer.name} has no plan: ${answer.reason}`);
          if (plans !== undefined) await keep(plans, answer);
        },
      });
      if (plans !== undefined) for (const answer of solved) await keep(plans, answer);
      return [...(today ? [{ name: words.today, changes: {}, instance, solution: today }] : []), ...solved];
    });
    if (today)
      for (const { message } of verify(answers[0].instance, today).violations.slice(0, 1)) output.note(`note: today's plan: ${message}`);
    if (out !== undefined) {
      await saveReport(out, answers, reference);
      output.note(`wrote ${out}`);
    }
    tellScenarios(read, answers, reference, output);
  },
});

const planFile = (folder: string, { name }: Scenario) => join(folder, `${fileNameOf(name)}.json`);

async function keep(folder: string, answer: ScenarioAnswer): Promise<void> {
  const { instance, solution } = answer;
  if (!solution) return;
  await makeFolder(folder);
  await saveText(planFile(folder, answer), writeSolution(instance, { ...solution, changes: answer.changes }).text);
}

type Search = Awaited<ReturnType<typeof libraryOptions>>;

/** The plan of an earlier run, if it was for the same data and the same effort, and was not broken off. */
async function keptPlan(file: string, instance: Instance, { stop, seed, threads }: Search): Promise<Solution | undefined> {
  const plan = await loadPlan(file, instance).catch((error) => {
    if (error instanceof NeoLrpError) return undefined;
    throw error;
  });
  const known = plan as (Plan & Partial<Solution>) | undefined;
  const { seconds, iterations } = known?.options?.stop ?? {};
  const isSame = known?.seed === seed && known?.threads === threads && seconds === stop.seconds && iterations === stop.iterations;
  return isSame && known?.stop !== 'aborted' && known?.instanceHash === instanceHash(instance) ? (plan as unknown as Solution) : undefined;
}
