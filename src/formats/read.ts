/** Reads an instance from one file, or from the several files of a CSV folder, in any format of the table. */
import { type Names, requireKnown } from '../problem/arguments.ts';
import { NeoLrpError, retelling } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import type { InstanceFormat, InstanceOptions } from './format.ts';
import { formatNamed, formats } from './formats.ts';
import { ReadWarnings, type WarningOptions } from './read-warnings.ts';
import { Source, type SourceFile } from './source.ts';

/** What a file leaves unsaid, which columns to ignore, and who hears of warnings. */
export interface ReadOptions extends InstanceOptions, WarningOptions {
  /** Name of the format; by default the content decides. */
  readonly format?: string;
}

const readOptionNames: Names<ReadOptions> = {
  name: 0,
  vehicleCapacity: 0,
  vehicleCost: 0,
  travel: 0,
  rounding: 0,
  sites: 0,
  ignore: 0,
  onWarning: 0,
  format: 0,
};

/** Reads an instance from a file, or from the files of one, in any known format. Throws a coded error with the place. */
export function readInstance(files: SourceFile | readonly SourceFile[], options: ReadOptions = {}): Instance {
  requireKnown(options, readOptionNames);
  const sources = toSources(files);
  const format = options.format === undefined ? recognise(sources) : formatNamed(options.format);
  const warnings = new ReadWarnings(options);
  if (options.rounding !== undefined && !roundedByOption.includes(format.name))
    throw new NeoLrpError(
      'E_USAGE',
      `a file of format '${format.name}' states how its distances are measured; rounding is for ${roundedByOption.join(' and ')}`,
      {
        field: 'rounding',
        value: options.rounding,
      },
    );
  const read = () => {
    const instance = override(format.read(sources, options, warnings), options);
    warnings.close();
    return instance;
  };
  return retelling(read, (error) => (sources.length === 1 && error.code !== 'E_USAGE' ? error.at({ file: sources[0].label }) : error));
}

/** Formats whose files do not say how distances are rounded. */
const roundedByOption: readonly string[] = ['vrp', 'solomon'];

/** Judges by content; throws E_FORMAT_UNKNOWN if no format fits. */
export function recogniseFormat(files: SourceFile | readonly SourceFile[]): InstanceFormat {
  return recognise(toSources(files));
}

function recognise(sources: readonly Source[]): InstanceFormat {
  const [first] = sources;
  if (first.sheet !== undefined) return formatNamed('xlsx');
  if (sources.length > 1) return formatNamed('csv');
  if (first.text.trim() === '') throw first.fault('E_FORMAT_UNKNOWN', 'the file is empty');
  const matching = formats.filter((format) => format.recognises(first));
  const format = matching.find(({ extensions }) => extensions.includes(first.extension)) ?? matching[0];
  if (!format && first.member('routes') !== undefined)
    throw first.fault('E_FORMAT_UNKNOWN', 'this looks like a plan, not an instance: it has routes, but no depots and customers');
  if (!format)
    throw first.fault('E_FORMAT_UNKNOWN', `the content is in none of the known formats: ${formats.map(({ title }) => title).join('; ')}`);
  return format;
}

function toSources(files: SourceFile | readonly SourceFile[]): readonly Source[] {
  const sources = [files].flat().map((file) => new Source(file));
  if (sources.length === 0) throw new NeoLrpError('E_USAGE', 'no file is given to read an instance from');
  return sources;
}

function override(instance: Instance, { name, vehicleCapacity, vehicleCost, travel }: InstanceOptions): Instance {
  if (name === undefined && vehicleCapacity === undefined && vehicleCost === undefined && travel === undefined) return instance;
  return createInstance({
    ...instance,
    name: name ?? instance.name,
    vehicleCapacity: vehicleCapacity ?? instance.vehicleCapacity,
    vehicleCost: vehicleCost ?? instance.vehicleCost,
    travel: travel ?? instance.travel,
  });
}
