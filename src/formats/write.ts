/** Turns instances and solutions into named texts, which the caller saves. */
import { requirePlan } from '../problem/check-plan.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { writeSolutionCsv } from './csv-solution.ts';
import type { BinaryFile } from './format.ts';
import { formatNamed, formats } from './formats.ts';
import { writeSolutionGeoJson } from './geojson-solution.ts';
import { formatJson } from './json-text.ts';
import { fileNameOf, type SourceFile } from './source.ts';
import { requireCountable, writeSol } from './vrplib-solution.ts';

/** One file, or several for CSV. What the format cannot express is refused with E_FORMAT_UNSUPPORTED, never dropped. */
export function writeInstance(instance: Instance, format = 'json'): readonly SourceFile[] {
  const { write, encode, title } = formatNamed(format);
  if (!write && encode) throw new NeoLrpError('E_USAGE', `${title} is not text; write it with encodeInstance`, { value: format });
  if (!write) {
    const writable = formats.filter((known) => known.write).map(({ name }) => name);
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', `${title} can be read but not written; write one of ${writable.join(', ')}`, {
      value: format,
    });
  }
  return write(requireInstance(instance));
}

/** The file of a format that is not text, such as `xlsx`. */
export function encodeInstance(instance: Instance, format: string): Promise<BinaryFile> {
  const { encode, title } = formatNamed(format);
  if (!encode) throw new NeoLrpError('E_USAGE', `${title} is text; write it with writeInstance`, { value: format });
  return encode(requireInstance(instance));
}

export const solutionFormats = [
  { name: 'json', title: 'NEO-LRP JSON', extensions: ['.json'] },
  { name: 'geojson', title: 'GeoJSON (one line per route)', extensions: ['.geojson'] },
  { name: 'csv', title: 'CSV (one row per stop)', extensions: ['.csv'] },
  { name: 'sol', title: 'VRPLIB solution (one depot)', extensions: ['.sol'] },
] as const;

export type SolutionFormat = (typeof solutionFormats)[number]['name'];

/** Throws E_FORMAT_UNSUPPORTED if the format cannot express the plans that solvers make for the instance. */
export function requireExpressible(instance: Instance, format: SolutionFormat): void {
  if (format === 'sol') requireCountable(instance);
}

export function writeSolution(instance: Instance, solution: Solution | Plan, format: SolutionFormat = 'json'): SourceFile {
  requireInstanceShape(instance);
  requirePlan(solution);
  switch (format) {
    case 'json':
      return { name: `${fileNameOf(instance.name)}.solution.json`, text: `${formatJson(solution)}\n` };
    case 'geojson':
      return { name: `${fileNameOf(instance.name)}.solution.geojson`, text: writeSolutionGeoJson(instance, solution) };
    case 'csv':
      return { name: `${fileNameOf(instance.name)}.solution.csv`, text: writeSolutionCsv(instance, solution) };
    case 'sol':
      return { name: `${fileNameOf(instance.name)}.sol`, text: writeSol(instance, solution) };
    default:
      throw new NeoLrpError(
        'E_USAGE',
        `a solution is written as ${solutionFormats.map(({ name }) => name).join(', ')}, not '${String(format)}'`,
        {
          value: format,
        },
      );
  }
}
