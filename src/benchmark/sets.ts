/** Finds the instances of a benchmark in folders. Unreadable ones stay in the list with the reason. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, normalize, resolve } from 'node:path';
import { formats } from '../formats/formats.ts';
import { loadInstance } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import { type BestKnown, recogniseSet } from './reference.ts';

interface Candidate {
  readonly set: string;
  /** Inside its folder. */
  readonly file: string;
  readonly path: string;
}

export interface ReadableInstance extends Candidate {
  readonly instance: Instance;
  readonly hash: string;
}

export interface RefusedInstance extends Candidate {
  readonly error: { readonly code: string; readonly message: string };
}

export type BenchmarkInstance = ReadableInstance | RefusedInstance;

/** Each path is a file, a folder of instances, or a folder of such folders. */
export async function findInstances(paths: readonly string[], bestKnown: BestKnown): Promise<BenchmarkInstance[]> {
  const found: BenchmarkInstance[] = [];
  const names = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const path of paths)
    for (const { folder, files } of await instanceFiles(path)) {
      const set = nameSet(folder, files, bestKnown, folders);
      for (const file of files) {
        const candidate = { set, file, path: join(folder, file) };
        if (found.some((other) => other.path === candidate.path)) continue;
        found.push(await readCandidate(candidate, names));
      }
    }
  if (found.length === 0) throw new NeoLrpError('E_FILE', 'there are no instances to run', { file: paths.join(', ') });
  return found;
}

async function readCandidate(candidate: Candidate, names: Map<string, string>): Promise<BenchmarkInstance> {
  try {
    const instance = await loadInstance(candidate.path);
    const key = JSON.stringify([candidate.set, instance.name]);
    const earlier = names.get(key);
    if (earlier !== undefined)
      throw new NeoLrpError('E_USAGE', `${earlier} has the same name '${instance.name}'; rename one of them to tell the results apart`, {
        file: candidate.path,
      });
    names.set(key, candidate.path);
    return { ...candidate, instance, hash: instanceHash(instance) };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    return { ...candidate, error: { code: error.code, message: error.message } };
  }
}

/** The known set, else the folder's name; a second folder of that name is called by its path. */
function nameSet(folder: string, files: readonly string[], bestKnown: BestKnown, folders: Map<string, string>): string {
  const recognised = recogniseSet(files.map(stemOf), bestKnown);
  if (recognised !== undefined) return recognised;
  const name = basename(resolve(folder));
  const holder = folders.get(name) ?? folder;
  folders.set(name, holder);
  return holder === folder ? name : normalize(folder);
}

const stemOf = (file: string) => basename(file, extname(file));

const extensions = new Set(formats.flatMap((format) => format.extensions));
const isTable = (name: string) => /\.(csv|tsv)$/i.test(name);
/** Other files that share an extension with instances. */
const isCompanion = (name: string) => /(^(bks|best-known)|\.solution)\.json$/i.test(name);
const isInstance = (name: string) =>
  extensions.has(extname(name).toLowerCase()) && !isTable(name) && !isCompanion(name) && !name.startsWith('.');

async function instanceFiles(path: string): Promise<{ folder: string; files: string[] }[]> {
  const found = await stat(path).catch((cause) =>
    Promise.reject(new NeoLrpError('E_FILE', 'there is no such file or folder', { file: path }, { cause })),
  );
  if (found.isFile()) return [{ folder: join(path, '..'), files: [basename(path)] }];
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => compareNames(a.name, b.name));
  // A folder with tables is one instance.
  if (entries.some(({ name }) => isTable(name))) return [{ folder: join(path, '..'), files: [basename(await realpath(path))] }];
  const files: string[] = [];
  const deeper: { folder: string; files: string[] }[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.')) continue;
      for (const inner of await instanceFiles(join(path, entry.name))) {
        if (inner.folder === join(path)) files.push(...inner.files);
        else deeper.push(inner);
      }
    } else if (isInstance(entry.name)) files.push(entry.name);
  }
  return [...(files.length > 0 ? [{ folder: join(path), files }] : []), ...deeper];
}

const collator = new Intl.Collator('en', { numeric: true });
/** 20-5-1 before 100-5-1. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
