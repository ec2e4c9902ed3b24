/** What one client may ask for, and all of them together, so that no request takes the service from the others. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NeoLrpError } from '../problem/errors.ts';

export interface Limits {
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies that are being received or worked on. */
  readonly bytesInFlight: number;
  /** Customers, and depots, of an instance. */
  readonly customers: number;
  /** Most seconds of a solve that is waited for. */
  readonly solveSeconds: number;
  /** Most seconds of a job. */
  readonly jobSeconds: number;
  readonly whatIfSeconds: number;
  /** Jobs of one key that wait for a worker. */
  readonly queuedJobs: number;
  /** The same for a solve, whose client waits. */
  readonly queuedSolves: number;
  /** Event streams at a time. */
  readonly streams: number;
  readonly connections: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 32 * 2 ** 20,
  bytesInFlight: 256 * 2 ** 20,
  customers: 10_000,
  solveSeconds: 30,
  jobSeconds: 3600,
  whatIfSeconds: 20,
  queuedJobs: 100,
  queuedSolves: 16,
  streams: 1000,
  connections: 4000,
};

/** Counts the bytes of bodies under way, by what their senders announce. */
export class BytesInFlight {
  private total = 0;

  constructor(private readonly limits: Limits) {}

  /** Throws E_BUSY where there is no room; the room is given back when the answer is sent or the client gone. */
  reserve({ headers }: IncomingMessage, response: ServerResponse): void {
    const { bodyBytes, bytesInFlight } = this.limits;
    const announced = Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : bodyBytes));
    // What is over the limit is not read.
    const bytes = Math.min(announced, bodyBytes);
    if (this.total + bytes > bytesInFlight) throw new NeoLrpError('E_BUSY', 'too much is being received at once; try again in a moment');
    this.total += bytes;
    response.once('close', () => {
      this.total -= bytes;
    });
  }
}

/** Throws E_BUSY where all places are taken. Returns how to leave one. */
export class Places {
  private taken = 0;

  constructor(
    private readonly most: number,
    private readonly what: string,
  ) {}

  take(): () => void {
    if (this.taken >= this.most)
      throw new NeoLrpError('E_BUSY', `${this.most} ${this.what} are open, which is the most here; try again later`);
    this.taken++;
    let left = false;
    return () => {
      if (!left) this.taken--;
      left = true;
    };
  }
}
