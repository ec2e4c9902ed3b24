/** Processes that work on bodies and plans, a bounded number of tasks at a time. Any of them may die. */
import type { ReadOptions } from '../formats/read.ts';
import type { SolutionFormat } from '../formats/write.ts';
import { WorkerPool } from '../parallel/pool.ts';
import { Worker } from '../parallel/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Body } from './body.ts';

/** How to read a body. */
export interface Read {
  readonly body: Body;
  readonly options: Pick<ReadOptions, 'format' | 'ignore' | 'vehicleCapacity' | 'vehicleCost'>;
  /** Customers, and depots, that are not too many. */
  readonly most: number;
}

export type RequestTask =
  /** The JSON text of a job that can be run; `options`: those of the address. */
  | { readonly kind: 'solve'; readonly read: Read; readonly options: Readonly<Record<string, unknown>>; readonly seconds: number }
  | { readonly kind: 'verify'; readonly read: Read }
  | { readonly kind: 'inspect'; readonly read: Read }
  | { readonly kind: 'what-if'; readonly read: Read; readonly seconds: number }
  | {
      readonly kind: 'render';
      readonly input: string;
      readonly result: string;
      readonly as: Extract<SolutionFormat, 'geojson' | 'csv'> | 'svg' | 'png' | 'xlsx';
    };

/** A body at its limit takes a fraction of these; only one made to exhaust a reader reaches them. */
const processMegabytes = 768;

const stopped = { code: 'E_TOO_LARGE', reason: 'the request takes too long to work on; send a smaller one' } as const;

export class RequestWorkers {
  private readonly pool: WorkerPool<RequestTask, string | Uint8Array>;

  /** `patience`: seconds after which a task is given up. */
  constructor(
    workers: number,
    mostWaiting: number,
    private readonly patience: number,
  ) {
    const spawn = () => new Worker(new URL('./request.worker.js', import.meta.url), { type: 'module', processMegabytes });
    this.pool = new WorkerPool(spawn, { workers, mostWaiting, stopped });
  }

  /** Tasks that wait for a process. */
  get waiting(): number {
    return this.pool.waiting;
  }

  /** `signal`: aborts when the client has gone. */
  async run(task: RequestTask, signal: AbortSignal): Promise<string | Uint8Array> {
    try {
      return await this.pool.run(task, { limit: 1000 * this.patience, signal });
    } catch (error) {
      const { code, reason } = error as NeoLrpError;
      if (code !== 'E_INTERNAL' || !/memory/i.test(reason)) throw error;
      throw new NeoLrpError('E_TOO_LARGE', 'the request takes too much memory; send a smaller one');
    }
  }

  close(): void {
    this.pool.close();
  }
}
