/** Runs an external program once: text in on stdin, text out on stdout; ended from outside when it overstays or the caller gives up. */
import { spawn } from 'node:child_process';
import { NeoLrpError } from '../problem/errors.ts';

export interface ProgramRun {
  /** What the user calls it, for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly cwd?: string;
  /**
   * Seconds that loading may take. Given, the program says `ready` on the first line of stdout once it has loaded, and only then
   * does `limit` begin to count: the time of an interpreter's imports is nobody's search time.
   */
  readonly startUp?: number;
  /** Seconds after which it is ended; Infinity for never. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

const readyLine = /^ready\r?\n/;

/** What the program wrote to stdout (without the ready line). Anything but a clean exit is an E_SOLVER_… error. */
export function runProgram({ name, command, args, input, cwd, startUp, limit, signal }: ProgramRun): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new NeoLrpError('E_BUDGET', `${name} was stopped before it began`));
      return;
    }
    const child = spawn(command, [...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    let stdout = '';
    let stderr = '';
    let ended: NeoLrpError | undefined;
    const end = (reason: NeoLrpError) => {
      ended ??= reason;
      child.kill('SIGKILL');
    };
    const abort = () => end(new NeoLrpError('E_BUDGET', `${name} was stopped before it had an answer`));
    const killWithParent = () => child.kill('SIGKILL');

    const endAfter = (seconds: number, doing: string) =>
      seconds === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(
            () => end(new NeoLrpError('E_SOLVER_FAILED', `${name} was still ${doing} after ${seconds.toFixed(1)} s and was ended`)),
            Math.min(1000 * seconds, 0x7fffffff),
          );
    let ready = startUp === undefined;
    let timer = startUp === undefined ? endAfter(limit, 'running') : endAfter(startUp, 'loading');

    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      process.removeListener('exit', killWithParent);
    };
    signal?.addEventListener('abort', abort, { once: true });
    process.once('exit', killWithParent);

    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (ready || !readyLine.test(stdout)) return;
      ready = true;
      stdout = stdout.replace(readyLine, '');
      clearTimeout(timer);
      timer = endAfter(limit, 'running');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-stderrKept);
    });
    // A program that dies before it has read everything closes the pipe; its exit tells the story.
    child.stdin.on('error', () => {});
    child.stdin.end(input);

    child.on('error', (error) => {
      cleanUp();
      reject(new NeoLrpError('E_SOLVER_MISSING', `${name}: '${command}' cannot be started (${error.message})`, {}, { cause: error }));
    });
    child.on('close', (status, killer) => {
      cleanUp();
      if (ended) reject(ended);
      else if (status === 0 && ready) resolve(stdout);
      else if (status === 0) reject(new NeoLrpError('E_SOLVER_FAILED', `${name} left without getting ready${tail(stderr)}`));
      else reject(new NeoLrpError('E_SOLVER_FAILED', `${name} ended with ${killer ?? `status ${status}`}${tail(stderr)}`));
    });
  });
}

const stderrKept = 2000;

/** The last lines of stderr, where the reason of a crash stands. */
function tail(stderr: string): string {
  const lines = stderr.trim().split(/\r?\n/).slice(-4).join(' | ');
  return lines ? `: ${lines}` : '';
}

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
