/**
 * One run in a process of its own: its CPU time is its own, it starts as cold as a user's, and a crash takes nothing else along.
 * The command line is the contract, so a record can be repeated by typing the same.
 */
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { type ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { ClockName } from '../solve-node.ts';

export interface SolveCommand {
  readonly path: string;
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
  predicted: z.object({ total: z.number(), perDepot: z.array(z.object({ routing: z.number(), actual: z.number() })) }).optional(),
  mip: z.object({ objective: z.number(), bound: z.number().nullable(), gap: z.number().nullable(), solver: z.string() }).optional(),
  time: z.object({ allocation: z.number(), routing: z.number(), improvement: z.number(), total: z.number() }),
  cpu: z.number().optional(),
  stop: z.string(),
  notes: z.array(z.string()).default([]),
  versions: z.record(z.string(), z.string()),
});

export type SolveAnswer = z.output<typeof answerSchema>;

/** The answer, or a coded error: nothing else is ever thrown. */
export type Execute = (command: SolveCommand, signal?: AbortSignal) => Promise<SolveAnswer>;

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** One thread a run, so that times compare with published ones; options come later and may say otherwise. */
export const solveArguments = ({ path, options, seconds, clock, seed }: SolveCommand): string[] => [
  'solve',
  path,
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

/** Far beyond any budget: only a run that hangs is ended from outside. */
const patience = (seconds: number) => 10 * seconds + 60;

/** `program`: the script of the command line. */
export const solveInProcess =
  (program: string): Execute =>
  async (command, signal) => {
    const { status, killer, stdout, stderr } = await run([program, ...solveArguments(command)], patience(command.seconds), signal);
    if (status !== 0) throw failureOf(status, killer, stderr);
    try {
      return answerSchema.parse(JSON.parse(stdout));
    } catch (cause) {
      throw new NeoLrpError('E_INTERNAL', 'solve answered something that is no solution', {}, { cause });
    }
  };

interface Ended {
  readonly status: number | null;
  readonly killer: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], limit: number, signal?: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
    });
    const killWithParent = () => child.kill('SIGKILL');
    process.once('exit', killWithParent);
    const timer = setTimeout(killWithParent, Math.min(1000 * limit, 0x7fffffff));
    const cleanUp = () => {
      clearTimeout(timer);
      process.removeListener('exit', killWithParent);
    };
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    child.on('error', (cause) => {
      cleanUp();
      reject(new NeoLrpError('E_INTERNAL', `solve could not be run: ${cause.message}`, {}, { cause }));
    });
    child.on('close', (status, killer) => {
      cleanUp();
      resolve({ status, killer, ...texts });
    });
  });
}

function failureOf(status: number | null, killer: string | null, stderr: string): NeoLrpError {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  try {
    const { error } = errorSchema.parse(JSON.parse(last));
    return new NeoLrpError(error.code as ErrorCode, error.message);
  } catch {
    return new NeoLrpError('E_INTERNAL', `solve ended with ${killer ?? `status ${status}`}${last ? `: ${last}` : ''}`);
  }
}
