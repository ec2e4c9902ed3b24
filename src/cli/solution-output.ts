/** The output of `solve` and `route`: files, a map, sheets, and a summary or one JSON value on stdout. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireWritableFile, saveFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { idleDepotNotes, type Solution } from '../problem/solution.ts';
import { drawMap } from '../report/map.ts';
import { mapKind, saveMap } from './map-file.ts';
import { addOutputOptions, type Output, type OutputOptions } from './output.ts';
import { addLocaleOptions, type LocaleOptions, planFormatOf, requirePlanExpressible, writePlan } from './plan-file.ts';
import { saveSheets, sheetWriter } from './sheet-file.ts';
import { describeSolution } from './solution-text.ts';

export interface SolutionOutputOptions extends OutputOptions, LocaleOptions {
  readonly out?: string;
  readonly map?: string;
  readonly sheets?: string;
  readonly verbose?: boolean;
}

export function addSolutionOutputOptions(command: Command): Command {
  return addLocaleOptions(addOutputOptions(command))
    .option('--out <file>', 'write the solution: .json, .geojson, .csv, .xlsx or .sol (one depot)')
    .option('--map <file>', 'draw the solution: .svg or .png')
    .option('--sheets <file>', 'write route sheets for drivers: .html or .csv')
    .option('--verbose', 'also say how the plan was found: method, predictions by depot, bounds, effort');
}

/** Before a long run: checks names and folders, and whether the format can express a plan of the instance. */
export async function requireOutputs(instance: Instance, { out, map, sheets }: SolutionOutputOptions): Promise<void> {
  if (out !== undefined) requirePlanExpressible(instance, planFormatOf(out, '--out'));
  if (map !== undefined) mapKind(map, '--map');
  if (sheets !== undefined) sheetWriter(sheets, '--sheets');
  const files = [out, map, sheets].filter((file) => file !== undefined);
  if (new Set(files.map((file) => resolve(file))).size < files.length)
    throw new NeoLrpError('E_USAGE', 'two outputs have the same name, so one would replace the other', { value: files.join(', ') });
  for (const file of files) await requireWritableFile(file);
}

/** If a file cannot be written, the plan is still printed on stdout as JSON. */
export async function deliver(instance: Instance, solution: Solution, output: Output, options: SolutionOutputOptions): Promise<void> {
  const { out, map, sheets, verbose = false } = options;
  const faults: unknown[] = [];
  const save = async (path: string | undefined, write: (path: string) => Promise<void>) => {
    if (path === undefined) return;
    try {
      await write(path);
      output.note(`wrote ${path}`);
    } catch (error) {
      faults.push(error);
    }
  };
  await save(out, async (path) => saveFile(path, await writePlan(instance, solution, planFormatOf(path), options)));
  const lost = faults.length > 0;
  await save(map, (path) => saveMap(path, drawMap(instance, solution)));
  await save(sheets, (path) => saveSheets(path, instance, solution, options));
  // The text mentions idle depots itself.
  const told = output.json || lost ? [] : idleDepotNotes(instance, solution);
  for (const note of solution.notes ?? []) if (!told.includes(note)) output.note(note);
  if (lost) output.value(solution);
  else output.result(solution, () => describeSolution(instance, solution, { style: output.style, verbose }));
  if (faults.length > 0) throw faults[0];
}
