/**
 * Names temporary files, and removes those that a killed process left behind. The name contains machine and process: a file is abandoned
 * when its process is gone. Files of other machines that share the folder are left alone.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const pattern = new RegExp(`^\\.neo-lrp-${machine}-(\\d+)-[0-9a-f]{12}\\.tmp$`);

export const temporaryName = (): string => `.neo-lrp-${machine}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`;

/** Folders that this process has already searched; they may hold many files. */
const seen = new Set<string>();

/** Never throws: failing to clean up is harmless. */
export async function removeAbandoned(folder: string): Promise<void> {
  const path = resolve(folder);
  if (seen.has(path)) return;
  seen.add(path);
  for (const name of await readdir(path).catch(() => [])) {
    const [, owner] = pattern.exec(name) ?? [];
    const file = join(path, name);
    if (owner !== undefined && (await isAbandoned(file, Number(owner)))) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** In containers process ids repeat, so a file with our own id may be older than this process. */
async function isAbandoned(file: string, owner: number): Promise<boolean> {
  if (owner !== process.pid) return !isRunning(owner);
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs < Date.now() - 1000 * process.uptime();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
