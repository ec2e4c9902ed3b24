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
