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
export const slice = 20;

/** Runs a generator to its end, with turns of the event loop in between. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (let yieldAt = performance.now() + slice; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() <= yieldAt) continue;
    await yieldToEventLoop();
    yieldAt = performance.now() + slice;
  }
}
