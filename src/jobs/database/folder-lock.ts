/**
 * One process a folder. The lock is a socket in the folder on which its holder listens: unlike a file with a process number it dies with
 * its holder, however that ends, and is never taken for that of another process of the same number.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { NeoLrpError } from '../../problem/errors.ts';

export interface FolderLock {
  release(): Promise<void>;
}

export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = await socketPath(folder);
  if (await isAnswered(path))
    throw new NeoLrpError('E_DATABASE', 'another process uses this folder; end it, or name a PostgreSQL server with --database for both', {
      file: folder,
    });
  // What nobody answers on was left behind by a kill.
  if (process.platform !== 'win32') await rm(path, { force: true });
  const server = createServer((socket) => socket.end());
  server.listen(path).unref();
  await once(server, 'listening').catch((cause) => {
    throw new NeoLrpError('E_DATABASE', `the folder cannot be locked (${cause.code ?? cause.message})`, { file: folder }, { cause });
  });
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Paths of sockets have about a hundred characters at most, so the shorter spelling is taken. */
async function socketPath(folder: string): Promise<string> {
  const whole = await realpath(folder);
  if (process.platform === 'win32') return `\\\\.\\pipe\\neo-lrp-${createHash('sha256').update(whole).digest('hex')}`;
  const [absolute, near] = [join(whole, 'lock'), join(relative(process.cwd(), whole), 'lock')];
  return near.length < absolute.length ? near : absolute;
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
