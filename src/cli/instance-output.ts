/** Instances as files: the extension decides the format, and a folder takes CSV tables. */
import { extname, join } from 'node:path';
import type { BinaryFile } from '../formats/format.ts';
import { formatNamed, formats } from '../formats/formats.ts';
import type { SourceFile } from '../formats/source.ts';
import { encodeInstance, writeInstance } from '../formats/write.ts';
import { isFolder, makeFolder, requireWritableFile, requireWritableFolder, saveFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { type LocaleOptions, spoken, tableStyle } from './plan-output.ts';

export const writable = formats.filter((format) => format.write ?? format.encode);

export type Written = SourceFile | BinaryFile;

/** The format that `out` is written in; throws before any work is done if it cannot be. */
export async function instanceFormat(out: string, named?: string): Promise<string> {
  const format = named ?? (await formatOf(out, writable, 'csv'));
  if (out !== '-') await (format === 'csv' ? requireWritableFolder(out) : requireWritableFile(out));
  return format;
}

export async function instanceAs(format: string, instance: Instance, options: LocaleOptions): Promise<readonly Written[]> {
  const named = spoken(instance, options);
  return formatNamed(format).encode ? [await encodeInstance(named, format)] : writeInstance(named, format, tableStyle(named, options));
}

/** By extension; for a folder the format that needs one, for stdout our own. */
export async function formatOf(
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
export async function saveFiles(files: readonly Written[], out: string): Promise<string[]> {
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
