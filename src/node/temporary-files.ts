/**
 * Names of temporary files, and the removal of those that a killed process left behind. The name tells machine and process: a file is
 * abandoned when its process is gone. Other machines that share the folder are left to clean up after themselves.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const pattern = new RegExp(`^\\.neo-lrp-${machine}-(\\d+)-[0-9a-f]{12}\\.tmp$`);

export const temporaryName = (): string => `.neo-lrp-${machine}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`;

/** Folders that this process has looked through: once is enough, and a folder may hold a great many files. */
const seen = new Set<string>();

/** Failing to clean up is no reason to fail. */
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

/** In a container every process may get the same number, so a file of our own number may be older than we are. */
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
    // A process of another user is running, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
