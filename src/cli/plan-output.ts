/** Plans as files and on the screen: the extension of a file decides its format; options its language and the style of tables. */
import { extname, resolve } from 'node:path';
import { excelTable, plainTable, type TableStyle, tableStyles } from '../formats/csv-text.ts';
import type { BinaryFile } from '../formats/format.ts';
import type { SourceFile } from '../formats/source.ts';
import { requireExpressible, solutionFormats, writeSolution } from '../formats/write.ts';
import { loadBaseMap } from '../node/base-map.ts';
import { requireWritableFile, saveBytes, saveFile, saveText } from '../node/files.ts';
import { loadTiles } from '../node/tiles.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import { languages } from '../problem/languages.ts';
import { idleDepotNotes, type Plan, type Solution } from '../problem/solution.ts';
import { isGeographic } from '../problem/travel.ts';
import type { BaseMap } from '../report/base-map.ts';
import { extractMap } from '../report/extract-map.ts';
import { drawMap } from '../report/map.ts';
import { renderPng, requireRenderer } from '../report/png.ts';
import { writeSheetsCsv } from '../report/route-sheets.ts';
import { drawRouteSheets } from '../report/sheet-pages.ts';
import { requireTiles } from '../report/tiles.ts';
import { encodePlan, requireWorkbookFits, workbookFormat } from '../report/workbook.ts';
import { readExtract } from '../roads/osm-extract.ts';
import { choice, flag, type OutputOptions, option, type ValuesOf } from './command.ts';
import type { Output } from './output.ts';
import { describeSolution } from './solution-text.ts';

export const planFormats = [...solutionFormats, workbookFormat] as const;
type PlanFormat = (typeof planFormats)[number];

export const localeOptions = {
  language: choice('--language <code>', "language of sheets and workbooks (default: that of the instance's file, or English)", languages),
  csv: choice(
    '--csv <style>',
    'style of CSV files; excel: with a byte order mark and the separators of the language, for a double click (default: plain)',
    tableStyles,
  ),
};
export type LocaleOptions = ValuesOf<typeof localeOptions>;

export const tileOptions = {
  tiles: option('--tiles <url>', 'map tiles under the map, such as https://tiles.example/{z}/{x}/{y}.png; no other host is asked'),
  attribution: option('--attribution <text>', 'who is to be named on the map for the tiles (default: their host)'),
};

/** What lies under a map: the tiles that were named, the roads of an extract, or land and water from this package. */
export async function groundFor(
  instance: Instance,
  { tiles, attribution, osm }: ValuesOf<typeof tileOptions> & { readonly osm?: string },
): Promise<BaseMap | undefined> {
  if (!isGeographic(instance.travel)) return undefined;
  if (tiles === undefined) return osm === undefined ? loadBaseMap() : extractMap(await readExtract(osm), await loadBaseMap());
  return loadTiles(instance, tiles, attribution);
}

/** Of `solve` and `route`. */
export const solutionOptions = {
  ...localeOptions,
  out: option('--out <file>', 'write the solution: .json, .geojson, .csv, .xlsx or .sol (one depot)'),
  map: option('--map <file>', 'draw the solution: .svg or .png'),
  ...tileOptions,
  sheets: option('--sheets <file>', 'write route sheets for drivers: .html or .csv'),
  verbose: flag('--verbose', 'also say how the plan was found: method, predictions by depot, bounds, effort'),
};
export type SolutionOutputOptions = ValuesOf<typeof solutionOptions> & OutputOptions & { readonly osm?: string };

/** The instance with the language in which it is written about. */
export const spoken = (instance: Instance, { language }: Pick<LocaleOptions, 'language'>): Instance =>
  language === undefined ? instance : createInstance({ ...instance, units: { ...instance.units, language } });

export const tableStyle = ({ units }: Instance, { language = units.language, csv }: LocaleOptions): TableStyle =>
  csv === 'excel' ? excelTable(language) : plainTable;

/** Throws E_USAGE where the extension names no format. */
function planFormatOf(path: string, option?: string): PlanFormat {
  const format = planFormats.find(({ extensions }) => extensions.some((known) => known === extname(path).toLowerCase()));
  if (format) return format;
  const known = planFormats.flatMap(({ extensions }) => extensions).join(', ');
  throw new NeoLrpError('E_USAGE', `a solution is written as ${known}, not '${path}'`, { field: option, value: path });
}

export const writePlan = async (
  instance: Instance,
  plan: Plan | Solution,
  { name }: PlanFormat,
  options: LocaleOptions,
): Promise<SourceFile | BinaryFile> =>
  name === 'xlsx' ? encodePlan(spoken(instance, options), plan) : writeSolution(instance, plan, name, tableStyle(instance, options));

/** Throws before any work is done if the map cannot be written. `option` names the option of the path. */
export function mapKind(path: string, option?: string): 'svg' | 'png' {
  const extension = extname(path).toLowerCase();
  if (extension === '.svg') return 'svg';
  if (extension === '.png') {
    requireRenderer();
    return 'png';
  }
  throw new NeoLrpError('E_USAGE', `a map is written as .svg or .png, not '${path}'`, { field: option, value: path });
}

export const saveMap = (path: string, svg: string): Promise<void> =>
  mapKind(path) === 'png' ? saveBytes(path, renderPng(svg)) : saveText(path, svg);

type SheetWriter = (instance: Instance, plan: Plan | Solution, options: LocaleOptions) => string;

const sheetWriters: Readonly<Record<string, SheetWriter>> = {
  '.html': drawRouteSheets,
  '.csv': (instance, plan, options) => writeSheetsCsv(instance, plan, tableStyle(instance, options)),
};

/** `option` names the option of the path. */
export function sheetWriter(path: string, option?: string): SheetWriter {
  const extension = extname(path).toLowerCase();
  if (Object.hasOwn(sheetWriters, extension)) return sheetWriters[extension];
  throw new NeoLrpError('E_USAGE', `route sheets are written as .html or .csv, not '${path}'`, { field: option, value: path });
}

export const saveSheets = (path: string, instance: Instance, plan: Plan | Solution, options: LocaleOptions): Promise<void> =>
  saveText(path, sheetWriter(path)(spoken(instance, options), plan, options));

/** Before a long run: checks names and folders, and whether the format can express a plan of the instance. `input`: where that is from. */
export async function requireOutputs(instance: Instance, input: string, { out, map, sheets, tiles }: SolutionOutputOptions): Promise<void> {
  if (instance.days) requireFitsDays(out, map ?? sheets);
  if (out !== undefined) {
    const { name } = planFormatOf(out, '--out');
    if (name === 'xlsx') requireWorkbookFits(instance);
    else requireExpressible(instance, name);
  }
  if (map !== undefined) mapKind(map, '--map');
  if (tiles !== undefined) requireTiles(tiles, '--tiles');
  if (sheets !== undefined) sheetWriter(sheets, '--sheets');
  const files = [out, map, sheets].filter((file) => file !== undefined);
  if (new Set(files.map((file) => resolve(file))).size < files.length)
    throw new NeoLrpError('E_USAGE', 'two outputs have the same name, so one would replace the other', { value: files.join(', ') });
  const inputs = [input, ...input.split(',')].map((file) => resolve(file));
  const replaced = files.find((file) => inputs.includes(resolve(file)));
  if (replaced !== undefined)
    throw new NeoLrpError('E_FILE', 'the instance is in this file; choose another for the output', { file: replaced });
  for (const file of files) await requireWritableFile(file);
}

/** Maps, sheets and most formats have one day. */
function requireFitsDays(out: string | undefined, drawn: string | undefined): void {
  const other = drawn ?? (out !== undefined && !['json', 'xlsx'].includes(planFormatOf(out, '--out').name) ? out : undefined);
  if (other === undefined) return;
  throw new NeoLrpError(
    'E_FORMAT_UNSUPPORTED',
    'the plan of many days is written as .json or .xlsx; this is for one day: name it with --day',
    {
      value: other,
    },
  );
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
  await save(map, async (path) => saveMap(path, drawMap(instance, solution, { base: await groundFor(instance, options) })));
  await save(sheets, (path) => saveSheets(path, instance, solution, options));
  // The text mentions idle depots itself.
  const inText = output.json || lost || solution.days ? [] : idleDepotNotes(instance, solution);
  for (const note of solution.notes ?? []) if (!inText.includes(note)) output.note(note);
  if (lost) output.value(solution);
  else output.result(solution, () => describeSolution(instance, solution, output.style, verbose));
  if (faults.length > 0) throw faults[0];
}
