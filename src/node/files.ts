/** Reads instances and plans from paths and writes texts to paths: the only file access of the formats. */
import type { Stats } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { decodeFile, decodeText } from '../formats/decode.ts';
import type { BinaryFile } from '../formats/format.ts';
import { readPlan } from '../formats/plan.ts';
import { type ReadOptions, readInstance } from '../formats/read.ts';
import type { SourceFile } from '../formats/source.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan } from '../problem/solution.ts';
import { fileFault, noFolder, reasons } from './file-fault.ts';
import { removeAbandoned, temporaryName } from './temporary-files.ts';

/** `path`: a file, a folder with CSV files, several files joined by commas, or `-` for standard input. */
export async function loadInstance(path: string, options: ReadOptions = {}): Promise<Instance> {
  return readInstance(await loadSources(path), options);
}

/** `path`: a file, or `-` for standard input. */
export async function loadPlan(path: string, instance?: Instance): Promise<Plan> {
  return readPlan(decodeText(await loadFile(path)), instance);
}

/** The files behind a path, for readers that take several. */
export async function loadSources(path: string): Promise<SourceFile[]> {
  requirePath(path);
  if (await isFolder(path)) return loadFolder(path);
  // A comma may also be part of a file name.
  const parts = path === '-' || !path.includes(',') || (await exists(path)) ? [path] : path.split(',').filter((part) => part !== '');
  return loadFiles(parts);
}

/** Writes a text file in one step: a reader never sees half of it. */
export const saveText = (path: string, text: string): Promise<void> => save(path, text);
export const saveBytes = (path: string, bytes: Uint8Array): Promise<void> => save(path, bytes);
export const saveFile = (path: string, file: SourceFile | BinaryFile): Promise<void> => save(path, 'text' in file ? file.text : file.bytes);

/**
 * Writes to a temporary neighbour and renames it, so that a reader sees the old content or the new one, never a part. Devices and pipes
 * cannot be replaced and are written to directly.
 */
async function save(path: string, content: string | Uint8Array): Promise<void> {
  requirePath(path);
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw new NeoLrpError('E_USAGE', 'what is saved must be text or bytes');
  const { target, existing } = await targetOf(path);
  const temporary = join(dirname(target), temporaryName());
  try {
    if (existing && !existing.isFile() && !existing.isDirectory()) return await writeFile(target, content);
    await removeAbandoned(dirname(target));
    const handle = await open(temporary, 'w', existing?.isFile() ? existing.mode : undefined);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileFault(path, cause, 'write');
  }
}

/** Who names a file has it replaced. A link names another file, perhaps of another's making, and leads on only to devices and pipes. */
async function targetOf(path: string): Promise<{ readonly target: string; readonly existing?: Stats }> {
  const link = await readlink(path).catch(() => undefined);
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (link !== undefined && (existing === undefined || existing.isFile()))
    throw new NeoLrpError(
      'E_FILE',
      `this is a symbolic link, and what it points to is not replaced; name '${link}' itself, or another file`,
      { file: path },
    );
  return { target, existing };
}

/** Makes a folder to write into, and those above it. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause) => Promise.reject(fileFault(path, cause, 'write')));
}

/** Call before a long run: throws E_FILE if a file could not be written there, and changes nothing. */
export async function requireWritableFile(path: string): Promise<void> {
  const { target, existing } = await targetOf(path);
  if (existing?.isDirectory()) throw new NeoLrpError('E_FILE', 'this is a folder, not a file', { file: path });
  // A file is replaced by its temporary neighbour, which its folder must allow.
  const written = existing && !existing.isFile() ? target : dirname(target);
  if (written !== target && !(await isFolder(written)))
    throw new NeoLrpError('E_FILE', (await exists(written)) ? reasons.ENOTDIR : noFolder, { file: path });
  await access(written, constants.W_OK).catch((cause) => Promise.reject(fileFault(path, cause, 'write')));
}

/** The same for a folder, which need not exist yet. */
export async function requireWritableFolder(path: string): Promise<void> {
  let existing = path;
  while (!(await exists(existing)) && dirname(existing) !== existing) existing = dirname(existing);
  if (!(await isFolder(existing))) throw new NeoLrpError('E_FILE', 'there is a file in place of this folder', { file: existing });
  await access(existing, constants.W_OK).catch((cause) => Promise.reject(fileFault(path, cause, 'write')));
}

/** A plain Uint8Array, because the `slice` of Node's Buffer shares memory instead of copying. */
export async function loadBytes(path: string): Promise<Uint8Array> {
  const { buffer, byteOffset, length } = await readFile(path).catch((cause) => Promise.reject(fileFault(path, cause, 'read')));
  return new Uint8Array(buffer, byteOffset, length);
}

function requirePath(path: unknown): void {
  if (typeof path !== 'string') throw new NeoLrpError('E_USAGE', 'a path must be a string', { value: path });
}

async function loadFolder(path: string): Promise<SourceFile[]> {
  const names = (await readdir(path).catch((cause) => Promise.reject(fileFault(path, cause, 'read')))).sort();
  const tables = names.filter((name) => /\.(csv|tsv)$/i.test(name));
  if (tables.length === 0)
    throw new NeoLrpError('E_FILE', 'the folder has no CSV files; expected customers.csv and depots.csv, or name a file instead', {
      file: path,
    });
  const settings = names.filter((name) => name.toLowerCase() === 'instance.json');
  return loadFiles([...tables, ...settings].map((name) => join(path, name)));
}

async function loadFiles(paths: readonly string[]): Promise<SourceFile[]> {
  return (await Promise.all(paths.map(async (path) => decodeFile(await loadFile(path))))).flat();
}

async function loadFile(path: string): Promise<BinaryFile> {
  requirePath(path);
  const name = path === '-' ? 'stdin' : path;
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch((cause) =>
    Promise.reject(fileFault(path, cause, 'read')),
  );
  return { name, bytes };
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
