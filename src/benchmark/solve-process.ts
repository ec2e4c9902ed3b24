/**
 * One run in its own process: CPU time is measured per run, it starts cold like a user's, and a crash affects nothing else. It uses the
 * command line, so that a record can be repeated by hand.
 */
import * as z from 'zod';
import type { ClockName } from '../node/solve.ts';
import { type ProcessExit, startProcess } from '../parallel/process.ts';
import { type ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { answered, type RunRecord } from './record.ts';

export interface SolveCommand {
  readonly path: string;
  /** What is in the file, for runs where there is no such file. */
  readonly instance: Instance;
  readonly options: readonly string[];
  readonly seconds: number;
  readonly clock: ClockName;
  readonly seed: number;
}

/** The part of `solve --json` that a record keeps. */
const answerSchema = z.object({
  routes: z.array(z.object({ depot: z.string(), stops: z.array(z.string()) })),
  openDepots: z.array(z.string()),
  cost: z.object({ total: z.number() }),
  ...answered,
  versions: z.record(z.string(), z.string()),
});

export type SolveAnswer = z.output<typeof answerSchema> & {
  /** Where and when it ran, unless that was here and now. */
  readonly ran?: Pick<RunRecord, 'machine' | 'finished'>;
};

/** The answer, or a coded error: nothing else is ever thrown. */
export type Execute = (command: SolveCommand, signal?: AbortSignal) => Promise<SolveAnswer>;

/** One thread a run, so that times compare with published ones; options come later and may say otherwise. */
export const solveArguments = ({ options, seconds, clock, seed }: Omit<SolveCommand, 'path' | 'instance'>): string[] => [
  '--time',
  String(seconds),
  '--clock',
  clock,
  '--threads',
  '1',
  '--seed',
  String(seed),
  ...options,
  '--json',
  '--quiet',
];

/** Far beyond any budget: only a run that hangs is ended from outside. A busy machine may take long for a second of CPU time. */
export const patience = ({ seconds, clock }: Pick<SolveCommand, 'seconds' | 'clock'>): number =>
  clock === 'cpu' ? 100 * seconds + 600 : 10 * seconds + 60;

/** `program`: the script of the command line. */
export const solveInProcess =
  (program: string): Execute =>
  async (command, signal) => {
    const stdout = await runCommand([program, 'solve', command.path, ...solveArguments(command)], { limit: patience(command), signal });
    return readAnswer(stdout);
  };

/** What `solve --json` printed. */
export function readAnswer(stdout: string): SolveAnswer {
  try {
    return answerSchema.parse(JSON.parse(stdout));
  } catch (cause) {
    throw new NeoLrpError('E_INTERNAL', 'solve answered something that is no solution', {}, { cause });
  }
}

interface CommandOptions {
  /** Seconds after which it is killed; never by default. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Called with the last line on stderr. */
  readonly onProgress?: (line: string) => void;
}

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** A command of this package in a process of its own, with `--json`; `args`: the script, then its arguments. Throws coded errors only. */
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
  if (ended === 'limit') return new NeoLrpError('E_INTERNAL', `the process was still running after ${limit} s and was killed`);
  const last = lastLine(stderr);
  try {
    const { error } = errorSchema.parse(JSON.parse(last));
    return new NeoLrpError(error.code as ErrorCode, error.message);
  } catch {
    return new NeoLrpError('E_INTERNAL', `the process ended with ${killer ?? `status ${status}`}${last ? `: ${last}` : ''}`);
  }
}
