/** Runs an external program once: text in on stdin, text out on stdout. Kills it when it takes too long or the caller aborts. */
import { NeoLrpError } from '../problem/errors.ts';
import { startProcess } from './child-process.ts';

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

/** What the program wrote to stdout, without the ready line. Any other end than a clean exit is an E_SOLVER_… error. */
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
  const lines = stderr.slice(-stderrShown).trim().split(/\r?\n/).slice(-4).join(' | ');
  return lines ? `: ${lines}` : '';
}

const stderrShown = 2000;

/** The answer of a program that promised JSON. */
export function parseAnswer(name: string, stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch (error) {
    const shown = stdout.trim().slice(0, 200);
    throw new NeoLrpError(
      'E_SOLVER_FAILED',
      shown ? `${name} answered something that is not JSON: ${shown}` : `${name} answered nothing`,
      {},
      { cause: error },
    );
  }
}
