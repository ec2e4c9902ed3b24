/** `neo-lrp convert IN OUT`: converts an instance, or with `--instance` a solution, to another file format. */
import { extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import type { BinaryFile } from '../formats/format.ts';
import { formatNamed, formats } from '../formats/formats.ts';
import type { SourceFile } from '../formats/source.ts';
import { encodeInstance, writeInstance } from '../formats/write.ts';
import { isFolder, loadPlan, makeFolder, requireWritableFile, requireWritableFolder, saveFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireOneStdin } from './arguments.ts';
import { addInstanceOptions, type InstanceInputOptions, loadNoted } from './instance-input.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';
import { addLocaleOptions, type LocaleOptions, planFormats, spoken, tableStyle, writePlan } from './plan-file.ts';

interface ConvertOptions extends OutputOptions, InstanceInputOptions, LocaleOptions {
  readonly from?: string;
  readonly to?: string;
  readonly instance?: string;
  readonly name?: string;
  readonly travel?: 'euclidean' | 'great-circle';
}

const writable = formats.filter((format) => format.write ?? format.encode);

export function registerConvert(command: Command): void {
  addInstanceOptions(addLocaleOptions(addOutputOptions(command)))
    .description('Reads an instance in any known format and writes it in another; with --instance, does the same for a solution.')
    .argument('<in>', 'instance or solution to read: file, folder of CSV files, or -')
    .argument('<out>', 'file to write, folder for CSV, or -; an existing file is replaced')
    .option('--to <format>', 'format to write (by default the extension of OUT decides)')
    .option('--from <format>', 'format to read (by default the content decides)')
    .option('--instance <file>', 'IN is a solution of this instance')
    .option('--name <text>', 'name of the instance')
    .addOption(new Option('--travel <kind>', 'how distances are measured').choices(['euclidean', 'great-circle']))
    .addHelpText('after', () => `\n${describeFormats()}\n${examples}`)
    .action(async (input: string, out: string, options: ConvertOptions) => {
      requireOneStdin(input, options.instance);
      const output = new Output(options);
      const files =
        options.instance === undefined
          ? await instanceFiles(input, out, options, output)
          : await solutionFiles(input, out, options.instance, options, output);
      const written = await save(files, out);
      if (output.json && out !== '-') output.result({ written }, () => '');
      else for (const path of written) output.note(`wrote ${path}`);
    });
}

type Written = SourceFile | BinaryFile;

const examples = `
Examples:
  neo-lrp convert examples/city city.json
  neo-lrp convert examples/city city.xlsx
  neo-lrp convert customers.csv,depots.csv - --vehicle-capacity 80 --vehicle-cost 120
  neo-lrp convert examples/tiny.solution.json routes.geojson --instance examples/tiny.json`;

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
  return [await writePlan(instance, await loadPlan(input, instance), format, options)];
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
    {
      value: out,
    },
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
