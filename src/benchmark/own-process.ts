/** A command of this package in a process of its own, with `--json`: its output, or its coded error as if it had been thrown here. */
import { z } from 'zod';
import { type ProcessExit, startProcess } from '../parallel/child-process.ts';
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
export async function runCommand(args: readonly string[], { limit, signal, onProgress }: CommandOptions = {}): Promise<string> {
  const child = startProcess({ command: process.execPath, args, tethered: true, signal, onStderr: (text) => onProgress?.(lastLine(text)) });
  if (limit !== undefined) child.endAfter(limit);
  const exit = await child.exit.catch((cause: Error) => {
    throw new NeoLrpError('E_INTERNAL', `a process could not be run: ${cause.message}`, {}, { cause });
  });
  if (exit.ended === undefined && exit.status === 0) return exit.stdout;
  throw failureOf(exit, limit);
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

function failureOf({ status, killer, ended, stderr }: ProcessExit, limit?: number): NeoLrpError {
  if (ended === 'abort') return new NeoLrpError('E_BUDGET', 'the process was stopped before it had an answer');
  if (ended === 'limit') return new NeoLrpError('E_INTERNAL', `the process was still running after ${limit} s and was ended`);
  const last = lastLine(stderr);
  try {
    const { error } = errorSchema.parse(JSON.parse(last));
    return new NeoLrpError(error.code as ErrorCode, error.message);
  } catch {
    return new NeoLrpError('E_INTERNAL', `the process ended with ${killer ?? `status ${status}`}${last ? `: ${last}` : ''}`);
  }
}
