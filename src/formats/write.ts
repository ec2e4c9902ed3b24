/** Turns instances and solutions into named texts, which the caller saves. */
import { requirePlan } from '../problem/check-plan.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { writeSolutionCsv } from './csv-solution.ts';
import type { TableStyle } from './csv-text.ts';
import { decodeFile } from './decode.ts';
import type { BinaryFile } from './format.ts';
import { formatNamed, formats } from './formats.ts';
import { writeSolutionGeoJson } from './geojson-solution.ts';
import { formatJson } from './json-text.ts';
import { requirePlanReadBack, requireReadBack } from './read-back.ts';
import { fileNameOf, type SourceFile } from './source.ts';
import { requireCountable, writeSol } from './vrplib-solution.ts';

/** One file, or several for CSV, which may be in the style that a spreadsheet program wants. What the format cannot express is refused with E_FORMAT_UNSUPPORTED, never dropped. */
export function writeInstance(instance: Instance, format = 'json', style?: TableStyle): readonly SourceFile[] {
  const known = formatNamed(format);
  const { write, encode, title } = known;
  if (!write && encode) throw new NeoLrpError('E_USAGE', `${title} is not text; write it with encodeInstance`, { value: format });
  if (!write) {
    const writable = formats.filter((other) => other.write).map(({ name }) => name);
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', `${title} can be read but not written; write one of ${writable.join(', ')}`, {
      value: format,
    });
  }
  const whole = requireInstance(instance);
  const files = write(whole, style);
  requireReadBack(whole, known, files);
  return files;
}

/** The file of a format that is not text, such as `xlsx`. */
export function encodeInstance(instance: Instance, format: string): Promise<BinaryFile> {
  const known = formatNamed(format);
  const { encode, title } = known;
  if (!encode) throw new NeoLrpError('E_USAGE', `${title} is text; write it with writeInstance`, { value: format });
  const whole = requireInstance(instance);
  return encode(whole).then(async (file) => {
    requireReadBack(whole, known, await decodeFile(file));
    return file;
  });
}

export const solutionFormats = [
  {
    name: 'json',
    title: 'NEO-LRP JSON',
    extensions: ['.json'],
    suffix: '.solution.json',
    write: (_: Instance, plan: Solution | Plan) => `${formatJson(plan)}\n`,
  },
  {
    name: 'geojson',
    title: 'GeoJSON (one line per route)',
    extensions: ['.geojson'],
    suffix: '.solution.geojson',
    write: writeSolutionGeoJson,
  },
  { name: 'csv', title: 'CSV (one row per stop)', extensions: ['.csv'], suffix: '.solution.csv', write: writeSolutionCsv },
  { name: 'sol', title: 'VRPLIB solution (one depot)', extensions: ['.sol'], suffix: '.sol', write: writeSol },
] as const;

export type SolutionFormat = (typeof solutionFormats)[number]['name'];

/** Throws E_FORMAT_UNSUPPORTED if the format cannot express the plans that solvers make for the instance. */
export function requireExpressible(instance: Instance, format: SolutionFormat): void {
  if (format === 'sol') requireCountable(instance);
}

/** A plan as text: `json`, `geojson`, `csv` or `sol`. Throws E_FORMAT_UNSUPPORTED where the format cannot express it. */
export function writeSolution(
  instance: Instance,
  solution: Solution | Plan,
  format: SolutionFormat = 'json',
  style?: TableStyle,
): SourceFile {
  requireInstanceShape(instance);
  requirePlan(solution);
  const known = solutionFormats.find(({ name }) => name === format);
  if (!known)
    throw new NeoLrpError(
      'E_USAGE',
      `a solution is written as ${solutionFormats.map(({ name }) => name).join(', ')}, not '${String(format)}'`,
      { value: format },
    );
  const file = { name: `${fileNameOf(instance.name)}${known.suffix}`, text: known.write(instance, solution, style) };
  requirePlanReadBack(instance, known.title, solution, file);
  return file;
}
