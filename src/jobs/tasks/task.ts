/** What a worker does with a job of some kind. */
import { type Worker, WorkerClient } from '../../parallel/worker.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Claim, Report } from '../claims.ts';

export interface TaskContext {
  /** Ends it at once; what was reported stays. */
  readonly signal: AbortSignal;
  readonly report: (report: Report) => void;
  /** A file that the input speaks of. */
  readonly blob: (hash: string) => Promise<Uint8Array>;
  /** The script of the command line, for runs in processes of their own. */
  readonly program: string;
}

export interface TaskResult {
  /** JSON; none: the best that was reported is the result. */
  readonly result?: string;
  readonly cost?: number;
  readonly progress?: Report['progress'];
}

/** Throws a coded error. E_INTERNAL is tried again elsewhere, anything else is how the job ends. */
export type Task = (claim: Claim, context: TaskContext) => Promise<TaskResult>;

/** Coded errors travel as values, so that their codes survive the thread. */
export type ThreadReply<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly error: ReturnType<NeoLrpError['toJSON']> };

/** Threads of one kind, as many as there are requests at a time; those that answered are kept warm. */
export class Threads<Request, Progress, Value> {
  private readonly idle: WorkerClient<Request, Progress, ThreadReply<Value>>[] = [];

  constructor(private readonly spawn: () => Worker) {}

  async ask(request: Request, signal: AbortSignal, onProgress?: (progress: Progress) => void): Promise<Value> {
    const client = this.idle.pop() ?? new WorkerClient<Request, Progress, ThreadReply<Value>>(this.spawn);
    const outcome = await client.ask(request, { signal, onProgress });
    this.idle.push(client);
    if (outcome.kind === 'stopped') throw new NeoLrpError('E_BUDGET', 'stopped from outside');
    if (outcome.kind === 'failed') throw new NeoLrpError('E_INTERNAL', `the thread of the job died: ${outcome.reason}`);
    const { reply } = outcome;
    if (reply.kind === 'done') return reply.value;
    throw new NeoLrpError(reply.error.code, reply.error.message, reply.error.place);
  }

  close(): void {
    for (const client of this.idle) client.close();
  }
}

/** The thread's side of it. */
export async function answer<Value>(work: () => Promise<Value>): Promise<ThreadReply<Value>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    if (error instanceof NeoLrpError) return { kind: 'refused', error: error.toJSON() };
    throw error;
  }
}
