/** `neo-lrp sheets INSTANCE SOLUTION OUT`: a page or rows for each driver. */
import type { Command } from 'commander';
import { loadPlan, requireWritableFile } from '../node/files.ts';
import { verify } from '../problem/verify.ts';
import { formatCount } from '../report/number.ts';
import { drawRouteSheets } from '../report/sheet-pages.ts';
import { requireOneStdin } from './arguments.ts';
import { addInstanceOptions, type InstanceInputOptions, loadNoted } from './instance-input.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';
import { addLocaleOptions, type LocaleOptions, spoken } from './plan-file.ts';
import { saveSheets, sheetWriter } from './sheet-file.ts';

export function registerSheets(command: Command): void {
  addInstanceOptions(addLocaleOptions(addOutputOptions(command)))
    .description(
      'Writes what the driver of each route needs: name and address of every stop, in order, with times, window, service, demand, load and distance, and the way back. Of further columns it shows telephone numbers, contacts, access and instructions; remarks stay in the office. HTML prints as one page per route; CSV has one row per stop.',
    )
    .argument('<instance>', 'instance file, folder of CSV files, or -')
    .argument('<solution>', 'plan: JSON, GeoJSON, CSV, VRPLIB .sol, or -')
    .argument('<out>', 'file to write: .html, .csv, or - for HTML on stdout')
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp sheets examples/tiny.json examples/tiny.solution.json tiny.html
  neo-lrp solve examples/city --json | neo-lrp sheets examples/city - city.csv`,
    )
    .action(async (instancePath: string, planPath: string, out: string, options: OutputOptions & InstanceInputOptions & LocaleOptions) => {
      requireOneStdin(instancePath, planPath);
      const output = new Output(options);
      if (out !== '-') {
        sheetWriter(out);
        await requireWritableFile(out);
      }
      const { instance } = await loadNoted(instancePath, options, output);
      const plan = await loadPlan(planPath, instance);
      if (out === '-') {
        process.stdout.write(drawRouteSheets(spoken(instance, options), plan));
        return;
      }
      const { violations } = verify(instance, plan);
      if (violations.length > 0) output.note(`the plan is infeasible: ${violations[0].message}; \`neo-lrp verify\` lists all`);
      await saveSheets(out, instance, plan, options);
      if (output.json) output.result({ instance: instance.name, sheets: out, routes: plan.routes.length }, () => '');
      else output.note(`${out}: ${formatCount(plan.routes.length, 'route')} of ${instance.name}`);
    });
}
