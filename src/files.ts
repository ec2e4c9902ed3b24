/** Instances and plans from paths, and texts to paths: the only file access of the formats. */
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { decodeFile, decodeText } from './formats/decode.ts';
import type { BinaryFile } from './formats/format.ts';
import { readPlan } from './formats/plan.ts';
import { type ReadOptions, readInstance } from './formats/read.ts';
import type { SourceFile } from './formats/source.ts';
import { NeoLrpError } from './problem/errors.ts';
import type { Instance } from './problem/instance.ts';
import type { Plan } from './problem/solution.ts';

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
  if (await isFolder(path)) return loadFolder(path);
  // A comma may also stand in the name of one file.
  const parts = path === '-' || !path.includes(',') || (await exists(path)) ? [path] : path.split(',').filter((part) => part !== '');
  return loadFiles(parts);
}

export const saveText = (path: string, text: string): Promise<void> => save(path, text);
export const saveBytes = (path: string, bytes: Uint8Array): Promise<void> => save(path, bytes);

/**
 * Writes to a temporary neighbour and renames it, so that a reader sees the old content or the new one, never a part.
 * Links are followed; what is no file, such as a device or a pipe, cannot be replaced and is written to directly.
 */
async function save(path: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  const temporary = join(dirname(target), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    if (existing && !existing.isFile() && !existing.isDirectory()) return await writeFile(target, content);
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

/** A plain Uint8Array, because the `slice` of Node's Buffer shares memory where others copy. */
export async function loadBytes(path: string): Promise<Uint8Array> {
  const { buffer, byteOffset, length } = await readFile(path).catch((cause) => Promise.reject(fileFault(path, cause, 'read')));
  return new Uint8Array(buffer, byteOffset, length);
}

async function loadFolder(path: string): Promise<SourceFile[]> {
  const names = (await readdir(path).catch((cause) => Promise.reject(fileFault(path, cause, 'read')))).sort();
  const tables = names.filter((name) => /\.(csv|tsv)$/i.test(name));
  if (tables.length === 0)
    throw new NeoLrpError('E_FILE', 'the folder holds no CSV files; expected customers.csv and depots.csv, or name a file instead', {
      file: path,
    });
  const settings = names.filter((name) => name.toLowerCase() === 'instance.json');
  return loadFiles([...tables, ...settings].map((name) => join(path, name)));
}

async function loadFiles(paths: readonly string[]): Promise<SourceFile[]> {
  return (await Promise.all(paths.map(async (path) => decodeFile(await loadFile(path))))).flat();
}

async function loadFile(path: string): Promise<BinaryFile> {
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

function fileFault(path: string, cause: unknown, verb: 'read' | 'write'): NeoLrpError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: verb === 'read' ? 'there is no such file' : 'there is no such folder to write into',
    EACCES: `no permission to ${verb} it`,
    EPERM: `no permission to ${verb} it`,
    EISDIR: 'this is a folder, not a file',
    ENOTDIR: 'a part of the path is a file, not a folder',
    ENOSPC: 'no space is left on the device',
    ENAMETOOLONG: 'the name is too long',
  };
  return new NeoLrpError('E_FILE', reasons[code] ?? `cannot ${verb} it (${code || String(cause)})`, { file: path }, { cause });
}
