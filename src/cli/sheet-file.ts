/** Route sheets as files: the extension decides between pages to print and a table. */
import { extname } from 'node:path';
import { saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { writeSheetsCsv } from '../report/route-sheets.ts';
import { drawRouteSheets } from '../report/sheet-pages.ts';
import { type LocaleOptions, spoken, tableStyle } from './plan-file.ts';

const writers = {
  '.html': drawRouteSheets,
  '.csv': (instance: Instance, plan: Plan | Solution, options: LocaleOptions) =>
    writeSheetsCsv(instance, plan, tableStyle(instance, options)),
} as const;

/** `option` names the option of the path. */
export function sheetWriter(path: string, option?: string): (instance: Instance, plan: Plan | Solution, options: LocaleOptions) => string {
  const extension = extname(path).toLowerCase();
  if (extension === '.html' || extension === '.csv') return writers[extension];
  throw new NeoLrpError('E_USAGE', `route sheets are written as .html or .csv, not '${path}'`, { field: option, value: path });
}

export const saveSheets = (path: string, instance: Instance, plan: Plan | Solution, options: LocaleOptions): Promise<void> =>
  saveText(path, sheetWriter(path)(spoken(instance, options), plan, options));
