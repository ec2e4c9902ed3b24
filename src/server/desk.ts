/** Processes that do the service's work on bodies and plans, a bounded number of tasks at a time. Any of them may die. */
import type { ReadOptions } from '../formats/read.ts';
import type { SolutionFormat } from '../formats/write.ts';
import { Worker, WorkerClient, type WorkerOutcome } from '../parallel/worker.ts';
import { type ErrorCode, NeoLrpError, type Place } from '../problem/errors.ts';
import type { Body } from './body.ts';

/** How to read a body. */
export interface Read {
  readonly body: Body;
  readonly options: Pick<ReadOptions, 'format' | 'ignore' | 'vehicleCapacity' | 'vehicleCost'>;
  /** Customers, and depots, that are not too many. */
  readonly most: number;
}

export type Drawing = Extract<SolutionFormat, 'geojson' | 'csv'> | 'svg' | 'png' | 'xlsx';

export type DeskTask =
  /** The JSON text of a job that can be run; `options`: those of the address. */
  | { readonly kind: 'solve'; readonly read: Read; readonly options: Readonly<Record<string, unknown>>; readonly seconds: number }
  | { readonly kind: 'verify'; readonly read: Read }
  | { readonly kind: 'inspect'; readonly read: Read }
  | { readonly kind: 'what-if'; readonly read: Read; readonly seconds: number }
  | { readonly kind: 'render'; readonly input: string; readonly result: string; readonly as: Drawing };

/** Errors on their way between processes, where classes do not survive. */
export type DeskReply =
  | { readonly content: string | Uint8Array; readonly fault?: undefined }
  | { readonly fault: { readonly code: ErrorCode; readonly reason: string; readonly place: Place } };

interface Waiting {
  readonly start: (client: Client) => void;
}
type Client = WorkerClient<DeskTask, never, DeskReply>;

/** A body at its limit takes a fraction of these; only one made to exhaust a reader reaches them. */
const processMegabytes = 768;

export interface DeskSize {
  readonly processes: number;
  /** Tasks beyond those under way that wait for a process; more are refused. */
  readonly mostWaiting: number;
  /** Seconds after which a task is given up. */
  readonly patience: number;
}

export class Desk {
  private readonly free: Client[];
  private readonly clients: readonly Client[];
  private readonly queue: Waiting[] = [];

  constructor(private readonly size: DeskSize) {
    const spawn = () => new Worker(new URL('./desk.worker.js', import.meta.url), { type: 'module', processMegabytes });
    this.clients = Array.from({ length: size.processes }, () => new WorkerClient<DeskTask, never, DeskReply>(spawn));
    this.free = [...this.clients];
  }

  /** Tasks that wait for a process. */
  get waiting(): number {
    return this.queue.length;
  }

  /** `signal`: whoever asked is gone. */
  async do(task: DeskTask, signal: AbortSignal): Promise<string | Uint8Array> {
    const client = this.free.pop() ?? (await this.turn(signal));
    try {
      return contentOf(await client.ask(task, { limit: 1000 * this.size.patience, signal }));
    } finally {
      this.release(client);
    }
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private turn(signal: AbortSignal): Promise<Client> {
    if (this.queue.length >= this.size.mostWaiting)
      throw new NeoLrpError('E_BUSY', 'too many requests are being worked on; try again in a moment');
    return new Promise((resolve, reject) => {
      const waiting = {
        start: (client: Client) => {
          signal.removeEventListener('abort', leave);
          resolve(client);
        },
      };
      const leave = () => {
        const place = this.queue.indexOf(waiting);
        if (place >= 0) this.queue.splice(place, 1);
        reject(new NeoLrpError('E_BUSY', 'whoever asked is gone'));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
    });
  }

  private release(client: Client): void {
    const next = this.queue.shift();
    if (next) next.start(client);
    else this.free.push(client);
  }
}

function contentOf(outcome: WorkerOutcome<DeskReply>): string | Uint8Array {
  switch (outcome.kind) {
    case 'stopped':
      throw new NeoLrpError('E_TOO_LARGE', 'the request takes too long to work on; send a smaller one');
    case 'failed':
      if (/memory/i.test(outcome.reason)) throw new NeoLrpError('E_TOO_LARGE', 'the request takes too much memory; send a smaller one');
      throw new NeoLrpError('E_INTERNAL', outcome.reason);
    case 'reply': {
      const { reply } = outcome;
      if (reply.fault === undefined) return reply.content;
      throw new NeoLrpError(reply.fault.code, reply.fault.reason, reply.fault.place);
    }
  }
}
