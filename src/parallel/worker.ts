/**
 * Workers: threads or processes in Node, Web Workers in a browser, written in the one way that bundlers understand:
 *
 *     import { Worker, WorkerClient } from '../parallel/worker.ts';
 *     const client = new WorkerClient(() => new Worker(new URL('./task.worker.js', import.meta.url), { type: 'module' }));
 *
 * Bundlers (Vite, webpack, Parcel) look for exactly `new Worker(new URL('…', import.meta.url), …)`; Node runs the same line.
 */

import type { Serializable } from 'node:child_process';
import type { Socket } from 'node:net';
import { isObject, requireArgument } from '../problem/arguments.ts';
import { type Fault, faultOf, NeoLrpError } from '../problem/errors.ts';

type Listener = (message: unknown) => void;

interface Thread {
  postMessage(message: unknown): void;
  terminate(): void;
  /** Whether a running worker keeps the process alive; has no effect in a browser. */
  hold(alive: boolean): void;
}

/** Found without an import, which a bundler for the browser would have to resolve. */
const nodeThreads = () => globalThis.process?.getBuiltinModule?.('node:worker_threads');

export interface WorkerSettings {
  readonly type: 'module';
  readonly name?: string;
  /**
   * In Node: starts a process with a heap of this size instead of a thread. V8 ends the whole process when memory runs out, even if a
   * thread has a limit of its own.
   */
  readonly processMegabytes?: number;
}

const stderrKept = 2000;

/** A module worker that reports messages and its own death. */
export class Worker {
  /** Set by its owner. */
  onMessage: Listener = () => {};
  /** Called once if the worker dies for any reason other than `terminate`. */
  onDeath: (reason: string) => void = () => {};
  private readonly thread: Thread;

  constructor(url: URL, options: WorkerSettings) {
    requireArgument(url instanceof URL && isObject(options), 'url', "new URL('./x.worker.js', import.meta.url), { type: 'module' }");
    const threads = nodeThreads();
    if (!threads) this.thread = this.startWebWorker(url, options);
    else if (options.processMegabytes === undefined) this.thread = this.startThread(threads, url, options.name);
    else this.thread = this.startProcess(url, options.processMegabytes);
  }

  postMessage(message: unknown): void {
    this.thread.postMessage(message);
  }

  terminate(): void {
    this.onMessage = () => {};
    this.onDeath = () => {};
    this.thread.terminate();
  }

  hold(alive: boolean): void {
    this.thread.hold(alive);
  }

  private die(reason: string): void {
    const { onDeath } = this;
    this.onDeath = () => {};
    onDeath(reason);
  }

  private startThread(threads: typeof import('node:worker_threads'), url: URL, name: string | undefined): Thread {
    // Flags of the parent, such as a test runner's loader, would break it.
    const thread = new threads.Worker(url, { name, execArgv: [] });
    thread.on('message', (message) => this.onMessage(message));
    thread.on('messageerror', (error) => this.die(`a message could not be read: ${error.message}`));
    thread.on('error', (error) => this.die(error instanceof Error ? error.message : String(error)));
    thread.on('exit', (code) => this.die(`the worker ended with code ${code}`));
    return {
      postMessage: (message) => thread.postMessage(message),
      terminate: () => void thread.terminate(),
      hold: (alive) => (alive ? thread.ref() : thread.unref()),
    };
  }

  private startProcess(url: URL, megabytes: number): Thread {
    const child = process.getBuiltinModule('node:child_process').fork(url, {
      execArgv: [`--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-stderrKept);
    });
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.on('message', (message) => this.onMessage(message));
    child.on('error', (error) => this.die(error.message));
    // 'close' comes after the last output.
    child.on('close', (code, signal) => {
      process.removeListener('exit', kill);
      // Out of memory: V8 aborts, or the system kills.
      const memory = signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? ', probably for want of memory' : '';
      this.die(`the process ended with ${signal ?? `code ${code}`}${memory}: ${stderr.trim()}`);
    });
    return {
      postMessage: (message) => void child.send(message as Serializable, (error) => error && this.die(error.message)),
      terminate: kill,
      hold: (alive) => {
        // The pipe of stderr is a socket, which its type does not say.
        for (const handle of [child, child.channel, child.stderr as Socket | null]) alive ? handle?.ref?.() : handle?.unref?.();
      },
    };
  }

  private startWebWorker(url: URL, options: WorkerOptions): Thread {
    const worker = new globalThis.Worker(url, options);
    worker.onmessage = (event) => this.onMessage(event.data);
    worker.onmessageerror = () => this.die('a message could not be read');
    worker.onerror = (event) => this.die(event.message || 'the worker failed to load');
    return { postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate(), hold: () => {} };
  }
}

type Order<Request> = { readonly kind: 'ask'; readonly request: Request } | { readonly kind: 'finish' };

type Answer<Progress, Reply> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | ({ readonly kind: 'failed' } & Fault);

/** How a request ended; `ask` never throws. `failed` is an error in the worker, or its death. */
export type WorkerOutcome<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | ({ readonly kind: 'failed' } & Fault)
  | { readonly kind: 'stopped'; readonly why: 'time' | 'aborted' };

export interface AskOptions<Progress> {
  /** Milliseconds after which the worker is terminated, whatever it is doing. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds that the worker has to finish and reply after the signal; without them it is terminated at once. */
  readonly grace?: number;
  readonly onProgress?: (progress: Progress) => void;
}

const longestTimer = 2 ** 31 - 1;

/** Sends each worker one request at a time. A worker that answered is kept for the next request; any other is terminated. */
export class WorkerClient<Request, Progress, Reply> {
  private idle: Worker | undefined;

  constructor(private readonly spawn: () => Worker) {}

  /** Starts a worker before it is needed. One that cannot be started is reported by the first request. */
  warm(): void {
    try {
      if (!this.idle) this.keep(this.spawn());
    } catch {}
  }

  ask(request: Request, { limit, signal, grace = 0, onProgress }: AskOptions<Progress> = {}): Promise<WorkerOutcome<Reply>> {
    if (signal?.aborted) return Promise.resolve({ kind: 'stopped', why: 'aborted' });
    let worker: Worker;
    try {
      worker = this.idle ?? this.spawn();
    } catch (error) {
      return Promise.resolve({ kind: 'failed', ...faultOf(error) });
    }
    this.idle = undefined;
    worker.hold(true);

    return new Promise((resolve) => {
      const settle = (outcome: WorkerOutcome<Reply>) => {
        clearTimeout(limitTimer);
        clearTimeout(graceTimer);
        signal?.removeEventListener('abort', abort);
        if (outcome.kind === 'reply') this.keep(worker);
        else worker.terminate();
        resolve(outcome);
      };
      const fail = (error: unknown) => settle({ kind: 'failed', ...faultOf(error) });
      const send = (order: Order<Request>) => worker.postMessage(order);
      let graceTimer: ReturnType<typeof setTimeout> | undefined;
      const end = () => settle({ kind: 'stopped', why: 'aborted' });
      const abort = () => {
        if (grace <= 0) return end();
        send({ kind: 'finish' });
        graceTimer = setTimeout(end, grace);
      };
      const limitTimer =
        limit === undefined || limit > longestTimer ? undefined : setTimeout(() => settle({ kind: 'stopped', why: 'time' }), limit);
      signal?.addEventListener('abort', abort, { once: true });
      worker.onDeath = fail;
      worker.onMessage = (message) => {
        const answer = message as Answer<Progress, Reply>;
        if (answer?.kind === 'progress') onProgress?.(answer.progress);
        else if (answer?.kind === 'reply' || answer?.kind === 'failed') settle(answer);
        else fail('the worker answered out of protocol');
      };
      try {
        send({ kind: 'ask', request });
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Terminates the idle worker. The client stays usable. */
  close(): void {
    this.idle?.terminate();
    this.idle = undefined;
  }

  private keep(worker: Worker): void {
    if (this.idle !== undefined) {
      worker.terminate();
      return;
    }
    worker.hold(false);
    worker.onMessage = () => {};
    worker.onDeath = () => {
      if (this.idle === worker) this.idle = undefined;
    };
    this.idle = worker;
  }
}

/** In a worker: replies to each request with the value that the handler returns, or with the fault that it throws. */
export function handleRequests<Request, Progress, Reply>(
  handle: (request: Request, report: (progress: Progress) => void, signal: AbortSignal) => Promise<Reply> | Reply,
): void {
  let finishing = new AbortController();
  const answer = async (order: Order<Request>, post: (message: Answer<Progress, Reply>) => void) => {
    if (order.kind === 'finish') return finishing.abort();
    finishing = new AbortController();
    try {
      post({ kind: 'reply', reply: await handle(order.request, (progress) => post({ kind: 'progress', progress }), finishing.signal) });
    } catch (error) {
      post({ kind: 'failed', ...faultOf(error) });
    }
  };
  const port = nodeThreads()?.parentPort;
  const parent = globalThis.process;
  if (port) port.on('message', (order) => void answer(order, (message) => port.postMessage(message)));
  else if (parent?.send) parent.on('message', (order) => void answer(order as Order<Request>, (message) => parent.send?.(message)));
  else if (typeof globalThis.addEventListener !== 'function') throw new NeoLrpError('E_USAGE', 'requests are handled in a worker');
  else globalThis.addEventListener('message', ({ data }) => void answer(data, (message) => globalThis.postMessage(message)));
}
