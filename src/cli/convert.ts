/** `neo-lrp convert IN OUT`: converts an instance, or with `--instance` a solution, to another file format. */
import { formats } from '../formats/formats.ts';
import { loadPlan, requireWritableFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { loadDataset, saveDataset } from '../training/dataset-file.ts';
import { requireOneStdin } from './arguments.ts';
import { choice, defineCommand, option, type ValuesOf } from './command.ts';
import { instanceOptions, loadNoted, planOfDay } from './instance-input.ts';
import { formatOf, instanceAs, instanceFormat, saveFiles, type Written, writable } from './instance-output.ts';
import type { Output } from './output.ts';
import { localeOptions, planFormats, writePlan } from './plan-output.ts';

const options = {
  ...localeOptions,
  ...instanceOptions,
  to: option('--to <format>', 'format to write (by default the extension of OUT decides)'),
  from: option('--from <format>', 'format to read (by default the content decides)'),
  instance: option('--instance <file>', 'IN is a solution of this instance'),
  name: option('--name <text>', 'name of the instance'),
  travel: choice('--travel <kind>', 'how distances are measured', ['euclidean', 'great-circle']),
};
type ConvertOptions = ValuesOf<typeof options>;

export const register = defineCommand({
  description:
    'Reads an instance in any known format and writes it in another; with --instance, does the same for a solution. Data sets for training are converted between .set, .parquet and .csv.',
  arguments: [
    ['<in>', 'instance or solution to read: file, folder of CSV files, or -'],
    ['<out>', 'file to write, folder for CSV, or -; an existing file is replaced'],
  ],
  options,
  notes: describeFormats(),
  examples: [
    'convert examples/city city.json',
    'convert examples/city city.xlsx',
    'convert customers.csv,depots.csv - --vehicle-capacity 80 --vehicle-cost 120',
    'convert data/paper.set data/paper.parquet',
    'convert examples/tiny.solution.json routes.geojson --instance examples/tiny.json',
  ],
  async run(options, output, input, out) {
    requireOneStdin(input, options.instance);
    if (isDataset(input) || isDataset(out)) {
      await requireWritableFile(out);
      await saveDataset(out, await loadDataset(input));
      if (output.json) output.result({ written: [out] }, () => '');
      else output.note(`wrote ${out}`);
      return;
    }
    const files =
      options.instance === undefined
        ? await instanceFiles(input, out, options, output)
        : await solutionFiles(input, out, options.instance, options, output);
    const written = await saveFiles(files, out);
    if (output.json && out !== '-') output.result({ written }, () => '');
    else for (const path of written) output.note(`wrote ${path}`);
  },
});

/** Of one that networks learn from; as CSV it looks like any table. */
const isDataset = (file: string): boolean => /\.(set|parquet)$/i.test(file);

function describeFormats(): string {
  const list = (known: readonly { name: string; title: string }[]) =>
    known.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n');
  const readOnly = formats.filter((format) => !writable.includes(format));
  return [`Instance formats:\n${list(writable)}`, `Read only:\n${list(readOnly)}`, `Solution formats:\n${list(planFormats)}`].join('\n\n');
}

async function instanceFiles(input: string, out: string, options: ConvertOptions, output: Output): Promise<readonly Written[]> {
  const { from, name, travel } = options;
  const to = await instanceFormat(out, options.to);
  const { instance } = await loadNoted(input, options, output, { format: from, name, travel: travel && { kind: travel } });
  return instanceAs(to, instance, options);
}

async function solutionFiles(
  input: string,
  out: string,
  instancePath: string,
  options: ConvertOptions,
  output: Output,
): Promise<readonly Written[]> {
  const name = options.to ?? (await formatOf(out, planFormats));
  const format = planFormats.find((known) => known.name === name);
  if (!format)
    throw new NeoLrpError('E_USAGE', `a solution is written as ${planFormats.map((known) => known.name).join(', ')}, not '${name}'`, {
      value: name,
    });
  if (out !== '-') await requireWritableFile(out);
  const { instance } = await loadNoted(instancePath, options, output, { format: options.from });
  const plan = planOfDay(await loadPlan(input, instance), options, format.name === 'json' || format.name === 'xlsx');
  return [await writePlan(instance, plan, format, options)];
}
