/** `neo-lrp convert IN OUT`: converts an instance, or with `--instance` a solution, to another file format. */
import { extname, join } from 'node:path';
import type { BinaryFile } from '../formats/format.ts';
import { formatNamed, formats } from '../formats/formats.ts';
import type { SourceFile } from '../formats/source.ts';
import { encodeInstance, writeInstance } from '../formats/write.ts';
import { isFolder, loadPlan, makeFolder, requireWritableFile, requireWritableFolder, saveFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireOneStdin } from './arguments.ts';
import { choice, defineCommand, option, type ValuesOf } from './command.ts';
import { instanceOptions, loadNoted, planOfDay } from './instance-input.ts';
import type { Output } from './output.ts';
import { localeOptions, planFormats, spoken, tableStyle, writePlan } from './plan-output.ts';

const writable = formats.filter((format) => format.write ?? format.encode);

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
  description: 'Reads an instance in any known format and writes it in another; with --instance, does the same for a solution.',
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
    'convert examples/tiny.solution.json routes.geojson --instance examples/tiny.json',
  ],
  async run(options, output, input, out) {
    requireOneStdin(input, options.instance);
    const files =
      options.instance === undefined
        ? await instanceFiles(input, out, options, output)
        : await solutionFiles(input, out, options.instance, options, output);
    const written = await save(files, out);
    if (output.json && out !== '-') output.result({ written }, () => '');
    else for (const path of written) output.note(`wrote ${path}`);
  },
});

type Written = SourceFile | BinaryFile;

function describeFormats(): string {
  const list = (known: readonly { name: string; title: string }[]) =>
    known.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n');
  const readOnly = formats.filter((format) => !writable.includes(format));
  return [`Instance formats:\n${list(writable)}`, `Read only:\n${list(readOnly)}`, `Solution formats:\n${list(planFormats)}`].join('\n\n');
}

async function instanceFiles(input: string, out: string, options: ConvertOptions, output: Output): Promise<readonly Written[]> {
  const { from, name, travel } = options;
  const to = options.to ?? (await formatOf(out, writable, 'csv'));
  if (out !== '-') await (to === 'csv' ? requireWritableFolder(out) : requireWritableFile(out));
  const { instance } = await loadNoted(input, options, output, { format: from, name, travel: travel && { kind: travel } });
  const named = spoken(instance, options);
  return formatNamed(to).encode ? [await encodeInstance(named, to)] : writeInstance(named, to, tableStyle(named, options));
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

/** By extension; for a folder the format that needs one, for stdout our own. */
async function formatOf(
  out: string,
  known: readonly { name: string; extensions: readonly string[] }[],
  inFolders?: string,
): Promise<string> {
  if (out === '-') return 'json';
  if (inFolders !== undefined && (/[/\\]$/.test(out) || extname(out) === '' || (await isFolder(out)))) return inFolders;
  const extension = extname(out).toLowerCase();
  // A format's first extension is its own; it may share others.
  const format =
    known.find(({ extensions }) => extensions[0] === extension) ?? known.find(({ extensions }) => extensions.includes(extension));
  if (format) return format.name;
  throw new NeoLrpError(
    'E_USAGE',
    `the extension of '${out}' names no format; add --to with one of ${known.map(({ name }) => name).join(', ')}`,
    { value: out },
  );
}

/** Several files go into the folder `out`; returns the paths written, none for stdout. */
async function save(files: readonly Written[], out: string): Promise<string[]> {
  if (files.length === 1) {
    const [file] = files;
    if (out === '-') {
      process.stdout.write('text' in file ? file.text : file.bytes);
      return [];
    }
    await saveFile(out, file);
    return [out];
  }
  const names = files.map(({ name }) => name).join(', ');
  if (out === '-' || /\.csv$/i.test(out))
    throw new NeoLrpError('E_USAGE', `this format is several files (${names}); name a folder to write them into`, { value: out });
  await makeFolder(out);
  const paths = files.map(({ name }) => join(out, name));
  for (const [k, file] of files.entries()) await saveFile(paths[k], file);
  return paths;
}
