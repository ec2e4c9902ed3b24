/** What one client may ask for, and all of them together, so that no request takes the service from the others. */
import type { IncomingMessage } from 'node:http';
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

/** Something of which there is only so much at a time: bytes of bodies under way, event streams. */
export class Stock {
  private taken = 0;

  constructor(
    private readonly most: number,
    /** The message for a client when nothing is left. */
    private readonly refusal: string,
  ) {}

  /** Throws E_BUSY where not so much is left. Returns how to give it back. */
  take(amount: number): () => void {
    if (this.taken + amount > this.most) throw new NeoLrpError('E_BUSY', this.refusal);
    this.taken += amount;
    let held = amount;
    return () => {
      this.taken -= held;
      held = 0;
    };
  }
}

/** The bytes of the body, as its sender announces them. What is over the limit is not read. */
export function announcedBytes({ headers }: IncomingMessage, { bodyBytes }: Limits): number {
  const unknown = headers['transfer-encoding'] === undefined ? 0 : bodyBytes;
  return Math.min(Number(headers['content-length'] ?? unknown), bodyBytes);
}
