/** Child processes that never outlive this one: text in on stdin, text out on stdout, killed after a limit or an abort. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly cwd?: string;
  /** For a Node script that calls `endWithParent`: it ends even where this process is killed. */
  readonly tethered?: boolean;
  readonly signal?: AbortSignal;
  /** Gets everything written so far. */
  readonly onStdout?: (text: string) => void;
  /** Gets what was just written. */
  readonly onStderr?: (text: string) => void;
}

export interface ProcessExit {
  readonly status: number | null;
  readonly killer: NodeJS.Signals | null;
  /** Why it was killed, if it was. */
  readonly ended?: 'limit' | 'abort';
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildProcess {
  /** Kills it after this many seconds from now, replacing an earlier limit; Infinity for never. */
  endAfter(seconds: number): void;
  /** Rejects only if it cannot be started. */
  readonly exit: Promise<ProcessExit>;
}

/** Characters of stderr that are kept. */
const stderrKept = 65_536;
const longestTimer = 0x7fffffff;

/** Set in the environment of a tethered process. */
const tetherVariable = 'NEO_LRP_TETHERED';

/** Ends a tethered process with its parent: the channel between them closes however the parent dies. */
export function endWithParent(): void {
  if (!process.env[tetherVariable] || !process.connected) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref();
}

export function startProcess(options: ProcessOptions): ChildProcess {
  const { command, args, input = '', cwd, tethered = false, signal, onStdout, onStderr } = options;
  const child = spawn(command, [...args], {
    cwd,
    windowsHide: true,
    stdio: tethered ? ['pipe', 'pipe', 'pipe', 'ipc'] : 'pipe',
    ...(tethered && { env: { ...process.env, [tetherVariable]: '1' } }),
  }) as ChildProcessWithoutNullStreams;
  let stdout = '';
  let stderr = '';
  let ended: ProcessExit['ended'];
  let timer: NodeJS.Timeout | undefined;
  const end = (by: ProcessExit['ended']) => {
    ended ??= by;
    child.kill('SIGKILL');
  };
  const abort = () => end('abort');
  const killWithParent = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', abort, { once: true });
  process.once('exit', killWithParent);

  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onStdout?.(stdout);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrKept);
    onStderr?.(text);
  });
  // A program that ends before it has read everything closes the pipe; its exit status says enough.
  child.stdin.on('error', () => {});
  child.stdin.end(input);

  const exit = new Promise<ProcessExit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, killer) => resolve({ status, killer, ended, stdout, stderr }));
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    process.removeListener('exit', killWithParent);
  });
  if (signal?.aborted) abort();
  return {
    exit,
    endAfter(seconds) {
      clearTimeout(timer);
      timer = seconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, Math.min(1000 * seconds, longestTimer), 'limit');
    },
  };
}

export interface ProgramRun {
  /** What the user calls it, for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly cwd?: string;
  /**
   * Seconds that loading may take. If given, the program prints `ready` on the first line of stdout once it has loaded, and `limit` counts
   * from then on: an interpreter's imports are not search time.
   */
  readonly startUp?: number;
  /** Seconds after which it is killed; Infinity for never. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

const readyLine = /^ready\r?\n/;

/** Runs an external program once. Returns what it wrote to stdout, without the ready line; throws unless it exits with status 0. */
export async function runProgram({ name, command, args, input, cwd, startUp, limit, signal }: ProgramRun): Promise<string> {
  if (signal?.aborted) throw new NeoLrpError('E_BUDGET', `${name} was stopped before it began`);
  let ready = startUp === undefined;
  const child = startProcess({
    command,
    args,
    input,
    cwd,
    signal,
    onStdout: (stdout) => {
      if (ready || !readyLine.test(stdout)) return;
      ready = true;
      child.endAfter(limit);
    },
  });
  child.endAfter(startUp ?? limit);
  const { status, killer, ended, stdout, stderr } = await child.exit.catch((cause: Error) => {
    throw new NeoLrpError('E_SOLVER_MISSING', `${name}: '${command}' cannot be started (${cause.message})`, {}, { cause });
  });
  const failed = (how: string) => new NeoLrpError('E_SOLVER_FAILED', `${name} ${how}`);
  if (ended === 'abort') throw new NeoLrpError('E_BUDGET', `${name} was stopped before it had an answer`);
  if (ended === 'limit') {
    const [doing, seconds] = ready ? ['running', limit] : ['loading', startUp ?? limit];
    throw failed(`was still ${doing} after ${seconds.toFixed(1)} s and was killed`);
  }
  if (status !== 0) throw failed(`ended with ${killer ?? `status ${status}`}${tail(stderr)}`);
  if (!ready) throw failed(`exited before it was ready${tail(stderr)}`);
  return startUp === undefined ? stdout : stdout.replace(readyLine, '');
}

/** The last lines of stderr, which give the reason for a crash. */
function tail(stderr: string): string {
  const lines = stderr.slice(-2000).trim().split(/\r?\n/).slice(-4).join(' | ');
  return lines ? `: ${lines}` : '';
}

/** The answer of a program that promised JSON of this shape. */
export function readAnswer<Answer>(name: string, stdout: string, schema: z.ZodType<Answer>): Answer {
  const refused = (how: string, cause?: unknown) => new NeoLrpError('E_SOLVER_FAILED', `${name} ${how}`, {}, { cause });
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch (error) {
    const shown = stdout.trim().slice(0, 200);
    throw refused(shown ? `answered something that is not JSON: ${shown}` : 'answered nothing', error);
  }
  const { success, data } = schema.safeParse(answer);
  if (success) return data;
  throw refused(`gave an invalid answer: ${JSON.stringify(answer).slice(0, 300)}`);
}
