/** A command of this package in a process of its own, with `--json`: its output, or its coded error as if it had been thrown here. */
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { type ErrorCode, NeoLrpError } from '../problem/errors.ts';

export interface CommandOptions {
  /** Seconds after which it is killed; none: never. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** The line that it last wrote to stderr. */
  readonly onProgress?: (line: string) => void;
}

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** `args`: the script, then what it is told. Nothing but a coded error is ever thrown. */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { status, killer, stdout, stderr } = await run(args, options);
  if (status !== 0) throw failureOf(status, killer, stderr);
  return stdout;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

interface Ended {
  readonly status: number | null;
  readonly killer: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], { limit, signal, onProgress }: CommandOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
    });
    const killWithParent = () => child.kill('SIGKILL');
    process.once('exit', killWithParent);
    const timer = limit === undefined ? undefined : setTimeout(killWithParent, Math.min(1000 * limit, 0x7fffffff));
    const cleanUp = () => {
      clearTimeout(timer);
      process.removeListener('exit', killWithParent);
    };
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
        if (name === 'stderr') onProgress?.(lastLine(text));
      });
    child.on('error', (cause) => {
      cleanUp();
      reject(new NeoLrpError('E_INTERNAL', `a process could not be run: ${cause.message}`, {}, { cause }));
    });
    child.on('close', (status, killer) => {
      cleanUp();
      resolve({ status, killer, ...texts });
    });
  });
}

function failureOf(status: number | null, killer: string | null, stderr: string): NeoLrpError {
  const last = lastLine(stderr);
  try {
    const { error } = errorSchema.parse(JSON.parse(last));
    return new NeoLrpError(error.code as ErrorCode, error.message);
  } catch {
    return new NeoLrpError('E_INTERNAL', `the process ended with ${killer ?? `status ${status}`}${last ? `: ${last}` : ''}`);
  }
}
