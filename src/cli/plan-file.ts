/** Plans as files: the extension decides the format, options the language and the style of tables. */
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { excelTable, plainTable, type TableStyle, type TableStyleName, tableStyles } from '../formats/csv-text.ts';
import type { BinaryFile } from '../formats/format.ts';
import type { SourceFile } from '../formats/source.ts';
import { requireExpressible, solutionFormats, writeSolution } from '../formats/write.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import { type Language, languages } from '../problem/languages.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { encodePlan, requireWorkbookFits, workbookFormat } from '../report/workbook.ts';

export const planFormats = [...solutionFormats, workbookFormat] as const;
export type PlanFormat = (typeof planFormats)[number];

export interface LocaleOptions {
  readonly language?: Language;
  readonly csv?: TableStyleName;
}

export const addLocaleOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--language <code>', "language of sheets and workbooks (default: that of the instance's file, or English)").choices(
        languages,
      ),
    )
    .addOption(
      new Option(
        '--csv <style>',
        'style of CSV files; excel: with a byte order mark and the separators of the language, for a double click (default: plain)',
      ).choices(tableStyles),
    );

/** The instance with the language in which it is written about. */
export const spoken = (instance: Instance, { language }: LocaleOptions): Instance =>
  language === undefined ? instance : createInstance({ ...instance, units: { ...instance.units, language } });

export const tableStyle = ({ units }: Instance, { language = units.language, csv }: LocaleOptions): TableStyle =>
  csv === 'excel' ? excelTable(language) : plainTable;

/** Throws E_USAGE where the extension names no format. */
export function planFormatOf(path: string, option?: string): PlanFormat {
  const format = planFormats.find(({ extensions }) => extensions.some((known) => known === extname(path).toLowerCase()));
  if (format) return format;
  const known = planFormats.flatMap(({ extensions }) => extensions).join(', ');
  throw new NeoLrpError('E_USAGE', `a solution is written as ${known}, not '${path}'`, { field: option, value: path });
}

/** Before a long run: whether the format can express plans of the instance. */
export function requirePlanExpressible(instance: Instance, { name }: PlanFormat): void {
  if (name === 'xlsx') requireWorkbookFits(instance);
  else requireExpressible(instance, name);
}

export const writePlan = async (
  instance: Instance,
  plan: Plan | Solution,
  { name }: PlanFormat,
  options: LocaleOptions,
): Promise<SourceFile | BinaryFile> =>
  name === 'xlsx' ? encodePlan(spoken(instance, options), plan) : writeSolution(instance, plan, name, tableStyle(instance, options));
