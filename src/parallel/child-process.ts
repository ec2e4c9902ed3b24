/** A child process that never outlives this one: what it writes, how it ended, and who ended it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly cwd?: string;
  /** For a Node script that calls `endWithParent`: it ends even where this process is killed. */
  readonly tethered?: boolean;
  readonly signal?: AbortSignal;
  /** All that it has written so far. */
  readonly onStdout?: (text: string) => void;
  /** What it has just written. */
  readonly onStderr?: (text: string) => void;
}

export interface ProcessExit {
  readonly status: number | null;
  readonly killer: NodeJS.Signals | null;
  /** Who ended it from outside, if anybody did. */
  readonly ended?: 'limit' | 'abort';
  readonly stdout: string;
  /** The end of it. */
  readonly stderr: string;
}

export interface ChildProcess {
  /** Kills it so many seconds from now, in place of an earlier limit; Infinity for never. */
  endAfter(seconds: number): void;
  /** Rejects only where it cannot be started. */
  readonly exit: Promise<ProcessExit>;
}

const stderrKept = 65_536;
const longestTimer = 0x7fffffff;

/** Set for a process that is tethered to its parent. */
const tetherVariable = 'NEO_LRP_TETHERED';

/** In a tethered process: the channel to the parent closes when that dies, however it dies. */
export function endWithParent(): void {
  if (!process.env[tetherVariable] || !process.connected) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref();
}

function spawnPiped(command: string, args: readonly string[], cwd: string | undefined, tethered: boolean): ChildProcessWithoutNullStreams {
  const options = { cwd, windowsHide: true };
  if (!tethered) return spawn(command, [...args], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const env = { ...process.env, [tetherVariable]: '1' };
  return spawn(command, [...args], { ...options, env, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }) as ChildProcessWithoutNullStreams;
}

export function startProcess(options: ProcessOptions): ChildProcess {
  const { command, args, input = '', cwd, tethered = false, signal, onStdout, onStderr } = options;
  const child = spawnPiped(command, args, cwd, tethered);
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
  // A program that dies before it has read everything closes the pipe; its exit tells the story.
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
