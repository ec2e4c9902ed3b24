/** `neo-lrp sheets INSTANCE SOLUTION OUT`: a page or rows for each driver. */
import { loadPlan, requireWritableFile } from '../node/files.ts';
import { verify } from '../problem/verify.ts';
import { formatCount } from '../report/number.ts';
import { drawRouteSheets } from '../report/sheet-pages.ts';
import { requireOneStdin } from './arguments.ts';
import { defineCommand } from './command.ts';
import { instanceOptions, loadNoted, planOfDay } from './instance-input.ts';
import { localeOptions, saveSheets, sheetWriter, spoken } from './plan-output.ts';

export const register = defineCommand({
  description:
    'Writes what the driver of each route needs: name and address of every stop, in order, with times, window, service, demand, load and distance, and the way back. Of further columns it shows telephone numbers, contacts, access and instructions; remarks stay in the office. HTML prints as one page per route; CSV has one row per stop.',
  arguments: [
    ['<instance>', 'instance file, folder of CSV files, or -'],
    ['<solution>', 'plan: JSON, GeoJSON, CSV, VRPLIB .sol, or -'],
    ['<out>', 'file to write: .html, .csv, or - for HTML on stdout'],
  ],
  options: { ...localeOptions, ...instanceOptions },
  examples: [
    'sheets examples/tiny.json examples/tiny.solution.json tiny.html',
    'solve examples/city --json | neo-lrp sheets examples/city - city.csv',
  ],
  async run(options, output, instancePath, planPath, out) {
    requireOneStdin(instancePath, planPath);
    if (out !== '-') {
      sheetWriter(out);
      await requireWritableFile(out);
    }
    const { instance } = await loadNoted(instancePath, options, output);
    const plan = planOfDay(await loadPlan(planPath, instance), options);
    if (out === '-') {
      process.stdout.write(drawRouteSheets(spoken(instance, options), plan));
      return;
    }
    const { violations } = verify(instance, plan);
    if (violations.length > 0) output.note(`the plan is infeasible: ${violations[0].message}; \`neo-lrp verify\` lists all`);
    await saveSheets(out, instance, plan, options);
    if (output.json) output.result({ instance: instance.name, sheets: out, routes: plan.routes.length }, () => '');
    else output.note(`${out}: ${formatCount(plan.routes.length, 'route')} of ${instance.name}`);
  },
});
