/** Faults of the operating system in words. */
import { NeoLrpError } from '../problem/errors.ts';

export const noFolder = 'there is no such folder to write into';
export const reasons = {
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'part of the path is a file, not a folder',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
} as const;

/** A fault of the operating system as a coded error. */
export function fileFault(path: string, cause: unknown, verb: 'read' | 'write'): NeoLrpError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known: Readonly<Record<string, string>> = {
    ...reasons,
    ENOENT: verb === 'read' ? 'there is no such file' : noFolder,
    EACCES: `no permission to ${verb} it`,
    EPERM: `no permission to ${verb} it`,
  };
  return new NeoLrpError('E_FILE', known[code] ?? `cannot ${verb} it (${code || String(cause)})`, { file: path }, { cause });
}
