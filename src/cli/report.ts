/** `neo-lrp report PLAN…`: plans of one instance as a page to print, or as a workbook. */
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isFolder, loadPlan } from '../node/files.ts';
import { changeInstance } from '../problem/change.ts';
import { requireOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { instanceHash } from '../problem/model.ts';
import { verify } from '../problem/verify.ts';
import type { SolvedScenario } from '../report/scenario-table.ts';
import { requireOneStdin } from './arguments.ts';
import { defineCommand, option, required } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { localeOptions, spoken } from './plan-output.ts';
import { requireReference, requireReportFile, saveReport, tellScenarios } from './scenario-output.ts';

const { language } = localeOptions;

export const register = defineCommand({
  description:
    'Writes plans of one instance as a report: the recommendation in a sentence, the plans side by side, what other prices and demands would change, map, costs, key figures, what each customer costs, and assumptions. Each plan is priced for the instance with the changes that it names. The page needs nothing else and prints on A4.',
  arguments: [['<plan...>', 'plans (JSON, GeoJSON, CSV or -), or the folder in which `neo-lrp scenarios` keeps them']],
  options: {
    ...instanceOptions,
    language,
    instance: required(option('--instance <file>', 'the instance that the plans are for')),
    reference: option(
      '--reference <name>',
      'compare with the plan of this name: its file without extension (default: one without changes, or the first)',
    ),
    out: required(option('--out <file>', 'file to write: .html or .xlsx')),
  },
  examples: [
    'report answer --instance planning.xlsx --out report.html',
    'report city.solution.json --instance examples/city --out city.html',
  ],
  async run(options, output, given) {
    const { instance: file, out, reference } = options;
    requireOneStdin(file, ...given);
    await requireReportFile(out);
    const instance = spoken((await loadNoted(file, options, output)).instance, options);
    requireOneDay(instance);
    const paths = (await Promise.all(given.map(plansAt))).flat();
    const scenarios: SolvedScenario[] = [];
    for (const path of paths) {
      const plan = await loadPlan(path, instance);
      const { changes = {} } = plan;
      const own =
        Object.keys(changes).length === 0 || plan.instanceHash === instanceHash(instance) ? instance : changeInstance(instance, changes);
      const name = path === '-' ? 'stdin' : basename(path, extname(path)).replace(/\.solution$/, '');
      const { violations } = verify(own, plan);
      if (violations.length > 0) output.note(`warning: ${name}: ${violations[0].message}`);
      scenarios.push({ name, changes, instance: own, solution: plan });
    }
    const names = scenarios.map(({ name }) => name);
    const twice = names.find((name, k) => names.indexOf(name) < k);
    if (twice !== undefined) throw new NeoLrpError('E_USAGE', `two plans are called '${twice}'; rename one of the files`, { value: twice });
    requireReference(names, reference);
    await saveReport(out, scenarios, reference);
    output.note(`wrote ${out}`);
    tellScenarios(instance, scenarios, reference, output);
  },
});

/** The file itself, or the JSON files of a folder. */
async function plansAt(path: string): Promise<readonly string[]> {
  if (path === '-' || !(await isFolder(path))) return [path];
  const plans = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  if (plans.length === 0) throw new NeoLrpError('E_FILE', 'there are no plans (.json) in this folder', { file: path });
  return plans.map((name) => join(path, name));
}
