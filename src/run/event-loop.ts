/** Lets other work run: timers, messages, Ctrl-C. Cheaper than a timeout, and the same in Node, workers and browsers. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Milliseconds of work between two turns of the event loop. */
const sliceLength = 20;

/** Work in slices, with turns of the event loop in between. */
export class Slice {
  private end = performance.now() + sliceLength;

  get over(): boolean {
    return performance.now() > this.end;
  }

  /** Lets other work run, then begins the next slice. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.end = performance.now() + sliceLength;
  }
}

/** Runs a generator to its end, with turns of the event loop in between. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (const slice = new Slice(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (slice.over) await slice.next();
  }
}
